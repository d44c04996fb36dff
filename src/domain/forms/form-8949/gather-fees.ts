import { money, type Money } from '../../kernel/units';
import { printedAmounts } from '../form-row';
import { centsMoney, type Rounding } from '../cents';
import type { Slice } from '../slices';

/** Smaller proceeds are printed as 0.00. */
const HALF_A_CENT: Money = money('0.005');

/**
 * Groups gas worth less than half a cent per wallet, asset, day, term and box: an active wallet has thousands of such
 * rows. The group takes the position of its first fee, and has the sums of the printed rows. So the totals equal
 * those of the ungrouped form and of Schedule D.
 * @source tax-rules 6
 */
export function gatherFees(slices: readonly Slice[], rounding: Rounding): Slice[] {
  const gathered = new Map<string, Slice>();
  for (const [index, slice] of slices.entries()) {
    const isFee = isSmall(slice);
    const key = isFee
      ? `${slice.wallet}|${slice.asset.id}|${slice.soldOn}|${slice.isLongTerm}|${slice.box}`
      : String(index);
    const before = gathered.get(key);
    const printed = isFee ? asPrinted(slice, rounding) : slice;
    gathered.set(key, before ? joined(before, printed) : printed);
  }
  return [...gathered.values()];
}

const isSmall = ({ type, proceeds, valueStatus }: Slice): boolean =>
  type === 'fee' && valueStatus === 'known' && proceeds < HALF_A_CENT && proceeds > -HALF_A_CENT;

function asPrinted(slice: Slice, rounding: Rounding): Slice {
  const { proceeds, costBasis, adjustment } = printedAmounts(slice, rounding);
  return {
    ...slice,
    proceeds: centsMoney(proceeds),
    costBasis: centsMoney(costBasis),
    washSaleDisallowed: centsMoney(adjustment),
  };
}

const same = <T>(a: T, b: T): T | null => (a === b ? a : null);

function joined(a: Slice, b: Slice): Slice {
  return {
    ...a,
    quantity: a.quantity + b.quantity,
    proceeds: a.proceeds + b.proceeds,
    fees: a.fees + b.fees,
    costBasis: a.costBasis + b.costBasis,
    washSaleDisallowed: a.washSaleDisallowed + b.washSaleDisallowed,
    acquiredOn: a.acquiredOn === b.acquiredOn ? a.acquiredOn : 'VARIOUS',
    isUntracked: a.isUntracked || b.isUntracked,
    count: a.count + b.count,
    txHash: same(a.txHash, b.txHash),
    lotId: same(a.lotId, b.lotId),
    disposalId: null,
    flags: [...new Set([...a.flags, ...b.flags])],
  };
}
