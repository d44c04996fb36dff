import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/env';
import type { Principal } from '../../../domain/access/principal';
import { AppError } from '../../../domain/kernel/errors';
import { WorkSlots } from '../../../http/body/work-slots';
import { Clock } from '../../../ports/clock';
import type { RequestOrigin } from '../sessions/request-origin';
import { AttemptLimits, ofBoth, type Counted } from '../users/attempt-limits';
import { KnownNetworksRepository } from '../users/known-networks.repository';
import type { LoginRequest } from './auth.dto';
import { toIdentity, toSessionUser } from './auth.presenter';
import type { Identity, SessionUser } from './auth.shapes.dto';
import { LoginCodes } from '../second-factor/login-codes.service';
import { PasswordHasher } from '../users/password-hasher';
import { SessionsService } from '../sessions/sessions.service';
import { UserRepository, type Credential } from '../users/user.repository';

/**
 * Limit of logins per process. Each makes about ten queries, so a flood from many networks would take the connections
 * of the database. Networks where the account is known have two places of their own.
 */
const SLOTS = { total: 6, anonymous: 4, waiting: 60, waitingPerClient: 30 };
/** A login that began ends, also without its client. */
const never = (): AbortSignal => new AbortController().signal;

@Injectable()
export class LoginService {
  private readonly slots = new WorkSlots(SLOTS, 'logins');

  constructor(
    private readonly users: UserRepository,
    private readonly sessions: SessionsService,
    private readonly hasher: PasswordHasher,
    private readonly codes: LoginCodes,
    private readonly limits: AttemptLimits,
    private readonly networks: KnownNetworksRepository,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /**
   * An unknown address, a wrong password and a disabled account look the same, in time too.
   * @throws AppError UNAUTHORIZED, EMAIL_NOT_VERIFIED and OTP_REQUIRED (only after the right password),
   * RATE_LIMIT_EXCEEDED; Overloaded when too many log in from networks where their accounts are not known
   */
  async login(request: LoginRequest, origin: RequestOrigin): Promise<SessionUser> {
    const isKnown = await this.networks.has(request.email, origin.network, new Date(this.clock.now()));
    const caller = { isAnonymous: !isKnown, client: origin.client };
    return this.slots.pass(caller, never(), () => this.attempt(request, origin, isKnown));
  }

  private async attempt(
    { email, password, otp }: LoginRequest,
    origin: RequestOrigin,
    isKnown: boolean,
  ): Promise<SessionUser> {
    const now = new Date(this.clock.now());
    const ofAccount = limitsOf(email, origin, isKnown);
    const counted: Counted[] = [...ofAccount, ['login-network', origin.client]];
    await this.limits.check(...counted);
    const credential = await this.users.credential(email, now);
    const isRight = await this.hasher.verify(
      credential?.passwordHash ?? null,
      password,
      isKnown ? 'known' : 'stranger',
    );
    if (!isRight || !credential || isDisabled(credential)) {
      await this.limits.note(...counted);
      throw new AppError('UNAUTHORIZED', undefined, { message: 'Email or password is wrong' });
    }
    // Counts simultaneous guesses together: beyond the limit even a correct one is refused.
    await this.limits.check(...ofAccount);
    if (credential.kind === 'attempt' || !credential.user.emailVerified)
      throw new AppError('EMAIL_NOT_VERIFIED', { email });
    await this.codes.verify(credential.user, otp, origin);
    const tokens = await this.sessions.open(credential.user.id, origin);
    await this.networks.add(credential.user.id, origin.network, now);
    for (const each of ofAccount) await this.limits.clear(...each);
    return toSessionUser(credential.user, tokens, this.clock.now());
  }

  /** @throws AppError UNAUTHORIZED when the account is gone */
  async identity(principal: Principal): Promise<Identity> {
    const user = principal.kind === 'user' ? await this.users.find(principal.userId) : null;
    if (!user) throw new AppError('UNAUTHORIZED');
    const identity = toIdentity(user, this.clock.now(), this.config.PLANS);
    return { ...identity, totp_enabled: await this.codes.isInForce(user.id) };
  }
}

/** The limit over all networks does not apply where the account is known, so others cannot lock its owner out. */
function limitsOf(email: string, { network }: RequestOrigin, isKnown: boolean): Counted[] {
  const here: Counted = ['login-account-network', ofBoth(email, network)];
  return isKnown ? [here] : [here, ['login-account', email]];
}

const isDisabled = (credential: Credential): boolean =>
  credential.kind === 'user' && credential.user.disabledAt !== null;
