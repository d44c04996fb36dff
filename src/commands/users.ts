import { isPlanName, PLANS } from '../domain/plans/plans';
import { LaunchError } from '../bootstrap/launch-error';
import { toAccount } from '../modules/auth/accounts/auth.presenter';
import { PartnerKeyEntity } from '../modules/auth/partner-keys/partner-key.entity';
import { SecondFactorRepository } from '../modules/auth/second-factor/second-factor.repository';
import { UserEntity } from '../modules/auth/users/user.entity';
import { UserRepository } from '../modules/auth/users/user.repository';
import { withTables } from './database';

/** Lists accounts, oldest first. */
export const listUsers = (): Promise<unknown> =>
  withUsers(async (users) => {
    const now = Date.now();
    return (await users.list()).map((user) => toAccount(user, now));
  });

/** @throws LaunchError when no verified account has this address */
export function makeOperator(email: string): Promise<unknown> {
  return withUsers(async (users) => {
    const address = normalized(email);
    if (!(await users.makeOperator(address)))
      throw new LaunchError(`There is no verified account with the address ${address}.`);
    return { email: address, role: 'operator' };
  });
}

/**
 * Sets a plan without an end date. It applies from the next request.
 * @throws LaunchError for an unknown plan, or when no account has this address
 */
export function setPlan(email: string, plan: string): Promise<unknown> {
  if (!isPlanName(plan)) {
    const known = Object.keys(PLANS).join(', ');
    return Promise.reject(new LaunchError(`Unknown plan "${plan}"; known: ${known}.`));
  }
  return withUsers(async (users) => {
    const address = normalized(email);
    if (!(await users.setPlan(address, plan)))
      throw new LaunchError(`There is no account with the address ${address}.`);
    return { email: address, plan, plan_expires_at: null };
  });
}

/**
 * Removes the second factor of an account whose owner lost the app and the recovery codes.
 * @throws LaunchError when no account has this address, or it has no second factor
 */
export function resetTotp(email: string): Promise<unknown> {
  const address = normalized(email);
  return withTables([UserEntity, PartnerKeyEntity], async (connection) => {
    const user = await new UserRepository(connection).findByEmail(address);
    if (!user) throw new LaunchError(`There is no account with the address ${address}.`);
    if (!(await new SecondFactorRepository(connection).remove(user.id)))
      throw new LaunchError(`The account ${address} has no second factor.`);
    return { email: address, totp_enabled: false };
  });
}

const normalized = (email: string): string => email.trim().toLowerCase();

const withUsers = <T>(work: (users: UserRepository) => Promise<T>): Promise<T> =>
  // The account names the partner that created it.
  withTables([UserEntity, PartnerKeyEntity], (connection) => work(new UserRepository(connection)));
