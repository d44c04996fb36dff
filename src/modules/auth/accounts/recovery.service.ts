import { Injectable } from '@nestjs/common';
import { AppError } from '../../../domain/kernel/errors';
import { Clock } from '../../../ports/clock';
import { WakeUp } from '../../../ports/work/wake-up';
import { AttemptLimits } from '../users/attempt-limits';
import type { MessageResponse, ResetResponse } from './auth.shapes.dto';
import { MailOutboxRepository } from '../mail/mail-outbox.repository';
import { MailTokenRepository, voidTokens } from '../users/mail-token.repository';
import { PasswordHasher } from '../users/password-hasher';
import { checkPassword } from '../users/passwords';
import { revokeSessionsOf } from '../sessions/session.repository';
import { SessionsService } from '../sessions/sessions.service';
import { openWithPassword, proveEmail, setPassword } from '../users/user.repository';

/** A new password for the person who reads the mailbox. */
@Injectable()
export class RecoveryService {
  constructor(
    private readonly outbox: MailOutboxRepository,
    private readonly tokens: MailTokenRepository,
    private readonly wakeUp: WakeUp,
    private readonly sessions: SessionsService,
    private readonly hasher: PasswordHasher,
    private readonly limits: AttemptLimits,
    private readonly clock: Clock,
  ) {}

  async forgot(email: string): Promise<MessageResponse> {
    if (await this.limits.allows('reset-mail', email)) {
      await this.outbox.add('reset', email, null);
      this.wakeUp.call('send_mail');
    }
    return { message: 'If there is an account at this address, a mail is on its way' };
  }

  /**
   * Ends all sessions of the account, and its being locked for failed logins. Verifies the address: a sign-up under
   * way becomes the account.
   * @throws AppError INVALID_TOKEN, VALIDATION_ERROR
   */
  async reset(token: string, password: string): Promise<ResetResponse> {
    checkPassword(password);
    const now = new Date(this.clock.now());
    if (!(await this.tokens.isGood('reset', token, now))) throw new AppError('INVALID_TOKEN');
    const passwordHash = await this.hasher.hash(password);
    const done = await this.tokens.redeem('reset', token, now, async (manager, { userId, attemptId }) => {
      if (attemptId !== null) return openWithPassword(manager, attemptId, now, passwordHash);
      if (userId === null) return null;
      await setPassword(manager, userId, passwordHash);
      await revokeSessionsOf(manager, userId, now);
      await voidTokens(manager, 'reset', userId);
      await voidTokens(manager, 'magic', userId);
      return proveEmail(manager, userId);
    });
    if (!done) throw new AppError('INVALID_TOKEN');
    this.sessions.forgetAll();
    await this.limits.clear('login-email', done.email);
    return { password_reset: true };
  }
}
