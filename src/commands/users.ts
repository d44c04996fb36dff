import { isPlanName, PLANS } from '../domain/plans/plans';
import { SystemClock } from '../adapters/system/system-clock';
import type { Config } from '../config/env';
import { LaunchError } from '../bootstrap/launch-error';
import { toAccount } from '../modules/auth/accounts/auth.presenter';
import { linkOf } from '../modules/auth/mail/mail-texts';
import { LINK_MS } from '../modules/auth/mail/mail-writer.service';
import { PartnerKeyEntity } from '../modules/auth/partner-keys/partner-key.entity';
import { SecondFactorRepository } from '../modules/auth/second-factor/second-factor.repository';
import { UserEntity } from '../modules/auth/users/user.entity';
import { MailTokenRepository } from '../modules/auth/users/mail-token.repository';
import { UserRepository } from '../modules/auth/users/user.repository';
import { withTables } from './database';

export const listUsers = (): Promise<unknown> =>
  withUsers(async (users, { PLANS: plans }) => {
    const now = new SystemClock().now();
    return (await users.list()).map((user) => toAccount(user, now, plans));
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
 * Issues a link under which the owner of an account sets a new password. Only its hash is stored.
 * @throws LaunchError when no account has this address
 */
export function resetPassword(email: string): Promise<unknown> {
  const address = normalized(email);
  return withTables([UserEntity, PartnerKeyEntity], async (connection, { PUBLIC_BASE_URL: base }) => {
    const user = await new UserRepository(connection).findByEmail(address);
    if (!user) throw new LaunchError(`There is no account with the address ${address}.`);
    const expiresAt = new Date(new SystemClock().now() + LINK_MS.reset);
    const terms = { expiresAt, redirectUrl: null, wasMailed: false, asksPassword: false };
    const token = await new MailTokenRepository(connection).issue('reset', { userId: user.id }, terms);
    return { email: address, reset_url: linkOf(base, 'reset', token), expires_at: expiresAt.toISOString() };
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

const withUsers = <T>(work: (users: UserRepository, config: Config) => Promise<T>): Promise<T> =>
  // The account names the partner that created it.
  withTables([UserEntity, PartnerKeyEntity], (connection, config) =>
    work(new UserRepository(connection), config),
  );
