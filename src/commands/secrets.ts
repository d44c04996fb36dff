import { SecretBox } from '../config/secrets/secret-box';
import { SecretKeys } from '../config/secrets/secret-keys';
import { Resealing } from '../adapters/system/resealing.store';
import { withTables } from './database';

/** Under the first key of ENCRYPTION_KEY. While `valid` is false, no older key can be removed. */
export const rewrapSecrets = (): Promise<unknown> =>
  withTables([], async (connection, config) => {
    const columns = await new Resealing(connection, new SecretBox(new SecretKeys(config))).run('all');
    return { valid: columns.every(({ unreadable }) => unreadable === 0), columns };
  });
