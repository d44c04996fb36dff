import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { REDIS_AWAY } from '../app.factory';
import { finished, spawnTypescript } from './child';
import { FAR_LIMITS } from './far-limits';

/** What `npm run start:prod` runs. */
const MAIN = join(__dirname, '../../src/main.ts');
const SETTINGS = {
  ...FAR_LIMITS,
  ...REDIS_AWAY,
  NODE_ENV: 'test',
  PORT: '0',
};

/** An API process beside others over one database. */
export interface MainProcess {
  url: string;
  child: ChildProcess;
  ended: Promise<{ code: number | null }>;
}

/** Starts an API process. Resolves when it listens. @throws Error when it ends before */
export async function startMain(env: Record<string, string>): Promise<MainProcess> {
  const child = spawnTypescript(MAIN, { ...SETTINGS, ...env });
  const ended = finished(child);
  const url = await new Promise<string>((resolve, reject) => {
    const lines = createInterface({ input: child.stdout as Readable });
    lines.on('line', (line) => {
      const { msg, port } = JSON.parse(line) as { msg: string; port?: number };
      if (msg === 'listening') resolve(`http://127.0.0.1:${port}`);
    });
    void ended.then(({ code }) => reject(new Error(`ended with ${code} before it listened`)));
  });
  return { url, child, ended };
}
