import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../domain/access/principal';
import { AppError } from '../../../domain/kernel/errors';
import { Clock } from '../../../ports/clock';
import { WakeUp } from '../../../ports/work/wake-up';
import { AttemptLimits } from '../users/attempt-limits';
import type { SignupRequest } from './auth.dto';
import type { MessageResponse, ResendResponse, SignupResponse, VerifiedResponse } from './auth.shapes.dto';
import { MailOutboxRepository } from '../mail/mail-outbox.repository';
import { LINK_MS } from '../mail/mail-writer.service';
import { MailTokenRepository, voidTokens } from '../users/mail-token.repository';
import { PasswordHasher } from '../users/password-hasher';
import { checkPassword } from '../users/passwords';
import { promoteAttempt, proveEmail, UserRepository } from '../users/user.repository';

/**
 * From a form to an account. Every request does the same work whether the address is known or not; what is different
 * is only the mail, and that is written later.
 */
@Injectable()
export class SignupService {
  constructor(
    private readonly users: UserRepository,
    private readonly outbox: MailOutboxRepository,
    private readonly tokens: MailTokenRepository,
    private readonly wakeUp: WakeUp,
    private readonly hasher: PasswordHasher,
    private readonly limits: AttemptLimits,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError VALIDATION_ERROR, RATE_LIMIT_EXCEEDED, SERVICE_UNAVAILABLE */
  async signup(body: SignupRequest, network: string): Promise<SignupResponse> {
    if (!body.accepted_terms)
      throw new AppError('VALIDATION_ERROR', undefined, {
        field: 'accepted_terms',
        message: 'accepted_terms: the terms must be accepted',
      });
    checkPassword(body.password);
    await this.limits.take('signup-network', network);
    const passwordHash = await this.hasher.hash(body.password);
    const now = this.clock.now();
    if (await this.limits.allows('signup-mail', body.email)) {
      await this.outbox.addSignup({
        email: body.email,
        fullName: body.full_name,
        passwordHash,
        createdAt: new Date(now),
        expiresAt: new Date(now + LINK_MS.verify),
      });
      this.wakeUp.call('send_mail');
    }
    return {
      email: body.email,
      full_name: body.full_name,
      email_verified: false,
      verification_email_sent: true,
      message: 'Follow the link in the mail we sent you',
    };
  }

  /** @throws AppError INVALID_TOKEN for an unknown, used or expired one */
  async verify(token: string): Promise<VerifiedResponse> {
    const now = new Date(this.clock.now());
    const proved = await this.tokens.redeem('verify', token, now, async (manager, { attemptId, userId }) => {
      if (attemptId !== null) return promoteAttempt(manager, attemptId, now);
      if (userId === null) return null;
      await voidTokens(manager, 'verify', userId);
      return proveEmail(manager, userId);
    });
    if (!proved) throw new AppError('INVALID_TOKEN');
    return { email_verified: true, email: proved.email };
  }

  /** For a session whose address is not verified yet. */
  async resend(principal: Principal): Promise<ResendResponse> {
    const user = principal.kind === 'user' ? await this.users.find(principal.userId) : null;
    if (!user) throw new AppError('UNAUTHORIZED');
    const isDue = !user.emailVerified && (await this.limits.allows('verify-mail', user.email));
    if (isDue) await this.post(user.email);
    return { sent: isDue, email_verified: user.emailVerified };
  }

  async resendPublic(email: string): Promise<MessageResponse> {
    if (await this.limits.allows('verify-mail', email)) await this.post(email);
    return { message: 'If there is something to verify at this address, a mail is on its way' };
  }

  private async post(email: string): Promise<void> {
    await this.outbox.add('verify', email, null);
    this.wakeUp.call('send_mail');
  }
}
