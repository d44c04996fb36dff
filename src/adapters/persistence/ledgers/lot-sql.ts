import type { PageRequest } from '../../../domain/kernel/page';
import type { LotPick, LotRowSort } from '../../../ports/storage/ledgers/ledgers';
import { shownOnly, type Statement } from './statement';

/** LOT_ORDER: the columns of LOT_ORDERS. */
const LOT_ORDER = {
  date_asc: { columns: ['acquired', 'received_at', 'key'], isDescending: false },
  date_desc: { columns: ['acquired', 'received_at', 'key'], isDescending: true },
  cost_desc: { columns: ['-cost', 'acquired', 'received_at', 'key'], isDescending: false },
  quantity_desc: { columns: ['-units', 'acquired', 'received_at', 'key'], isDescending: false },
  held: { columns: ['(NOT is_dated)', 'acquired', 'received_at', 'key'], isDescending: false },
  open_first: { columns: ['(NOT is_open)', 'seq'], isDescending: false },
  rank: { columns: ['token_key COLLATE "C"', 'place'], isDescending: false },
} as const satisfies Record<LotRowSort, { columns: readonly string[]; isDescending: boolean }>;

export function lotConditions(
  statement: Statement,
  { wallet, assetId, status, symbol, chain, isUntracked, term, shown }: LotPick,
): Statement {
  statement.and('wallet = ?', wallet);
  if (status !== 'all') statement.and('is_open = ?', status === 'open');
  if (assetId !== undefined) statement.and('asset_id = ?', assetId);
  if (symbol !== undefined) namedBy(statement, symbol);
  if (chain !== undefined) statement.and('chain = ?', chain);
  if (isUntracked !== undefined) statement.and('is_untracked = ?', isUntracked);
  if (term?.isLong === true) statement.and('starts_at < ?', term.before);
  if (term?.isLong === false) statement.and('(starts_at IS NULL OR starts_at >= ?)', term.before);
  return shownOnly(statement, wallet, shown, 'received_at');
}

/** @param symbol in any letter case, or a token key */
export const namedBy = (statement: Statement, symbol: string): Statement =>
  statement.and('(symbol = ? OR lower(token_key) = ?)', symbol.toLowerCase(), symbol.toLowerCase());

/**
 * A page of lots with their ranks, and one lot more when there is one.
 * @param statement of the page
 * @param ofWallet every lot of the wallet: the rank of a lot counts all open lots of its asset
 */
export function lotsSql(
  statement: Statement,
  ofWallet: Statement,
  sort: LotRowSort,
  { page, perPage, after }: PageRequest,
): { text: string; values: unknown[] } {
  const { columns, isDescending } = LOT_ORDER[sort];
  if (after !== null)
    statement.and(
      `(${columns.join(', ')}) ${isDescending ? '<' : '>'} (${columns.map(() => '?').join(', ')})`,
      ...after.map((part) => (typeof part === 'bigint' ? String(part) : part)),
    );
  const order = columns.map((column) => `${column} ${isDescending ? 'DESC' : 'ASC'}`).join(', ');
  const first = after === null ? (page - 1) * perPage : 0;
  return rankedSql(statement, ofWallet, order, `LIMIT ${perPage + 1} OFFSET ${first}`);
}

/** Lots with their ranks among the lots of a wallet. Lots of another wallet have rank 0. */
export function rankedSql(
  statement: Statement,
  ofWallet: Statement,
  order: string,
  limit = '',
): { text: string; values: unknown[] } {
  const all = ofWallet.text.replace(/\$(\d+)/g, (_, n: string) => `$${Number(n) + statement.values.length}`);
  return {
    text: `WITH listed AS (
        SELECT key, seq, asset_id, is_open, is_dated, token_key, shown_in, body, acquired, received_at, cost, units, place,
          is_pending
        FROM ledger_lots WHERE ${statement.text}
        ORDER BY ${order} ${limit}),
      spans AS (
        SELECT asset_id, min(place) AS first, max(place) AS last FROM listed WHERE is_open GROUP BY asset_id),
      counted AS (
        SELECT asset_id, first, last, (
          SELECT count(*) FROM ledger_lots
          WHERE ${all} AND is_open AND ledger_lots.asset_id = spans.asset_id AND place < first) AS before
        FROM spans),
      ranked AS (
        SELECT key, before + row_number() OVER (PARTITION BY asset_id ORDER BY place) AS rank
        FROM ledger_lots JOIN counted USING (asset_id)
        WHERE ${all} AND is_open AND place BETWEEN first AND last)
      SELECT body, token_key, shown_in, is_pending, coalesce(rank, 0) AS rank
      FROM listed LEFT JOIN ranked USING (key) ORDER BY ${order}`,
    values: [...statement.values, ...ofWallet.values],
  };
}
