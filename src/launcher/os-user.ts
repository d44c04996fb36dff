import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LaunchError } from '../bootstrap/launch-error';

/** An operating-system user another program is to run as. */
export interface OsUser {
  uid: number;
  gid: number;
}

/**
 * PostgreSQL refuses to run as root: then it runs as the owner of the first of `paths` that exists and is not
 * root's, else as `nobody`. Null: as the user we are.
 */
export function databaseUser(paths: readonly string[]): OsUser | null {
  if (process.getuid?.() !== 0) return null;
  for (const path of paths) {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat && stat.uid !== 0 && isKnown(stat.uid)) return { uid: stat.uid, gid: stat.gid };
  }
  try {
    return { uid: idOf('-u', 'nobody'), gid: idOf('-g', 'nobody') };
  } catch {
    throw new LaunchError(
      'Started as root, and there is no user `nobody` PostgreSQL could run as. Start as an ordinary user or set DATABASE_URL.',
    );
  }
}

/** How to spawn as that user. The working directory must be one everybody may enter. */
export function asUser(user: OsUser | null): { cwd: string; uid?: number; gid?: number } {
  return user ? { cwd: '/', uid: user.uid, gid: user.gid } : { cwd: '/' };
}

/** Whether that user can enter the directory and read in it. */
export function canEnter(user: OsUser | null, directory: string): boolean {
  return holds('cd "$1" && test -r .', user, directory);
}

/** Whether that user can enter the directory and write in it. */
export function canWrite(user: OsUser | null, directory: string): boolean {
  return holds('cd "$1" && test -w .', user, directory);
}

/** Where programs and data go when the user PostgreSQL runs as may not enter ours. The first outlives a reboot. */
export function publicFolders(): string[] {
  return ['/var/lib/cost-basis-service', join(tmpdir(), `cost-basis-service-${process.getuid?.() ?? 0}`)];
}

/**
 * Makes the folder, for others to read.
 * @throws LaunchError when it is somebody else's, or others could put programs of theirs in it
 */
export function makePublic(folder: string): void {
  if (mkdirSync(folder, { recursive: true, mode: 0o755 })) chmodSync(folder, 0o755);
  const { uid, mode } = statSync(folder);
  if (uid !== process.getuid?.() || (mode & 0o022) !== 0) {
    throw new LaunchError(`${folder} is writable by others`);
  }
}

function holds(condition: string, user: OsUser | null, directory: string): boolean {
  const probe = spawnSync('/bin/sh', ['-c', condition, 'sh', directory], {
    ...asUser(user),
    stdio: 'ignore',
  });
  return probe.status === 0;
}

/** initdb looks its user up by name, so an id without an entry will not do. */
function isKnown(uid: number): boolean {
  return spawnSync('id', ['-nu', String(uid)], { stdio: 'ignore' }).status === 0;
}

function idOf(flag: string, name: string): number {
  return Number(execFileSync('id', [flag, name], { encoding: 'utf8' }).trim());
}
