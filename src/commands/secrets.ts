import { SecretBox } from '../config/secrets/secret-box';
import { SecretKeys } from '../config/secrets/secret-keys';
import { Resealing } from '../adapters/system/resealing.store';
import { withTables } from './database';

/**
 * Seals every stored secret again under the first key of ENCRYPTION_KEY. `valid` is false when a text could not
 * be opened: then no older key can be removed.
 */
export const rewrapSecrets = (): Promise<unknown> =>
  withTables([], async (connection, config) => {
    const columns = await new Resealing(connection, new SecretBox(new SecretKeys(config))).run('all');
    return { valid: columns.every(({ unreadable }) => unreadable === 0), columns };
  });
