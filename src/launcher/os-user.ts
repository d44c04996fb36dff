import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LaunchError } from '../bootstrap/launch-error';

export interface OsUser {
  uid: number;
  gid: number;
}

/** PostgreSQL refuses root: the owner of the first path that root does not own, else `nobody`. Null: this user. */
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
      'The process runs as root, and PostgreSQL needs the missing user `nobody`. Start as an ordinary user or set DATABASE_URL.',
    );
  }
}

/** The working directory must be readable by all users. */
export function asUser(user: OsUser | null): { cwd: string; uid?: number; gid?: number } {
  return user ? { cwd: '/', uid: user.uid, gid: user.gid } : { cwd: '/' };
}

export function canEnter(user: OsUser | null, directory: string): boolean {
  return holds('cd "$1" && test -r .', user, directory);
}

export function canWrite(user: OsUser | null, directory: string): boolean {
  return holds('cd "$1" && test -w .', user, directory);
}

/** For programs and data when the PostgreSQL user cannot enter the usual folders. The first survives a reboot. */
export function publicFolders(): string[] {
  return ['/var/lib/cost-basis-service', join(tmpdir(), `cost-basis-service-${process.getuid?.() ?? 0}`)];
}

/** Readable by others. @throws LaunchError when another user owns the folder, or others can write to it */
export function makePublic(folder: string): void {
  if (mkdirSync(folder, { recursive: true, mode: 0o755 })) chmodSync(folder, 0o755);
  const { uid, mode } = statSync(folder);
  if (uid !== process.getuid?.() || (mode & 0o022) !== 0) {
    throw new LaunchError(`${folder} is writable by other users`);
  }
}

function holds(condition: string, user: OsUser | null, directory: string): boolean {
  const probe = spawnSync('/bin/sh', ['-c', condition, 'sh', directory], {
    ...asUser(user),
    stdio: 'ignore',
  });
  return probe.status === 0;
}

/** initdb looks up the user by name, so the id must have an entry. */
function isKnown(uid: number): boolean {
  return spawnSync('id', ['-nu', String(uid)], { stdio: 'ignore' }).status === 0;
}

function idOf(flag: string, name: string): number {
  return Number(execFileSync('id', [flag, name], { encoding: 'utf8' }).trim());
}
