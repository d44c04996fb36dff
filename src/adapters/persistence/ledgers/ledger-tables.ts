import type { Disposal, Income, LineageLink, WashSale } from '../../../domain/engine';
import type { Asset } from '../../../domain/kernel/asset';
import { hashKey } from '../../../domain/kernel/transaction-hash';
import { TRANSACTION_ORDER } from '../../../domain/portfolio/history-filter';
import { acquired, wholeUnits } from '../../../domain/portfolio/lot-filter';
import type { LedgerNeed } from '../../../ports/storage/ledgers/needs';
import type {
  LedgerContents,
  LedgerIssueRow,
  LedgerLotRow,
  LedgerTransaction,
} from '../../../ports/storage/ledgers/ledgers';

type Value = string | number | bigint | boolean | null | readonly string[];

/** One list of a ledger as a table: its key, the columns that conditions and orders read, and the rest as text. */
export interface LedgerTable<T> {
  name: string;
  /** Beside `ledger_id`, `key`, `body` and the versions. */
  columns: readonly string[];
  items: (contents: LedgerContents) => Iterable<T>;
  key: (item: T, seq: number) => string;
  values: (item: T, seq: number) => Value[];
  /** Stored as text. */
  body: (item: T) => unknown;
}

const transactions: LedgerTable<LedgerTransaction> = {
  name: 'ledger_transactions',
  columns: ['wallet', 'at', 'block', 'tx_index', 'hash', 'hash_key', 'chain', 'type', 'is_spam', 'symbols'],
  items: (contents) => contents.transactions,
  key: ({ transaction }) => transaction.id,
  values: ({ transaction }) => {
    const { wallet, chain, type, isSpam, legs } = transaction;
    const [at, block, txIndex, hash] = TRANSACTION_ORDER.positionOf(transaction);
    const symbols = new Set(legs.map(({ asset }) => asset.symbol.toLowerCase()));
    return [
      ...[wallet, at, block, txIndex, hash].map((value) => value as Value),
      ...[hashKey(String(hash)), chain, type, isSpam, [...symbols]],
    ];
  },
  body: (row) => row,
};

const lots: LedgerTable<LedgerLotRow> = {
  name: 'ledger_lots',
  columns: [
    'wallet',
    'seq',
    'asset_id',
    'chain',
    'symbol',
    'token_key',
    'acquired',
    'received_at',
    'starts_at',
    'is_dated',
    'is_open',
    'is_untracked',
    'cost',
    'units',
    'place',
    'transaction_id',
    'shown_in',
    'tx_hash',
    'is_pending',
  ],
  items: (contents) => contents.lots,
  key: ({ lot }) => lot.id,
  values: ({ lot, tokenKey, place, shownIn, isPending }, seq) => [
    lot.wallet,
    seq,
    lot.asset.id,
    lot.asset.chain,
    lot.asset.symbol.toLowerCase(),
    tokenKey,
    acquired(lot),
    lot.receivedAt,
    lot.holdingStartAt ?? lot.acquiredAt,
    lot.acquiredAt !== null,
    lot.remaining > 0n,
    lot.isUntracked,
    lot.cost,
    wholeUnits(lot),
    place,
    lot.transactionId,
    shownIn,
    lot.txHash,
    isPending,
  ],
  body: ({ lot }) => lot,
};

const disposals: LedgerTable<Disposal> = {
  name: 'ledger_disposals',
  columns: ['wallet', 'seq', 'at', 'asset_id', 'gained', 'transaction_id', 'tx_hash'],
  items: (contents) => contents.disposals,
  key: ({ id }) => id,
  values: ({ wallet, disposedAt, asset, gain, washSaleDisallowed, transactionId, txHash }, seq) => [
    ...[wallet, seq, disposedAt, asset.id],
    gain + washSaleDisallowed,
    transactionId,
    txHash,
  ],
  body: (disposal) => disposal,
};

