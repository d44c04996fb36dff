import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import type { Waited, Watched } from './bystander';

/** The thread of a bystander: each request is sent whether the one before was answered or not. */

const NO_ANSWER_MS = 120_000;
const { url, everyMs, headers } = workerData as Watched;
const agent = new Agent({ keepAlive: true });
const times: number[] = [];
const open = new Set<Promise<void>>();
let requests = 0;
let failed = 0;

const timer = setInterval(() => {
  requests++;
  const one = timed().then(
    ({ status, ms }) => {
      times.push(ms);
      if (status !== 200) failed++;
    },
    () => void failed++,
  );
  open.add(one);
  void one.finally(() => open.delete(one));
}, everyMs);

parentPort?.once('message', () => {
  clearInterval(timer);
  void Promise.all(open).then(() => {
    agent.destroy();
    const sorted = times.toSorted((a, b) => a - b);
    parentPort?.postMessage({
      requests,
      failed,
      p99Ms: Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? NaN),
      maxMs: Math.round(sorted.at(-1) ?? NaN),
    } satisfies Waited);
  });
});
parentPort?.postMessage('ready');

function timed(): Promise<{ status: number; ms: number }> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const call = request(url, { agent, headers }, (response) => {
      response.resume();
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, ms: performance.now() - began }),
      );
      response.once('error', reject);
    });
    call.setTimeout(NO_ANSWER_MS, () => call.destroy(new Error('no answer')));
    call.once('error', reject);
    call.end();
  });
}
