import { pow10 } from '../../kernel/units';
import { isNative, isNft, logsGrowth } from './assets';
import type { NetLeg } from './net-legs';

type GrowingLeg = Pick<
  NetLeg,
  'asset' | 'direction' | 'quantity' | 'counterparty' | 'isMint' | 'isBurn' | 'earns'
>;

/**
 * Separates interest from principal where a lending market pays both in one movement. A deposit mints the
 * interest since the last movement together with the deposit. A withdrawal pays more than it burns, or mints
 * less than the interest.
 * @returns legs with the same net quantity of every asset
 * @source Aave: a receipt token and its underlying are exchanged 1:1; tax-rules 8.2
 */
export function withInterest<T extends GrowingLeg>(legs: readonly T[]): T[] {
  const receipts = legs.filter((leg) => logsGrowth(leg.asset) && leg.earns === undefined);
  const [receipt] = receipts;
  if (!receipt || receipts.length > 1) return [...legs];
  const underlying = legs.find((leg) => leg !== receipt && isUnderlying(leg, receipt));
  if (!underlying) return [...legs];
  const parts = split(receipt, underlying);
  return parts === null ? [...legs] : legs.flatMap((leg) => parts.get(leg) ?? [leg]);
}

function split<T extends GrowingLeg>(receipt: T, underlying: T): Map<T, T[]> | null {
  const isMinted = receipt.direction === 'in' && receipt.isMint;
  const paid = unitsIn(receipt, underlying);
  if (paid === null) return null;
  if (isMinted && underlying.direction === 'out' && receipt.quantity > paid)
    return new Map([[receipt, apart(receipt, paid)]]);
  if (receipt.direction === 'out' && underlying.direction === 'in' && paid > receipt.quantity) {
    const burned = unitsIn(underlying, receipt);
    return burned === null ? null : new Map([[underlying, apart(underlying, burned)]]);
  }
  // The market minted the interest that is left after the withdrawal.
  if (isMinted && underlying.direction === 'in' && underlying.counterparty === receipt.asset.contract)
    return new Map([
      [
        receipt,
        [
          { ...receipt, quantity: receipt.quantity + paid, earns: 'interest' },
          { ...receipt, direction: 'out', quantity: paid, isMint: false, isBurn: true },
        ],
      ],
    ]);
  return null;
}

/**
 * The quantity of `leg` in units of `target`. Files of explorers do not state decimals, so both may count
 * different units. @returns null when the target's units are too large
 */
function unitsIn({ asset: target }: GrowingLeg, { asset, quantity }: GrowingLeg): bigint | null {
  const shift = target.decimals - asset.decimals;
  if (shift >= 0) return quantity * pow10(shift);
  const unit = pow10(-shift);
  return quantity % unit === 0n ? quantity / unit : null;
}

const apart = <T extends GrowingLeg>(leg: T, principal: bigint): T[] => [
  { ...leg, quantity: principal },
  { ...leg, quantity: leg.quantity - principal, earns: 'interest' },
];

/** The symbol of a receipt ends with the symbol of its asset: aEthWBTC, aDAI, spWETH. */
function isUnderlying({ asset }: GrowingLeg, receipt: GrowingLeg): boolean {
  if (isNft(asset) || logsGrowth(asset)) return false;
  const symbol = receipt.asset.symbol.toUpperCase();
  const name = asset.symbol.toUpperCase();
  return symbol.endsWith(name) || (isNative(asset) && symbol.endsWith(`W${name}`));
}
