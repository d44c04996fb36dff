import { setTimeout as pause } from 'node:timers/promises';
import type { Sliced } from '../domain/kernel/slices';
import { inLogScope } from './log-scope';
import { inTurns, mapInTurns, newRequest } from './turns';

/** Statements of a request, one after the other. */
const STATEMENTS = 8;

/** Work of half a second; `slices` counts those that are done. */
function* longWork(done: { slices: number }): Sliced<string> {
  while (done.slices < 100) {
    for (const until = performance.now() + 5; performance.now() < until;);
    done.slices++;
    yield;
  }
  return 'whole';
}

/** Waits for several answers of a database. @returns slices of the long work that ran meanwhile */
async function ask(done: { slices: number }): Promise<number> {
  const before = done.slices;
  for (let i = 0; i < STATEMENTS; i++) await pause(1);
  return done.slices - before;
}

describe('work in turns', () => {
  const startLong = async (id?: string) => {
    const done = { slices: 0 };
    const run = () => inTurns(longWork(done));
    const whole = id === undefined ? run() : inLogScope({ request_id: id }, run);
    while (done.slices < 10) await pause(1);
    return { done, whole };
  };

  it('runs between the statements of a request that is not new', async () => {
    const { done, whole } = await startLong();
    expect(await ask(done)).toBeGreaterThanOrEqual(STATEMENTS - 2);
    await expect(whole).resolves.toBe('whole');
  });

  it('gives way to a new request when it is long', async () => {
    const { done, whole } = await startLong();
    const ran: number[] = [];
    // A busy machine can take longer for a request than it counts as new: one of a few does not.
    for (let i = 0; i < 5; i++) {
      const answered = newRequest(`new ${i}`);
      ran.push(await ask(done));
      answered();
    }
    expect(Math.min(...ran)).toBeLessThanOrEqual(STATEMENTS / 2);
    await expect(whole).resolves.toBe('whole');
  });

  it('does not wait for its own request', async () => {
    const { done, whole } = await startLong('own');
    const answered = newRequest('own');
    expect(await ask(done)).toBeGreaterThanOrEqual(STATEMENTS - 2);
    answered();
    await whole;
  });

  it('goes on while requests never end', async () => {
    const { done, whole } = await startLong();
    for (let i = 0; done.slices < 20; i++) {
      newRequest(`never ${i}`);
      await pause(10);
    }
    await whole;
  });

  it('maps a list in its order', async () => {
    const items = Array.from({ length: 1_000 }, (_, i) => i);
    const { signal } = new AbortController();
    await expect(mapInTurns(items, (item) => item * 2, signal)).resolves.toEqual(
      items.map((item) => item * 2),
    );
  });
});
