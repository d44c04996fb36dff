import { ZERO, type Decimal } from '../../../kernel/decimal';
import { CARRIED } from '../../migrations';
import { incomeByWords } from '../../rules/operation-words';
import {
  amountIn,
  amountOf,
  amountOrZero,
  cell,
  dollarsIn,
  hashIn,
  momentIn,
  textOrNull,
  UnreadableRow,
} from '../../cells';
import type { Cells } from '../../cells';
import type { RecordKind } from '../../record';
import { tradeDrafts, type Draft, type RowFormat, type RowReading } from '../../row';
import { KINDS, LATER, PAYMENT, PRO, receivedKind, TAKES, WITH_PRO } from './kinds';
import { addressIn, CONVERTED, inNotes, isSameMoney, PAID, quoteIn } from './notes';

type Shared = Pick<Draft, 'id' | 'at' | 'isDay'>;

interface Columns {
  subtotal: string;
  total: string;
  fees: string;
  currency: string | null;
}

/**
 * Rows of the transaction history of Coinbase. Preamble lines come before the header. `Convert` names its other leg
 * in the notes only.
 */
function generation(name: string, needs: readonly string[], columns: Columns): RowFormat {
  return { name, exchange: 'coinbase', part: 'ledger', needs, read: (cells) => reading(cells, columns) };
}

function reading(cells: Cells, columns: Columns): RowReading {
  const operation = cell(cells, 'transactiontype').toLowerCase();
  const coin = cell(cells, 'asset').toUpperCase();
  if (operation === '' || coin === '') throw new UnreadableRow('The row has no operation or no asset');
  const amount = amountOf(cells, 'quantitytransacted');
  if (amount.isZero()) return { skipped: 'The amount is zero' };
  const notes = cell(cells, 'notes');
  const shared = { id: textOrNull(cell(cells, 'id')), ...momentIn(cell(cells, 'timestamp')) };
  if (/(^|\s)buy$/.test(operation))
    return { drafts: bought(shared, coin, amount, { cells, columns, operation, isBuy: true }) };
  if (/(^|\s)sell$/.test(operation) || operation === 'card spend')
    return { drafts: bought(shared, coin, amount, { cells, columns, operation, isBuy: false }) };
  const signed = TAKES.has(operation) ? amount.abs().negated() : amount;
  const { kind, before } = kindOf(operation, coin, signed, notes);
  if (operation === 'convert' || (kind === 'unknown' && CONVERTED.exec(notes)?.[2]?.toUpperCase() === coin))
    return { drafts: converted(shared, coin, amount, { cells, columns, notes }) };
  const draft: Draft = {
    ...shared,
    kind,
    ...(before === undefined ? {} : { keyKind: before }),
    coin,
    amount: signed,
    valueUsd: statedValue(cells, columns, amount),
    address: textOrNull(cell(cells, 'address')) ?? addressIn(notes),
    ...(PRO.test(operation) || (before !== undefined && kind === 'internal' && WITH_PRO.test(notes))
      ? { place: 'pro' as const }
      : {}),
    // The rows of one event have no common id.
    ...(CARRIED.has(kind) || kind === 'dust' ? { group: `${kind}:${shared.at}` } : {}),
    ...(kind === 'unknown' ? { unknownName: operation } : {}),
  };
  return {
    drafts:
      kind === 'fee'
        ? [{ ...draft, amount: ZERO, fee: { coin, amount: amount.abs(), valueUsd: draft.valueUsd } }]
        : [draft],
  };
}

/** @returns `before`: the kind that an earlier release gave the row, which is in its identity */
function kindOf(
  operation: string,
  coin: string,
  amount: Decimal,
  notes: string,
): { kind: RecordKind; before?: RecordKind } {
  if (operation === 'receive') {
    const kind = receivedKind(coin, notes);
    return kind === null ? { kind: 'deposit' } : { kind, before: 'deposit' };
  }
  if (operation === 'send' && WITH_PRO.test(notes)) return { kind: 'internal', before: 'withdrawal' };
  if (operation === PAYMENT) return { kind: 'spend', before: 'withdrawal' };
  const known = KINDS[operation];
  if (known !== undefined) return { kind: known };
  return {
    kind: LATER[operation] ?? incomeByWords(operation, amount) ?? 'unknown',
    before: 'unknown',
  };
}

const currencyOf = (cells: Cells, { currency }: Columns): string =>
  ((currency && cell(cells, currency)) || 'USD').toUpperCase();

