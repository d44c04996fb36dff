import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AlreadyRunningError } from '../bootstrap/launch-error';
import { birthOf, isAlive } from './processes';

/** `server`: stays and may be joined. `command`: gone in a moment, worth waiting for. */
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

/** Who holds the directory now, or null when nobody living does. */
export function lockHolder(dataDir: string): LockHolder | null {
  const holder = readHolder(fileOf(dataDir));
  return holder && isLiving(holder) ? holder : null;
}

/**
 * Takes the directory for this process. A lock left by a dead process is taken over; exactly one taker succeeds.
 * @throws AlreadyRunningError when a living process holds it
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

/** Appears whole or not at all: written aside, then linked. */
function create(file: string, holder: LockHolder): boolean {
  const aside = `${file}.${holder.token}`;
  writeFileSync(aside, JSON.stringify(holder), { mode: 0o644 });
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

/** One taker at a time, by a second lock; under it the dead holder must still be the one that was seen. */
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
    const aside = `${file}.${mine.token}`;
    writeFileSync(aside, JSON.stringify(mine), { mode: 0o644 });
    renameSync(aside, file);
    return true;
  } finally {
    release(claim, mine);
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
