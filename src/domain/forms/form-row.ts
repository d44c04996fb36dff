import { DISPOSAL_FLAGS, type ValueStatus } from '../engine';
import { dayText } from '../kernel/calendar';
import { formatUnits } from '../kernel/units';
import type { Box } from './boxes';
import { roundedCents, toCents, type Cents, type Rounding } from './cents';
import { codesOf, type IsCollectible } from './collectibles';
import type { Slice } from './slices';
import type { Uncertainty } from './status/effects';

const ONLY_REPORTED = 'missing_in_books';
export const POSSIBLY_TWICE = 'possibly_counted_twice' as const;

/** FORM_FLAGS: flag of a row -> its name in the API. The last three: rows that rest on Form 1099-DA, or may. */
export const FORM_FLAGS = {
  ...DISPOSAL_FLAGS,
  form_1099_da: 'form_1099_da',
  [ONLY_REPORTED]: ONLY_REPORTED,
  [POSSIBLY_TWICE]: POSSIBLY_TWICE,
} as const;
export type FormFlag = keyof typeof FORM_FLAGS;

/** Dates are `YYYY-MM-DD` in the zone of the form. */
export interface FormRow {
  /** (a) `1.5 ETH` */
  description: string;
  /** (b) A date, or the word of the column. */
  dateAcquired: string;
  /** (c) */
  dateSold: string;
  /** (d) */
  proceeds: Cents;
  /** Selling costs, already deducted from (d). No column. */
  fees: Cents;
  /** (e) */
  costBasis: Cents;
  /** (f) Letters in alphabetical order. Without Form 1099-DA only `C` and `W`. */
  adjustmentCode: string;
  /** (g) Positive for a disallowed loss. */
  adjustment: Cents;
  /** (h) = (d) - (e) + (g) */
  gain: Cents;
  box: Box;
  isLongTerm: boolean;
  symbol: string;
  chain: string;
  quantity: string;
  wallet: string;
  transactionId: string;
  /** The three fields are null for a row that aggregates several transactions. */
  txHash: string | null;
  lotId: string | null;
  disposalId: string | null;
  joinedIds?: readonly string[];
  isUntracked: boolean;
  isNft: boolean;
  /** `missing`: proceeds are provisionally the basis. Such a row is on the list of values to enter. */
  valueStatus: ValueStatus;
  /** True when the basis is known and only the value is missing. Absent: false. */
  lacksProceeds?: boolean;
  /** Basis, date and term when the value gives a loss. Absent: the same. */
  lossSide?: { costBasis: Cents; dateAcquired: string; isLongTerm: boolean };
  isAggregated: boolean;
  flags: readonly FormFlag[];
  /** Absent: the type is certain, or hardly matters. */
  uncertainty?: Uncertainty;
}

type Amounts = Pick<Slice, 'proceeds' | 'costBasis' | 'washSaleDisallowed'>;

/** Each amount is rounded, and the gain is computed from the rounded amounts. @source tax-rules 1.2, 11.5 */
export function printedAmounts(
  slice: Amounts,
  rounding: Rounding,
): Pick<FormRow, 'proceeds' | 'costBasis' | 'adjustment' | 'gain'> {
  const proceeds = toCents(slice.proceeds, rounding);
  const costBasis = toCents(slice.costBasis, rounding);
  const adjustment = adjustmentOf(slice, costBasis - proceeds, rounding);
  return { proceeds, costBasis, adjustment, gain: proceeds - costBasis + adjustment };
}

export function rowOf(slice: Slice, rounding: Rounding, isCollectible: IsCollectible): FormRow {
  const { asset, acquiredOn, txHash, lotId, disposalId } = slice;
  const { proceeds, costBasis, adjustment, gain } = printedAmounts(slice, rounding);
  const quantity = formatUnits(slice.quantity, asset.decimals);
  return {
    description: describe(slice, quantity),
    dateAcquired: typeof acquiredOn === 'number' ? dayText(acquiredOn) : acquiredOn,
    dateSold: dayText(slice.soldOn),
    proceeds,
    fees: toCents(slice.fees, rounding),
    costBasis,
    adjustmentCode: codesOf(isCollectible(asset.id), adjustment > 0n),
    adjustment,
    gain,
    box: slice.box,
    isLongTerm: slice.isLongTerm,
    symbol: asset.symbol,
    chain: asset.chain,
    quantity,
    wallet: slice.wallet,
    transactionId: slice.transactionId,
    txHash,
    lotId,
    disposalId,
    isUntracked: slice.isUntracked,
    isNft: asset.id.includes('#'),
    valueStatus: slice.valueStatus,
    ...(slice.lacksProceeds === true && { lacksProceeds: true }),
    ...(slice.lossSide && {
      lossSide: {
        costBasis: toCents(slice.lossSide.costBasis, rounding),
        dateAcquired:
          typeof slice.lossSide.acquiredOn === 'number'
            ? dayText(slice.lossSide.acquiredOn)
            : slice.lossSide.acquiredOn,
        isLongTerm: slice.lossSide.isLongTerm,
      },
    }),
    isAggregated: slice.count > 1,
    flags: slice.flags,
    ...(slice.uncertainty && { uncertainty: slice.uncertainty }),
  };
}

export function roundedRow(row: FormRow, rounding: Rounding): FormRow {
  if (rounding === 'cents') return row;
  const amounts = {
    proceeds: roundedCents(row.proceeds, rounding),
    costBasis: roundedCents(row.costBasis, rounding),
    adjustment: roundedCents(row.adjustment, rounding),
  };
  return { ...row, ...amounts, gain: amounts.proceeds - amounts.costBasis + amounts.adjustment };
}

/** At most the loss of the row: rounding must not turn a wash sale into a gain. */
function adjustmentOf(
  { proceeds, costBasis, washSaleDisallowed }: Amounts,
  shownLoss: Cents,
  rounding: Rounding,
): Cents {
  if (washSaleDisallowed <= 0n || shownLoss <= 0n) return 0n;
  if (washSaleDisallowed >= costBasis - proceeds) return shownLoss;
  const disallowed = toCents(washSaleDisallowed, rounding);
  return disallowed < shownLoss ? disallowed : shownLoss;
}

/** An NFT is described by its number, which its symbol may already have. */
function describe({ asset: { id, symbol } }: Slice, quantity: string): string {
  const mark = id.indexOf('#');
  const piece = mark < 0 ? '' : id.slice(mark);
  return `${quantity} ${piece !== '' && symbol.endsWith(piece) ? symbol : `${symbol} ${piece}`.trimEnd()}`;
}
