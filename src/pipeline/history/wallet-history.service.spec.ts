import { Logger } from '@nestjs/common';
import { nativeAsset } from '../../domain/kernel/asset';
import { COMPLETE } from '../../domain/portfolio/sync-status';
import { AppError } from '../../domain/kernel/errors';
import { requesterOf } from '../../domain/jobs/requester';
import { PipelineBench, SAVINGS, WALLET } from '../../../test/fakes/pipeline';
import { token, transaction } from '../../../test/fakes/scripted-history-source';
import { indexWalletKey } from '../../ports/work/jobs';
import { unhurriedBudget } from '../budget';
import { FRESH_MS } from './coverage';

const DAY = 86_400_000;
const ETH = nativeAsset('ethereum');
const ONE = 10n ** 18n;
const DAI = token('ethereum', 'DAI', '0x6b175474e89094c44da98b954eedeac495271d0f');
const down = new AppError('DATA_PROVIDER_ERROR', { provider: 'etherscan', error: 'timeout' });
const refused = new AppError('PROVIDER_ENTITLEMENT_ERROR', { provider: 'etherscan', error: 'plan' });

/** Buys 100 DAI with 1 ETH it had received. */
const history = (wallet: string) => [
  transaction(wallet, DAY, [{ in: 2n * ONE }]),
  transaction(wallet, 2 * DAY, [{ out: ONE }, { in: 100n * ONE, asset: DAI }]),
];

function bench(...args: ConstructorParameters<typeof PipelineBench>): PipelineBench {
  const it = new PipelineBench(...args);
  it.source.give('ethereum', WALLET.value, history(WALLET.value));
  it.prices.usd.set(ETH.id, '2000').set(DAI.id, '1');
  return it;
}

