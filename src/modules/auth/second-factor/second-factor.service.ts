import { Injectable } from '@nestjs/common';
import { afterEffect } from '../../../adapters/persistence/effects';
import { SecretBox } from '../../../config/secrets/secret-box';
import { userOf, type Principal } from '../../../domain/access/principal';
import { AppError } from '../../../domain/kernel/errors';
import { Clock } from '../../../ports/clock';
import { WakeUp } from '../../../ports/work/wake-up';
import { SessionsService } from '../sessions/sessions.service';
import { AttemptLimits, type Counted } from '../users/attempt-limits';
import { PasswordConfirmation } from '../users/password-confirmation.service';
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes';
import type { BeginTotpRequest, ConfirmTotpRequest, ProvenRequest } from './second-factor.dto';
import { SecondFactorRepository, type StoredFactor } from './second-factor.repository';
import type {
  RecoveryCodesResponse,
  TotpConfirmedResponse,
  TotpRemovedResponse,
  TotpStartedResponse,
} from './second-factor.shapes.dto';
import { newTotpSecret, otpauthUrl, stepOf } from './totp-codes';

const CODE = /^\d{6}$/;

@Injectable()
export class SecondFactorService {
  constructor(
    private readonly factors: SecondFactorRepository,
    private readonly confirmation: PasswordConfirmation,
    private readonly sessions: SessionsService,
    private readonly box: SecretBox,
    private readonly limits: AttemptLimits,
    private readonly wakeUp: WakeUp,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError FORBIDDEN for a wrong password, CONFLICT when the factor is in force or there is no password */
  async begin(principal: Principal, { password }: BeginTotpRequest): Promise<TotpStartedResponse> {
    const user = await this.confirmation.confirm(principal, password);
    const secret = newTotpSecret();
    const sealed = this.box.seal(secret, 'totp secret', user.id);
    if (!(await this.factors.begin(user.id, sealed, new Date(this.clock.now())))) throw inForce();
    return { secret, otpauth_url: otpauthUrl(secret, user.email) };
  }

  /**
   * Ends the other sessions.
   * @returns the recovery codes, which are shown once
   * @throws AppError FORBIDDEN for a wrong code, CONFLICT without `begin` or when the factor is in force already
   */
  async confirm(principal: Principal, { otp }: ConfirmTotpRequest): Promise<TotpConfirmedResponse> {
    const { userId } = userOf(principal);
    const factor = await this.factors.find(userId);
    if (!factor) throw new AppError('CONFLICT', { reason: 'not_started' });
    if (factor.isConfirmed) throw inForce();
    const step = await this.counted(userId, () => Promise.resolve(this.stepOf(userId, factor, otp)));
    if (step === null) throw wrongCode('FORBIDDEN');
    const codes = newRecoveryCodes();
    const keep = principal.kind === 'user' ? principal.sessionId : null;
    const confirmed = { secret: factor.secret, step, hashes: codes.map(recoveryCodeHash) };
    if (!(await this.factors.confirm(userId, confirmed, keep, new Date(this.clock.now())))) throw inForce();
    await afterEffect(() => {
      this.sessions.forgetAll();
      this.wakeUp.call('send_mail');
    });
    return { totp_enabled: true, recovery_codes: codes };
  }

  /**
   * Ends the codes before. @returns new recovery codes, only this once
   * @throws AppError as remove; CONFLICT when the factor is not confirmed
   */
  async renewRecoveryCodes(principal: Principal, body: ProvenRequest): Promise<RecoveryCodesResponse> {
    const userId = await this.proven(principal, body);
    const codes = newRecoveryCodes();
    const hashes = codes.map(recoveryCodeHash);
    if (!(await this.factors.renewCodes(userId, hashes, new Date(this.clock.now()))))
      throw new AppError('CONFLICT', { reason: 'not_confirmed' });
    await afterEffect(() => this.wakeUp.call('send_mail'));
    return { recovery_codes: codes };
  }

  /** @throws AppError FORBIDDEN for a wrong password or code, OTP_REQUIRED, RESOURCE_NOT_FOUND without a factor */
  async remove(principal: Principal, body: ProvenRequest): Promise<TotpRemovedResponse> {
    await this.factors.remove(await this.proven(principal, body));
    this.wakeUp.call('send_mail');
    return { deleted: true };
  }

  private async proven(principal: Principal, { password, otp }: ProvenRequest): Promise<string> {
    const user = await this.confirmation.confirm(principal, password);
    if (!(await this.factors.find(user.id))) throw new AppError('RESOURCE_NOT_FOUND', { resource: 'totp' });
    await this.require(user.id, otp);
    return user.id;
  }

  async isInForce(userId: string): Promise<boolean> {
    return (await this.factors.find(userId))?.isConfirmed ?? false;
  }

  /**
   * For a change by a session. Checks nothing without a factor in force.
   * @throws AppError OTP_REQUIRED without a code, FORBIDDEN for a wrong one; RATE_LIMIT_EXCEEDED
   */
  async require(userId: string, otp: string | undefined): Promise<void> {
    if (!(await this.isInForce(userId))) return;
    if (otp === undefined) throw new AppError('OTP_REQUIRED');
    const isRight = await this.counted(userId, async () => (await this.takes(userId, otp)) || null);
    if (!isRight) throw wrongCode('FORBIDDEN');
  }

  /** Accepts a code of a confirmed factor, or a recovery code, each once. @returns false for a wrong or used one */
  async takes(userId: string, otp: string): Promise<boolean> {
    const factor = await this.factors.find(userId);
    if (!factor?.isConfirmed) return false;
    if (!CODE.test(otp.trim())) return this.factors.takeRecoveryCode(userId, recoveryCodeHash(otp));
    const step = this.stepOf(userId, factor, otp);
    return step !== null && this.factors.takeStep(userId, step);
  }

  private stepOf(userId: string, { secret }: StoredFactor, otp: string): number | null {
    const code = otp.trim();
    if (!CODE.test(code)) return null;
    return stepOf(this.box.open(secret, 'totp secret', userId), code, this.clock.now());
  }

  private async counted<T>(userId: string, attempt: () => Promise<T | null>): Promise<T | null> {
    const counted: Counted = ['otp-check', userId];
    await this.limits.check(counted);
    const outcome = await attempt();
    if (outcome === null) await this.limits.note(counted);
    return outcome;
  }
}

const inForce = (): AppError => new AppError('CONFLICT', { reason: 'in_force' });

/** @param code FORBIDDEN for a signed-in caller, UNAUTHORIZED at a login */
export const wrongCode = (code: 'FORBIDDEN' | 'UNAUTHORIZED'): AppError =>
  new AppError(code, undefined, { field: 'otp', message: 'otp: the code is wrong, expired or used' });
