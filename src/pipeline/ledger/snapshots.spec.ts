import { PipelineBench, SAVINGS, WALLET } from '../../../test/fakes/pipeline';
import { transaction } from '../../../test/fakes/scripted-history-source';
import { ProcessState } from '../../common/process-state';
import { parseAddress, type Address } from '../../domain/kernel/address';
import { nativeAsset } from '../../domain/kernel/asset';
import { SnapshotsProcessor } from './snapshots.processor';
import type { Snapshots } from './snapshots.service';

const DAY = 86_400_000;
const ONE = 10n ** 18n;

function scene(env: Record<string, string> = {}): PipelineBench {
  const it = new PipelineBench(['ethereum'], { PARTIAL_BUDGET_MS: '200', ...env });
  it.prices.usd.set(nativeAsset('ethereum').id, '2');
  return it;
}

const ask = (it: PipelineBench, snapshots: Snapshots, wallet: Address = WALLET) =>
  snapshots.of(wallet, [], it.whole(), ['transactionCount']);

async function untilStored(it: PipelineBench, wallet: Address = WALLET): Promise<void> {
  it.source.give('ethereum', wallet.value, [transaction(wallet.value, DAY, [{ in: ONE }])]);
  while (!(await ask(it, it.snapshots, wallet)).snapshot) await new Promise((wake) => setImmediate(wake));
}

/** A process of the next release, which begins now and does the jobs. */
function released(it: PipelineBench): Snapshots {
  it.clock.advance(1_000);
  const next = it.newSnapshots('next', new ProcessState());
  const { jobs } = it;
  jobs.processors.compute_snapshot = () => new SnapshotsProcessor(jobs, next).computeSnapshots();
  return next;
}

/** A process that only serves requests. */
const answering = (it: PipelineBench): Snapshots => it.newSnapshots('test', new ProcessState(false));

describe('the snapshot of a history with a transaction that could not be read whole', () => {
  it('states that rows are missing, as the ledger does', async () => {
    const it = scene();
    const unread = { ...transaction(WALLET.value, 2 * DAY, [{ in: ONE }]), flags: ['history_incomplete'] };
    it.source.give('ethereum', WALLET.value, [transaction(WALLET.value, DAY, [{ in: ONE }]), unread]);
    const computed = await ask(it, it.snapshots);
    expect(computed.walletLedger?.history.syncStatus.incomplete).toBe(true);
    let found = computed;
    while (!found.snapshot) {
      await new Promise((wake) => setImmediate(wake));
      found = await ask(it, it.snapshots);
    }
    expect([found.snapshot, found.syncStatus.incomplete]).toEqual([{ transactionCount: 2 }, true]);
  });
});

describe('the snapshots of wallets of one owner', () => {
  const parts = ['transactionCount'] as const;

  it('are stored together, and one with the others as its owner states finds its own', async () => {
    const it = scene();
    it.source.give('ethereum', WALLET.value, [transaction(WALLET.value, DAY, [{ in: ONE }])]);
    it.source.give(
      ...(['ethereum', SAVINGS.value] as const),
      [1, 2].map((day) => transaction(SAVINGS.value, day * DAY, [{ in: ONE }])),
    );
    const together = () => it.snapshots.together([WALLET, SAVINGS], it.whole(), parts);
    let found = await together();
    expect(found.joint?.wallets.map(({ transactions }) => transactions.length)).toEqual([1, 2]);
    while (!found.wallets) {
      await new Promise((wake) => setImmediate(wake));
      found = await together();
    }
    expect(found.wallets.map(({ subject, snapshot }) => [subject, snapshot])).toEqual([
      [WALLET, { transactionCount: 1 }],
      [SAVINGS, { transactionCount: 2 }],
    ]);
    const one = await it.snapshots.of(SAVINGS, [WALLET], it.whole(), parts);
    expect(one.snapshot).toEqual({ transactionCount: 2 });
  });
});

