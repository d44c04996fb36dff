import { PipelineBench, WALLET } from '../../../test/fakes/pipeline';
import { token, transaction } from '../../../test/fakes/scripted-history-source';
import { nativeAsset } from '../../domain/kernel/asset';
import type { ChainName } from '../../domain/kernel/chain';
import { AppError } from '../../domain/kernel/errors';
import { partialBudget } from '../budget';
import { ChainBalances } from '../balances/chain-balances.service';
import { balancesOf } from '../ledger/reader/computed-balances';
import { OnChainBalancesService } from './on-chain-balances.service';

const HOUR = 3_600_000;
const ONE = 10n ** 18n;
const ETH = nativeAsset('ethereum');
const XDAI = nativeAsset('gnosis');
const DAI = token('ethereum', 'DAI', '0x6b175474e89094c44da98b954eedeac495271d0f');
const NOBODYS = token('ethereum', 'FREE', '0x00000000000000000000000000000000000000ff');

function bench(chains: ChainName[] = ['ethereum']) {
  const pipeline = new PipelineBench(chains);
  const { clock, source, ledgers, views, cache } = pipeline;
  const now = clock.now();
  source.give('ethereum', WALLET.value, [
    transaction(WALLET.value, now - 4 * HOUR, [{ in: 3n * ONE }]),
    transaction(WALLET.value, now - 3 * HOUR, [{ out: ONE }, { in: 2000n * ONE, asset: DAI }]),
    transaction(WALLET.value, now - 2 * HOUR, [{ out: ONE }, { in: 5n * ONE, asset: NOBODYS }]),
  ]);
  const service = new OnChainBalancesService(views, source, new ChainBalances(source, cache), clock);
  /** Calls of the service. The job that reads the wallet compares balances with rows. */
  const asked: typeof source.balanceCalls = [];
  const check = async (budget = pipeline.whole()) => {
    const walletLedger = await ledgers.of(WALLET, [], pipeline.whole());
    const before = source.balanceCalls.length;
    const found = await service.check(balancesOf(walletLedger, views), budget);
    asked.push(...source.balanceCalls.slice(before));
    return Object.fromEntries(
      found.map(({ asset, computed, onChain }) => [asset.id, [computed / ONE, onChain / ONE]]),
    );
  };
  return { ...pipeline, check, asked };
}

describe('OnChainBalancesService', () => {
  it('sets coins and listed tokens of the ledger beside what the chain says, and asks about nothing else', async () => {
    const { source, check, asked } = bench();
    source.onChain
      .set(ETH.id, ONE)
      .set(DAI.id, 1900n * ONE)
      .set(NOBODYS.id, 7n * ONE);
    await expect(check()).resolves.toEqual({ [ETH.id]: [1n, 1n], [DAI.id]: [2000n, 1900n] });
    expect(asked).toEqual([{ chain: 'ethereum', assetIds: [ETH.id, DAI.id] }]);
  });

  it('asks about the coin of a used chain also when the ledger holds none of it', async () => {
    const { source, check, clock } = bench(['ethereum', 'gnosis']);
    const at = clock.now() - HOUR;
    const moves = [{ in: ONE, asset: XDAI }];
    source.give('gnosis', WALLET.value, [
      transaction(WALLET.value, at, moves, { chain: 'gnosis' }),
      transaction(WALLET.value, at + 1, [{ out: ONE, asset: XDAI }], { chain: 'gnosis' }),
    ]);
    source.onChain.set(XDAI.id, 4n * ONE);
    await expect(check()).resolves.toEqual({ [XDAI.id]: [0n, 4n] });
  });

  it('asks again only after a while', async () => {
    const { source, check, asked, clock } = bench();
    source.onChain.set(ETH.id, ONE).set(DAI.id, 2000n * ONE);
    await check();
    await check();
    expect(asked).toHaveLength(1);
    clock.advance(61_000);
    await check();
    expect(asked).toHaveLength(2);
  });

  it('leaves out what no chain tells: one that fails, one asset it does not know', async () => {
    const { source, check, clock } = bench(['ethereum']);
    source.onChain.set(DAI.id, 2000n * ONE);
    await expect(check()).resolves.toEqual({ [DAI.id]: [2000n, 2000n] });
    clock.advance(120_000);
    source.fail('ethereum', new AppError('DATA_PROVIDER_ERROR', { provider: 'ethereum' }));
    await expect(check()).resolves.toEqual({});
  });

  it('waits no longer than it may for a chain that says nothing', async () => {
    const { source, check, clock } = bench();
    source.onChain.set(ETH.id, ONE);
    await check();
    source.hang('ethereum');
    const short = partialBudget({ startedAt: clock.now(), signal: new AbortController().signal }, 20);
    await expect(check(short)).resolves.toEqual({ [ETH.id]: [1n, 1n] });
    expect(source.balanceCalls.at(-1)).toEqual({ chain: 'ethereum', assetIds: [DAI.id] });
  });

  it('stops with the caller', async () => {
    const { check, clock } = bench();
    const gone = new AbortController();
    gone.abort(new Error('gone'));
    const budget = partialBudget({ startedAt: clock.now(), signal: gone.signal }, 1_000);
    await expect(check(budget)).rejects.toThrow('gone');
  });
});
