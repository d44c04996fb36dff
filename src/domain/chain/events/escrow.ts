/**
 * Units in a deposit without a receipt token (staking, an order, collateral) or on a bridge still belong to
 * the user. Their lots move to a separate place of the wallet and come back from there. The engine treats a
 * place as a wallet.
 * @source tax-rules 10.5
 */
const MARK = '>';

/** The place through which a position passes when its basis grows. */
export const POSITION_PLACE = 'position';

export const escrowWallet = (wallet: string, place: string): string => `${wallet}${MARK}${place}`;

/** @returns whether the lots in that place are deposits of that wallet */
export const isEscrowOf = (place: string, wallet: string): boolean => place.startsWith(`${wallet}${MARK}`);

/** Returns the wallet and the name of a place. The name is null for the wallet itself. */
export function placeOf(wallet: string): { wallet: string; place: string | null } {
  const mark = wallet.indexOf(MARK);
  return mark === -1
    ? { wallet, place: null }
    : { wallet: wallet.slice(0, mark), place: wallet.slice(mark + MARK.length) };
}
