import { Readable } from 'node:stream';
import { Injectable, StreamableFile } from '@nestjs/common';
import type { Request, Response } from 'express';
import { userOf, type Principal } from '../../../domain/access/principal';
import { AppError } from '../../../domain/kernel/errors';
import { Clock } from '../../../ports/clock';
import { SecondFactorService } from '../second-factor/second-factor.service';
import { SessionCookies } from '../sessions/session-cookies';
import { SessionsService } from '../sessions/sessions.service';
import { AttemptLimits } from '../users/attempt-limits';
import { metaOf } from '../../../http/errors/error.filter';
import type { RequestContext } from '../../../http/request-context';
import { PasswordConfirmation } from '../users/password-confirmation.service';
import { exportPieces } from './account-export';
import type { DeleteAccountRequest } from './account.dto';
import type { AccountDeletedResponse } from './account.shapes.dto';
import { PersonalDataRepository, type AccountRecord } from './personal-data.repository';

const FILE = { type: 'application/json', disposition: 'attachment; filename="account-export.json"' } as const;

@Injectable()
export class AccountService {
  constructor(
    private readonly data: PersonalDataRepository,
    private readonly confirmation: PasswordConfirmation,
    private readonly factors: SecondFactorService,
    private readonly sessions: SessionsService,
    private readonly cookies: SessionCookies,
    private readonly limits: AttemptLimits,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError RATE_LIMIT_EXCEEDED after five exports in an hour */
  async export(principal: Principal, context: RequestContext): Promise<StreamableFile> {
    const { userId } = userOf(principal);
    const account = await this.data.account({ id: userId });
    if (!account) throw new AppError('UNAUTHORIZED');
    await this.limits.take('account-export', userId);
    const pieces = this.inEnvelope(account, JSON.stringify(metaOf(context, this.clock)));
    return new StreamableFile(Readable.from(pieces, { objectMode: false }), FILE);
  }

  private async *inEnvelope(account: AccountRecord, meta: string): AsyncGenerator<string> {
    yield '{"success":true,"data":';
    yield* exportPieces(this.data, account, new Date(this.clock.now()).toISOString());
    yield `,"meta":${meta}}`;
  }

  /**
   * @throws AppError FORBIDDEN for a wrong password or code, OTP_REQUIRED without a code of the second factor,
   * CONFLICT for an account without a password, RATE_LIMIT_EXCEEDED
   */
  async delete(
    principal: Principal,
    { password, otp }: DeleteAccountRequest,
    request: Request,
    response: Response,
  ): Promise<AccountDeletedResponse> {
    const user = await this.confirmation.confirm(principal, password);
    await this.factors.require(user.id, otp);
    await this.data.erase(user);
    this.sessions.forgetAll();
    this.cookies.clear(request, response);
    return { deleted: true, user_id: user.id };
  }
}
