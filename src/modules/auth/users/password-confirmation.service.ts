import { Injectable } from '@nestjs/common';
import { AppError } from '../../../domain/kernel/errors';
import { userOf, type Principal } from '../../../domain/access/principal';
import { AttemptLimits, type Counted } from './attempt-limits';
import { PasswordHasher } from './password-hasher';
import { UserRepository, type UserRow } from './user.repository';

/** A session needs the password again to change how the account is accessed: a stolen session cannot do that. */
@Injectable()
export class PasswordConfirmation {
  constructor(
    private readonly users: UserRepository,
    private readonly hasher: PasswordHasher,
    private readonly limits: AttemptLimits,
  ) {}

  /**
   * @param field of the request that contains the password
   * @returns the account of the session
   * @throws AppError FORBIDDEN for a wrong password, CONFLICT for an account without one, RATE_LIMIT_EXCEEDED after
   * five wrong ones in 15 minutes
   */
  async confirm(principal: Principal, password: string, field = 'password'): Promise<UserRow> {
    const user = await this.users.find(userOf(principal).userId);
    if (!user) throw new AppError('UNAUTHORIZED');
    if (user.passwordHash === null)
      throw new AppError('CONFLICT', { reason: 'no_password' }, { message: NO_PASSWORD });
    const counted: Counted = ['password-check', user.id];
    await this.limits.check(counted);
    if (!(await this.hasher.verify(user.passwordHash, password, 'known'))) {
      await this.limits.note(counted);
      throw new AppError('FORBIDDEN', undefined, { field, message: `${field}: the password is wrong` });
    }
    // Counts simultaneous guesses together: beyond the limit even a correct one is refused.
    await this.limits.check(counted);
    await this.limits.clear(...counted);
    return user;
  }
}

const NO_PASSWORD = 'The account has no password: set one by POST /api/v1/auth/forgot-password first';
