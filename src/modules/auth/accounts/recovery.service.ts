import { Injectable } from '@nestjs/common';
import { AppError } from '../../../domain/kernel/errors';
import { afterEffect } from '../../../adapters/persistence/effects';
import { Clock } from '../../../ports/clock';
import { WakeUp } from '../../../ports/work/wake-up';
import type { RequestOrigin } from '../sessions/request-origin';
import { AttemptLimits, ofBoth } from '../users/attempt-limits';
import { forgetNetworks, KnownNetworksRepository } from '../users/known-networks.repository';
import type { MessageResponse, ResetResponse } from './auth.shapes.dto';
import { MailOutboxRepository, orderNotice } from '../mail/mail-outbox.repository';
import { MailPacing } from '../mail/mail-pacing.service';
import { MailTokenRepository, voidTokens } from '../users/mail-token.repository';
import { PasswordHasher } from '../users/password-hasher';
import { checkPassword } from '../users/passwords';
import { revokeSessionsOf } from '../sessions/session.repository';
import { SessionsService } from '../sessions/sessions.service';
import { setPassword } from '../users/user.repository';
import { VerifiedAccounts } from './verified-accounts.repository';

@Injectable()
export class RecoveryService {
  constructor(
    private readonly outbox: MailOutboxRepository,
    private readonly tokens: MailTokenRepository,
    private readonly wakeUp: WakeUp,
    private readonly sessions: SessionsService,
    private readonly hasher: PasswordHasher,
    private readonly limits: AttemptLimits,
    private readonly pacing: MailPacing,
    private readonly networks: KnownNetworksRepository,
    private readonly verified: VerifiedAccounts,
    private readonly clock: Clock,
  ) {}

  async forgot(email: string, { network }: RequestOrigin): Promise<MessageResponse> {
    const isKnown = await this.networks.has(email, network, new Date(this.clock.now()));
    if (await this.limits.allows('reset-mail', ofBoth(email, network))) {
      await this.outbox.add('reset', email, { isPaced: !isKnown });
      await afterEffect(() => this.wakeUp.call('send_mail'));
    }
    return { message: 'If there is an account at this address, a mail is on its way' };
  }

  /**
   * Ends all sessions of the account, and a lock for failed logins. Verifies the address, so a sign-up in progress
   * becomes the account.
   * @throws AppError INVALID_TOKEN, VALIDATION_ERROR
   */
  async reset(token: string, password: string, { network }: RequestOrigin): Promise<ResetResponse> {
    checkPassword(password);
    const now = new Date(this.clock.now());
    if (!(await this.tokens.find('reset', token, now))) throw new AppError('INVALID_TOKEN');
    const passwordHash = await this.hasher.hash(password, 'known');
    const done = await this.tokens.redeem('reset', token, now, async (manager, { userId, attemptId }) => {
      if (attemptId !== null) return this.verified.open(manager, attemptId, now, passwordHash);
      if (userId === null) return null;
      await setPassword(manager, userId, passwordHash);
      await revokeSessionsOf(manager, userId, now);
      await voidTokens(manager, 'reset', userId);
      await voidTokens(manager, 'magic', userId);
      await forgetNetworks(manager, userId);
      await orderNotice(manager, 'password_changed', userId);
      return this.verified.prove(manager, userId, now);
    });
    if (!done) throw new AppError('INVALID_TOKEN');
    this.sessions.forgetAll();
    this.wakeUp.call('send_mail');
    await this.networks.add(done.id, network, now);
    await this.limits.clear('login-account', done.email);
    await this.limits.clear('otp', done.id);
    await this.limits.clear('login-account-network', ofBoth(done.email, network));
    await this.pacing.clear(done.email);
    return { password_reset: true };
  }
}