describe('a history without a snapshot, in a process that only serves requests', () => {
  const LONG = Array.from({ length: 2_000 }, (_, i) => transaction(WALLET.value, DAY + i, [{ in: ONE }]));
  const parts = ['transactionCount'] as const;
  /** Ledgers that requests have computed. */
  const computed: unknown[] = [];
  function watched(): PipelineBench {
    computed.length = 0;
    const it = scene();
    for (const name of ['complete', 'completeStored', 'completeTogether'] as const) {
      const compute = it.ledgers[name].bind(it.ledgers) as (...asked: unknown[]) => Promise<unknown>;
      Object.assign(it.ledgers, {
        [name]: (...asked: unknown[]) => {
          computed.push(name);
          return compute(...asked);
        },
      });
    }
    return it;
  }
  async function read(): Promise<{ it: PipelineBench; api: Snapshots }> {
    const it = watched();
    it.source.give('ethereum', WALLET.value, LONG);
    await it.histories.read(WALLET, [], it.whole());
    await it.jobs.idle();
    return { it, api: answering(it) };
  }

  it('is computed by a job, and answered from its snapshot', async () => {
    const { it, api } = await read();
    expect((await api.of(WALLET, [], it.whole(), parts)).snapshot).toEqual({ transactionCount: 2_000 });
    expect([it.jobs.ordered.at(-1), computed]).toEqual(['compute_snapshot', []]);
  });

  it('is computed by a job however short it is', async () => {
    const it = watched();
    it.source.give('ethereum', WALLET.value, LONG.slice(0, 1));
    await it.histories.read(WALLET, [], it.whole());
    await it.jobs.idle();
    const { snapshot } = await answering(it).of(WALLET, [], it.whole(), parts);
    expect([snapshot, computed]).toEqual([{ transactionCount: 1 }, []]);
  });

  it('is computed by a job together with other wallets of its owner, and answered from their snapshots', async () => {
    const { it, api } = await read();
    it.source.give('ethereum', SAVINGS.value, [transaction(SAVINGS.value, DAY, [{ in: ONE }])]);
    await it.histories.read(SAVINGS, [], it.whole());
    await it.jobs.idle();
    const { wallets } = await api.together([SAVINGS, WALLET], it.whole(), parts);
    expect(wallets?.map(({ snapshot }) => snapshot.transactionCount)).toEqual([1, 2_000]);
    expect([it.jobs.ordered.at(-1), computed]).toEqual(['compute_snapshot', []]);
  });

  it('is pending while the job takes longer than the request has, and the request computes nothing', async () => {
    const { it, api } = await read();
    let end = (): void => undefined;
    it.jobs.processors.compute_snapshot = () =>
      it.jobs.work('compute_snapshot', () => new Promise<void>((resolve) => (end = resolve)));
    const { walletLedger } = await api.of(WALLET, [], it.partial(), parts);
    expect(walletLedger?.history.syncStatus.historyPending).toBe(true);
    expect([walletLedger?.ledger, walletLedger?.transactions, computed]).toEqual([null, [], []]);
    // The job that read the history has added up its tokens.
    const balances = await it.early.of(WALLET, [], it.partial());
    expect(balances.map(({ quantity }) => quantity)).toEqual([2_000n * ONE]);
    end();
  });

  it('is pending while the job that has read it fetches its prices, and no ledger is ordered or computed', async () => {
    const it = watched();
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const historical = it.prices.historical.bind(it.prices);
    const asked = new Promise<void>((begun) => {
      it.prices.historical = async (queries) => {
        begun();
        await answered;
        return historical(queries);
      };
    });
    it.source.give('ethereum', WALLET.value, LONG);
    const api = answering(it);
    const first = api.of(WALLET, [], it.partial(), parts);
    await asked;
    await first;
    computed.length = 0;
    // The rows are fresh, so that no read is due.
    const { walletLedger } = await api.of(WALLET, [], it.partial(), parts);
    expect([walletLedger?.ledger, walletLedger?.history.syncStatus.historyPending]).toEqual([null, true]);
    const needed = api.stored(WALLET, [], { signal: AbortSignal.timeout(100) }, parts);
    await expect(needed).rejects.toThrow();
    expect([it.jobs.ordered, computed]).toEqual([['index_wallet'], []]);
    answer();
    await it.jobs.idle();
    expect((await api.of(WALLET, [], it.whole(), parts)).snapshot).toEqual({ transactionCount: 2_000 });
    expect(computed).toEqual([]);
  });

  it('is computed by the request when no worker begins the job', async () => {
    const { it, api } = await read();
    it.jobs.processors.compute_snapshot = async () => undefined;
    const pending = await api.of(WALLET, [], it.partial(), parts);
    expect(pending.walletLedger?.ledger).toBeNull();
    it.clock.advance(5_000);
    const { walletLedger } = await api.of(WALLET, [], it.partial(), parts);
    expect([walletLedger?.transactions.length, walletLedger?.history.syncStatus.historyPending]).toEqual([
      2_000,
      false,
    ]);
  });
});

