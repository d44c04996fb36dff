import { nativeAsset } from '../../domain/kernel/asset';
import { PipelineBench, WALLET } from '../../../test/fakes/pipeline';
import { token, transaction } from '../../../test/fakes/scripted-history-source';

const DAY = 86_400_000;
const ONE = 10n ** 18n;
const ETH = nativeAsset('ethereum');
const DAI = token('ethereum', 'DAI', '0x6b175474e89094c44da98b954eedeac495271d0f');

describe('EarlyBalances', () => {
  it('finds the sums of a history that the job has read before its ledger is there', async () => {
    const it = new PipelineBench(['ethereum']);
    it.source.give('ethereum', WALLET.value, [
      transaction(WALLET.value, DAY, [{ in: 3n * ONE, asset: DAI }, { out: 1n }]),
    ]);
    await it.ledgers.of(WALLET, [], it.partial());
    await it.jobs.idle();
    const { transactions } = await it.reader.classified([WALLET]);
    await it.early.note(WALLET, transactions);
    const balances = await it.early.of(WALLET, [], it.partial());
    expect(balances.map(({ asset, quantity }) => [asset, quantity])).toEqual([[DAI, 3n * ONE]]);
  });

  it('goes on with a call whose first caller has disconnected', async () => {
    const it = new PipelineBench(['ethereum']);
    it.source.onChain.set(ETH.id, 5n);
    const first = new AbortController();
    it.early.ask(WALLET, it.partial(first.signal));
    first.abort();
    expect(await it.early.of(WALLET, [], it.partial())).toEqual([{ asset: ETH, quantity: 5n }]);
  });

  it('sets the coin to what its chain states', async () => {
    const it = new PipelineBench(['ethereum']);
    it.source.onChain.set(ETH.id, 5n);
    it.early.ask(WALLET, it.partial());
    expect(await it.early.of(WALLET, [], it.partial())).toEqual([{ asset: ETH, quantity: 5n }]);
  });
});
