import { ZERO, type Decimal } from '../../kernel/decimal';
import { amountIn, cell, columnName, offsetOf, timeIn, UnreadableRow, type Cells } from '../cells';
import { isKnownCoin } from '../coins';
import type { RecordKind } from '../record';
import { tradeDrafts, type Amount, type Draft, type RowReading } from '../row';

export type { Amount } from '../row';

export type Shared = Pick<Draft, 'id' | 'at' | 'isDay'> & Partial<Draft>;

/** Names of columns as files write them -> as rows have them. */
export const named = (columns: readonly string[]): string[] => columns.map(columnName);

/** Names of operations in small letters -> kind. */
export type Kinds = Readonly<Record<string, RecordKind>>;

/** A movement of one coin. A kind that is not known is kept, and named. */
export function movement(
  shared: Shared,
  kind: RecordKind | undefined,
  name: string,
  { coin, amount, valueUsd = null }: Amount,
  fee: Amount | null = null,
): RowReading {
  if (coin === '') throw new UnreadableRow('The row names no coin');
  if (amount.isZero() && (fee === null || fee.amount.isZero())) return { skipped: 'The amount is zero' };
  if (kind === 'fee')
    return { drafts: [{ ...shared, kind, coin, amount: ZERO, fee: { coin, amount: amount.abs() } }] };
  const unknownName = kind === undefined ? { unknownName: name.slice(0, 100) || 'no name' } : {};
  return { drafts: [{ ...shared, kind: kind ?? 'unknown', coin, amount, valueUsd, fee, ...unknownName }] };
}

/** A purchase or a sale of `base` for `quote`. Signs of the amounts do not count. */
export function trade(
  shared: Shared,
  isBuy: boolean,
  base: Amount,
  quote: Amount,
  fee: Amount | null = null,
): RowReading {
  if (base.coin === '' || quote.coin === '') throw new UnreadableRow('The row does not name both coins');
  if (base.amount.isZero()) return { skipped: 'The amount is zero' };
  if (quote.amount.isZero()) throw new UnreadableRow('The row states no price');
  const plain = { id: shared.id, at: shared.at, ...(shared.isDay === true ? { isDay: true as const } : {}) };
  const drafts = isBuy ? tradeDrafts(plain, quote, base, fee) : tradeDrafts(plain, base, quote, fee);
  return { drafts: drafts.map((draft) => ({ ...draft, ...withoutIdentity(shared) })) };
}

const withoutIdentity = ({ id: _id, at: _at, isDay: _day, ...rest }: Shared): Partial<Draft> => rest;

/** True for a purchase, false for a sale. @throws UnreadableRow for another word */
export function isPurchase(side: string): boolean {
  if (/^(buy|purchase|bid)$/i.test(side)) return true;
  if (/^(sell|sale|ask)$/i.test(side)) return false;
  throw new UnreadableRow(`"${side.slice(0, 40)}" is neither a purchase nor a sale`);
}

/** `--` and empty cells are no amount. */
export const amountOrNull = (cells: Cells, name: string): Decimal | null => {
  const text = cell(cells, name);
  return /^-+$/.test(text) ? null : amountIn(text);
};

/** `0.5 BTC` and `0.5BTC`, also of coins whose code begins with a digit where it is known. Null: empty. */
export function amountWithCoin(text: string, codes: readonly string[] = []): Amount | null {
  const given = text.trim().toUpperCase();
  if (given === '' || given === '-') return null;
  const known = codes.find(
    (code) => given.endsWith(code) && /^-?[\d.,]+ ?$/.test(given.slice(0, -code.length)),
  );
  const [, number = '', coin = ''] =
    known === undefined
      ? (/^(-?[\d.,]+(?:E[-+]?\d+)?) ?([A-Z][A-Z0-9.]*)$/.exec(given) ?? [])
      : [given, given.slice(0, -known.length), known];
  const amount = amountIn(number);
  if (!amount || coin === '') throw new UnreadableRow(`"${text.slice(0, 40)}" is not an amount with a coin`);
  return { coin, amount };
}

/** Currencies in which pairs without a separator are quoted. */
const QUOTES = [
  ...[
    'USDT',
    'USDC',
    'FDUSD',
    'TUSD',
    'BUSD',
    'USDP',
    'PYUSD',
    'DAI',
    'USDE',
    'AEUR',
    'EURI',
    'USD1',
    'RLUSD',
  ],
  ...[
    'USD',
    'EUR',
    'GBP',
    'AUD',
    'CAD',
    'CHF',
    'JPY',
    'TRY',
    'BRL',
    'RUB',
    'UAH',
    'ZAR',
    'PLN',
    'MXN',
    'ARS',
  ],
  ...['CZK', 'RON', 'NGN', 'IDR', 'BIDR', 'BVND', 'BKRW', 'IDRT', 'SGD'],
  ...['BTC', 'ETH', 'BNB', 'XRP', 'TRX', 'DOGE', 'SOL', 'UST', 'PAX', 'USDS', 'VAI', 'MNT'],
];

/**
 * `BTC/USDT`, `BTC-USDT` and `BTCUSDT`. The fee names one of both coins, or a known base decides, where several
 * quote currencies fit. @throws UnreadableRow
 */
export function pairIn(text: string, feeCoin = ''): { base: string; quote: string } {
  const pair = text.trim().toUpperCase();
  const [left = '', right = '', more] = pair.split(/[/_:-]/);
  if (left !== '' && right !== '' && more === undefined) return { base: left, quote: right };
  const found = QUOTES.filter((quote) => pair.endsWith(quote) && pair.length > quote.length)
    .sort((a, b) => b.length - a.length)
    .map((quote) => ({ base: pair.slice(0, -quote.length), quote }));
  const best =
    found.find(({ base, quote }) => feeCoin === base || feeCoin === quote) ??
    found.find(({ base }) => isKnownCoin(base)) ??
    found[0];
  if (best === undefined)
    throw new UnreadableRow(`The pair "${pair.slice(0, 20)}" has an unknown quote currency`);
  return best;
}

/** A column such as `Date(UTC+2)`, which states the zone of its times. @param zone of a column without one */
export function timeInColumn(cells: Cells, prefix: string, zone = ''): number {
  const column = Object.keys(cells).find((name) => name === prefix || name.startsWith(`${prefix}utc`));
  if (column === undefined) throw new UnreadableRow('The row has no time');
  const [, sign, hours, minutes] = /utc([+-])(\d{1,2}?)(\d{2})?$/.exec(column) ?? [];
  const stated =
    sign === undefined
      ? column === prefix
        ? zone
        : ''
      : `${sign}${(hours ?? '0').padStart(2, '0')}:${minutes ?? '00'}`;
  return timeIn(withWholeYear(cell(cells, column)), stated === '' ? 0 : offsetOf(stated));
}

/** `24-10-16 13:43:49`: the year is first. */
const withWholeYear = (text: string): string => (/^\d{2}-\d{2}-\d{2} /.test(text) ? `20${text}` : text);
