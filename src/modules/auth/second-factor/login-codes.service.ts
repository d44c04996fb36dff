import { Injectable } from '@nestjs/common';
import { AppError } from '../../../domain/kernel/errors';
import { Clock } from '../../../ports/clock';
import type { RequestOrigin } from '../sessions/request-origin';
import { AttemptLimits, ofBoth, type Counted } from '../users/attempt-limits';
import { KnownNetworksRepository } from '../users/known-networks.repository';
import { SecondFactorService, wrongCode } from './second-factor.service';

@Injectable()
export class LoginCodes {
  constructor(
    private readonly factors: SecondFactorService,
    private readonly networks: KnownNetworksRepository,
    private readonly limits: AttemptLimits,
    private readonly clock: Clock,
  ) {}

  isInForce(userId: string): Promise<boolean> {
    return this.factors.isInForce(userId);
  }

  /**
   * The last check of a login, because it uses up a right code.
   * @throws AppError OTP_REQUIRED without a code, UNAUTHORIZED for a wrong or used one; RATE_LIMIT_EXCEEDED after ten
   * wrong codes in an hour, or five in 15 minutes from one network. Only the second limit applies in networks of the
   * account, so others cannot lock its owner out
   */
  async verify(
    user: { id: string; email: string },
    otp: string | undefined,
    { network }: RequestOrigin,
  ): Promise<void> {
    if (!(await this.factors.isInForce(user.id))) return;
    if (otp === undefined) throw new AppError('OTP_REQUIRED');
    const here: Counted = ['login-account-network', ofBoth(user.email, network)];
    const isKnown = await this.networks.has(user.email, network, new Date(this.clock.now()));
    const counted: Counted[] = isKnown ? [here] : [['otp', user.id], here];
    await this.limits.check(...counted);
    if (!(await this.factors.takes(user.id, otp))) {
      await this.limits.note(...counted);
      throw wrongCode('UNAUTHORIZED');
    }
    // Counts simultaneous guesses together: beyond the limit even a right code is refused.
    await this.limits.check(...counted);
    await this.limits.clear('otp', user.id);
  }
}
