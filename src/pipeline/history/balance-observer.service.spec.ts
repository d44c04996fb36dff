import { PipelineBench, WALLET } from '../../../test/fakes/pipeline';
import { token, transaction } from '../../../test/fakes/scripted-history-source';
import { AppError } from '../../domain/kernel/errors';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ONE = 10n ** 18n;
const STETH = token('ethereum', 'stETH', '0xae7ab96520de3a18e5e111b5eaab095312d7fe84');
const PLAIN = token('ethereum', 'DAI', '0x6b175474e89094c44da98b954eedeac495271d0f');

function bench() {
  const pipeline = new PipelineBench();
  const { clock, source, prices, ledgers } = pipeline;
  const bought = clock.now() - 10 * DAY;
  prices.usd.set(STETH.id, '2000').set('ethereum:native', '2000').set(PLAIN.id, '1');
  source.give('ethereum', WALLET.value, [
    transaction(WALLET.value, bought - DAY, [{ in: 100n * ONE }]),
    transaction(WALLET.value, bought, [{ out: 10n * ONE }, { in: 10n * ONE, asset: STETH }]),
    transaction(WALLET.value, bought + DAY, [{ out: ONE }, { in: 2000n * ONE, asset: PLAIN }]),
  ]);
  source.onChain.set(STETH.id, 10n * ONE).set(PLAIN.id, 9999n * ONE);
  const read = async () => {
    const { ledger } = await ledgers.of(WALLET, [], pipeline.whole());
    if (!ledger) throw new Error('no ledger');
    return ledger;
  };
  const income = async () =>
    (await read()).income.map(({ type, quantity, fairMarketValue, receivedAt }) => [
      type,
      quantity,
      fairMarketValue,
      receivedAt,
    ]);
  const grow = (milli: bigint) => source.onChain.set(STETH.id, 10n * ONE + (milli * ONE) / 1000n);
  /** The other calls compare balances with rows. */
  const observed = () => source.balanceCalls.filter(({ assetIds }) => assetIds.includes(STETH.id));
  return { ...pipeline, read, income, grow, observed };
}

describe('BalanceObserver', () => {
  it('asks for tokens that grow, once a day, and records what has grown since at what it is worth', async () => {
    const { income, grow, clock, observed } = bench();
    await expect(income()).resolves.toEqual([]);
    expect(observed()).toEqual([{ chain: 'ethereum', assetIds: [STETH.id] }]);
    clock.advance(2 * HOUR);
    grow(1n);
    await expect(income()).resolves.toEqual([]);
    expect(observed()).toHaveLength(1);
    clock.advance(DAY);
    const seenAt = clock.now();
    await expect(income()).resolves.toEqual([['staking_reward', ONE / 1000n, 2n * ONE, seenAt]]);
    clock.advance(DAY);
    grow(3n);
    expect(await income()).toHaveLength(2);
    expect(observed()).toHaveLength(3);
  });

  it('shows what lies there, with a lot for every part of it', async () => {
    const { read, grow, clock } = bench();
    grow(5n);
    await read();
    clock.advance(DAY);
    const ledger = await read();
    const lots = ledger.lots.filter(({ asset }) => asset.id === STETH.id);
    expect(lots.reduce((sum, { remaining }) => sum + remaining, 0n)).toBe(10n * ONE + (5n * ONE) / 1000n);
    expect(lots.some(({ isUntracked }) => isUntracked)).toBe(false);
  });

  it('leaves the history alone when the chain cannot be asked, and tries again', async () => {
    const { income, grow, clock, source } = bench();
    const balances = source.balances.bind(source);
    grow(1n);
    source.balances = () =>
      Promise.reject(new AppError('DATA_PROVIDER_ERROR', { provider: 'x', error: 'y' }));
    await expect(income()).resolves.toEqual([]);
    source.balances = balances;
    clock.advance(HOUR);
    expect(await income()).toHaveLength(1);
  });

  it('says nothing of a history with holes', async () => {
    const { income, grow, clock, source } = bench();
    const read = source.read.bind(source);
    source.read = async function* (...args) {
      for await (const page of read(...args)) yield { ...page, incomplete: true };
    };
    grow(1n);
    await income();
    clock.advance(DAY);
    await expect(income()).resolves.toEqual([]);
    expect(source.balanceCalls).toEqual([]);
  });
});
