import { entries } from '../audit/entries';
import { Swarm } from '../audit/swarm';

/** Full size: minutes, not seconds. */
const say = (what: string, numbers: object): void =>
  void process.stdout.write(`${what}: ${JSON.stringify(numbers)}\n`);

let swarm: Swarm;
beforeEach(async () => {
  swarm = await Swarm.begin();
});
afterEach(() => swarm?.end());

it('4 processes, 2,500 requests at each at once: one chain of 10,000, verified', async () => {
  const processes = await Promise.all(Array.from({ length: 4 }, () => swarm.spawn()));
  const began = performance.now();
  const answered = await Promise.all(processes.map(({ url }) => swarm.ask(url, 2_500)));
  for (const { child } of processes) child.kill('SIGTERM');
  const ends = await Promise.all(processes.map(({ ended }) => ended));
  const verdict = await swarm.verify();
  say('4 x 2,500', { seconds: Math.round((performance.now() - began) / 1000), entries: verdict.entries });
  expect([answered, ends.map(({ code }) => code)]).toEqual([
    [2_500, 2_500, 2_500, 2_500],
    [0, 0, 0, 0],
  ]);
  expect(verdict).toMatchObject({ valid: true, entries: 10_000, missed: 0 });
});

it('processes killed 10 times while they write: the chain verifies after each, and goes on', async () => {
  const witness = await swarm.spawn();
  const counts: number[] = [];
  for (let i = 0; i < 10; i++) {
    const before = (await swarm.verify()).entries;
    const doomed = await swarm.spawn();
    const asked = swarm.ask(doomed.url, 3_000);
    // It is still writing when its first batches are there.
    await entries(swarm.database.url, before + 1 + 120 * i);
    doomed.child.kill('SIGKILL');
    await Promise.all([asked, doomed.ended]);
    expect(await swarm.ask(witness.url, 50)).toBe(50);
    const verdict = await swarm.verify();
    expect(verdict).toMatchObject({ valid: true, findings: [] });
    counts.push(verdict.entries - before);
  }
  say('kill -9', { written: counts });
  witness.child.kill('SIGTERM');
  await witness.ended;
  expect(await swarm.verify()).toMatchObject({ valid: true, findings: [] });
});
