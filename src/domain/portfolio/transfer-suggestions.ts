import { matchingTransfers, walletLeg, type Decision, type TransferMatch } from '../matching';
import type { Sliced } from '../kernel/slices';
import type { WalletTransaction } from '../chain/facts/wallet-transaction';

const LOOSE_ENDS: ReadonlySet<string> = new Set(['transfer_in', 'transfer_out', 'bridge', 'spend']);

/**
 * Outflows of the owner's wallets that may be the source of untracked inflows.
 * @param transactions of all wallets of the owner
 * @param decisions of the owner: a rejected pair is no suggestion
 * @returns by the transaction of the inflow
 */
export function* suggestingTransfers(
  transactions: readonly WalletTransaction[],
  decisions: readonly Decision[] = [],
): Sliced<Map<string, TransferMatch[]>> {
  const legs = transactions
    .filter(({ type, isSpam }) => !isSpam && LOOSE_ENDS.has(type))
    .flatMap((transaction) =>
      transaction.legs
        .filter(({ isInternal, pair }) => !isInternal && pair === undefined)
        .map((leg) => walletLeg(transaction, leg)),
    );
  const found = new Map<string, TransferMatch[]>();
  for (const match of (yield* matchingTransfers(legs, decisions)).matches) {
    if (match.status === 'rejected') continue;
    const list = found.get(match.in.transactionId);
    if (list) list.push(match);
    else found.set(match.in.transactionId, [match]);
  }
  return found;
}
