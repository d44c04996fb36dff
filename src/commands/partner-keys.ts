import { AccountChanges } from '../common/account-changes';
import { SystemClock } from '../adapters/system/system-clock';
import { LaunchError } from '../bootstrap/launch-error';
import { PartnerKeyEntity } from '../modules/auth/partner-keys/partner-key.entity';
import { PartnerKeyRepository } from '../modules/auth/partner-keys/partner-key.repository';
import { PartnerKeysService } from '../modules/auth/partner-keys/partner-keys.service';
import { withTables } from './database';

/** The key is shown only once. */
export const createPartnerKey = (name: string): Promise<unknown> => withKeys((keys) => keys.create(name));

export const listPartnerKeys = (): Promise<unknown> => withKeys((keys) => keys.list());

/** @throws LaunchError when there is no active key with this id */
export function revokePartnerKey(id: string): Promise<unknown> {
  return withKeys(async (keys) => {
    if (!(await keys.revoke(id))) throw new LaunchError(`There is no active partner key ${id}.`);
    return { id, revoked: true };
  });
}

const withKeys = <T>(work: (keys: PartnerKeysService) => Promise<T>): Promise<T> =>
  withTables([PartnerKeyEntity], (connection) => {
    const repository = new PartnerKeyRepository(connection.getRepository(PartnerKeyEntity));
    return work(new PartnerKeysService(repository, new SystemClock(), new AccountChanges()));
  });