const income: LedgerTable<Income> = {
  name: 'ledger_income',
  columns: ['wallet', 'seq', 'at', 'transaction_id', 'tx_hash'],
  items: (contents) => contents.income,
  key: ({ id }) => id,
  values: ({ wallet, receivedAt, transactionId, txHash }, seq) => [
    wallet,
    seq,
    receivedAt,
    transactionId,
    txHash,
  ],
  body: (one) => one,
};

const links: LedgerTable<LineageLink> = {
  name: 'ledger_links',
  columns: ['seq', 'at', 'from_lot', 'to_lot', 'disposal_id', 'tx_hash'],
  items: (contents) => contents.links,
  key: ({ id }) => id,
  values: ({ at, fromLotId, toLotId, disposalId, txHash }, seq) => [
    ...[seq, at],
    ...[fromLotId, toLotId, disposalId],
    txHash,
  ],
  body: (link) => link,
};

const issues: LedgerTable<LedgerIssueRow> = {
  name: 'ledger_issues',
  columns: ['wallet', 'seq', 'kind', 'at', 'transaction_id', 'shown_in'],
  items: (contents) => contents.issues,
  key: (_issue, seq) => String(seq),
  values: ({ issue: { wallet, kind, at, transactionId }, shownIn }, seq) => [
    ...[wallet, seq, kind, at, transactionId],
    shownIn,
  ],
  body: ({ issue }) => issue,
};

const washSales: LedgerTable<WashSale> = {
  name: 'ledger_wash_sales',
  columns: ['seq', 'at'],
  items: (contents) => contents.washSales,
  key: ({ id }) => id,
  values: ({ disposedAt }, seq) => [seq, disposedAt],
  body: (sale) => sale,
};

const needs: LedgerTable<LedgerNeed> = {
  name: 'ledger_needs',
  columns: ['wallet', 'kind', 'effect', 'at', 'chain', 'symbol', 'token_key', 'transaction_id', 'shown_in'],
  items: (contents) => contents.needs,
  key: ({ kind, need }) => `${kind} ${'lot' in need ? need.lot.id : need.transaction.id}`,
  values: ({ wallet, kind, need, tokenKey, shownIn }) => {
    const of =
      'lot' in need
        ? [need.gainEffect, need.lot.receivedAt, need.lot.asset.chain, need.lot.asset.symbol.toLowerCase()]
        : [need.effect, need.transaction.at, need.transaction.chain, null];
    const transactionId = 'lot' in need ? need.lot.transactionId : need.transaction.id;
    return [wallet, kind, ...of, tokenKey, transactionId, shownIn];
  },
  body: ({ need }) => need,
};

/** Written last: every other row names assets. */
export const assets: LedgerTable<Asset> = {
  name: 'ledger_assets',
  columns: ['token_key'],
  items: (contents) => contents.assets,
  key: ({ id }) => id,
  values: () => [],
  body: (asset) => asset,
};

export const LEDGER_TABLES = [
  transactions,
  lots,
  disposals,
  income,
  links,
  issues,
  washSales,
  needs,
] as const;

/** DERIVED_TABLES: what the service computes again from the other tables. No backup has it. */
export const DERIVED_TABLES: readonly string[] = [
  'wallet_snapshots',
  'ledgers',
  ...[...LEDGER_TABLES, assets].map(({ name }) => name),
];

/** A line of COPY in text format. */
export function copyLine(values: readonly Value[]): string {
  return values.map((value) => (value === null ? '\\N' : escaped(cellOf(value)))).join('\t');
}

const cellOf = (value: Exclude<Value, null>): string => {
  // Postgres has no NUL in texts; JSON writes it as an escape.
  if (typeof value === 'string') return value.replaceAll('\0', '\uFFFD');
  if (typeof value === 'boolean') return value ? 't' : 'f';
  return Array.isArray(value) ? `{${value.map(quoted).join()}}` : String(value);
};

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const escaped = (text: string): string =>
  /[\\\n\r\t]/.test(text) ? text.replace(/[\\\n\r\t]/g, (char) => ESCAPES[char] as string) : text;
