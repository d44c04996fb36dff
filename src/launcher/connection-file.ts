import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { LaunchError } from '../bootstrap/launch-error';
import { writePrivate } from '../config/secrets/private-file';

/** Connection data of the embedded database while it runs, with the process id of the lock holder. */
export interface Connection {
  token: string;
  url: string;
  publicUrl?: string;
}

const fileOf = (dataDir: string): string => join(dataDir, 'postgres.connection');

export function writeConnection(dataDir: string, connection: Connection): void {
  writePrivate(fileOf(dataDir), JSON.stringify(connection));
}

export function removeConnection(dataDir: string, token: string): void {
  if (readConnection(dataDir)?.token === token) rmSync(fileOf(dataDir), { force: true });
}

/** @throws LaunchError when another user's server runs there */
export function readConnection(dataDir: string): Connection | null {
  try {
    const value = JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as Partial<Connection>;
    return typeof value.url === 'string' && typeof value.token === 'string'
      ? {
          url: value.url,
          token: value.token,
          ...(typeof value.publicUrl === 'string' && { publicUrl: value.publicUrl }),
        }
      : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') {
      throw new LaunchError(
        `The server of ${dataDir} was started by another user; run the command as that user.`,
      );
    }
    return null;
  }
}
