import { tryParseAddress } from '../kernel/address';
import { dec } from '../kernel/decimal';
import { matchTransfers, type TransferLeg, type TransferMatch } from '../matching';
import { PostedAssets } from './posted-assets';
import type { PostedRow } from './row';

/** Rows with the transfers between own wallets as moves. */
export interface OwnTransfers {
  rows: PostedRow[];
  /** Both ends of transfers that may belong together in more than one way. Each end moves at most once. */
  ambiguous: readonly TransferMatch[];
}

/**
 * Converts transfers between the owner's wallets into moves. An outflow and an inflow with the same hash, or that
 * the matcher pairs, become one move. Units that did not arrive were the fee.
 * @param owned address values
 * @source tax-rules 3.5, 10.1, 10.9
 */
export function withOwnTransfers(rows: readonly PostedRow[], owned: ReadonlySet<string>): OwnTransfers {
  if (owned.size === 0) return { rows: [...rows], ambiguous: [] };
  const merged = pairsByHash(rows, owned);
  const { pairs, ambiguous } = pairsByScore(rows, owned, merged);
  for (const [out, arrival] of pairs) merged.set(out, arrival);
  const arrivals = new Set(merged.values());
  const moved = rows.flatMap((row): PostedRow[] => {
    if (arrivals.has(row)) return [];
    const arrival = merged.get(row);
    if (arrival !== undefined)
      return [{ ...move(row, row.wallet, row.to ?? arrival.wallet), toQuantity: arrival.quantity }];
    if (row.type === 'transfer_out' && isOwned(row.to, owned)) return [move(row, row.wallet, row.to)];
    return [row.type === 'transfer_in' && isOwned(row.from, owned) ? move(row, row.from, row.wallet) : row];
  });
  return { rows: moved, ambiguous };
}

/** Outflow -> the inflow of the same transaction. */
function pairsByHash(rows: readonly PostedRow[], owned: ReadonlySet<string>): Map<PostedRow, PostedRow> {
  const arrivals = new Map<string, PostedRow>();
  for (const row of rows)
    if (row.type === 'transfer_in' && row.txHash !== undefined)
      arrivals.set(arrivalKey(row, row.wallet), row);
  const pairs = new Map<PostedRow, PostedRow>();
  for (const row of rows) {
    if (row.type !== 'transfer_out' || row.txHash === undefined || !isOwned(row.to, owned)) continue;
    const arrival = arrivals.get(arrivalKey(row, row.to));
    if (arrival && dec(arrival.quantity).lte(row.quantity)) pairs.set(row, arrival);
  }
  return pairs;
}

/** Pairs of rows without a common hash. A pair is merged only when one end names the wallet of the other. */
function pairsByScore(
  rows: readonly PostedRow[],
  owned: ReadonlySet<string>,
  known: ReadonlyMap<PostedRow, PostedRow>,
): { pairs: Map<PostedRow, PostedRow>; ambiguous: TransferMatch[] } {
  const settled = new Set([...known.keys(), ...known.values()]);
  const legs = new Map<string, PostedRow>();
  const open: TransferLeg[] = [];
  const assets = new PostedAssets(rows, new Map());
  for (const [i, row] of rows.entries()) {
    if ((row.type !== 'transfer_in' && row.type !== 'transfer_out') || settled.has(row)) continue;
    const id = String(i).padStart(6, '0');
    legs.set(id, row);
    open.push(legOf(id, row, assets));
  }
  const pairs = new Map<PostedRow, PostedRow>();
  const used = new Set<string>();
  const ambiguous: TransferMatch[] = [];
  const likelyFirst = matchTransfers(open).matches.toSorted((a, b) => b.score.cmp(a.score));
  for (const match of likelyFirst) {
    const [out, arrival] = [legs.get(match.out.id), legs.get(match.in.id)];
    if (match.status === 'rejected' || !match.reasons.includes('address_known')) continue;
    if (!out || !arrival || !(isOwned(out.to, owned) || isOwned(arrival.from, owned))) continue;
    if (match.status !== 'confirmed') ambiguous.push(match);
    if (used.has(match.out.id) || used.has(match.in.id)) continue;
    used.add(match.out.id).add(match.in.id);
    pairs.set(out, arrival);
  }
  return { pairs, ambiguous };
}

function legOf(id: string, row: PostedRow, assets: PostedAssets): TransferLeg {
  const asset = assets.of(row, row.symbol);
  const wallet = spelled(row.wallet ?? DEFAULT_WALLET);
  const isOut = row.type === 'transfer_out';
  const other = isOut ? row.to : row.from;
  const isFeeInKind = row.feeSymbol !== undefined && assets.of(row, row.feeSymbol).id === asset.id;
  return {
    id,
    transactionId: row.id ?? id,
    direction: isOut ? 'out' : 'in',
    source: { kind: 'wallet', id: wallet },
    asset,
    quantity: assets.units(asset, row.quantity),
    fee: isFeeInKind ? assets.units(asset, row.feeQuantity ?? '0') : 0n,
    at: row.at,
    txHash: row.txHash ?? null,
    address: wallet,
    counterparty: other === undefined ? null : spelled(other),
  };
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
