import { nativeAsset } from '../kernel/asset';
import { filterHoldings } from './holding-filter';
import type { Holding } from './holdings';
import { jointHoldings, jointPositions } from './joint-holdings';
import { seenFrom } from './sync-status';
import { dec } from '../kernel/decimal';

const ETH = nativeAsset('ethereum');
const BASE = nativeAsset('base');
const ONE = 10n ** 18n;
const price = { usd: '2', source: 'test', at: 0 } as unknown as Holding['price'];

const holding = (asset: Holding['asset'], quantity: bigint, more: Partial<Holding> = {}): Holding => ({
  asset,
  tokenKey: `${asset.chain}:${asset.symbol}`,
  quantity,
  cost: quantity,
  price,
  value: 2n * quantity,
  gain: quantity,
  lots: [],
  lotCount: 0,
  hasUntracked: false,
  ...more,
});

it('holdings of one asset add up, and name who holds what', () => {
  const [first, second, ...others] = jointHoldings([
    { address: 'a', holdings: [holding(ETH, ONE), holding(BASE, 5n * ONE)] },
    { address: 'b', holdings: [] },
    { address: 'c', holdings: [holding(ETH, 3n * ONE, { hasUntracked: true })] },
  ]);
  expect(others).toEqual([]);
  expect(first).toMatchObject({ tokenKey: 'base:ETH', value: 10n * ONE, by: [{ address: 'a' }] });
  expect(second).toMatchObject({
    tokenKey: 'ethereum:ETH',
    quantity: 4n * ONE,
    cost: 4n * ONE,
    value: 8n * ONE,
    gain: 4n * ONE,
    hasUntracked: true,
    by: [
      { address: 'a', holding: { quantity: ONE } },
      { address: 'c', holding: { quantity: 3n * ONE } },
    ],
  });
});

it('what one wallet does not know the sum does not know', () => {
  const unknown = { cost: null, gain: null };
  const [sum] = jointHoldings([
    { address: 'a', holdings: [holding(ETH, ONE)] },
    { address: 'b', holdings: [holding(ETH, ONE, unknown)] },
  ]);
  expect(sum).toMatchObject({ ...unknown, value: 4n * ONE });
  const [unpriced] = jointHoldings([
    { address: 'a', holdings: [holding(ETH, ONE, { price: null, value: null, gain: null })] },
    { address: 'b', holdings: [holding(ETH, ONE, { price: null, value: null, gain: null })] },
  ]);
  expect(unpriced).toMatchObject({ quantity: 2n * ONE, cost: 2n * ONE, value: null, gain: null });
});

it('positions add up by asset', () => {
  const position = (quantity: bigint) => ({ asset: ETH, quantity, cost: 7n });
  expect(jointPositions([position(1n), position(2n)])).toEqual([{ asset: ETH, quantity: 3n, cost: 14n }]);
  expect(jointPositions([])).toEqual([]);
});

it('a filter takes the least value with it, and counts what has no price as nothing', () => {
  const all = [holding(ETH, ONE), holding(BASE, ONE, { value: null })];
  expect(filterHoldings(all, { minValue: dec('2') })).toEqual([all[0]]);
  expect(filterHoldings(all, { minValue: dec('2.000000000000000001') })).toEqual([]);
  expect(filterHoldings(all, { minValue: dec('0') })).toEqual(all);
  expect(filterHoldings(all, { chain: 'base' })).toEqual([all[1]]);
});

it('omits the address from problems of the wallet itself', () => {
  const syncStatus = {
    historyPending: false,
    pricesPending: true,
    unavailable: [
      { chain: 'base', code: 'X', address: 'a' },
      { chain: 'base', code: 'X', address: 'b' },
    ] as const,
    stale: [{ chain: 'ethereum', code: null, indexedAt: 1, address: 'a' }] as const,
    truncated: false,
    incomplete: false,
    indexedAt: null,
  };
  expect(seenFrom(syncStatus, 'a')).toEqual({
    ...syncStatus,
    unavailable: [
      { chain: 'base', code: 'X' },
      { chain: 'base', code: 'X', address: 'b' },
    ],
    stale: [{ chain: 'ethereum', code: null, indexedAt: 1 }],
  });
});
