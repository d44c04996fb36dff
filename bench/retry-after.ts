import { ask, nextAddress, startService } from './service';

/**
 * A refused client that waits for its Retry-After is served: many clients at a time use up their minute over HTTP, each
 * waits its own Retry-After in real time, and asks once more. One JSON line. Takes a little over a minute.
 * Run: npm run -s bench:retry-after (with REDIS_URL: over Redis)
 */

const CLIENTS = 100;
const LIMIT = 60;

async function main(): Promise<void> {
  const service = await startService({ TRUST_PROXY: 'true' });
  const url = `${service.url}/api/v1/nothing`;
  const start = performance.now();
  try {
    const clients = await Promise.all(
      Array.from({ length: CLIENTS }, async (_, i) => {
        const from = nextAddress();
        // Not all in step: windows begin over some seconds.
        await pause((i % 10) * 300);
        let passed = 0;
        let last = { status: 0, retryAfter: 0 };
        for (let n = 0; n <= LIMIT; n++) {
          last = await ask(url, from, 'GET');
          if (last.status !== 429) passed++;
        }
        const waitedSeconds = last.retryAfter;
        await pause(waitedSeconds * 1000);
        const { status } = await ask(url, from, 'GET');
        return { passed, waitedSeconds, isThrough: status !== 429 };
      }),
    );
    const waits = clients.map(({ waitedSeconds }) => waitedSeconds);
    process.stdout.write(
      `${JSON.stringify({
        clients: CLIENTS,
        redis: process.env['REDIS_URL'] !== undefined,
        exactly_60_before: clients.filter(({ passed }) => passed === LIMIT).length,
        through_after_waiting: clients.filter(({ isThrough }) => isThrough).length,
        retry_after_min: Math.min(...waits),
        retry_after_max: Math.max(...waits),
        seconds: Math.round((performance.now() - start) / 1000),
      })}\n`,
    );
  } finally {
    await service.stop();
  }
}

const pause = (ms: number): Promise<void> => new Promise((wake) => setTimeout(wake, ms));

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});
