/**
 * A deposit without a receipt (staking, an order, collateral) and a bridge under way stay the user's: the lots move
 * to a place of their own beside the wallet, and come back from it. A place is a wallet to the engine.
 * @source tax-rules 10.5
 */
const MARK = '>';

/** Where units on their way over a bridge wait for their arrival. */
export const BRIDGE_PLACE = 'bridge';

export const escrowWallet = (wallet: string, place: string): string => `${wallet}${MARK}${place}`;

/** @returns whether the lots there are deposits of that wallet */
export const isEscrowOf = (place: string, wallet: string): boolean => place.startsWith(`${wallet}${MARK}`);

/** Whose wallet a place belongs to, and the name of the place; null for the wallet itself. */
export function placeOf(wallet: string): { wallet: string; place: string | null } {
  const mark = wallet.indexOf(MARK);
  return mark === -1
    ? { wallet, place: null }
    : { wallet: wallet.slice(0, mark), place: wallet.slice(mark + MARK.length) };
}
