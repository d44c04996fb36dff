import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../domain/access/principal';
import { Clock } from '../../../ports/clock';
import { WakeUp } from '../../../ports/work/wake-up';
import type { RequestOrigin } from '../sessions/request-origin';
import { SessionsService } from '../sessions/sessions.service';
import { PasswordChangeRepository } from './password-change.repository';
import { KnownNetworksRepository } from '../users/known-networks.repository';
import { PasswordConfirmation } from '../users/password-confirmation.service';
import { PasswordHasher } from '../users/password-hasher';
import { checkPassword } from '../users/passwords';
import type { ChangePasswordRequest } from './auth.dto';
import type { PasswordChangedResponse } from './auth.shapes.dto';

@Injectable()
export class PasswordService {
  constructor(
    private readonly confirmation: PasswordConfirmation,
    private readonly hasher: PasswordHasher,
    private readonly changes: PasswordChangeRepository,
    private readonly networks: KnownNetworksRepository,
    private readonly sessions: SessionsService,
    private readonly wakeUp: WakeUp,
    private readonly clock: Clock,
  ) {}

  /**
   * Ends the other sessions of the account and its mailed links. A mail reports the change to the owner.
   * @throws AppError FORBIDDEN for a wrong current password, VALIDATION_ERROR for a common new one, CONFLICT
   */
  async change(
    principal: Principal,
    { current_password, new_password }: ChangePasswordRequest,
    { network }: RequestOrigin,
  ): Promise<PasswordChangedResponse> {
    checkPassword(new_password, 'new_password');
    const user = await this.confirmation.confirm(principal, current_password, 'current_password');
    const hash = await this.hasher.hash(new_password, 'known');
    const keep = principal.kind === 'user' ? principal.sessionId : null;
    const now = new Date(this.clock.now());
    await this.changes.save(user.id, hash, keep, now);
    await this.networks.add(user.id, network, now);
    this.sessions.forgetAll();
    this.wakeUp.call('send_mail');
    return { password_changed: true };
  }
}
