import type { ChainTransaction } from '../../../../domain/chain/facts/chain-transaction';
import type { SolanaRow } from '../solana.schema';

export function ranked(transactions: readonly ChainTransaction[]): ChainTransaction[] {
  let txIndex = 0;
  return transactions.map((one, i) => {
    txIndex = one.block === transactions[i - 1]?.block ? txIndex + 1 : 0;
    return { ...one, txIndex };
  });
}

/** Each transaction starts with the lamports that the previous one left. Else the given order stays. */
export function inOrder(rows: readonly SolanaRow[], wallet: string): SolanaRow[] {
  const lamports = (row: SolanaRow | undefined, side: 'before' | 'after') =>
    row?.accounts.find(({ address }) => address === wallet)?.[side];
  const slots = new Map<number, SolanaRow[]>();
  for (const row of rows) {
    const slot = slots.get(row.slot);
    if (slot) slot.push(row);
    else slots.set(row.slot, [row]);
  }
  let last: SolanaRow | undefined;
  return [...slots.values()].flatMap((waiting) => {
    const ordered: SolanaRow[] = [];
    while (waiting.length > 0) {
      const left = lamports(last, 'after');
      const joined = waiting.findIndex((row) => left !== undefined && lamports(row, 'before') === left);
      const [row] = waiting.splice(Math.max(0, joined), 1);
      if (row) ordered.push(row);
      last = row;
    }
    return ordered;
  });
}
