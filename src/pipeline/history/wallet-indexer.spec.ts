import { PipelineBench, WALLET } from '../../../test/fakes/pipeline';
import { transaction } from '../../../test/fakes/scripted-history-source';
import { nativeAsset } from '../../domain/kernel/asset';
import type { ChainName } from '../../domain/kernel/chain';
import { AppError } from '../../domain/kernel/errors';
import type { ChainTransaction } from '../../domain/chain/facts/chain-transaction';
import type { RawRow } from '../../ports/upstream/history-source';
import { FakeRawHistoryStore } from '../../../test/fakes/fake-raw-history-store';

const DAY = 86_400_000;
const ONE = 10n ** 18n;
const CHAINS: ChainName[] = ['ethereum', 'polygon'];
const down = new AppError('DATA_PROVIDER_ERROR', { provider: 'etherscan', error: 'timeout' });

/** Two chains, of which the second is down. */
function twoChains() {
  const it = new PipelineBench(CHAINS);
  for (const [i, chain] of CHAINS.entries()) {
    const history = [1, 2, 3].map((day) =>
      transaction(WALLET.value, (day + i / 2) * DAY, [{ in: ONE }], { chain }),
    );
    it.source.give(chain, WALLET.value, history);
    it.prices.usd.set(nativeAsset(chain).id, '2');
  }
  it.source.fail('polygon', down);
  const rowsOf: ChainName[] = [];
  it.store.rows = (chain: ChainName, address: string, fromBlock?: number): Promise<RawRow[]> => {
    rowsOf.push(chain);
    return FakeRawHistoryStore.prototype.rows.call(it.store, chain, address, fromBlock);
  };
  const ask = () => it.histories.read(WALLET, [], it.whole());
  /** How often the upstreams were asked about the first chain, and its rows were read for classification. */
  const spent = () => ({
    calls: it.source.reads.filter(({ chain }) => chain === 'ethereum').length,
    rows: rowsOf.filter((chain) => chain === 'ethereum').length,
    prices: it.prices.historicalCalls.flat().filter(({ assetId }) => assetId.startsWith('ethereum:')).length,
  });
  return { ...it, ask, spent, source: it.source };
}

describe('a chain that fails beside one that was read', () => {
  it('is tried again alone, as long as the other one is fresh', async () => {
    const { ask, spent, source } = twoChains();
    await ask();
    const first = spent();
    expect(first).toEqual({ calls: 1, rows: 1, prices: 3 });
    await ask();
    await ask();
    expect(source.reads.filter(({ chain }) => chain === 'polygon')).toHaveLength(3);
    expect(spent()).toEqual(first);
  });

  it('is read and priced without the other one when it is well again', async () => {
    const { ask, spent, source } = twoChains();
    await ask();
    const first = spent();
    source.heal('polygon');
    const { valued } = await ask();
    expect(valued.transactions.map(({ chain }) => chain).toSorted()).toEqual(
      CHAINS.flatMap((chain) => [chain, chain, chain]),
    );
    expect(spent()).toEqual(first);
  });
});

describe('a read of several pages', () => {
  const bench = () => {
    // A busy machine takes long for a long page.
    const it = new PipelineBench(['ethereum'], { PARTIAL_BUDGET_MS: '20000' });
    it.prices.usd.set(nativeAsset('ethereum').id, '2');
    const saves: number[] = [];
    const savePage = it.store.savePage.bind(it.store);
    it.store.savePage = (...args) => {
      saves.push(args[2].rows.length);
      return savePage(...args);
    };
    const show = (count: number, isShown: (one: ChainTransaction) => boolean = () => true) =>
      it.source.give(
        'ethereum',
        WALLET.value,
        Array.from({ length: count }, (_, i) =>
          transaction(WALLET.value, (i + 1) * 12_000, [{ in: ONE }]),
        ).filter(isShown),
      );
    const read = () => it.histories.read(WALLET, [], it.whole());
    return { ...it, show, read, saves, source: it.source, clock: it.clock };
  };

  it('stores each page of a first read, and those of a later one together', async () => {
    const { show, read, saves, source, clock } = bench();
    source.pageSize = 2;
    show(3);
    await read();
    expect(saves.splice(0)).toEqual([2, 1]);
    show(6);
    clock.advance(DAY);
    expect((await read()).valued.transactions).toHaveLength(6);
    expect(saves).toEqual([6]);
  });

  it('leaves the history as it was when a later one fails in the middle', async () => {
    const { show, read, saves, source, clock } = bench();
    source.pageSize = 2;
    show(3);
    await read();
    saves.splice(0);
    show(6);
    clock.advance(DAY);
    source.failOnceAfter(2, down);
    const { valued, syncStatus } = await read();
    expect(valued.transactions).toHaveLength(3);
    expect(syncStatus.stale).toMatchObject([{ chain: 'ethereum', code: 'DATA_PROVIDER_ERROR' }]);
    expect(saves).toEqual([]);
    expect((await read()).valued.transactions).toHaveLength(6);
  });

  it('stores a later one in parts when it is long', async () => {
    const { show, read, saves, source, clock } = bench();
    show(1);
    await read();
    saves.splice(0);
    source.pageSize = 3_000;
    show(10_000);
    clock.advance(DAY);
    await read();
    expect(saves).toEqual([6_000, 4_000]);
  });

  it('removes rows of the parts that replace them only', async () => {
    const { show, read, store, source, clock } = bench();
    source.pageSize = 2;
    show(9);
    await read();
    const blocks = async () => (await store.rows('ethereum', WALLET.value)).map(({ block }) => block);
    const [one = 0, , , , five = 0, , seven = 0, ...rest] = await blocks();
    clock.advance(DAY);
    // Three parts follow each other. The first and the last lack rows and replace, the one between is doubted.
    const lost = new Set([one, five, rest[0]]);
    show(9, (transaction) => !lost.has(transaction.block ?? 0));
    source.replaces = [[0, five], null, [seven, Infinity]];
    await read();
    expect(await blocks()).not.toContain(one);
    expect(await blocks()).toEqual(expect.arrayContaining([five, ...rest]));
  });
});

describe('a history that is cleared while a job reads it', () => {
  const read = () => {
    const it = new PipelineBench();
    const history = [1, 2, 3].map((day) => transaction(WALLET.value, day * DAY, [{ in: ONE }]));
    it.source.give('ethereum', WALLET.value, history);
    it.prices.usd.set(nativeAsset('ethereum').id, '2');
    it.source.pageSize = 1;
    return it;
  };

  it.each<[string, (it: PipelineBench, clear: () => Promise<void>) => void]>([
    ['after its rows are read', (it, clear) => it.indexer.onRead(clear)],
    [
      'between two pages',
      (it, clear) => {
        const { savePage } = FakeRawHistoryStore.prototype;
        it.store.savePage = async (...page) => {
          const saved = await savePage.apply(it.store, page);
          await clear();
          return saved;
        };
      },
    ],
  ])('is read again: %s', async (_when, hook) => {
    const it = read();
    let left = 1;
    hook(it, async () => {
      if (left-- > 0) await it.store.clearHistory(WALLET.value);
    });
    const { valued } = await it.histories.read(WALLET, [], it.whole());
    expect(valued.transactions).toHaveLength(3);
  });

  it('again and again is a failure that passes', async () => {
    const it = read();
    it.indexer.onRead(async () => void (await it.store.clearHistory(WALLET.value)));
    await expect(it.histories.read(WALLET, [], it.whole())).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
  });
});
