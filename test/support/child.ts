import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { TOPOLOGY } from './broker';
import { POOL_PORTS, throughPool } from './pgbouncer';

const HOOK = join(__dirname, 'typescript-hook.cjs');

/** A process of its own that runs a TypeScript file of the tests. Its errors go to ours. */
export function spawnTypescript(file: string, env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, ['-r', HOOK, file], {
    env: {
      PATH: process.env.PATH,
      [POOL_PORTS]: process.env[POOL_PORTS],
      [TOPOLOGY]: process.env[TOPOLOGY],
      ...throughPool(env),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** @returns exit code and all that was printed */
export function finished(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    child.once('error', reject).once('close', (code) => resolve({ code, output }));
  });
}
