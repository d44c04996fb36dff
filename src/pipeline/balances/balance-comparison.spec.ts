import { PipelineBench, WALLET } from '../../../test/fakes/pipeline';
import { token, transaction } from '../../../test/fakes/scripted-history-source';
import { nativeAsset } from '../../domain/kernel/asset';
import { AppError } from '../../domain/kernel/errors';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ONE = 10n ** 18n;
const COIN = 'ethereum:native';
const DAI = token('ethereum', 'DAI', '0x6b175474e89094c44da98b954eedeac495271d0f');
const OTHER = token('ethereum', 'XYZ', '0x00000000000000000000000000000000000000c1');
/** Its migration destroys it without a row. */
const GNT = token('ethereum', 'GNT', '0xa74476443119a942de498590fe1f2454d7d4ac0d');
const STETH = token('ethereum', 'stETH', '0xae7ab96520de3a18e5e111b5eaab095312d7fe84');

/** 100 coins came in, and 2 left for 4,000 DAI: 98 coins are left. */
function bench() {
  const pipeline = new PipelineBench();
  const { clock, source, prices, histories } = pipeline;
  const at = clock.now() - 10 * DAY;
  prices.usd.set(COIN, '2000').set(DAI.id, '1');
  const rows = [
    transaction(WALLET.value, at, [{ in: 100n * ONE }]),
    transaction(WALLET.value, at + HOUR, [{ out: 2n * ONE }, { in: 4000n * ONE, asset: DAI }]),
  ];
  source.give('ethereum', WALLET.value, rows);
  source.onChain.set(COIN, 98n * ONE).set(DAI.id, 4000n * ONE);
  const read = async () => (await histories.read(WALLET, [], pipeline.whole())).syncStatus;
  const isMarked = async () => (await read()).contradicted ?? false;
  return { ...pipeline, at, rows, isMarked };
}

describe('a balance that contradicts the rows', () => {
  it('marks the history: an upstream left out a row', async () => {
    const { isMarked, source } = bench();
    source.onChain.set(COIN, 97n * ONE);
    await expect(isMarked()).resolves.toBe(true);
  });

  it('marks it when a listed token differs, and not when rows fit', async () => {
    const { isMarked, source } = bench();
    source.onChain.set(DAI.id, 5000n * ONE);
    await expect(isMarked()).resolves.toBe(true);
    await expect(bench().isMarked()).resolves.toBe(false);
  });

  it('is compared again when the rows change, and the next day', async () => {
    const { isMarked, source, clock, rows, at } = bench();
    source.onChain.set(COIN, 97n * ONE);
    await isMarked();
    clock.advance(2 * 60_000);
    await expect(isMarked()).resolves.toBe(true);
    expect(source.balanceCalls).toHaveLength(1);
    source.give('ethereum', WALLET.value, [...rows, transaction(WALLET.value, at + DAY, [{ out: ONE }])]);
    clock.advance(2 * 60_000);
    await expect(isMarked()).resolves.toBe(false);
    source.onChain.set(COIN, 50n * ONE);
    clock.advance(DAY);
    await expect(isMarked()).resolves.toBe(true);
  });

  it('counts for an active wallet only when it stays: its lists can be late', async () => {
    const { isMarked, source, clock, rows } = bench();
    source.give('ethereum', WALLET.value, [
      ...rows,
      transaction(WALLET.value, clock.now() - 60_000, [{ in: ONE }]),
    ]);
    source.onChain.set(COIN, 90n * ONE);
    await expect(isMarked()).resolves.toBe(false);
    clock.advance(2 * 60_000);
    await expect(isMarked()).resolves.toBe(true);
  });

  it('ignores fees and dust below a thousandth of what came in, tokens that grow, and tokens without a list', async () => {
    const { isMarked, source, at, rows } = bench();
    source.give('ethereum', WALLET.value, [
      ...rows,
      transaction(WALLET.value, at + DAY, [{ in: 5n * ONE, asset: STETH }]),
      transaction(WALLET.value, at + DAY, [{ in: 5n * ONE, asset: OTHER }]),
      transaction(WALLET.value, at + 2 * DAY, [{ in: 5n * ONE, asset: GNT }]),
    ]);
    source.onChain
      .set(COIN, 98n * ONE - ONE / 100n)
      .set(STETH.id, 6n * ONE)
      .set(OTHER.id, 9n * ONE)
      .set(GNT.id, 0n);
    await expect(isMarked()).resolves.toBe(false);
  });

  it('is none when an explorer answers 0 for the coin, as for an account that its node does not know', async () => {
    const { isMarked, source } = bench();
    source.onChain.set(COIN, 0n);
    await expect(isMarked()).resolves.toBe(false);
  });

  it.each([
    ['less', 97n, false],
    ['more', 99n, true],
  ])('is none where a rollup took unknown data fees and states less: %s', async (_, coins, expected) => {
    const { isMarked, source, at, rows } = bench();
    source.give('ethereum', WALLET.value, [
      ...rows,
      transaction(WALLET.value, at + DAY, [{ out: 1n }], {
        from: WALLET.value,
        fee: { asset: nativeAsset('ethereum'), quantity: 1n },
        flags: ['data_fee_unknown'],
      }),
    ]);
    source.onChain.set(COIN, coins * ONE);
    await expect(isMarked()).resolves.toBe(expected);
  });

  it.each([
    ['transfer', DAI.contract, true],
    ['0xa9059cbb', DAI.contract, true],
    ['swapExactTokensForETH', OTHER.contract, true],
    ['transfer', OTHER.contract, false],
    ['approve', DAI.contract, false],
  ])('is a call of %s on %s without any token row', async (name, to, expected) => {
    const { isMarked, source, at } = bench();
    const method = { id: name.startsWith('0x') ? name : null, name };
    const call = { from: WALLET.value, to, method, fee: { asset: nativeAsset('ethereum'), quantity: ONE } };
    source.give('ethereum', WALLET.value, [
      transaction(WALLET.value, at, [{ in: 100n * ONE }]),
      transaction(WALLET.value, at + HOUR, [], call),
    ]);
    source.onChain.clear();
    await expect(isMarked()).resolves.toBe(expected);
  });

  it('is not known while the chain does not state balances, and never delays the history', async () => {
    const { isMarked, source } = bench();
    source.balances = () =>
      Promise.reject(new AppError('DATA_PROVIDER_ERROR', { provider: 'x', error: 'y' }));
    await expect(isMarked()).resolves.toBe(false);
  });
});
