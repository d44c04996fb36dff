import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { FAR_LIMITS } from '../support/far-limits';
import { throughPool } from '../support/pgbouncer';
import { until } from '../support/until';

const ROOT = resolve(__dirname, '../..');

export interface Finished {
  code: number | string | null;
  stdout: string;
  stderr: string;
}

/** The thread for jobs loads the whole product once more: for tests that are not about it. */
export const ONE_THREAD = { BACKGROUND_THREAD: 'false' };

/** One run of an entry file, as the npm scripts do it; `npm` with its arguments is npm itself. */
export class Run {
  stdout = '';
  stderr = '';
  readonly child: ChildProcess;
  readonly finished: Promise<Finished>;

  constructor(module: string, args: readonly string[], env: Record<string, string>) {
    const [program, line, cwd] =
      module === 'npm'
        ? ['npm', args, ROOT]
        : [process.execPath, [...flagsOf(module), join(ROOT, 'scripts/run.cjs'), module, ...args], tmpdir()];
    this.child = spawn(program, line, {
      cwd,
      env: { PATH: process.env.PATH, HOME: tmpdir(), ...FAR_LIMITS, ...throughPool(env) },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, as at a terminal: Ctrl-C there goes to all of the group.
      detached: module === 'npm',
    });
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.stdout += text));
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.finished = new Promise((wake) => {
      this.child.once('close', (code, signal) =>
        wake({ code: code ?? signal, stdout: this.stdout, stderr: this.stderr }),
      );
    });
  }

  /** Waits until it has printed this. */
  async says(text: string): Promise<void> {
    let ended = false;
    void this.finished.then(() => (ended = true));
    await until(
      () => {
        const printed = this.stdout + this.stderr;
        if (ended && !this.stdout.includes(text))
          throw new Error(`ended without saying "${text}":\n${printed}`);
        return printed;
      },
      () => this.stdout.includes(text),
    );
  }
}

export function npmScripts(): Record<string, string> {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  return scripts;
}

/** The options of Node in the npm script that runs this entry file. */
export function flagsOf(module: string): string[] {
  const script = Object.values(npmScripts()).find((line) => line.endsWith(`scripts/run.cjs ${module}`));
  if (script === undefined) throw new Error(`no npm script runs ${module}`);
  return script.split(' ').filter((word) => word.startsWith('--'));
}

/** Below the ports that connections of other tests take by themselves: it stays free while nothing listens there. */
const FIRST_PORT = 20_000;
/** Jest numbers its workers from 1 on. Each has ports of its own, so that no two suites of a run take the same one. */
const PORTS_PER_WORKER = 1_000;
const WORKERS = 12;
let taken = process.pid;

export async function freePort(): Promise<string> {
  for (;;) {
    const worker = Number(process.env['JEST_WORKER_ID'] ?? 1) % WORKERS;
    const port = FIRST_PORT + worker * PORTS_PER_WORKER + (taken++ % PORTS_PER_WORKER);
    const probe = createServer();
    const isFree = await new Promise<boolean>((wake) =>
      probe.once('error', () => wake(false)).listen(port, '127.0.0.1', () => wake(true)),
    );
    if (!isFree) continue;
    await new Promise((wake) => probe.close(wake));
    return String(port);
  }
}
