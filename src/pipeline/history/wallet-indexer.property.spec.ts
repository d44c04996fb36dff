import fc from 'fast-check';
import { PipelineBench, WALLET } from '../../../test/fakes/pipeline';
import { token, transaction } from '../../../test/fakes/scripted-history-source';
import { nativeAsset } from '../../domain/kernel/asset';
import { AppError } from '../../domain/kernel/errors';
import type { ChainTransaction } from '../../domain/chain/facts/chain-transaction';
import { priceQueryKey } from '../../ports/upstream/price-source';
import { BalanceComparison } from '../balances/balance-comparison.service';
import { BalanceObserver } from './balance-observer.service';
import { FRESH_MS } from './coverage';
import type { ValuedHistory } from './history-reader.service';
import { IndexingProcessor } from './indexing.processor';
import { WalletIndexer } from './wallet-indexer.service';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ONE = 10n ** 18n;
const ETH = nativeAsset('ethereum');
/** Grows, so that its balance is observed once a day. */
const STETH = token('ethereum', 'stETH', '0xae7ab96520de3a18e5e111b5eaab095312d7fe84');
const ASSETS = [
  ETH,
  STETH,
  token('ethereum', 'T1', `0x${'1'.repeat(40)}`),
  token('ethereum', 'T2', `0x${'2'.repeat(40)}`),
];
const down = new AppError('DATA_PROVIDER_ERROR', { provider: 'etherscan', error: 'timeout' });

const steps = fc.array(
  fc.record({
    /** Received unasked, or bought, once or twice; null: nothing is new. */
    arrives: fc.option(
      fc.record({
        asset: fc.constantFrom(0, 1, 1, 2, 3),
        isBought: fc.boolean(),
        times: fc.constantFrom(1, 2),
      }),
      { freq: 2 },
    ),
    waits: fc.constantFrom(FRESH_MS, FRESH_MS, DAY),
    isExpired: fc.boolean(),
    /** A market has this asset from now on. */
    priced: fc.option(fc.integer({ min: 0, max: 3 })),
    /** The chain has no balance of the token that grows. */
    isUnread: fc.boolean(),
    isSilent: fc.boolean(),
    isDown: fc.boolean(),
  }),
  { minLength: 2, maxLength: 8 },
);

type Step = typeof steps extends fc.Arbitrary<(infer T)[]> ? T : never;

const QUIET: Step = {
  arrives: null,
  waits: FRESH_MS,
  isExpired: false,
  priced: null,
  isUnread: false,
  isSilent: false,
  isDown: false,
};
const UNREAD: Step = { ...QUIET, isUnread: true };
/** Reads with work left for the next one, although no row is new. */
const UNSETTLED: [Step[]][] = [
  // The chain states no balance.
  [[{ ...UNREAD, arrives: { asset: 1, isBought: true, times: 1 } }, UNREAD, UNREAD]],
  // The price that shows hidden units arrives, and then those of their other receipts are needed.
  [[{ ...QUIET, arrives: { asset: 2, isBought: false, times: 2 }, priced: 2 }, QUIET, QUIET]],
];

/** However long a step takes on this machine, no time passes in it. */
function bench(): PipelineBench {
  const it = new PipelineBench();
  it.clock.elapsed = () => it.clock.now();
  return it;
}

/** As if every job ran in a process that has not seen the wallet. */
function forgetful(it: PipelineBench): PipelineBench {
  const observer = new BalanceObserver(it.source, it.store, it.observations, it.clock);
  const comparison = new BalanceComparison(it.source, it.store, it.clock);
  it.jobs.processors.index_wallet = () => {
    const indexer = new WalletIndexer(
      it.store,
      it.source,
      it.prices,
      it.reader,
      it.clock,
      observer,
      it.early,
      it.outages,
      comparison,
    );
    return new IndexingProcessor(it.jobs, indexer).indexWallets();
  };
  return it;
}

/** What the upstreams were asked, and what the history is then. */
async function story(
  it: PipelineBench,
  told: readonly Step[],
  check = async (_: ValuedHistory | null) => {},
) {
  const history: ChainTransaction[] = [transaction(WALLET.value, DAY, [{ in: 9n * ONE }])];
  const seen: unknown[] = [];
  it.prices.usd.set(ETH.id, '2000');
  for (const [i, { arrives, waits, isExpired, priced, isUnread, isSilent, isDown }] of told.entries()) {
    const asset = ASSETS[arrives?.asset ?? 0] ?? ETH;
    for (let time = 0; time < (arrives?.times ?? 0); time++)
      history.push(
        transaction(WALLET.value, (i + 2) * DAY + time * HOUR, [
          ...(arrives?.isBought ? [{ out: ONE / 10n }] : []),
          // A sender of its own for each asset: what a known counterparty sends is never hidden.
          { in: ONE, asset, ...(arrives?.isBought ? {} : { with: `0x${`b${arrives?.asset}`.repeat(20)}` }) },
        ]),
      );
    it.source.give('ethereum', WALLET.value, [...history]);
    if (isExpired) it.store.expirePrices();
    if (priced !== null) it.prices.usd.set(ASSETS[priced]?.id ?? '', '3');
    if (isUnread) it.source.onChain.delete(STETH.id);
    else it.source.onChain.set(STETH.id, 5n * ONE);
    if (isSilent) it.prices.silent.add(STETH.id);
    else it.prices.silent.delete(STETH.id);
    if (isDown) it.source.fail('ethereum', down);
    else it.source.heal('ethereum');
    const { valued } = await it.histories.read(WALLET, [], it.whole()).catch(() => ({ valued: null }));
    seen.push({ calls: it.prices.historicalCalls.length, balances: it.source.balanceCalls.length, valued });
    await check(valued);
    it.clock.advance(waits);
  }
  const asked = it.prices.historicalCalls.map((queries) => queries.map(priceQueryKey));
  return { seen, asked };
}

describe('a wallet that is read again', () => {
  it('asks for the prices and balances of a process that has not seen it, whatever happens meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (told) => {
        expect(await story(bench(), told)).toEqual(
          await story(forgetful(bench()), told),
        );
      }),
      { numRuns: 25, examples: UNSETTLED },
    );
  });

  it('has the values of a process that has not seen it, whatever happens meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (told) => {
        const it = bench();
        await story(it, told, async (valued) => {
          const wallets = valued?.wallets ?? [];
          expect(await it.reader.read(wallets, null)).toEqual(await it.newReader().read(wallets, null));
        });
      }),
      { numRuns: 25, examples: UNSETTLED },
    );
  });

  it('looks up no price but those that may change while nothing is new', async () => {
    const it = bench();
    const bought = ASSETS.slice(2).map((asset, i) =>
      transaction(WALLET.value, (i + 2) * DAY, [{ out: ONE }, { in: ONE, asset }]),
    );
    it.source.give('ethereum', WALLET.value, [transaction(WALLET.value, DAY, [{ in: 9n * ONE }]), ...bought]);
    it.prices.usd.set(ETH.id, '2000').set(ASSETS[2]?.id ?? '', '3');
    const lookups = async () => {
      const before = it.store.priceReads;
      await it.histories.covered(WALLET, [], it.whole());
      it.clock.advance(FRESH_MS);
      return it.store.priceReads - before;
    };
    const first = await lookups();
    // No market has the price of one token.
    expect([await lookups(), await lookups()]).toEqual([1, 1]);
    it.store.touch('ethereum', WALLET.value);
    expect(await lookups()).toBeGreaterThan(1);
    expect(first).toBeGreaterThan(1);
  });
});
