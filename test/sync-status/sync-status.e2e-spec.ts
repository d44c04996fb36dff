import { randomUUID } from 'node:crypto';
import { SystemClock } from '../../src/adapters/system/system-clock';
import { ProcessState } from '../../src/common/process-state';
import { PollingWorker } from '../../src/common/polling-worker';
import { AppError } from '../../src/domain/kernel/errors';
import { transaction } from '../fakes/scripted-history-source';
import { until } from '../support/until';
import { type ReadingBench, readingBench } from './reading-bench';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const address = (n: number): string => `0x${n.toString(16).padStart(40, '0')}`;
const some = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, i) => address(from + i));

describe('watched wallets in the background', () => {
  let bench: ReadingBench;

  beforeAll(async () => {
    bench = await readingBench();
  });
  afterAll(() => bench?.close());
  beforeEach(async () => {
    await bench.sql.query('TRUNCATE users, wallet_reads, tracked_wallets, chain_states, raw_rows CASCADE');
    bench.clock.advance(24 * HOUR);
    bench.source.heal('ethereum');
    bench.reads();
  });

  it('are those linked, tracked, in a portfolio or named by an active webhook, each once', async () => {
    const [one, two] = [await bench.user(), await bench.user()];
    await bench.link(one, address(1));
    await bench.link(two, address(1));
    await bench.sql.query(
      `INSERT INTO watches (user_id, address, reason, given, since) VALUES ($1, $2, 'portfolio', $2, now())`,
      [one, address(2)],
    );
    await bench.sql.query(
      `INSERT INTO tracked_wallets (owner, address, given, requested_at) VALUES ('key:k', $1, $1, now())`,
      [address(3)],
    );
    for (const [n, isActive] of [
      [4, true],
      [5, false],
    ] as const) {
      const id = randomUUID();
      await bench.sql.query(
        `INSERT INTO webhooks (id, user_id, url, events, headers, secret, is_active, created_at, updated_at)
         VALUES ($1, $2, 'https://example.com', '{transaction.new}', '', '', $3, now(), now())`,
        [id, two, isActive],
      );
      await bench.sql.query(
        `INSERT INTO webhook_addresses (webhook_id, address, given, since) VALUES ($1, $2, $2, now())`,
        [id, address(n)],
      );
    }
    await bench.round(bench.process());
    expect(bench.reads().sort()).toEqual(some(1, 4));
  });

  it('keep the case of an address where it matters', async () => {
    const given = '7T8ckKtdc5DH7ACS5AnCny7rVXYJPEsaAbdBri1FhPxY';
    await bench.link(await bench.user(), given);
    await bench.round(bench.process());
    expect(bench.reads()).toEqual([given]);
  });

  it('say when they were really read, and go on from there', async () => {
    bench.source.give('ethereum', address(1), [
      transaction(address(1), bench.clock.now() - HOUR, [{ in: 1n }]),
    ]);
    await bench.link(await bench.user(), address(1));
    const service = bench.process();
    await bench.round(service);
    const [first] = await bench.store.chainStates(address(1));
    expect(first).toMatchObject({ indexedAt: bench.clock.now(), rowCount: 1 });
    bench.clock.advance(4 * MINUTE);
    await bench.round(service);
    expect((await bench.store.chainStates(address(1)))[0]?.indexedAt).toBe(first?.indexedAt);
    bench.clock.advance(MINUTE);
    await bench.round(service);
    expect((await bench.store.chainStates(address(1)))[0]?.indexedAt).toBe(bench.clock.now());
    expect(bench.source.reads.map(({ cursor }) => cursor)).toEqual([null, { read: 1 }]);
  });

  it('are read ever more seldom while nothing happens, and often again at once when something does', async () => {
    await bench.link(await bench.user(), address(1));
    const service = bench.process();
    const paces: (number | null)[] = [];
    for (let i = 0; i < 9; i++) {
      await bench.round(service);
      paces.push(await bench.dueIn(address(1)));
      bench.clock.advance((paces.at(-1) ?? 0) * MINUTE);
    }
    expect(paces).toEqual([5, 10, 20, 40, 80, 160, 240, 240, 240]);
    bench.source.give('ethereum', address(1), [transaction(address(1), bench.clock.now(), [{ in: 1n }])]);
    await bench.round(service);
    expect(await bench.dueIn(address(1))).toBe(5);
  });

  it('that cannot be read are tried again within half an hour', async () => {
    await bench.link(await bench.user(), address(1));
    bench.source.fail('ethereum', new AppError('DATA_PROVIDER_ERROR', { provider: 'ethereum' }));
    const service = bench.process();
    const paces: (number | null)[] = [];
    for (let i = 0; i < 6; i++) {
      await bench.round(service);
      paces.push(await bench.dueIn(address(1)));
      bench.clock.advance((paces.at(-1) ?? 0) * MINUTE);
    }
    expect(paces).toEqual([5, 10, 20, 30, 30, 30]);
  });

  it('that were cleared are read from the beginning at their next turn', async () => {
    await bench.link(await bench.user(), address(1));
    const service = bench.process();
    await bench.round(service);
    bench.reads();
    await bench.store.clearHistory(address(1));
    await bench.round(service);
    expect(bench.reads()).toEqual([]);
    expect((await bench.store.chainStates(address(1)))[0]?.indexedAt).toBeNull();
    bench.clock.advance(5 * MINUTE);
    await bench.round(service);
    expect(bench.source.reads.map(({ cursor }) => cursor)).toEqual([null]);
    expect((await bench.store.chainStates(address(1)))[0]?.indexedAt).toBe(bench.clock.now());
  });

  it('that nobody watches any more are left alone', async () => {
    const user = await bench.user();
    await bench.link(user, address(1), address(2));
    const service = bench.process();
    await bench.round(service);
    await bench.sql.query('DELETE FROM linked_wallets WHERE address = $1', [address(1)]);
    bench.clock.advance(5 * MINUTE);
    bench.reads();
    await bench.round(service);
    expect(bench.reads()).toEqual([address(2)]);
    expect(await bench.dueIn(address(1))).toBeNull();
  });

  it('are taken in turns: a user of many wallets does not come before users of few', async () => {
    const [many, few, one] = [await bench.user(), await bench.user(), await bench.user()];
    await bench.link(many, ...some(100, 50));
    await bench.schedule.renew(bench.clock.now(), 5 * MINUTE);
    bench.clock.advance(MINUTE);
    const claim = async (most: number) =>
      ((await bench.schedule.claim(bench.clock.now(), most, 1_000)) ?? []).map(({ key }) => key).sort();
    expect(await claim(3)).toHaveLength(3);
    await bench.link(few, ...some(200, 2));
    await bench.link(one, address(300));
    bench.clock.advance(MINUTE);
    await bench.schedule.renew(bench.clock.now(), 5 * MINUTE);
    // The user with the fewest reads comes first; then each user has a first wallet before any second one.
    expect(await claim(2)).toEqual([address(200), address(300)]);
    bench.clock.advance(MINUTE);
    expect(await claim(2)).toEqual([address(103), address(201)]);
  });

  it('never go above the allowance of a minute, however many processes there are', async () => {
    await bench.link(await bench.user(), ...some(1, 40));
    const processes = Array.from({ length: 4 }, () => bench.process({ perMinute: 7, atOnce: 3 }));
    const all = async () => {
      for (let i = 0; i < 3; i++) await Promise.all(processes.map((each) => bench.round(each)));
      return bench.reads();
    };
    const first = await all();
    expect(first).toHaveLength(7);
    bench.clock.advance(59_000);
    expect(await all()).toEqual([]);
    bench.clock.advance(1_000);
    const second = await all();
    expect(second).toHaveLength(7);
    expect(new Set([...first, ...second]).size).toBe(14);
  });

  it('are given to one process each', async () => {
    await bench.link(await bench.user(), ...some(1, 30));
    await bench.schedule.renew(bench.clock.now(), 5 * MINUTE);
    const claimed: string[] = [];
    const take = async () => {
      for (let i = 0; i < 40; i++)
        claimed.push(
          ...((await bench.schedule.claim(bench.clock.now(), 2, 1_000)) ?? []).map(({ key }) => key),
        );
    };
    await Promise.all([take(), take(), take()]);
    expect(claimed.sort()).toEqual(some(1, 30));
  });

  it('of a process that died are due again one pace later', async () => {
    await bench.link(await bench.user(), address(1));
    await bench.schedule.renew(bench.clock.now(), 5 * MINUTE);
    expect(await bench.schedule.claim(bench.clock.now(), 5, 100)).toHaveLength(1);
    expect(await bench.dueIn(address(1))).toBe(5);
    bench.clock.advance(5 * MINUTE);
    await bench.round(bench.process());
    expect(bench.reads()).toEqual([address(1)]);
  });

  it('do not take every place: no more are under way than allowed', async () => {
    await bench.link(await bench.user(), ...some(1, 6));
    bench.source.hang('ethereum');
    const service = bench.process({ atOnce: 2 });
    await service.look();
    await service.look();
    expect(await underWay(bench)).toBe(2);
    bench.source.heal('ethereum');
    await service.idle();
    expect(bench.reads().sort()).toEqual(some(1, 6));
  });

  it('are the business of processes that take jobs', async () => {
    await bench.link(await bench.user(), address(1));
    const onlyRequests = new ProcessState(false);
    const rules = { lookEveryMs: 5 };
    let rounds = 0;
    const [idle, working] = [bench.process(rules, onlyRequests), bench.process(rules)];
    idle.onApplicationBootstrap();
    // Its interval has gone by when one of the same length, begun later, has three times.
    const watch = new PollingWorker(
      () => Promise.resolve(rounds++),
      () => undefined,
    ).every(new SystemClock(), rules.lookEveryMs);
    await until(() => rounds > 3);
    await watch.stop();
    expect(bench.reads()).toEqual([]);
    working.onApplicationBootstrap();
    await until(async () => (await bench.store.chainStates(address(1)))[0]?.complete === true);
    await Promise.all([idle, working].map((service) => service.onApplicationShutdown()));
    expect(bench.reads()).toEqual([address(1)]);
  });
});

async function underWay({ sql }: ReadingBench): Promise<number> {
  const [row] = await sql.query<{ n: number }[]>(
    'SELECT count(*)::integer AS n FROM wallet_reads WHERE claimed_at IS NOT NULL',
  );
  return row?.n ?? 0;
}
