import type { Leg, TransactionType } from '../facts/wallet-transaction';
import { unitPrice } from './split';

/**
 * Shares of pools that hold two assets of equal value at every moment. Deposits and withdrawals therefore
 * move equal values too.
 * @source Uniswap V2 core and its forks
 */
const EQUAL_HALVES: ReadonlySet<string> = new Set([
  'UNI-V2',
  'SLP',
  'Cake-LP',
  'PGL',
  'JLP',
  'QLP',
  'BSwap-LP',
  'UniswapV2',
]);

const isPool = (type: TransactionType): boolean =>
  type === 'lp_add' || type === 'lp_remove' || type === 'swap';

/**
 * Returns the value of the unpriced half of a pool share: that of the other half.
 * @param share, halves the two sides of the trade
 * @returns the halves with values, or null when the rule does not apply
 */
export function withEqualHalves(
  type: TransactionType,
  share: readonly Leg[],
  halves: readonly Leg[],
  at: number,
): Leg[] | null {
  const [token] = share;
  if (!isPool(type) || share.length !== 1 || halves.length !== 2) return null;
  if (token === undefined || token.valueUsd !== null || !EQUAL_HALVES.has(token.asset.symbol)) return null;
  // A migration from pool to pool returns shares and a rest, not two halves.
  if (halves.some(({ asset }) => EQUAL_HALVES.has(asset.symbol))) return null;
  const known = halves.find(({ valueUsd }) => valueUsd !== null);
  if (known?.valueUsd === undefined || known.valueUsd === null || known.valueUsd === 0n) return null;
  const { valueUsd } = known;
  return halves.map((leg) =>
    leg.valueUsd === null
      ? { ...leg, valueUsd, price: { usd: unitPrice(valueUsd, leg), source: 'pool', at } }
      : leg,
  );
}
