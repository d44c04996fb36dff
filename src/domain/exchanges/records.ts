import { formatDecimal, parseDecimal, ZERO, type Decimal } from '../kernel/decimal';
import { finished, mapSliced, type Sliced } from '../kernel/slices';
import { canonicalCoin } from './coins';
import { formatNamed } from './formats';
import { pairMigrations, withCashSales } from './migrations';
import { withoutRepeated } from './overlap';
import type { ExchangeRecord, FarPlace } from './record';
import { UnreadableRow, type Cells } from './cells';
import { joinPlaces } from './places';
import { innerMoves } from './rules/inner-moves';
import { withRenamed } from './rules/renamed';
import { withoutReturned } from './rules/returned';
import { separateTrades } from './venues/binance/binance-seconds';
import { krakenCoin } from './venues/kraken';
import { recordOf, type Draft, type GroupDetails, type Part, type RowFormat, type RowReading } from './row';

/** A stored row as it came, with the layout that reads it. */
export interface ExchangeRow {
  format: string;
  key: string;
  body: Cells;
}

/** A row with what a store needs to know of it. */
export interface StoredExchangeRow extends ExchangeRow {
  part: Part;
  /** ms UTC */
  at: number;
}

export interface AccountRecords {
  /** By time, then id. */
  records: readonly ExchangeRecord[];
  /** Operations without a known meaning, with the number of their rows. */
  unknown: ReadonlyMap<string, number>;
  /** Rows that no layout of this release reads. */
  unreadable: number;
  /** Records of files that count once because the API also lists them. */
  repeated: number;
}

const COIN = /^[A-Z0-9][A-Z0-9._$+-]{0,29}$/;
const ID = /^[\x20-\x7e]{1,200}$/;

/**
 * Identity of a row in its account: the id at the exchange, else time, kind and amounts. The same row in another
 * export, or in another generation of it, has the same identity.
 * @param occurrence of equal rows in one file, from 0
 */
export function rowKey(
  { part }: Pick<RowFormat, 'part'>,
  drafts: readonly Draft[],
  occurrence: number,
): string {
  const [first] = drafts;
  if (!first) throw new UnreadableRow('The row has no content');
  for (const { coin, fee } of drafts)
    for (const code of [coin, fee?.coin ?? coin])
      if (!COIN.test(code)) throw new UnreadableRow(`"${code.slice(0, 20)}" is not the code of a coin`);
  if (first.id !== null && !ID.test(first.id)) throw new UnreadableRow('The id of the row is not readable');
  if (first.id !== null) return `${part}:${first.id}`;
  const content = drafts
    .filter(({ isUnkeyed }) => isUnkeyed !== true)
    .map(({ at, kind, keyKind = kind, coin, amount, keyAmount, fee }) =>
      [
        at,
        keyKind,
        coin,
        formatDecimal(keyAmount ?? amount),
        fee && !keyAmount ? `${fee.coin} ${formatDecimal(fee.amount)}` : '',
      ].join('|'),
    );
  return `${part}:${content.join('+')}#${occurrence}`;
}

/** A row of an API as it is stored, also when it has no effect yet. @throws UnreadableRow */
export function apiRow(format: RowFormat, body: Cells): StoredExchangeRow {
  const { api, part, name } = format;
  if (!api) throw new UnreadableRow(`${name} is no layout of an API`);
  const id = api.id(body);
  if (!ID.test(id)) throw new UnreadableRow('The row has no readable id');
  return { key: `${api.keyPart ?? part}:${id}`, part, format: name, at: api.at(body), body };
}

/** True for a row that the exchange will change. */
export const isOpenRow = ({ format, body }: ExchangeRow): boolean =>
  formatNamed(format)?.api?.isOpen?.(body) ?? false;

/** Columns of movements in rows of APIs. */
const COIN_COLUMNS = ['amount.currency', 'coin', 'currency', 'ccy', 'asset', 'fiatCurrency'];
const AMOUNT_COLUMNS = ['amount.amount', 'amount', 'amt'];
const FEE_COLUMNS = ['transactionFee', 'fee'];

