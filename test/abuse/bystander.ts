import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

const HOOK = join(__dirname, '../support/typescript-hook.cjs');

/** What a client waited. Times in milliseconds. */
export interface Waited {
  requests: number;
  failed: number;
  p99Ms: number;
  maxMs: number;
}

/** A client with nothing to do with the attack: how long it waits for an answer. */
export interface Bystander {
  stop(): Promise<Waited>;
}

/** What the thread of a bystander sends, and how often. */
export interface Watched {
  url: string;
  everyMs: number;
  headers: Record<string, string>;
}

/** Sends a request every `everyMs` from a thread of its own: it must not wait for the attacker. */
export async function watch(
  url: string,
  path: string,
  { everyMs = 50, headers = {} }: { everyMs?: number; headers?: Record<string, string> } = {},
): Promise<Bystander> {
  const thread = new Worker(join(__dirname, 'bystander-thread.ts'), {
    execArgv: ['-r', HOOK],
    workerData: { url: url + path, everyMs, headers } satisfies Watched,
  });
  await once(thread, 'message');
  return {
    stop: async () => {
      thread.postMessage('stop');
      const [waited] = (await once(thread, 'message')) as [Waited];
      await thread.terminate();
      return waited;
    },
  };
}
