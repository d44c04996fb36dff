import { request } from 'node:http';
import { Agent } from 'node:http';

/** A client with nothing to do with the attack: how long it waits for an answer. */
export interface Bystander {
  stop(): Promise<{ requests: number; failed: number; p99Ms: number; maxMs: number }>;
}

/** Sends a request every `everyMs`, each on its own whether the one before was answered or not. */
export function watch(
  url: string,
  path: string,
  { everyMs = 50, headers = {} }: { everyMs?: number; headers?: Record<string, string> } = {},
): Bystander {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  const open = new Set<Promise<void>>();
  let failed = 0;
  const timer = setInterval(() => {
    const one = timed(url + path, headers, agent).then(
      ({ status, ms }) => {
        times.push(ms);
        if (status !== 200) failed++;
      },
      () => void failed++,
    );
    open.add(one);
    void one.finally(() => open.delete(one));
  }, everyMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(open);
      agent.destroy();
      const sorted = times.toSorted((a, b) => a - b);
      return {
        requests: sorted.length + failed,
        failed,
        p99Ms: Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? NaN),
        maxMs: Math.round(sorted.at(-1) ?? NaN),
      };
    },
  };
}

function timed(
  url: string,
  headers: Record<string, string>,
  agent: Agent,
): Promise<{ status: number; ms: number }> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const call = request(url, { agent, headers }, (response) => {
      response.resume();
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, ms: performance.now() - began }),
      );
      response.once('error', reject);
    });
    call.setTimeout(120_000, () => call.destroy(new Error('no answer')));
    call.once('error', reject);
    call.end();
  });
}
