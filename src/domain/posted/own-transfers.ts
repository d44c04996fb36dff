import { tryParseAddress } from '../kernel/address';
import { dec } from '../kernel/decimal';
import { HOUR_MS } from '../kernel/durations';
import { matchTransfers, type TransferLeg, type TransferMatch } from '../matching';
import { isCash, PostedAssets } from './posted-assets';
import { mostPairs } from './most-pairs';
import type { PostedRow } from './row';
import { pairedByHash, type TransferGroup } from './same-hash';
import { contentOf } from './stems';

/** Allowed time from outflow to arrival; an arrival may be stated before its outflow. @source api.md 1.12 */
const [EARLIEST_MS, LATEST_MS] = [HOUR_MS, 15 * HOUR_MS];

export interface OwnTransfers {
  rows: PostedRow[];
  /** Ends that may belong together in more than one way. Each end moves at most once. */
  ambiguous: readonly TransferMatch[];
}

/**
 * An outflow and an inflow with the same hash, or that the matcher pairs, become one move. Units that did not arrive
 * were the fee.
 * @param owned address values
 * @source tax-rules 3.5, 10.1, 10.9
 */
export function withOwnTransfers(rows: readonly PostedRow[], owned: ReadonlySet<string>): OwnTransfers {
  if (owned.size === 0) return { rows: [...rows], ambiguous: [] };
  const { moved, arrived } = movedByHash(rows, owned);
  const { pairs, ambiguous } = pairsByScore(rows, owned, new Set([...moved.keys(), ...arrived.keys()]));
  for (const [out, arrival] of pairs) {
    moved.set(out, arrival);
    arrived.set(arrival, '0');
  }
  const paid = new Set([...moved.keys()].map((out) => `${out.txHash} ${feeText(out)}`));
  const isRepeated = (arrival: PostedRow): boolean =>
    arrival.txHash !== undefined && paid.has(`${arrival.txHash} ${feeText(arrival)}`);
  const same = new Set(
    [...pairs].flatMap(([out, arrival]) => (feeText(out) === feeText(arrival) ? [arrival] : [])),
  );
  const read = rows.flatMap((row): PostedRow[] => {
    const beyond = arrived.get(row);
    if (beyond === '0') return isRepeated(row) || same.has(row) ? [] : feeRow(row);
    if (beyond !== undefined) {
      const rest = { ...row, from: undefined, quantity: beyond };
      return [isRepeated(row) ? withoutFee(rest) : rest];
    }
    const arrival = moved.get(row);
    if (arrival?.quantity === '0') return [{ ...row, type: 'fee' }];
    if (arrival !== undefined)
      return [{ ...move(row, row.wallet, row.to ?? arrival.wallet), toQuantity: arrival.quantity }];
    if (row.type === 'transfer_out' && isOwned(row.to, owned)) return [move(row, row.wallet, row.to)];
    if (row.type !== 'transfer_in' || !isOwned(row.from, owned)) return [row];
    const fee = feeRow(row);
    return [move(fee.length > 0 ? withoutFee(row) : row, row.from, row.wallet), ...fee];
  });
  return { rows: read, ambiguous };
}

interface Moved {
  moved: Map<PostedRow, Pick<PostedRow, 'wallet' | 'quantity'>>;
  /** Arrival -> units beyond those that left. */
  arrived: Map<PostedRow, string>;
}

/** A repeated row counts once. @source tax-rules 1.5 */
function movedByHash(rows: readonly PostedRow[], owned: ReadonlySet<string>): Moved {
  const groups = new Map<string, TransferGroup>();
  const firsts = new Map<string, PostedRow>();
  const copies: [copy: PostedRow, first: PostedRow][] = [];
  for (const row of rows) {
    const isOut = row.type === 'transfer_out' && isOwned(row.to, owned);
    if (row.txHash === undefined || !(isOut || row.type === 'transfer_in')) continue;
    const content = contentOf(row);
    const first = firsts.get(content);
    if (first !== undefined) {
      copies.push([row, first]);
      continue;
    }
    firsts.set(content, row);
    const key = arrivalKey(row, isOut ? row.to : row.wallet);
    const group = groups.get(key) ?? { outs: [], arrivals: [] };
    groups.set(key, group);
    (isOut ? group.outs : group.arrivals).push(row);
  }
  const result: Moved = { moved: new Map(), arrived: new Map() };
  for (const { outs, arrivals } of groups.values()) {
    const senders = new Set(outs.map(({ wallet }) => wallet && spelled(wallet)));
    // Another wallet of the owner did not post its outflow.
    const isOther = ({ from }: PostedRow): boolean =>
      isOwned(from, owned) && !senders.has(undefined) && !senders.has(spelled(from));
    const { received, beyond } = pairedByHash({ outs, arrivals: arrivals.filter((row) => !isOther(row)) });
    for (const [out, quantity] of received) result.moved.set(out, { wallet: out.to, quantity });
    for (const [row, quantity] of beyond) result.arrived.set(row, quantity);
  }
  for (const [copy, first] of copies) {
    const arrival = result.moved.get(first);
    const beyond = result.arrived.get(first);
    if (arrival !== undefined) result.moved.set(copy, arrival);
    if (beyond !== undefined) result.arrived.set(copy, beyond);
  }
  return result;
}