describe('a history with prices that no source answers, in a process that only serves requests', () => {
  const parts = ['positions'] as const;
  const orders = (it: PipelineBench): number =>
    it.jobs.ordered.filter((type) => type === 'compute_snapshot').length;
  async function read(): Promise<{ it: PipelineBench; api: Snapshots }> {
    const it = scene();
    it.prices.silent.add(nativeAsset('ethereum').id);
    it.source.give('ethereum', WALLET.value, [transaction(WALLET.value, DAY, [{ in: ONE }])]);
    await it.histories.read(WALLET, [], it.whole());
    await it.jobs.idle();
    const api = answering(it);
    it.ledgers.complete = () => Promise.reject(new Error('computed by a request'));
    return { it, api };
  }

  it('is answered from a snapshot that says so', async () => {
    const { it, api } = await read();
    const found = await api.of(WALLET, [], it.whole(), parts);
    expect(found.snapshot && found.syncStatus.pricesPending).toBe(true);
    expect(found.snapshot?.positions.map(({ isBasisPending }) => isBasisPending)).toEqual([true]);
    const holdings = found.snapshot
      ? await it.valuation.ofSnapshot({ ...found, snapshot: { ...found.snapshot, deposits: [] } }, it.whole())
      : null;
    expect(holdings).toMatchObject({ partial: true, holdings: [{ cost: null, gain: null }] });
  });

  it('is computed again when a minute is over, with the prices that came', async () => {
    const { it, api } = await read();
    await api.of(WALLET, [], it.whole(), parts);
    const before = orders(it);
    it.prices.silent.clear();
    await api.of(WALLET, [], it.whole(), parts);
    expect(orders(it)).toBe(before);
    it.clock.advance(60_000);
    const found = await api.of(WALLET, [], it.whole(), parts);
    expect([
      found.snapshot?.positions[0]?.isBasisPending,
      found.snapshot && found.syncStatus.pricesPending,
    ]).toEqual([undefined, false]);
  });
});

describe('wallets of one owner whose snapshots were computed one after the other', () => {
  it('have pending prices while one of them has', async () => {
    const it = scene();
    it.prices.silent.add(nativeAsset('ethereum').id);
    for (const { value } of [WALLET, SAVINGS])
      it.source.give('ethereum', value, [transaction(value, DAY, [{ in: ONE }])]);
    await it.histories.read(WALLET, [SAVINGS], it.whole());
    await it.jobs.idle();
    const api = answering(it);
    await api.of(SAVINGS, [WALLET], it.whole(), ['positions']);
    it.clock.advance(30_000);
    await api.of(WALLET, [SAVINGS], it.whole(), ['positions']);
    it.prices.silent.clear();
    it.clock.advance(30_000);
    await api.of(SAVINGS, [WALLET], it.whole(), ['positions']);
    const found = await api.together([SAVINGS, WALLET], it.whole(), ['positions']);
    const pending = found.wallets?.map(({ isUnpriced }) => isUnpriced);
    expect([pending, found.wallets && found.syncStatus.pricesPending]).toEqual([[false, true], true]);
  });
});

