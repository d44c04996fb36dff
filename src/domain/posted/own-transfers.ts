import { tryParseAddress } from '../kernel/address';
import { dec } from '../kernel/decimal';
import type { PostedRow } from './row';

/**
 * Converts transfers between the owner's wallets into moves. An outflow and an inflow with the same hash
 * become one move. Units that did not arrive were the fee.
 * @param owned address values
 * @source tax-rules 3.5, 10.1
 */
export function withOwnTransfers(rows: readonly PostedRow[], owned: ReadonlySet<string>): PostedRow[] {
  if (owned.size === 0) return [...rows];
  const arrivals = new Map<string, PostedRow>();
  for (const row of rows)
    if (row.type === 'transfer_in' && row.txHash !== undefined)
      arrivals.set(arrivalKey(row, row.wallet), row);
  const merged = new Set<PostedRow>();
  const moved = rows.map((row): PostedRow => {
    if (row.type === 'transfer_out' && isOwned(row.to, owned)) {
      const arrival = row.txHash === undefined ? undefined : arrivals.get(arrivalKey(row, row.to));
      if (!arrival || dec(arrival.quantity).gt(row.quantity)) return move(row, row.wallet, row.to);
      merged.add(arrival);
      return { ...move(row, row.wallet, row.to), toQuantity: arrival.quantity };
    }
    return row;
  });
  return moved.flatMap((row) => {
    if (merged.has(row)) return [];
    return row.type === 'transfer_in' && isOwned(row.from, owned) ? [move(row, row.from, row.wallet)] : [row];
  });
}

const DEFAULT_WALLET = 'default';

const move = (row: PostedRow, from = DEFAULT_WALLET, to = DEFAULT_WALLET): PostedRow => ({
  ...row,
  type: 'internal_transfer',
  from,
  to,
});

const arrivalKey = ({ txHash, chain, symbol }: PostedRow, wallet: string | undefined): string =>
  [txHash, chain, symbol.toUpperCase(), spelled(wallet ?? DEFAULT_WALLET)].join('\0');

const isOwned = (wallet: string | undefined, owned: ReadonlySet<string>): boolean =>
  wallet !== undefined && owned.has(spelled(wallet));

const spelled = (wallet: string): string => tryParseAddress(wallet)?.value ?? wallet;