/** Rows without a common hash. A pair is merged only when one end names the wallet of the other. */
function pairsByScore(
  rows: readonly PostedRow[],
  owned: ReadonlySet<string>,
  settled: ReadonlySet<PostedRow>,
): { pairs: Map<PostedRow, PostedRow>; ambiguous: TransferMatch[] } {
  const legs = new Map<string, PostedRow>();
  const open: TransferLeg[] = [];
  const assets = new PostedAssets(rows, new Map());
  for (const [i, row] of rows.entries()) {
    if ((row.type !== 'transfer_in' && row.type !== 'transfer_out') || settled.has(row)) continue;
    const id = String(i).padStart(6, '0');
    legs.set(id, row);
    open.push(legOf(id, row, assets));
  }
  const likely: [PostedRow, PostedRow][] = [];
  const ambiguous: TransferMatch[] = [];
  const likelyFirst = matchTransfers(open).matches.toSorted((a, b) => b.score.cmp(a.score));
  for (const match of likelyFirst) {
    const [out, arrival] = [legs.get(match.out.id), legs.get(match.in.id)];
    if (match.status === 'rejected' || !match.reasons.includes('address_known')) continue;
    if (!out || !arrival || !(isOwned(out.to, owned) || isOwned(arrival.from, owned))) continue;
    if (isElsewhere(out.to, arrival, owned) || isElsewhere(arrival.from, out, owned)) continue;
    if (match.status !== 'confirmed') ambiguous.push(match);
    likely.push([out, arrival]);
  }
  const pairs = mostPairs(likely);
  for (const [out, arrival] of equalInOrder(open, legs, pairs)) pairs.set(out, arrival);
  return { pairs, ambiguous };
}

const isElsewhere = (named: string | undefined, { wallet }: PostedRow, owned: ReadonlySet<string>): boolean =>
  isOwned(named, owned) && spelled(named) !== spelled(wallet ?? DEFAULT_WALLET);

/**
 * The matcher weighs only the nearest of very many equal transfers. Ends without a partner that name each other's
 * wallets are paired in the order of time. Moved one by one, each transfer would move twice.
 */
function equalInOrder(
  open: readonly TransferLeg[],
  legs: ReadonlyMap<string, PostedRow>,
  pairs: ReadonlyMap<PostedRow, PostedRow>,
): [PostedRow, PostedRow][] {
  const taken = new Set([...pairs].flat());
  const arrivals = new Map<string, TransferLeg[]>();
  const rest = open
    .filter(({ txHash, counterparty }) => txHash === null && counterparty !== null)
    .filter(({ id }) => !taken.has(legs.get(id) as PostedRow))
    .toSorted((a, b) => a.at - b.at);
  const keyOf = ({ asset, quantity }: TransferLeg, ...way: (string | null)[]): string =>
    [asset.id, quantity, ...way].join('\0');
  for (const leg of rest) {
    if (leg.direction !== 'in') continue;
    const key = keyOf(leg, leg.counterparty, leg.address);
    const list = arrivals.get(key);
    if (list) list.push(leg);
    else arrivals.set(key, [leg]);
  }
  const found: [PostedRow, PostedRow][] = [];
  const next = new Map<string, number>();
  for (const out of rest) {
    if (out.direction !== 'out') continue;
    const key = keyOf(out, out.address, out.counterparty);
    const list = arrivals.get(key) ?? [];
    let place = next.get(key) ?? 0;
    while (place < list.length && (list[place] as TransferLeg).at < out.at - EARLIEST_MS) place++;
    const arrival = list[place];
    if (arrival !== undefined && arrival.at <= out.at + LATEST_MS) {
      found.push([legs.get(out.id) as PostedRow, legs.get(arrival.id) as PostedRow]);
      place++;
    }
    next.set(key, place);
  }
  return found;
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

const feeText = ({ feeSymbol, feeQuantity }: PostedRow): string =>
  feeSymbol === undefined || feeQuantity === undefined ? '' : `${feeSymbol.toUpperCase()} ${feeQuantity}`;

/** Paid in another coin. A fee in the coin that moved is the part that did not arrive. @source tax-rules 6 */
function feeRow(row: PostedRow): PostedRow[] {
  const { feeSymbol, feeQuantity, feeUsd } = row;
  const isPaid = feeSymbol !== undefined && feeQuantity !== undefined && !dec(feeQuantity).isZero();
  if (!isPaid || isCash(feeSymbol) || feeSymbol.toLowerCase() === row.symbol.toLowerCase()) return [];
  const { id, txHash, at, chain, wallet } = row;
  return [
    {
      id,
      txHash,
      at,
      chain,
      wallet,
      type: 'fee',
      symbol: feeSymbol,
      quantity: feeQuantity,
      valueUsd: feeUsd,
    },
  ];
}

const withoutFee = (row: PostedRow): PostedRow => ({
  ...row,
  feeSymbol: undefined,
  feeQuantity: undefined,
  feeUsd: undefined,
});

const DEFAULT_WALLET = 'default';

const move = (row: PostedRow, from = DEFAULT_WALLET, to = DEFAULT_WALLET): PostedRow => ({
  ...row,
  type: 'internal_transfer',
  from,
  to,
});

const arrivalKey = ({ txHash, chain, symbol }: PostedRow, wallet: string | undefined): string =>
  [txHash, chain, symbol.toUpperCase(), spelled(wallet ?? DEFAULT_WALLET)].join('\0');

const isOwned = (wallet: string | undefined, owned: ReadonlySet<string>): wallet is string =>
  wallet !== undefined && owned.has(spelled(wallet));

const spelled = (wallet: string): string => tryParseAddress(wallet)?.value ?? wallet;
