import { pow10, type Money, type Quantity } from '../../kernel/units';
import {
  DISPOSAL_TYPES,
  type DisposalFlag,
  type Dispose,
  type DisposalType,
  type LedgerEvent,
  type Move,
} from './transaction';

export type Outflow = Dispose | Move;

/** @source tax-rules 10.8 */
export const isGainlessType = (type: DisposalType): boolean =>
  type === 'gift' || type === 'donation' || type === 'lost' || type === 'stolen';

/** True when the gain is short-term whatever the holding period. @source tax-rules 10.6; coverage.md 2.12 */
export const isShortTermType = (type: DisposalType): boolean =>
  type === 'repayment' || type === 'margin_result';

export const GAINLESS: ReadonlySet<DisposalType> = new Set(DISPOSAL_TYPES.filter(isGainlessType));

export const typeOf = (event: Outflow): DisposalType => (event.kind === 'dispose' ? event.type : 'fee');

export const isGainless = (event: Outflow): boolean => event.kind === 'dispose' && isGainlessType(event.type);

/**
 * False for the result of a position that is settled in units. The loss is one of the contract, so no purchase of the
 * units replaces it.
 * @source IRC 1091(a); tax-rules 11.1
 */
export const isOfUnits = (event: Outflow): boolean => typeOf(event) !== 'margin_result';

export const unitsOf = (event: Outflow): Quantity =>
  event.kind === 'dispose' ? event.quantity : event.quantity - sentUnits(event);

export function proceedsOf(event: Outflow): Money {
  if (event.kind === 'move') return event.feeValue ?? 0n;
  return isGainlessType(event.type) ? 0n : (event.proceeds ?? 0n);
}

export const isUnpriced = (event: Outflow): boolean =>
  event.kind === 'move' ? event.feeValue === null : event.proceeds === null && !isGainlessType(event.type);

export const feesOf = (event: Outflow): Money => (event.kind === 'dispose' ? event.fees : 0n);

/** Sent units that arrived. The rest of `quantity` was a fee in kind. */
export function sentUnits(event: Move): Quantity {
  if (event.rescaled) return event.quantity;
  const difference = event.asset.decimals - event.toAsset.decimals;
  const arrived = difference >= 0 ? event.received * pow10(difference) : event.received / pow10(-difference);
  return arrived < event.quantity ? arrived : event.quantity;
}

export const arrivesUnchanged = (event: Move, sent: Quantity): boolean =>
  event.received === sent &&
  event.asset.decimals === event.toAsset.decimals &&
  event.rescaled !== true &&
  (event.addedCost ?? 0n) === 0n;

const lacksPrice = (event: LedgerEvent): boolean =>
  event.flags !== undefined && event.flags.includes('missing_price');

const NONE: readonly DisposalFlag[] = [];
const MISSING_PRICE: readonly DisposalFlag[] = ['missing_price'];

export function flagsOf(event: Outflow): readonly DisposalFlag[] {
  const given = event.flags ?? NONE;
  if (!isUnpriced(event) || lacksPrice(event)) return given;
  return given.length === 0 ? MISSING_PRICE : [...given, 'missing_price'];
}
