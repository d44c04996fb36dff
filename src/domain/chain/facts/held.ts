import { isFiat } from '../../kernel/exchanges/fiat';
import type { Leg, WalletTransaction } from './wallet-transaction';

/** Why units that left are held: no other end is known, or nobody said what the operation was. */
export type HeldCause = 'no_other_end' | 'unknown_operation';

/** PLACES: where the lots of an account wait. */
const PLACES: Readonly<Record<HeldCause, string>> = {
  no_other_end: 'withdrawn',
  unknown_operation: 'unknown operation',
};
const BRIDGE_PLACE = 'bridge';

/** Rules of movements that the exchange names: only their other end is open. */
const MOVEMENTS: ReadonlySet<string> = new Set(['exchange-withdrawal', 'exchange-deposit']);

const isOpen = ({ isInternal, pair, escrow, isCost, asset }: Leg): boolean =>
  !isInternal && pair === undefined && escrow === undefined && !isCost && !isFiat(asset);

/**
 * Units that left by a bridge or out of an exchange account and may still be the owner's: their lots wait, without a
 * gain, until the other end is found or the owner says what it was. Cash needs no other end.
 * @returns also for a bridge with a known arrival
 * @source tax-rules 10.3; public-cases A 3, A 4
 */
export function heldCause(tx: WalletTransaction, leg: Leg): HeldCause | null {
  if (leg.direction !== 'out' || !isOpen(leg)) return null;
  if (tx.type === 'bridge') return 'no_other_end';
  if (!tx.account || tx.isStated || tx.type !== 'transfer_out') return null;
  return MOVEMENTS.has(tx.rule) ? 'no_other_end' : 'unknown_operation';
}

/** @returns the name of the place, as `placeOf` gives it */
export const heldPlace = ({ type, protocol }: WalletTransaction, cause: HeldCause): string =>
  type === 'bridge' ? (protocol ?? BRIDGE_PLACE) : PLACES[cause];

/** True for a place in which units of an account wait for their owner. */
export const isHeldPlace = (place: string | null): boolean =>
  place !== null && Object.values(PLACES).includes(place);

/** Units that an operation without a known meaning brought. */
export const isUnknownReceipt = (tx: WalletTransaction, leg: Leg): boolean =>
  tx.account !== undefined &&
  !tx.isStated &&
  tx.type === 'transfer_in' &&
  leg.direction === 'in' &&
  isOpen(leg) &&
  !MOVEMENTS.has(tx.rule);