describe('WalletHistoryService', () => {
  it('indexes on first demand and answers classified, priced transactions', async () => {
    const it = bench();
    const { valued, syncStatus } = await it.histories.read(WALLET, [], it.whole());
    expect(valued.transactions.map(({ type }) => type)).toEqual(['transfer_in', 'swap']);
    expect(valued.transactions[1]?.legs.map(({ valueUsd }) => valueUsd)).toEqual([100n * ONE, 100n * ONE]);
    expect(valued.open).toEqual([]);
    expect(syncStatus).toEqual({
      ...COMPLETE,
      indexedAt: it.clock.now(),
      dataSources: [{ chain: 'ethereum', provider: 'scripted', readAt: it.clock.now() }],
    });
  });

  it('reads a bundled wallet while the upstream of its chain is out, and that ends no outage', async () => {
    const it = bench();
    await it.histories.read(WALLET, [], it.whole());
    it.clock.advance(FRESH_MS);
    await it.outages.begin('ethereum', down);
    it.bundled.addresses.add(WALLET.value);
    expect((await it.histories.read(WALLET, [], it.whole())).syncStatus.stale).toEqual([]);
    expect(it.source.reads).toHaveLength(2);
    it.bundled.addresses.clear();
    expect(await it.outages.of(WALLET.value, ['ethereum'])).not.toBeNull();
  });

  it('asks nobody again for what is known', async () => {
    const it = bench();
    await it.histories.read(WALLET, [], it.whole());
    const again = await it.histories.read(WALLET, [], it.whole());
    expect(it.source.reads).toHaveLength(1);
    expect(it.prices.historicalCalls).toHaveLength(1);
    expect(again.valued.transactions).toHaveLength(2);
  });

  it('fetches once for two hundred first requests', async () => {
    const it = bench();
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => it.histories.read(WALLET, [], it.whole())),
    );
    expect(it.source.reads).toHaveLength(1);
    expect(it.prices.historicalCalls).toHaveLength(1);
    expect(new Set(answers.map(({ valued }) => valued)).size).toBe(1);
  });

  it('gives meaning to the rows once for all who ask, and again when the rows change', async () => {
    const it = bench();
    await it.histories.read(WALLET, [], it.whole());
    const before = it.store.rowReads;
    await Promise.all(Array.from({ length: 5 }, () => it.reader.classified([WALLET])));
    expect(it.store.rowReads).toBe(before);
    it.store.touch('ethereum', WALLET.value);
    await Promise.all([it.reader.classified([WALLET]), it.reader.classified([WALLET, SAVINGS])]);
    expect(it.store.rowReads).toBe(before + 1);
  });

  it('classifies a long history once for the job that reads it and the request that waits for the job', async () => {
    const it = bench();
    const many = Array.from({ length: 15_001 }, (_, i) =>
      transaction(WALLET.value, DAY + i * 60_000, [{ in: ONE }]),
    );
    it.source.give('ethereum', WALLET.value, many);
    const { valued } = await it.histories.read(WALLET, [], it.whole());
    expect([valued.transactions.length, it.store.rowReads]).toEqual([15_001, 1]);
    // The next job goes on from what this one made of the rows.
    const before = await it.reader.classified([WALLET]);
    it.clock.advance(FRESH_MS);
    it.source.give('ethereum', WALLET.value, [
      ...many,
      transaction(WALLET.value, 2 * DAY * 365, [{ in: ONE }]),
    ]);
    await it.histories.read(WALLET, [], it.whole());
    const after = await it.reader.classified([WALLET]);
    expect(after.transactions.slice(0, -1).every((one, i) => one === before.transactions[i])).toBe(true);
    expect([after.transactions.length, it.store.rowReads]).toEqual([15_002, 2]);
  });

  it('reads on from the cursor when the history is old', async () => {
    const it = bench();
    await it.histories.read(WALLET, [], it.whole());
    it.clock.advance(FRESH_MS);
    it.source.give('ethereum', WALLET.value, [
      ...history(WALLET.value),
      transaction(WALLET.value, 3 * DAY, [{ in: ONE }]),
    ]);
    const { valued } = await it.histories.read(WALLET, [], it.whole());
    expect(it.source.reads.map(({ cursor }) => cursor)).toEqual([null, { read: 2 }]);
    expect(valued.transactions).toHaveLength(3);
  });

  it('reads a wallet again that was read a moment ago when the reading is ordered, and only that one', async () => {
    const it = bench();
    await it.histories.read(WALLET, [SAVINGS], it.whole());
    const ofSavings = it.source.reads.filter(({ address }) => address === SAVINGS.value).length;
    it.clock.advance(1);
    it.source.give('ethereum', WALLET.value, [
      ...history(WALLET.value),
      transaction(WALLET.value, 3 * DAY, [{ in: ONE }]),
    ]);
    const passedOver = await it.histories.read(WALLET, [SAVINGS], it.whole());
    expect(passedOver.valued.transactions).toHaveLength(2);
    const ordered = { ...it.whole(), since: it.clock.now() };
    const { valued } = await it.histories.read(WALLET, [SAVINGS], ordered);
    expect(valued.transactions).toHaveLength(3);
    expect(it.source.reads.filter(({ address }) => address === SAVINGS.value)).toHaveLength(ofSavings);
  });

  it.each([
    ['down', down],
    ['refused', refused],
  ])('passes on the code of a provider that is %s, and recovers with the next call', async (_name, error) => {
    const it = bench();
    it.source.fail('ethereum', error);
    await expect(it.histories.read(WALLET, [], it.whole())).rejects.toMatchObject({
      code: error.code,
      details: error.details,
    });
    it.source.heal('ethereum');
    await expect(it.histories.read(WALLET, [], it.whole())).resolves.toMatchObject({
      syncStatus: { unavailable: [], stale: [] },
    });
  });

  describe('while the circuit of an upstream is open', () => {
    /** Nothing is answered before the job that reads ends. */
    const refused = async (it: PipelineBench): Promise<() => void> => {
      it.source.refuse('ethereum', down)();
      await it.histories.read(WALLET, [], it.whole()).catch(() => undefined);
      return it.source.refuse('ethereum', down);
    };
    const failure = { code: down.code, details: down.details };

    it('answers with the failure at once, and the job goes on', async () => {
      const it = bench();
      const release = await refused(it);
      await expect(it.histories.read(WALLET, [], it.whole())).rejects.toMatchObject(failure);
      await expect(it.histories.read(SAVINGS, [], it.whole())).rejects.toMatchObject(failure);
      await expect(it.jobs.active('index_wallet', [indexWalletKey(SAVINGS.value)])).resolves.toHaveProperty(
        'size',
        1,
      );
      it.source.heal('ethereum');
      release();
      await it.jobs.idle();
      const { valued } = await it.histories.read(WALLET, [], it.whole());
      expect(valued.transactions).toHaveLength(2);
    });

    it('answers at once with what is stored', async () => {
      const it = bench();
      await it.histories.read(WALLET, [], it.whole());
      it.clock.advance(2 * FRESH_MS);
      const release = await refused(it);
      const { syncStatus, valued } = await it.histories.read(WALLET, [], it.whole());
      expect(valued.transactions).toHaveLength(2);
      expect(syncStatus.stale).toMatchObject([{ chain: 'ethereum', code: 'DATA_PROVIDER_ERROR' }]);
      release();
      await it.jobs.idle();
    });

    it('is waited for by background work', async () => {
      const it = bench();
      const release = await refused(it);
      const signal = new AbortController().signal;
      const reading = it.histories.read(WALLET, [], unhurriedBudget(signal, it.clock.now(), null));
      it.source.heal('ethereum');
      release();
      expect((await reading).valued.transactions).toHaveLength(2);
    });
  });

  it('names the chain that failed when another one answered', async () => {
    const it = bench(['ethereum', 'base']);
    it.source.fail('base', down);
    const { syncStatus, valued } = await it.histories.read(WALLET, [], it.whole());
    expect(syncStatus.unavailable).toEqual([{ chain: 'base', code: 'DATA_PROVIDER_ERROR' }]);
    expect(valued.transactions).toHaveLength(2);
    it.source.heal('base');
    const next = await it.histories.read(WALLET, [], it.whole());
    expect(next.syncStatus.unavailable).toEqual([]);
  });

  it('logs one line for each chain of a wallet, also for one that cannot be read and one without rows', async () => {
    const it = bench(['ethereum', 'base', 'polygon']);
    it.source.fail('base', down);
    const lines: string[] = [];
    const write = (line: unknown): void => void lines.push(String(line));
    Logger.overrideLogger({ log: write, warn: write, error: write });
    await it.histories.read(WALLET, [], it.whole());
    Logger.overrideLogger(false);
    expect(lines.toSorted()).toEqual([
      expect.stringMatching(/^base could not be read: /),
      expect.stringMatching(`^ethereum ${WALLET.value}: 2 new rows in \\d+\\.\\d s$`),
      expect.stringMatching(`^polygon ${WALLET.value}: 0 new rows in \\d+\\.\\d s$`),
    ]);
  });

  it('goes on serving a whole history while upstream is down, and says of when it is', async () => {
    const it = bench();
    const readAt = it.clock.now();
    await it.histories.read(WALLET, [], it.whole());
    it.clock.advance(2 * FRESH_MS);
    it.source.fail('ethereum', down);
    const { syncStatus, valued } = await it.histories.read(WALLET, [], it.whole());
    expect(valued.transactions).toHaveLength(2);
    expect(syncStatus.stale).toEqual([{ chain: 'ethereum', code: 'DATA_PROVIDER_ERROR', indexedAt: readAt }]);
    expect(syncStatus.indexedAt).toBe(readAt);
  });

  it('answers within the budget while upstream is silent; the next call finds the rest', async () => {
    const it = bench();
    it.source.hang('ethereum');
    const first = await it.histories.read(WALLET, [], it.partial());
    expect(first.syncStatus.historyPending).toBe(true);
    expect(first.valued.transactions).toEqual([]);
    it.source.heal('ethereum');
    await it.jobs.idle();
    const second = await it.histories.read(WALLET, [], it.whole());
    expect(second.syncStatus.historyPending).toBe(false);
    expect(second.valued.transactions).toHaveLength(2);
    expect(it.source.reads).toHaveLength(1);
  });

  it('leaves the job running when the caller goes away', async () => {
    const it = bench();
    it.source.hang('ethereum');
    const client = new AbortController();
    const leader = it.histories.read(WALLET, [], it.whole(client.signal));
    const follower = it.histories.read(WALLET, [], it.whole());
    client.abort(new Error('gone'));
    await expect(leader).rejects.toThrow('gone');
    it.source.heal('ethereum');
    await expect(follower).resolves.toMatchObject({ syncStatus: { historyPending: false } });
    expect(it.source.reads).toHaveLength(1);
  });

  describe('prices', () => {
    it('does not take an outage for "no price", and asks again with the next call', async () => {
      const it = bench();
      it.prices.silent.add(DAI.id);
      const first = await it.histories.read(WALLET, [], it.whole());
      expect(first.syncStatus.pricesPending).toBe(true);
      expect(first.valued.open.map(({ assetId }) => assetId)).toEqual([DAI.id]);
      it.prices.silent.clear();
      const second = await it.histories.read(WALLET, [], it.whole());
      expect(second.syncStatus.pricesPending).toBe(false);
      expect(second.valued.transactions[1]?.legs.map(({ valueUsd }) => valueUsd)).toEqual([
        100n * ONE,
        100n * ONE,
      ]);
      expect(it.source.reads).toHaveLength(1);
    });

    it('remembers that nobody prices an asset, and flags what it touches', async () => {
      const it = bench();
      it.prices.usd.clear();
      const { valued, syncStatus } = await it.histories.read(WALLET, [], it.whole());
      expect(syncStatus.pricesPending).toBe(false);
      expect(valued.transactions[1]?.flags).toContain('missing_price');
      await it.histories.read(WALLET, [], it.whole());
      expect(it.prices.historicalCalls).toHaveLength(1);
    });
  });

  describe('several wallets of one owner', () => {
    it('reads each, judges transfers between them as internal, and names what cannot be read', async () => {
      const it = bench();
      const funding = { hash: `0x${'f'.repeat(64)}`, at: DAY };
      it.source.give('ethereum', WALLET.value, [
        transaction(WALLET.value, DAY, [{ in: ONE, with: SAVINGS.value }], funding),
      ]);
      it.source.give('ethereum', SAVINGS.value, [
        transaction(SAVINGS.value, DAY - 1000, [{ in: 2n * ONE }]),
        transaction(SAVINGS.value, DAY, [{ out: ONE, with: WALLET.value }], funding),
      ]);
      const alone = await it.histories.read(WALLET, [], it.whole());
      const together = await it.histories.read(WALLET, [SAVINGS, WALLET], it.whole());
      expect(alone.valued.transactions.map(({ type }) => type)).toEqual(['transfer_in']);
      expect(together.wallets).toEqual([WALLET.value, SAVINGS.value]);
      expect(together.valued.transactions.map(({ type }) => type)).toEqual([
        'internal_transfer',
        'transfer_in',
        'internal_transfer',
      ]);
    });

    it('read as one, they are what each is beside the others', async () => {
      const it = bench();
      it.source.give('ethereum', SAVINGS.value, [transaction(SAVINGS.value, DAY, [{ in: ONE }])]);
      const joint = await it.readTogether([SAVINGS, WALLET, SAVINGS], it.whole());
      const one = await it.histories.read(WALLET, [SAVINGS], it.whole());
      expect(joint.valued).toBe(one.valued);
      expect([joint.wallets, joint.failures.size]).toEqual([one.wallets, 0]);
      const none = await it.readTogether([], it.whole());
      expect(none).toMatchObject({ wallets: [], valued: { transactions: [], open: [] } });
    });

    it('read as one, what cannot be read names its wallet, until nothing can', async () => {
      const it = bench();
      await it.histories.read(WALLET, [], it.whole());
      it.source.fail('ethereum', down);
      const joint = await it.readTogether([WALLET, SAVINGS], it.whole());
      const unavailable = [{ chain: 'ethereum', code: 'DATA_PROVIDER_ERROR', address: SAVINGS.given }];
      expect(joint.syncStatus.unavailable).toEqual(unavailable);
      expect([...joint.failures]).toEqual([[SAVINGS.value, expect.objectContaining({ code: down.code })]]);
      expect(joint.valued.transactions).toHaveLength(2);
      await expect(it.readTogether([SAVINGS], it.whole())).rejects.toMatchObject({
        code: down.code,
        details: down.details,
      });
    });

    it('gives the same history whichever order the wallets are named in', async () => {
      const it = bench();
      const one = await it.histories.read(WALLET, [SAVINGS], it.whole());
      const other = await it.histories.read(SAVINGS, [WALLET], it.whole());
      expect(other.valued).toBe(one.valued);
    });
  });
});

