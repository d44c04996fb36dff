import type { Lot, Position } from '../engine';
import { mulDiv, type Quantity } from '../kernel/units';

/** One position in two: what lies in the wallet itself, and what the user has given away to get back. */
export interface Divided {
  inWallet: Position | null;
  elsewhere: Position | null;
}

/**
 * The books keep a deposit without a receipt (staking, escrow, an order) with the user: no disposal, the lots stay.
 * The chain says how much of them is in the wallet: the oldest units, which a sale would take next.
 * @param quantity in the wallet; more than the position holds means all of it
 * @source tax-rules 10.5
 */
export function divide(position: Position, quantity: Quantity): Divided {
  if (quantity >= position.quantity) return { inWallet: position, elsewhere: null };
  if (quantity <= 0n) return { inWallet: null, elsewhere: position };
  const here: Lot[] = [];
  const there: Lot[] = [];
  let missing = quantity;
  for (const lot of position.lots) {
    if (missing === 0n) there.push(lot);
    else if (lot.remaining <= missing) here.push(lot);
    else {
      const cost = mulDiv(lot.cost, missing, lot.remaining);
      here.push(part(lot, missing, cost));
      there.push(part(lot, lot.remaining - missing, lot.cost - cost));
    }
    missing -= lot.remaining < missing ? lot.remaining : missing;
  }
  return { inWallet: positionOf(position, here), elsewhere: positionOf(position, there) };
}

/** The same lot, of which less is looked at. */
const part = (lot: Lot, remaining: Quantity, cost: bigint): Lot =>
  Object.create(lot, {
    remaining: { value: remaining, enumerable: true },
    cost: { value: cost, enumerable: true },
  }) as Lot;

const positionOf = ({ asset }: Position, lots: Lot[]): Position => ({
  asset,
  quantity: lots.reduce((sum, { remaining }) => sum + remaining, 0n),
  cost: lots.reduce((sum, { cost }) => sum + cost, 0n),
  lots,
  hasUntracked: lots.some(({ isUntracked }) => isUntracked),
});
