import { PipelineBench, WALLET } from '../fakes/pipeline';
import { token, transaction } from '../fakes/scripted-history-source';
import { nativeAsset } from '../../src/domain/kernel/asset';
import { toSyncStatus } from '../../src/presenters/sync-status.presenter';
import { TaxSummaries } from '../../src/pipeline/ledger/reader/tax-summaries.service';

const MINUTE = 60_000;
const ONE = 10n ** 18n;
const ETH = nativeAsset('ethereum');
const DAI = token('ethereum', 'DAI', '0x6b175474e89094c44da98b954eedeac495271d0f');

/** Purchases of one ETH at falling prices, each followed by a sale at a loss. */
function trades(count: number): PipelineBench {
  const it = new PipelineBench(['ethereum'], { PARTIAL_BUDGET_MS: '200', ENABLE_WASH_SALES: 'true' });
  const first = transaction(WALLET.value, MINUTE, [{ in: 1_000_000n * ONE, asset: DAI }]);
  const pairs = Array.from({ length: count }, (_, i) => {
    const price = BigInt(2 * count - i) * ONE;
    const sold = (ONE * BigInt(90 + (i % 10))) / 100n;
    const at = (2 + 2 * i) * MINUTE;
    return [
      transaction(WALLET.value, at, [{ out: price, asset: DAI }, { in: ONE }]),
      transaction(WALLET.value, at + MINUTE, [
        { out: sold },
        { in: (price * sold) / (2n * ONE), asset: DAI },
      ]),
    ];
  });
  it.source.give('ethereum', WALLET.value, [first, ...pairs.flat()]);
  it.prices.usd.set(ETH.id, '100').set(DAI.id, '1');
  return it;
}

describe('a wallet with very many wash sales', () => {
  it.each([
    [20, {}],
    [400, { wash_sales_approximate: true }],
  ])('of %i pairs of trades states in every answer whether they are approximate', async (count, expected) => {
    const it = trades(count);
    const alone = await it.ledgers.of(WALLET, [], it.whole());
    const { history, ledger } = await it.ledgers.together([WALLET], it.whole());
    expect(ledger?.washSales.length).toBeGreaterThan(count / 2);
    expect(toSyncStatus(alone.history.syncStatus)).toEqual(expected);
    expect(toSyncStatus(history.syncStatus)).toEqual(expected);
    await it.snapshots.compute({ given: WALLET.given, owned: [] });
    const stored = await it.snapshots.of(WALLET, [], it.whole(), ['taxSummaries']);
    expect(stored.snapshot && toSyncStatus(stored.syncStatus)).toEqual(expected);
    const { summaries, ledger: figures } = await new TaxSummaries(it.snapshots, it.views).together(
      [WALLET],
      undefined,
      it.whole(),
    );
    expect([summaries.length, figures.isApproximate]).toEqual([1, count > 100]);
  });
});