describe('a snapshot of data that has changed since', () => {
  it('is not stored: that of the later data can be there', async () => {
    const it = scene();
    it.source.give('ethereum', WALLET.value, [transaction(WALLET.value, DAY, [{ in: ONE }])]);
    await it.histories.read(WALLET, [], it.whole());
    await it.jobs.idle();
    const complete = it.histories.completeStored.bind(it.histories);
    it.histories.completeStored = async (covered) => {
      const history = await complete(covered);
      it.source.give('ethereum', WALLET.value, [
        transaction(WALLET.value, DAY, [{ in: ONE }]),
        transaction(WALLET.value, 2 * DAY, [{ in: ONE }]),
      ]);
      it.clock.advance(61_000);
      await it.histories.read(WALLET, [], it.whole());
      return history;
    };
    await it.snapshots.compute({ given: WALLET.given, owned: [] });
    expect(it.stored.size).toBe(0);
    it.histories.completeStored = complete;
    await it.snapshots.compute({ given: WALLET.given, owned: [] });
    expect(it.stored.size).toBe(1);
  });
});

describe('snapshots that no request has needed for two days', () => {
  it('are deleted', async () => {
    const it = scene();
    await untilStored(it);
    expect(await it.stored.prune(it.clock.now() - 2 * DAY)).toBe(0);
    it.clock.advance(2 * DAY + 1);
    expect(await it.stored.prune(it.clock.now() - 2 * DAY)).toBe(1);
  });
});

describe('a worker that has read a wallet', () => {
  const buys = (wallet: Address, count: number) =>
    Array.from({ length: count }, (_, i) => transaction(wallet.value, (i + 1) * DAY, [{ in: ONE }]));
  const both = (it: PipelineBench) => it.snapshots.of(WALLET, [SAVINGS], it.whole(), ['transactionCount']);

  it('has stored the snapshots that its owners asked for when the job ends', async () => {
    const it = scene({ REDIS_URL: 'redis://127.0.0.1:1' });
    it.snapshots.onApplicationBootstrap();
    for (const wallet of [WALLET, SAVINGS]) it.source.give('ethereum', wallet.value, buys(wallet, 1));
    while (!(await both(it)).snapshot) await new Promise((wake) => setImmediate(wake));
    it.source.give('ethereum', WALLET.value, buys(WALLET, 3));
    it.clock.advance(61_000);
    expect((await both(it)).snapshot).toEqual({ transactionCount: 3 });
    expect((await ask(it, it.snapshots)).snapshot).toEqual({ transactionCount: 3 });
  });
});

describe('a release that changes rules', () => {
  it('is answered by the snapshot of the release before until its own is stored, and says so', async () => {
    const it = scene();
    await untilStored(it);
    const next = released(it);
    const first = await ask(it, next);
    expect(first.snapshot).toEqual({ transactionCount: 1 });
    expect(first.snapshot && first.syncStatus.recomputing).toBe(true);
    await it.jobs.idle();
    const second = await ask(it, next);
    expect(second.snapshot && second.syncStatus.recomputing).toBe(false);
  });

  it('is not computed back by a process of the release before', async () => {
    const it = scene();
    await untilStored(it);
    const next = released(it);
    await ask(it, next);
    await it.jobs.idle();
    const old = await ask(it, it.snapshots);
    expect(old.snapshot && old.syncStatus.recomputing).toBe(false);
  });

  it('computes two wallets at a time, however many are asked for', async () => {
    const it = scene();
    const wallets = Array.from({ length: 12 }, (_, i) =>
      parseAddress(`0x${(0xb00 + i).toString(16).padStart(40, '0')}`),
    );
    for (const wallet of wallets) await untilStored(it, wallet);
    const next = released(it);
    const blocked: (() => void)[] = [];
    it.jobs.processors.compute_snapshot = () =>
      it.jobs.work('compute_snapshot', () => new Promise<void>((end) => void blocked.push(end)));
    for (const wallet of wallets) {
      const { snapshot } = await ask(it, next, wallet);
      expect(snapshot).not.toBeNull();
    }
    expect(blocked).toHaveLength(2);
    for (const end of blocked) end();
    await it.jobs.idle();
  });

  it('does not answer from a snapshot of other stored data', async () => {
    const it = scene();
    await untilStored(it);
    const next = released(it);
    it.source.give('ethereum', WALLET.value, [
      transaction(WALLET.value, DAY, [{ in: ONE }]),
      transaction(WALLET.value, 2 * DAY, [{ in: ONE }]),
    ]);
    it.clock.advance(61_000);
    expect((await ask(it, next)).snapshot).toBeNull();
  });
});
