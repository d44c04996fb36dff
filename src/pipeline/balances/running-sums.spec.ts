import { nativeAsset } from '../../domain/kernel/asset';
import { RunningBalances } from '../../domain/portfolio/balances';
import type { WalletTransaction } from '../../domain/chain/facts/wallet-transaction';
import { PipelineBench, WALLET } from '../../../test/fakes/pipeline';
import { transaction } from '../../../test/fakes/scripted-history-source';
import { RunningSums } from './running-sums';

const ETH = nativeAsset('ethereum');

/** Counts what is added. */
class CountedBalances extends RunningBalances {
  constructor(private readonly added: WalletTransaction[]) {
    super();
  }

  override add(one: WalletTransaction): void {
    this.added.push(one);
    super.add(one);
  }
}

describe('RunningSums', () => {
  const added: WalletTransaction[] = [];
  let sums: RunningSums<CountedBalances>;
  let history: readonly WalletTransaction[];
  beforeEach(async () => {
    added.length = 0;
    sums = new RunningSums(() => new CountedBalances(added));
    const it = new PipelineBench(['ethereum']);
    const receipts = [1n, 2n, 4n, 8n].map((units, day) =>
      transaction(WALLET.value, (day + 1) * 86_400_000, [{ in: units }]),
    );
    it.source.give('ethereum', WALLET.value, receipts);
    await it.ledgers.of(WALLET, [], it.whole());
    history = (await it.reader.classified([WALLET])).transactions;
  });

  const unitsOf = (transactions: readonly WalletTransaction[]) =>
    sums.of(transactions, (sum) => sum.held().map(({ asset, quantity }) => [asset.id, quantity]));

  it('adds only what follows on the history before', async () => {
    expect(await unitsOf(history.slice(0, 3))).toEqual([[ETH.id, 7n]]);
    expect(await unitsOf(history)).toEqual([[ETH.id, 15n]]);
    expect(added).toEqual(history);
    expect(await unitsOf(history)).toEqual([[ETH.id, 15n]]);
    expect(added).toHaveLength(4);
  });

  it('adds up the whole history when a transaction has come between, or is gone', async () => {
    const [a, b, c, d] = history as [WalletTransaction, ...WalletTransaction[]];
    const late = [a, c, d].filter((one) => one !== undefined);
    expect(await unitsOf(late)).toEqual([[ETH.id, 13n]]);
    expect(await unitsOf(history)).toEqual([[ETH.id, 15n]]);
    expect(await unitsOf([a, ...(b ? [b] : [])])).toEqual([[ETH.id, 3n]]);
  });

  it('does not mix two calls for the same history', async () => {
    await unitsOf(history.slice(0, 2));
    const both = await Promise.all([unitsOf(history), unitsOf(history)]);
    expect(both).toEqual([[[ETH.id, 15n]], [[ETH.id, 15n]]]);
  });

  it('has nothing for an empty history', async () => {
    expect(await unitsOf([])).toEqual([]);
  });
});
