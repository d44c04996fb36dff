import { setTimeout as pause } from 'node:timers/promises';
import type { Sliced } from '../../src/domain/kernel/slices';
import { inLogScope, type LogScope } from '../../src/common/log-scope';
import { inTurns, startNew, whileOutside } from '../../src/common/turns';

/** How much work is done while a request waits is a question of time: these tests are not for a busy machine. */

/** Statements of a request, one after the other. */
const STATEMENTS = 8;

/** Work of a second; `slices` counts those that are done. */
function* longWork(done: { slices: number }): Sliced<string> {
  while (done.slices < 200) {
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
  const startLong = async (scope?: LogScope) => {
    const done = { slices: 0 };
    const run = () => inTurns(longWork(done));
    const whole = scope ? inLogScope(scope, run) : run();
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
      const answered = startNew('request', `new ${i}`);
      ran.push(await ask(done));
      answered();
    }
    expect(Math.min(...ran)).toBeLessThanOrEqual(STATEMENTS / 2);
    await expect(whole).resolves.toBe('whole');
  });

  it('does not wait for its own request', async () => {
    const { done, whole } = await startLong({ request_id: 'own' });
    const answered = startNew('request', 'own');
    expect(await ask(done)).toBeGreaterThanOrEqual(STATEMENTS - 2);
    answered();
    await whole;
  });

  it('gives way to a new job, longer than to a request', async () => {
    const { done, whole } = await startLong();
    const ended = startNew('job', 'new');
    await pause(60);
    const ran = await ask(done);
    ended();
    expect(ran).toBeLessThanOrEqual(STATEMENTS / 2);
    await whole;
  });

  it('does not give way to work that waits for an upstream, and does again when it has the answer', async () => {
    const { done, whole } = await startLong();
    const ended = startNew('job', 'asking');
    const [outside, inside] = await inLogScope({ job_id: 'asking' }, async () => [
      await whileOutside(async () => (await pause(400), ask(done))),
      await ask(done),
    ]);
    ended();
    expect(outside).toBeGreaterThanOrEqual(STATEMENTS - 2);
    expect(inside).toBeLessThanOrEqual(STATEMENTS / 2);
    await whole;
  });

  it('lets new jobs work beside each other', async () => {
    const ended = startNew('job', 'first');
    const { done, whole } = await startLong({ job_id: 'first' });
    const otherEnded = startNew('job', 'second');
    const ran = await ask(done);
    [ended, otherEnded].forEach((end) => end());
    expect(ran).toBeGreaterThanOrEqual(STATEMENTS - 2);
    await whole;
  });
});
