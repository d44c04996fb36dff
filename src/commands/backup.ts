import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { BackupError, type RowCounts } from '../adapters/persistence/backup/backup-format';
import { restoreBackup } from '../adapters/persistence/backup/restore-backup';
import { writeBackup } from '../adapters/persistence/backup/write-backup';
import { asMigrationClient, NewerSchemaError } from '../adapters/persistence/data-source';
import { SystemClock } from '../adapters/system/system-clock';
import { LaunchError } from '../bootstrap/launch-error';
import { type Config, loadConfig } from '../config/env';
import { SECRET_SOURCES } from '../config/secrets/secret-keys';
import { onCurrentDatabase, onDatabase } from './database';

/** The service can run meanwhile. @throws LaunchError when the file exists */
export function backup(file: string): Promise<unknown> {
  const target = resolve(file);
  if (existsSync(target)) throw new LaunchError(`${target} exists. Name a new file.`);
  return onCurrentDatabase((config) =>
    asMigrationClient(config, async (client) => {
      const now = new Date(new SystemClock().now());
      const { head, counts, bytes } = await writeBackup(client, target, now).catch(refusal);
      return {
        file: target,
        bytes,
        created_at: head.created_at,
        schema: head.migrations.at(-1) ?? null,
        ...totals(counts),
        keys_needed: keysOf(config),
        note: 'Secrets in the file stay sealed. Keep these keys too: without them a restored service reads no sealed secret.',
      };
    }),
  );
}

/**
 * Restores a backup into an empty database, and migrates it to this release.
 * @throws LaunchError when the database or the folder is not empty, the file is damaged, or a newer release wrote it
 */
export async function restore(file: string): Promise<unknown> {
  const source = resolve(file);
  if (!existsSync(source)) throw new LaunchError(`There is no file ${source}.`);
  const given = loadConfig(process.env);
  if (given.DATABASE_URL === undefined) refuseUsedFolder(resolve(given.DATA_DIR));
  return onDatabase(async (config) => {
    const restored = await restoreBackup(config, source).catch(refusal);
    return {
      restored: source,
      created_at: restored.createdAt,
      ...totals(restored.counts),
      migrations: restored.migrations,
      keys_needed: keysOf(config),
    };
  });
}

/** Files of a data folder whose database never held a table: keys that are copied first, and official forms. */
const OF_EMPTY_FOLDER =
  /^(irs-forms|postgres(\.log(\.1)?|\.location|\.connection)?|postgresql-.*|launcher\.lock|.*\.secret)$/;

function refuseUsedFolder(folder: string): void {
  const others = existsSync(folder) ? readdirSync(folder).filter((name) => !OF_EMPTY_FOLDER.test(name)) : [];
  if (others.length > 0)
    throw new LaunchError(
      `${folder} is not empty: it holds ${others.slice(0, 3).join(', ')}. Restore into a folder that holds key files (*.secret) only.`,
    );
}

function totals(counts: RowCounts): { tables: number; rows: number } {
  const all = Object.values(counts);
  return { tables: all.length, rows: all.reduce((sum, count) => sum + count, 0) };
}

const keysOf = (config: Config): string[] =>
  Object.values(SECRET_SOURCES).map(({ variable, file }) =>
    config[variable].length > 0 ? `variable ${variable}` : join(resolve(config.DATA_DIR), `${file}.secret`),
  );

function refusal(error: unknown): never {
  const isPlain = [BackupError, NewerSchemaError].some((known) => error instanceof known);
  throw isPlain ? new LaunchError((error as Error).message) : error;
}
