import { SystemClock } from '../adapters/system/system-clock';
import { LaunchError } from '../bootstrap/launch-error';
import { exportPieces } from '../modules/auth/personal-data/account-export';
import {
  PersonalDataRepository,
  type AccountRecord,
} from '../modules/auth/personal-data/personal-data.repository';
import { withTables } from './database';

/** Exports everything stored of an account, except secrets. @throws LaunchError when no account has this address */
export const exportUser = (email: string): Promise<unknown> =>
  withAccount(email, async (data, account) => {
    const now = new Date(new SystemClock().now()).toISOString();
    const pieces: string[] = [];
    for await (const piece of exportPieces(data, account, now)) pieces.push(piece);
    return JSON.parse(pieces.join('')) as unknown;
  });

/**
 * A running server refuses the sessions and keys of the account within a second.
 * @throws LaunchError when no account has this address
 */
export const deleteUser = (email: string): Promise<unknown> =>
  withAccount(email, async (data, account) => {
    const erased = await data.erase(account);
    return {
      id: account.id,
      email: account.email,
      deleted: true,
      audit_entries_erased: erased?.auditEntries ?? 0,
    };
  });

const withAccount = <T>(
  email: string,
  work: (data: PersonalDataRepository, account: AccountRecord) => Promise<T>,
): Promise<T> =>
  withTables([], async (connection) => {
    const data = new PersonalDataRepository(connection);
    const address = email.trim().toLowerCase();
    const account = await data.account({ email: address });
    if (!account) throw new LaunchError(`There is no account with the address ${address}.`);
    return work(data, account);
  });
