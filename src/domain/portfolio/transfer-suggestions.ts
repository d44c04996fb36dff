import { matchTransfers, type TransferLeg, type TransferMatch } from '../matching';
import type { Leg, WalletTransaction } from '../normalise/facts/wallet-transaction';

/** Types that may be one end of a transfer without a known other end. */
const LOOSE_ENDS: ReadonlySet<string> = new Set(['transfer_in', 'transfer_out', 'bridge', 'spend']);

/**
 * Finds outflows of the owner's wallets that may be the source of untracked inflows.
 * @param transactions of all wallets of the owner
 * @returns by the transaction of the inflow
 */
export function transferSuggestions(
  transactions: readonly WalletTransaction[],
): Map<string, TransferMatch[]> {
  const legs = transactions
    .filter(({ type, isSpam }) => !isSpam && LOOSE_ENDS.has(type))
    .flatMap((transaction) =>
      transaction.legs.filter(({ isInternal }) => !isInternal).map((leg) => toLeg(transaction, leg)),
    );
  const found = new Map<string, TransferMatch[]>();
  for (const match of matchTransfers(legs).matches) {
    if (match.status === 'rejected') continue;
    const list = found.get(match.in.transactionId);
    if (list) list.push(match);
    else found.set(match.in.transactionId, [match]);
  }
  return found;
}

const toLeg = (transaction: WalletTransaction, leg: Leg): TransferLeg => ({
  id: `${transaction.id}:${leg.index}`,
  transactionId: transaction.id,
  direction: leg.direction,
  source: { kind: 'wallet', id: transaction.wallet },
  asset: leg.asset,
  quantity: leg.quantity,
  fee: 0n,
  at: transaction.at,
  txHash: transaction.hash,
  address: transaction.wallet,
  counterparty: leg.counterparty,
});