describe('wallets that a caller without a credential reads together', () => {
  const ofNobody = (it: PipelineBench) => ({
    ...it.whole(),
    requester: requesterOf({ kind: 'anonymous' }, '203.0.113.0/24'),
  });
  const withSavings = (...args: Parameters<typeof bench>): PipelineBench => {
    const it = bench(...args);
    it.source.give('ethereum', SAVINGS.value, history(SAVINGS.value));
    return it;
  };

  it('give the same history as with one, and are not kept', async () => {
    const it = withSavings();
    const { valued: kept } = await it.histories.read(WALLET, [SAVINGS], it.whole());
    expect((await it.histories.read(WALLET, [SAVINGS], it.whole())).valued).toBe(kept);
    await it.histories.forget(SAVINGS.value);
    const { valued } = await it.histories.read(WALLET, [SAVINGS], ofNobody(it));
    expect([valued.transactions, valued.open]).toEqual([kept.transactions, []]);
    expect((await it.histories.read(WALLET, [SAVINGS], ofNobody(it))).valued).not.toBe(valued);
    expect(await it.histories.forget(SAVINGS.value)).toEqual([]);
    // Anyone may read one wallet: all who do share it.
    const { valued: alone } = await it.histories.read(WALLET, [], ofNobody(it));
    expect((await it.histories.read(WALLET, [], it.whole())).valued).toBe(alone);
  });

  it('leave no snapshot', async () => {
    const it = withSavings();
    for (const owned of [[SAVINGS], []]) {
      await it.snapshots.of(WALLET, owned, ofNobody(it), ['positions']);
      for (let i = 0; i < 100; i++) await new Promise((wake) => setImmediate(wake));
      const scopes = await it.stored.scopesOf(WALLET.value, 0, 9);
      expect(scopes).toHaveLength(owned.length > 0 ? 0 : 1);
    }
  });

  it('are refused before they are computed, when they have many rows', async () => {
    const it = withSavings(['ethereum'], { PARTIAL_BUDGET_MS: '200', ANONYMOUS_LEDGER_ROWS: '3' });
    const before = it.store.rowReads;
    await it.histories.read(WALLET, [], ofNobody(it));
    await expect(it.histories.read(WALLET, [SAVINGS], ofNobody(it))).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      details: { limit_rows: 3 },
    });
    expect((await it.histories.read(WALLET, [SAVINGS], it.whole())).valued.transactions).toHaveLength(4);
    expect(it.store.rowReads).toBeGreaterThan(before);
  });
});
