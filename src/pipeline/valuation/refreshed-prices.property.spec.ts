import fc from 'fast-check';
import { PipelineBench, WALLET } from '../../../test/fakes/pipeline';
import { token, transaction } from '../../../test/fakes/scripted-history-source';
import { nativeAsset } from '../../domain/kernel/asset';
import { WalletHistoryService } from '../history/wallet-history.service';

const DAY = 86_400_000;
const ONE = 10n ** 18n;
const TOKENS = ['1', '2', '3'].map((n) => token('ethereum', `T${n}`, `0x${n.repeat(40)}`));
const ASSETS = [nativeAsset('ethereum'), ...TOKENS];

const pickOne = fc.integer({ min: 0, max: ASSETS.length - 1 });
const swaps = fc.array(fc.tuple(pickOne, pickOne, fc.bigInt(1n, 9n)), { minLength: 1, maxLength: 12 });
/** In which part each price arrives (null: never), and its value (0: no source has one). */
const arrivals = fc.array(
  fc.tuple(fc.option(fc.integer({ min: 0, max: 2 })), fc.integer({ min: 0, max: 5 })),
  {
    minLength: 24,
    maxLength: 24,
  },
);

/** As a process that has never heard of the wallet reads it. */
const anew = async (it: PipelineBench) => {
  const histories = new WalletHistoryService(
    it.store,
    it.source,
    it.reader,
    it.jobs,
    it.clock,
    it.config,
    it.early,
    it.indexing,
    it.orders,
    it.outages,
  );
  return histories.completeStored(await histories.storedCovered(WALLET, []));
};

describe('a cached history whose prices come in', () => {
  it('is at every moment what a reading anew gives, however the prices arrive', async () => {
    await fc.assert(
      fc.asyncProperty(swaps, arrivals, async (story, when) => {
        const it = new PipelineBench();
        const history = story.map(([given, got, amount], day) =>
          transaction(WALLET.value, (day + 1) * DAY, [
            { out: amount * ONE, asset: ASSETS[given] },
            { in: ONE, asset: ASSETS[got] },
          ]),
        );
        it.source.give('ethereum', WALLET.value, history);
        for (const { id } of ASSETS) it.prices.silent.add(id);
        await it.histories.read(WALLET, [], it.whole());
        const { open } = (await it.storedHistory(WALLET, [])).valued;
        for (const part of [0, 1, 2]) {
          await it.store.savePrices(
            open.flatMap((query, i) => {
              const [arrives, usd] = when[i] ?? [0, 1];
              if (arrives !== part) return [];
              return { query, price: usd === 0 ? null : { usd: `${usd}`, at: query.at, source: 'market' } };
            }),
          );
          const [cached, fresh] = [await it.storedHistory(WALLET, []), await anew(it)];
          expect(cached.valued).toEqual(fresh.valued);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('reads no row again, and keeps every transaction that no news is about', async () => {
    const it = new PipelineBench();
    const [ether = nativeAsset('ethereum'), other = ether] = ASSETS;
    const got = (day: number, asset: typeof ether) =>
      transaction(WALLET.value, day * DAY, [{ in: ONE, asset }]);
    it.source.give('ethereum', WALLET.value, [got(1, ether), got(2, other)]);
    it.prices.silent.add(ether.id).add(other.id);
    await it.histories.read(WALLET, [], it.whole());
    const before = (await it.storedHistory(WALLET, [])).valued;
    const rowReads = it.store.rowReads;
    const [query] = before.open.filter(({ assetId }) => assetId === other.id);
    if (!query) throw new Error('its price is open');
    await it.store.savePrices([{ query, price: { usd: '3', at: query.at, source: 'market' } }]);
    const after = (await it.storedHistory(WALLET, [])).valued;
    expect(after.transactions[1]?.legs[0]?.valueUsd).toBe(3n * ONE);
    expect(after.transactions[0]).toBe(before.transactions[0]);
    expect(it.store.rowReads).toBe(rowReads);
  });
});
