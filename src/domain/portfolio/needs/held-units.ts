import type { Ledger } from '../../engine';
import { escrowWallet, heldCause, heldPlace, isUnknownReceipt, placeOf, type HeldCause } from '../../chain';
import type { Leg, WalletTransaction } from '../../chain/facts/wallet-transaction';

export interface HeldUnits {
  cause: HeldCause;
  tx: WalletTransaction;
  /** Out: its lots are in a place of the owner, without a gain. In: it has no known basis. */
  leg: Leg;
}

/**
 * Oldest first: outflows of exchange accounts without their other end, bridges without an arrival, and units of
 * operations that nobody classified. Leaves out what the owner has decided or another wallet has received.
 * @param ledger of all wallets of the owner
 * @param transactions valued; those whose units are listed
 * @source public-cases A 1, A 3, A 4; tax-rules 10.3
 */
export function heldUnits(
  { lots }: Pick<Ledger, 'lots'>,
  transactions: readonly WalletTransaction[],
): HeldUnits[] {
  const found = transactions.flatMap((tx): HeldUnits[] => {
    if (tx.isSpam) return [];
    return tx.legs.flatMap((leg) => {
      const cause = causeOf(tx, leg);
      return cause === null ? [] : [{ cause, tx, leg }];
    });
  });
  if (found.length === 0) return [];
  // A statement about the ledger alone, as a disposal, leaves the transaction as it is.
  const waiting = new Set<string>();
  for (const { wallet, asset, transactionId, receivedAt, isUntracked } of lots)
    if (placeOf(wallet).place !== null) waiting.add(`${wallet} ${receivedAt} ${asset.id}`);
    else if (isUntracked) waiting.add(`${transactionId} ${asset.id}`);
  const isWaiting = ({ cause, tx, leg }: HeldUnits): boolean =>
    leg.direction === 'in'
      ? waiting.has(`${tx.id} ${leg.asset.id}`)
      : waiting.has(`${escrowWallet(tx.wallet, heldPlace(tx, cause))} ${tx.at} ${leg.asset.id}`);
  return found.filter(isWaiting).sort((a, b) => a.tx.at - b.tx.at || (a.tx.id < b.tx.id ? -1 : 1));
}

const causeOf = (tx: WalletTransaction, leg: Leg): HeldCause | null =>
  isUnknownReceipt(tx, leg) ? 'unknown_operation' : heldCause(tx, leg);
