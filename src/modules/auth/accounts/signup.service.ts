import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../domain/access/principal';
import { AppError } from '../../../domain/kernel/errors';
import { afterEffect } from '../../../adapters/persistence/effects';
import { Clock } from '../../../ports/clock';
import { WakeUp } from '../../../ports/work/wake-up';
import type { RequestOrigin } from '../sessions/request-origin';
import { SessionsService } from '../sessions/sessions.service';
import { AttemptLimits, ofBoth } from '../users/attempt-limits';
import { KnownNetworksRepository } from '../users/known-networks.repository';
import type { SignupRequest, VerifyRequest } from './auth.dto';
import type { MessageResponse, ResendResponse, SignupResponse, VerifiedResponse } from './auth.shapes.dto';
import { MailOutboxRepository } from '../mail/mail-outbox.repository';
import { LINK_MS } from '../mail/mail-writer.service';
import { MailPacing } from '../mail/mail-pacing.service';
import { MailTokenRepository } from '../users/mail-token.repository';
import { PasswordHasher } from '../users/password-hasher';
import { checkPassword } from '../users/passwords';
import { setPassword, UserRepository } from '../users/user.repository';
import { VerifiedAccounts } from './verified-accounts.repository';

/** Does the same work for a known and an unknown address. Only the mail differs, and it is written later. */
@Injectable()
export class SignupService {
  constructor(
    private readonly users: UserRepository,
    private readonly outbox: MailOutboxRepository,
    private readonly tokens: MailTokenRepository,
    private readonly wakeUp: WakeUp,
    private readonly hasher: PasswordHasher,
    private readonly limits: AttemptLimits,
    private readonly pacing: MailPacing,
    private readonly networks: KnownNetworksRepository,
    private readonly sessions: SessionsService,
    private readonly verified: VerifiedAccounts,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError VALIDATION_ERROR, RATE_LIMIT_EXCEEDED, SERVICE_UNAVAILABLE */
  async signup(body: SignupRequest, origin: RequestOrigin): Promise<SignupResponse> {
    if (!body.accepted_terms)
      throw new AppError('VALIDATION_ERROR', undefined, {
        field: 'accepted_terms',
        message: 'accepted_terms: the terms must be accepted',
      });
    checkPassword(body.password);
    await this.limits.take('signup-network', origin.client);
    const passwordHash = await this.hasher.hash(body.password, 'stranger');
    const now = this.clock.now();
    if (await this.limits.allows('signup-mail', ofBoth(body.email, origin.network))) {
      await this.outbox.addSignup({
        email: body.email,
        fullName: body.full_name,
        passwordHash,
        createdAt: new Date(now),
        expiresAt: new Date(now + LINK_MS.verify),
      });
      await afterEffect(() => this.wakeUp.call('send_mail'));
    }
    return {
      email: body.email,
      full_name: body.full_name,
      email_verified: false,
      verification_email_sent: true,
      message: 'Follow the link in the mail we sent you',
    };
  }

  /**
   * A sign-up becomes an account, or the owner of an account that a partner created proves the address.
   * @param password replaces the password of the sign-up, because another person may have signed up
   * @param isFromBrowser a page must send the password; programs may send the token alone
   * @throws AppError INVALID_TOKEN for an unknown, used or expired token; VALIDATION_ERROR, also when the password is
   * needed: the token then stays valid
   */
  async verify(
    { token, password }: VerifyRequest,
    isFromBrowser: boolean,
    origin: RequestOrigin,
  ): Promise<VerifiedResponse> {
    if (password === undefined && isFromBrowser) throw passwordMissing();
    if (password !== undefined) checkPassword(password);
    const now = new Date(this.clock.now());
    const found = await this.tokens.find('verify', token, now);
    if (!found) throw new AppError('INVALID_TOKEN');
    if (password === undefined && found.asksPassword) throw passwordMissing();
    const passwordHash = password === undefined ? null : await this.hasher.hash(password, 'known');
    const proved = await this.tokens.redeem('verify', token, now, async (manager, { attemptId, userId }) => {
      if (attemptId !== null) return this.verified.promote(manager, attemptId, now, passwordHash);
      const owner = userId === null ? null : await this.verified.prove(manager, userId, now);
      if (!owner || owner.wasVerified) return null;
      if (passwordHash !== null) await setPassword(manager, owner.id, passwordHash);
      return owner;
    });
    if (!proved) throw new AppError('INVALID_TOKEN');
    this.sessions.forgetAll();
    await this.networks.add(proved.id, origin.network, now);
    await this.pacing.clear(proved.email);
    return { email_verified: true, email: proved.email };
  }

  /** For a session without a verified address. @throws AppError UNAUTHORIZED for another credential */
  async resend(principal: Principal): Promise<ResendResponse> {
    const user = principal.kind === 'user' ? await this.users.find(principal.userId) : null;
    if (!user) throw new AppError('UNAUTHORIZED');
    const isDue = !user.emailVerified && (await this.limits.allows('verify-mail', `user ${user.id}`));
    if (isDue) await this.post(user.email, true);
    return { sent: isDue, email_verified: user.emailVerified };
  }

  async resendPublic(email: string, { network }: RequestOrigin): Promise<MessageResponse> {
    const isKnown = await this.networks.has(email, network, new Date(this.clock.now()));
    if (await this.limits.allows('verify-mail', ofBoth(email, network))) await this.post(email, !isKnown);
    return { message: 'If there is something to verify at this address, a mail is on its way' };
  }

  private async post(email: string, isPaced: boolean): Promise<void> {
    await this.outbox.add('verify', email, { isPaced });
    await afterEffect(() => this.wakeUp.call('send_mail'));
  }
}

const passwordMissing = (): AppError =>
  new AppError('VALIDATION_ERROR', undefined, {
    field: 'password',
    message: 'password: choose the password of the account; it is required here',
  });