/** PRICES: columns with the price of a unit, in every generation. */
const PRICES = ['priceattransaction', 'spotpriceattransaction', 'usdspotpriceattransaction'];

/** What the row states its units to be worth. Columns in another currency state no dollars. */
function statedValue(cells: Cells, columns: Columns, amount: Decimal): Decimal | null {
  if (currencyOf(cells, columns) !== 'USD') return null;
  const sums = [columns.subtotal, columns.total].map((name) => dollarsIn(cell(cells, name)));
  const price = PRICES.map((name) => dollarsIn(cell(cells, name))).find((one) => one !== null);
  return sums.find((one) => one !== null) ?? price?.mul(amount.abs()) ?? null;
}

/** The value of what a trade without cash brings: the fee is in the larger of the two sums. */
function tradedValue(cells: Cells, columns: Columns, amount: Decimal): Decimal | null {
  if (currencyOf(cells, columns) !== 'USD') return null;
  const [subtotal, total] = [columns.subtotal, columns.total].map((name) => dollarsIn(cell(cells, name)));
  return subtotal && total?.lt(subtotal) ? total : statedValue(cells, columns, amount);
}

interface Order {
  cells: Cells;
  columns: Columns;
  operation: string;
  isBuy: boolean;
}

function bought(
  shared: Shared,
  coin: string,
  amount: Decimal,
  { cells, columns, operation, isBuy }: Order,
): Draft[] {
  const notes = cell(cells, 'notes');
  const currency = currencyOf(cells, columns);
  const fee = amountOrZero(cells, columns.fees).abs();
  const stated = amountIn(cell(cells, columns.total))?.abs() ?? null;
  const given = amountIn(cell(cells, columns.subtotal))?.abs() ?? null;
  const subtotal = given ?? (stated && (isBuy ? stated.minus(fee) : stated.plus(fee)));
  const total = stated ?? (subtotal && (isBuy ? subtotal.plus(fee) : subtotal.minus(fee)));
  const quote = quoteIn(notes) ?? currency;
  const isCash = isSameMoney(quote, currency);
  const sides = isCash
    ? { cash: subtotal && { coin: quote, amount: subtotal.abs() }, paid: { coin: quote, amount: fee } }
    : inQuote(quote, notes, subtotal, total);
  const units = { coin, amount: amount.abs() };
  if (sides === null) {
    const valueUsd = tradedValue(cells, columns, amount);
    if (valueUsd === null)
      throw new UnreadableRow(`The notes do not name the amount in ${quote.slice(0, 20)}`);
    // What the other side was is not known: the trade is there, and is listed.
    const alone = { ...units, valueUsd };
    const unknownName = `${operation} on ${coin}-${quote} without the amount in ${quote}`.slice(0, 80);
    return tradeDrafts(shared, isBuy ? null : alone, isBuy ? alone : null).map((one) => ({
      ...one,
      unknownName,
    }));
  }
  const { cash, paid } = sides;
  const known = cash?.amount.isZero() === true ? null : cash;
  if (isCash || currency !== 'USD')
    return isBuy ? tradeDrafts(shared, known, units, paid) : tradeDrafts(shared, units, known, paid);
  const valued = { ...shared, valueUsd: subtotal };
  const cost = { ...paid, valueUsd: subtotal && total?.minus(subtotal).abs() };
  return isBuy ? tradeDrafts(valued, known, units, cost) : tradeDrafts(valued, units, known, cost);
}

/** More digits than a coin has. */
const QUOTE_PLACES = 18;

/**
 * Cash and fee of a trade whose columns are in another currency than its pair. The notes name the change of the
 * balance, which contains the fee. The columns state the share of the fee.
 * @returns null where the notes do not name the amount
 */
function inQuote(coin: string, notes: string, subtotal: Decimal | null, total: Decimal | null) {
  const [, text = '', unit] = PAID.exec(notes) ?? [];
  const whole = inNotes(text, false);
  if (!whole || whole.isZero() || unit !== coin) return null;
  const hasShare = subtotal && total && !subtotal.isZero() && !total.isZero();
  const amount = hasShare ? whole.mul(subtotal).div(total).toDecimalPlaces(QUOTE_PLACES) : whole;
  return { cash: { coin, amount }, paid: { coin, amount: whole.minus(amount).abs() } };
}

