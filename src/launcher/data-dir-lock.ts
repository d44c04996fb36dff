import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AlreadyRunningError, LaunchError } from '../bootstrap/launch-error';
import { birthOf, isAlive } from './processes';

/** Commands can join a `server`. Others wait for a `command`. */
export type LockPurpose = 'server' | 'command';

export interface LockHolder {
  pid: number;
  birth: string | null;
  token: string;
  purpose: LockPurpose;
}

export interface DataDirLock {
  readonly token: string;
  release(): void;
}

const fileOf = (dataDir: string): string => join(dataDir, 'launcher.lock');

export function lockHolder(dataDir: string): LockHolder | null {
  const holder = readHolder(fileOf(dataDir));
  return holder && isLiving(holder) ? holder : null;
}

/**
 * Exactly one process takes over the lock of a dead one.
 * @throws AlreadyRunningError when a live process holds it
 * @throws LaunchError when the file cannot be written
 */
export function lockDataDir(dataDir: string, purpose: LockPurpose): DataDirLock {
  const file = fileOf(dataDir);
  const mine: LockHolder = { pid: process.pid, birth: birthOf(process.pid), token: randomUUID(), purpose };
  for (;;) {
    if (create(file, mine)) break;
    const holder = readHolder(file);
    if (holder && isLiving(holder)) {
      throw new AlreadyRunningError(`${dataDir} is in use by a running process (pid ${holder.pid}).`);
    }
    if (takeOver(file, holder, mine)) break;
  }
  return { token: mine.token, release: () => release(file, mine) };
}

function isLiving(holder: LockHolder): boolean {
  return isAlive(holder.pid) && (holder.birth === null || birthOf(holder.pid) === holder.birth);
}

/** A temporary file and a link make the creation atomic. */
function create(file: string, holder: LockHolder): boolean {
  const aside = writeAside(file, holder);
  try {
    linkSync(aside, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/** A second lock serialises takeovers. Under it the lock must still name the same dead process. */
function takeOver(file: string, seen: LockHolder | null, mine: LockHolder): boolean {
  const claim = `${file}.takeover`;
  if (!create(claim, mine)) {
    const other = readHolder(claim);
    if (!other || !isLiving(other)) rmSync(claim, { force: true });
    return false;
  }
  try {
    const now = readHolder(file);
    if (now?.token !== seen?.token) return false;
    renameSync(writeAside(file, mine), file);
    return true;
  } finally {
    release(claim, mine);
  }
}

/** A full disk can create the file but not fill it. Nothing is left behind. */
function writeAside(file: string, holder: LockHolder): string {
  const aside = `${file}.${holder.token}`;
  try {
    writeFileSync(aside, JSON.stringify(holder), { mode: 0o644 });
    return aside;
  } catch (error) {
    rmSync(aside, { force: true });
    throw new LaunchError(`${file} cannot be written: ${(error as Error).message}`);
  }
}

function release(file: string, mine: LockHolder): void {
  if (readHolder(file)?.token === mine.token) rmSync(file, { force: true });
}

function readHolder(file: string): LockHolder | null {
  try {
    const value = JSON.parse(readFileSync(file, 'utf8')) as Partial<LockHolder> | null;
    if (typeof value?.pid !== 'number' || typeof value.token !== 'string') return null;
    const birth = typeof value.birth === 'string' ? value.birth : null;
    const purpose = value.purpose === 'command' ? 'command' : 'server';
    return { pid: value.pid, birth, token: value.token, purpose };
  } catch {
    return null;
  }
}
