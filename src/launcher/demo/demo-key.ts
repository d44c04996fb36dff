import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readPrivate, writePrivate } from '../../config/secrets/private-file';
import type { PartnerKeysService } from '../../modules/auth/partner-keys/partner-keys.service';

const NAME = 'demo (npm start)';

/** Mode 0600. The database stores only the hash. */
const fileOf = (dataDir: string): string => join(dataDir, 'demo-partner-key');

export async function demoKey(keys: PartnerKeysService, dataDir: string): Promise<string> {
  const kept = readPrivate(fileOf(dataDir));
  if (kept !== null && (await keys.authenticate(kept)) !== null) return kept;
  // The text of these keys is not stored, so they cannot be used again.
  for (const old of await keys.list()) {
    if (old.is_active && old.name === NAME) await keys.revoke(old.id);
  }
  const { key } = await keys.create(NAME);
  mkdirSync(dataDir, { recursive: true });
  writePrivate(fileOf(dataDir), key);
  return key;
}