function converted(
  shared: Shared,
  coin: string,
  amount: Decimal,
  { cells, columns, notes }: { cells: Cells; columns: Columns; notes: string },
): Draft[] {
  const [, given = '', from, received, to] = CONVERTED.exec(notes) ?? [];
  const isComma = inNotes(given, true)?.eq(amount.abs()) === true && given.includes(',');
  const got = received === undefined ? null : inNotes(received, isComma);
  if (!got || to === undefined || from?.toUpperCase() !== coin)
    throw new UnreadableRow('The notes do not name the other side of the conversion');
  // The fee of a conversion is part of its rate: the notes name the amount that arrived.
  return tradeDrafts(
    { ...shared, kind: 'convert', valueUsd: tradedValue(cells, columns, amount) },
    { coin, amount },
    { coin: to.toUpperCase(), amount: got },
  );
}

const COMMON = ['timestamp', 'transactiontype', 'asset', 'quantitytransacted'] as const;

/** Since 2018; the first export had one row per movement of a wallet and no operation. */
export const COINBASE_CSV: readonly RowFormat[] = [
  generation(
    'coinbase_2024',
    ['id', ...COMMON, 'pricecurrency', 'subtotal', 'totalinclusiveoffeesandorspread', 'feesandorspread'],
    {
      subtotal: 'subtotal',
      total: 'totalinclusiveoffeesandorspread',
      fees: 'feesandorspread',
      currency: 'pricecurrency',
    },
  ),
  // The columns of 2024 without an id.
  generation(
    'coinbase_2023',
    [...COMMON, 'pricecurrency', 'subtotal', 'totalinclusiveoffeesandorspread', 'feesandorspread'],
    {
      subtotal: 'subtotal',
      total: 'totalinclusiveoffeesandorspread',
      fees: 'feesandorspread',
      currency: 'pricecurrency',
    },
  ),
  generation(
    'coinbase_2022',
    [...COMMON, 'spotpricecurrency', 'totalinclusiveoffeesandorspread', 'feesandorspread'],
    {
      subtotal: 'subtotal',
      total: 'totalinclusiveoffeesandorspread',
      fees: 'feesandorspread',
      currency: 'spotpricecurrency',
    },
  ),
  generation('coinbase_2021', [...COMMON, 'spotpricecurrency', 'totalinclusiveoffees', 'fees'], {
    subtotal: 'subtotal',
    total: 'totalinclusiveoffees',
    fees: 'fees',
    currency: 'spotpricecurrency',
  }),
  generation('coinbase_2020', [...COMMON, 'usdsubtotal', 'usdtotalinclusiveoffees', 'usdfees'], {
    subtotal: 'usdsubtotal',
    total: 'usdtotalinclusiveoffees',
    fees: 'usdfees',
    currency: null,
  }),
  generation('coinbase_2018', [...COMMON, 'usdamounttransactedinclusiveofcoinbasefees'], {
    subtotal: 'nosubtotal',
    total: 'usdamounttransactedinclusiveofcoinbasefees',
    fees: 'nofees',
    currency: null,
  }),
  {
    name: 'coinbase_2016',
    exchange: 'coinbase',
    part: 'ledger',
    needs: [
      'timestamp',
      'balance',
      'amount',
      'currency',
      'notes',
      'transfertotal',
      'transferfee',
      'coinbaseid',
    ],
    read: firstExport,
  },
];

/** One row per movement. A purchase or a sale has its cash in the columns of the transfer. */
function firstExport(cells: Cells): RowReading {
  const coin = cell(cells, 'currency').toUpperCase();
  const amount = amountOf(cells, 'amount');
  if (amount.isZero()) return { skipped: 'The amount is zero' };
  const hash = Object.keys(cells).find((name) => name.endsWith('hash'));
  const shared = { id: textOrNull(cell(cells, 'coinbaseid')), ...momentIn(cell(cells, 'timestamp')) };
  const total = amountIn(cell(cells, 'transfertotal'));
  if (total && !total.isZero()) {
    const currency = cell(cells, 'transfertotalcurrency').toUpperCase() || 'USD';
    const fee = amountOrZero(cells, 'transferfee').abs();
    const isBuy = amount.isPositive();
    const cash = { coin: currency, amount: isBuy ? total.abs().minus(fee) : total.abs().plus(fee) };
    const units = { coin, amount: amount.abs() };
    const paid = { coin: currency, amount: fee };
    return {
      drafts: isBuy ? tradeDrafts(shared, cash, units, paid) : tradeDrafts(shared, units, cash, paid),
    };
  }
  return {
    drafts: [
      {
        ...shared,
        kind: amount.isPositive() ? 'deposit' : 'withdrawal',
        coin,
        amount,
        txHash: hash === undefined ? null : hashIn(cell(cells, hash)),
        address: textOrNull(cell(cells, 'to')),
      },
    ],
  };
}
