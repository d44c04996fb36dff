import type { Ledger } from '../engine';
import { isChainName } from '../kernel/chain';
import { unitPriceText } from '../kernel/units';
import type { TransactionFlag, WalletTransaction } from '../chain';
import type { DisposalEntry, ManualEntry } from './manual-entry';
import { withValues } from './transaction-values';

/** Replaces the hash of a transaction that is on no chain. */
export const NO_HASH = '';

const SETTLED = new Set<TransactionFlag>(['untracked', 'unmatched', 'missing_price']);

/**
 * Applies the user's entries to the transactions of one wallet: marks changed transactions, and inserts disposals
 * that are on no chain.
 * @param transactions oldest first
 * @param ledger with these entries; null when there is none yet
 */
export function newTransactions(
  transactions: readonly WalletTransaction[],
  entries: readonly ManualEntry[],
  wallet: string,
  ledger: Ledger | null,
): readonly WalletTransaction[] {
  const own = entries.filter((entry) => entry.wallet === wallet);
  if (own.length === 0) return transactions;
  const valued = withValues(transactions, own);
  const marked = ledger ? mark(valued, ledger) : valued;
  const added = own.flatMap((entry) =>
    entry.kind === 'disposal_entry' && entry.txHash === null ? transactionOf(entry) : [],
  );
  return added.length === 0 ? marked : [...marked, ...added].sort((a, b) => a.at - b.at);
}

function mark(transactions: readonly WalletTransaction[], ledger: Ledger): WalletTransaction[] {
  const changed = new Set<string>();
  const open = new Map<string, Set<string>>();
  const leave = (id: string, flags: readonly string[]) => {
    const known = open.get(id) ?? new Set<string>();
    for (const flag of flags) known.add(flag);
    open.set(id, known);
  };
  for (const lot of ledger.lots) {
    if (lot.basisSource === 'manual') changed.add(lot.transactionId);
    if (lot.isUntracked) leave(lot.transactionId, ['untracked']);
  }
  for (const disposal of ledger.disposals) {
    if (disposal.priceSource === 'manual') changed.add(disposal.transactionId);
    leave(disposal.transactionId, disposal.flags);
  }
  return transactions.map((transaction) => {
    if (!changed.has(transaction.id)) return transaction;
    const left = open.get(transaction.id);
    const flags = transaction.flags.filter((flag) => !SETTLED.has(flag) || left?.has(flag));
    return { ...transaction, flags: [...new Set([...flags, 'manual' as const])] };
  });
}

function transactionOf(entry: DisposalEntry): WalletTransaction[] {
  const { asset, quantity, type } = entry;
  if (!isChainName(asset.chain)) return [];
  const value = entry.proceeds + entry.fees;
  const price = { usd: unitPriceText(value, quantity, asset.decimals), source: 'manual', at: entry.at };
  const isPaid = type === 'sale' || type === 'spend';
  return [
    {
      id: entry.id,
      chain: asset.chain,
      hash: NO_HASH,
      wallet: entry.wallet,
      at: entry.at,
      block: null,
      txIndex: 0,
      type: type === 'sale' ? 'sell' : 'spend',
      incomeType: null,
      succeeded: true,
      from: entry.wallet,
      to: null,
      method: null,
      protocol: null,
      legs: [
        {
          index: 0,
          direction: 'out',
          asset,
          quantity,
          counterparty: null,
          isInternal: false,
          valueUsd: isPaid ? value : null,
          price: isPaid ? price : null,
        },
      ],
      fee: null,
      isSpam: false,
      flags: ['manual'],
      rule: `manual_${type}`,
    },
  ];
}
