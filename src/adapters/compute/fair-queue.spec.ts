import fc from 'fast-check';
import { CALLER_KINDS, type CallerKind } from '../../ports/work/compute';
import { FairQueue } from './fair-queue';
import { SHARES } from './shares';

const never = new AbortController().signal;
const of = (kind: CallerKind, id = kind as string) => ({ kind, id });

const settle = () => new Promise(setImmediate);

async function enter(queue: FairQueue, kind: CallerKind, id?: string): Promise<() => void> {
  const entered = queue.enter(of(kind, id), never);
  if (entered === null) throw new Error('full');
  return entered;
}

describe('FairQueue', () => {
  it.each([2, 3, 4, 16])('leaves a thread of %i to callers with a credential', async (threads) => {
    const queue = new FairQueue(threads);
    for (let i = 0; i < threads * 2; i++) void queue.enter(of('anonymous', `network ${i}`), never);
    for (let i = 0; i < threads * 2 && threads > 2; i++)
      void queue.enter(of('background', `job ${i}`), never);
    let isStarted = false;
    void enter(queue, 'free').then(() => (isStarted = true));
    await settle();
    expect(isStarted).toBe(true);
  });

  it('refuses when too many wait, in all and of one caller', () => {
    const queue = new FairQueue(2);
    const { waiting, waitingPerCaller } = SHARES.anonymous;
    const order = (id: string) => queue.enter(of('anonymous', id), never);
    expect(order('first')).not.toBeNull();
    for (let i = 0; i < waitingPerCaller; i++) expect(order('first')).not.toBeNull();
    expect(order('first')).toBeNull();
    for (let i = waitingPerCaller; i < waiting; i++) expect(order(`network ${i}`)).not.toBeNull();
    expect(order('last')).toBeNull();
    expect(queue.waitingOf('anonymous')).toBe(waiting);
    expect(queue.enter(of('paid'), never)).not.toBeNull();
  });

  it('admits another network before a second task of the same one', async () => {
    const queue = new FairQueue(6);
    const started: string[] = [];
    const releases = new Map<string, () => void>();
    const order = (id: string) =>
      void enter(queue, 'anonymous', id).then((release) => {
        started.push(id);
        releases.set(id, release);
      });
    for (const id of ['a', 'b', 'b', 'b', 'c']) order(id);
    await settle();
    expect(started).toEqual(['a', 'b']);
    releases.get('a')?.();
    await settle();
    expect(started).toEqual(['a', 'b', 'c']);
  });

  it('forgets a caller that leaves', async () => {
    const queue = new FairQueue(2);
    const release = await enter(queue, 'anonymous');
    const stop = new AbortController();
    const waiting = queue.enter(of('anonymous'), stop.signal);
    stop.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    expect(queue.waitingOf('anonymous')).toBe(0);
    release();
    expect(queue.runningOf('anonymous')).toBe(0);
  });

  it('never runs more than a share allows, and ends with every task run', async () => {
    const order = fc.record({ kind: fc.constantFrom(...CALLER_KINDS), id: fc.constantFrom('a', 'b', 'c') });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 6 }),
        fc.array(order, { maxLength: 30 }),
        async (threads, orders) => {
          const queue = new FairQueue(threads);
          const entered = orders.map((caller) => queue.enter(caller, never));
          const admitted = entered.filter((entry) => entry !== null);
          const releases: (() => void)[] = [];
          for (const entry of admitted) void entry.then((release) => releases.push(release));
          for (let run = 0; run < admitted.length; run++) {
            await settle();
            let total = 0;
            for (const kind of CALLER_KINDS) {
              expect(queue.runningOf(kind)).toBeLessThanOrEqual(SHARES[kind].threads(threads));
              total += queue.runningOf(kind);
            }
            expect(total).toBeLessThanOrEqual(threads);
            expect(total).toBeGreaterThan(0);
            releases.shift()?.();
          }
          await settle();
          expect(CALLER_KINDS.map((kind) => queue.runningOf(kind) + queue.waitingOf(kind))).toEqual([
            0, 0, 0, 0, 0,
          ]);
        },
      ),
      { numRuns: 50 },
    );
  });
});