/** Movements that the exchange has not completed: the most that they change the balance of each coin. */
export function openAmounts(rows: readonly ExchangeRow[]): ReadonlyMap<string, Decimal> {
  const sums = new Map<string, Decimal>();
  for (const { format, body } of rows.filter(isOpenRow)) {
    const textOf = (names: readonly string[]) => names.map((name) => body[name]).find((text) => text);
    const code = textOf(COIN_COLUMNS)?.toUpperCase() ?? '';
    const coin = canonicalCoin(formatNamed(format)?.exchange === 'kraken' ? krakenCoin(code) : code);
    const [amount, fee] = [AMOUNT_COLUMNS, FEE_COLUMNS].map(
      (names) => parseDecimal(textOf(names) ?? '0')?.abs() ?? ZERO,
    );
    sums.set(coin, (sums.get(coin) ?? ZERO).plus(amount ?? ZERO).plus(fee ?? ZERO));
  }
  return sums;
}

/**
 * Rows -> records. Pure: a better rule needs no new import. A trade whose rows of the ledger are known counts by the
 * ledger only.
 */
export const accountRecords = (rows: readonly ExchangeRow[], timezone?: string): AccountRecords =>
  finished(readingRecords(rows, timezone));

/** @param timezone IANA name of the zone of tax years */
export function* readingRecords(rows: readonly ExchangeRow[], timezone = 'UTC'): Sliced<AccountRecords> {
  const details = new Map<string, GroupDetails>();
  let unreadable = 0;
  const readings = yield* mapSliced(rows, (row) => {
    const format = formatNamed(row.format);
    const reading = format ? readingOf(format, row.body) : null;
    if (reading && 'details' in reading) details.set(reading.details.group, reading.details);
    if (!reading) unreadable++;
    return format && reading && 'drafts' in reading ? [{ row, format, drafts: reading.drafts }] : [];
  });
  const read = readings.flat();
  yield;
  const inLedger = new Set(
    read
      .filter(({ format }) => format.part === 'ledger')
      .flatMap(({ drafts }) => drafts.flatMap(({ group, about }) => [group, about])),
  );
  yield;
  const counted = read.filter(
    ({ format, drafts }) =>
      format.part !== 'trades' ||
      !drafts.some(({ group }) => typeof group === 'string' && inLedger.has(group)),
  );
  yield;
  const sourced = yield* mapSliced(counted, ({ row, format, drafts }) =>
    drafts.map((draft, index) => ({
      record: recordOf(draft, row.key, index),
      isFromApi: format.api !== undefined,
      isLedger: format.part === 'ledger',
    })),
  );
  const { records: found, repeated } = withoutRepeated(sourced.flat());
  yield;
  const records = yield* mapSliced(found, (record) => withDetails(record, details.get(record.group)));
  records.sort(inOrder);
  yield;
  const places = new Set(rows.flatMap(({ format }) => PLACE_OF_FORMAT.get(format) ?? []));
  const paired = withCashSales(pairMigrations(withRenamed(separateTrades(records))));
  yield;
  const settled = joinPlaces(withoutReturned(innerMoves(paired), timezone), places);
  const unknown = new Map<string, number>();
  for (const { unknownName } of settled)
    if (unknownName !== undefined) unknown.set(unknownName, (unknown.get(unknownName) ?? 0) + 1);
  return {
    records: settled,
    unknown,
    unreadable,
    repeated,
  };
}

/**
 * PLACE_OF_FORMAT: layouts with what happened in a place. The API of Gemini lists all interest and rewards of its
 * programs.
 */
const PLACE_OF_FORMAT: ReadonlyMap<string, FarPlace> = new Map([
  ['coinbase_pro_account', 'pro'],
  ['coinbase_advanced_fills', 'pro'],
  ['gemini_api_earn', 'earn'],
  ['gemini_api_staking', 'earn'],
]);

const withDetails = (record: ExchangeRecord, details: GroupDetails | undefined): ExchangeRecord =>
  details
    ? {
        ...record,
        txHash: record.txHash ?? details.txHash,
        address: record.address ?? details.address,
        depositAddress: record.depositAddress ?? details.depositAddress,
      }
    : record;

/** @returns null for a row that an earlier release could read and this one cannot */
function readingOf(format: RowFormat, cells: Cells): RowReading | null {
  try {
    return format.read(cells);
  } catch (error) {
    if (error instanceof UnreadableRow) return null;
    throw error;
  }
}

const inOrder = (a: ExchangeRecord, b: ExchangeRecord): number =>
  a.at - b.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
