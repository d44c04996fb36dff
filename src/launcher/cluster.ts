import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
} from 'node:fs';
import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Binaries } from './binaries';
import { LaunchError } from '../bootstrap/launch-error';
import { asUser, canWrite, makePublic, publicFolders, type OsUser } from './os-user';

export const DATABASE = 'cost_basis';
const NOTE = 'postgres.location';

/** In the data directory, unless the note file names another folder. */
export function knownCluster(dataDir: string): string {
  const note = join(dataDir, NOTE);
  const elsewhere = existsSync(note) ? readFileSync(note, 'utf8').trim().split('\n').at(-1) : undefined;
  return elsewhere && existsSync(elsewhere) ? elsewhere : join(dataDir, 'postgres');
}

/**
 * Creates the database files on the first start. A later start moves files that the PostgreSQL user cannot reach, for
 * example in a folder of root. An incomplete cluster never gets the final name.
 * @returns the folder
 */
export async function prepareCluster(
  dataDir: string,
  binaries: Binaries,
  user: OsUser | null,
  password: string,
): Promise<string> {
  const known = knownCluster(dataDir);
  if (existsSync(known)) checkOwner(known);
  if (existsSync(join(known, 'PG_VERSION'))) {
    checkVersion(known, binaries);
    return canWrite(user, known) ? known : moveOut(known, dataDir, user);
  }
  const home = reachableHome(dataDir, user);
  const target = home === dataDir ? join(dataDir, 'postgres') : join(home, clusterName(dataDir));
  await initialise(target, binaries, user, password);
  if (home !== dataDir) writeNote(dataDir, target);
  return target;
}

/** The data directory when that user can enter it, else the first public folder that it can enter. */
function reachableHome(dataDir: string, user: OsUser | null): string {
  if (!user) return dataDir;
  for (const folder of [dataDir, ...publicFolders()]) {
    try {
      if (folder !== dataDir) makePublic(folder);
      const probe = join(folder, `probe-${process.pid}`);
      mkdirSync(probe, { mode: 0o700 });
      chownSync(probe, user.uid, user.gid);
      const reached = canWrite(user, probe);
      rmSync(probe, { recursive: true });
      if (reached) return folder;
    } catch {
      continue;
    }
  }
  throw new LaunchError(
    `User ${user.uid} cannot reach ${dataDir}, nor any of ${publicFolders().join(', ')}.`,
  );
}

/** The suffix is random: a data directory that was deleted on purpose must not find its old data. */
function clusterName(dataDir: string): string {
  const key = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 12);
  return `data-${key}-${randomBytes(4).toString('hex')}`;
}

function writeNote(dataDir: string, target: string): void {
  const why = 'The PostgreSQL user cannot enter this directory; the database is in:';
  writeFileSync(join(dataDir, NOTE), `${why}\n${target}\n`);
}

function moveOut(known: string, dataDir: string, user: OsUser | null): string {
  const home = reachableHome(dataDir, user);
  const target = join(home, home === dataDir ? 'postgres' : clusterName(dataDir));
  if (target === known)
    throw new LaunchError(`PostgreSQL runs as user ${user?.uid} and cannot write in ${known}.`);
  const aside = `${target}.moving`;
  cpSync(known, aside, { recursive: true, verbatimSymlinks: true });
  own(aside, user);
  renameSync(aside, target);
  writeNote(dataDir, target);
  renameSync(known, `${known}.moved`);
  return target;
}

/** PostgreSQL cannot use a folder of another ordinary user, and its own message does not name the owner. */
function checkOwner(cluster: string): void {
  const me = process.getuid?.();
  const { uid } = statSync(cluster);
  if (me !== undefined && me !== 0 && uid !== me) {
    throw new LaunchError(
      `The database in ${cluster} belongs to user ${uid}, this process runs as user ${me}. Start as that user, or set a different DATA_DIR.`,
    );
  }
}

function checkVersion(cluster: string, binaries: Binaries): void {
  const made = Number.parseInt(readFileSync(join(cluster, 'PG_VERSION'), 'utf8'), 10);
  if (made !== binaries.major) {
    throw new LaunchError(
      `The database in ${cluster} was created by PostgreSQL ${made}, the installed version is ${binaries.major} (${binaries.postgres}).
Install PostgreSQL ${made}, or set another DATA_DIR.`,
    );
  }
}

async function initialise(
  target: string,
  binaries: Binaries,
  user: OsUser | null,
  password: string,
): Promise<void> {
  removeLeftovers(target);
  const aside = `${target}.init-${process.pid}`;
  const passwordFile = `${aside}.password`;
  mkdirSync(aside, { recursive: true, mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  own(aside, user);
  own(passwordFile, user);
  try {
    await run(binaries.initdb, initdbArguments(aside, passwordFile), user);
    renameSync(aside, target);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(aside, { recursive: true, force: true });
  }
}

function initdbArguments(folder: string, passwordFile: string): string[] {
  return [
    `--pgdata=${folder}`,
    `--username=${DATABASE}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
  ];
}

function removeLeftovers(target: string): void {
  const parent = dirname(target);
  const prefix = `${target.slice(parent.length + 1)}.init-`;
  for (const name of readdirSync(parent)) {
    if (name.startsWith(prefix)) rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function own(path: string, user: OsUser | null): void {
  if (!user) return;
  chownSync(path, user.uid, user.gid);
  if (!statSync(path).isDirectory()) return;
  chmodSync(path, 0o700);
  for (const name of readdirSync(path)) own(join(path, name), user);
}

function run(program: string, args: readonly string[], user: OsUser | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...asUser(user), stdio: ['ignore', 'ignore', 'pipe'] });
    let complaint = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new LaunchError(`${program} failed (${code}):\n${complaint.trim()}`)),
    );
  });
}
