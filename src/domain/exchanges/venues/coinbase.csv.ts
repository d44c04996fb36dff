import { ZERO, type Decimal } from '../../kernel/decimal';
import { CARRIED } from '../migrations';
import type { RecordKind } from '../record';
import {
  amountIn,
  amountOf,
  amountOrZero,
  cell,
  hashIn,
  momentIn,
  textOrNull,
  UnreadableRow,
} from '../cells';
import type { Cells } from '../cells';
import { tradeDrafts, type Draft, type RowFormat, type RowReading } from '../row';

/**
 * KINDS: operation -> what it does to the units of the row. A send and a withdrawal contain the network fee.
 * A name that is not listed is kept as `unknown`.
 */
const KINDS: Readonly<Record<string, RecordKind>> = {
  receive: 'deposit',
  send: 'withdrawal',
  'paid for an order': 'withdrawal',
  deposit: 'deposit',
  withdrawal: 'withdrawal',
  'coinbase earn': 'airdrop',
  'learning reward': 'airdrop',
  'rewards income': 'reward',
  'staking income': 'reward',
  'inflation reward': 'reward',
  'reward income': 'interest',
  interest: 'interest',
  'interest income': 'interest',
  'usdc rewards': 'interest',
  'incentives rewards payout': 'rebate',
  'card buy back': 'rebate',
  'subscription rebate': 'rebate',
  'subscription rebates (24 hours)': 'rebate',
  'fork income': 'fork',
  'asset migration': 'migration',
  'wrap asset': 'wrap',
  'unwrap asset': 'wrap',
  wrap: 'wrap',
  unwrap: 'wrap',
  // ETH2 and ETH are one coin.
  'retail eth2 deprecation': 'internal',
  'exchange deposit': 'internal',
  'exchange withdrawal': 'internal',
  'pro deposit': 'internal',
  'pro withdrawal': 'internal',
  'retail staking transfer': 'internal',
  'retail unstaking transfer': 'internal',
  'vault withdrawal': 'internal',
  'vault deposit': 'internal',
  'staking transfer': 'internal',
  'unstaking transfer': 'internal',
  'admin debit': 'adjustment',
  'admin credit': 'adjustment',
  'transaction fee': 'fee',
};
/** Operations that take units although the row shows the amount without a sign. */
const TAKES: ReadonlySet<string> = new Set([
  ...['send', 'withdrawal', 'paid for an order', 'admin debit', 'transaction fee'],
  ...['exchange deposit', 'pro deposit', 'retail staking transfer', 'vault deposit', 'staking transfer'],
]);

/** Coinbase Pro, which was named Coinbase Exchange later. */
const PRO = /^(pro|exchange) (deposit|withdrawal)$/;

type Shared = Pick<Draft, 'id' | 'at' | 'isDay'>;

/** The columns of a generation. */
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
    return { drafts: bought(shared, coin, amount, cells, columns, notes, true) };
  if (/(^|\s)sell$/.test(operation) || operation === 'card spend')
    return { drafts: bought(shared, coin, amount, cells, columns, notes, false) };
  if (operation === 'convert') return { drafts: converted(shared, coin, amount, notes) };
  const kind = KINDS[operation] ?? 'unknown';
  const signed = TAKES.has(operation) ? amount.abs().negated() : amount;
  const draft: Draft = {
    ...shared,
    kind,
    coin,
    amount: signed,
    address: textOrNull(cell(cells, 'address')) ?? addressIn(notes),
    ...(PRO.test(operation) ? { place: 'pro' as const } : {}),
    // The rows of one event have no common id.
    ...(CARRIED.has(kind) ? { group: `${kind}:${shared.at}` } : {}),
    ...(kind === 'unknown' ? { unknownName: operation } : {}),
  };
  return {
    drafts: kind === 'fee' ? [{ ...draft, amount: ZERO, fee: { coin, amount: amount.abs() } }] : [draft],
  };
}

function bought(
  shared: Shared,
  coin: string,
  amount: Decimal,
  cells: Cells,
  columns: Columns,
  notes: string,
  isBuy: boolean,
): Draft[] {
  const currency = ((columns.currency && cell(cells, columns.currency)) || 'USD').toUpperCase();
  const fee = amountOrZero(cells, columns.fees).abs();
  const stated = amountIn(cell(cells, columns.total))?.abs() ?? null;
  const given = amountIn(cell(cells, columns.subtotal))?.abs() ?? null;
  const subtotal = given ?? (stated && (isBuy ? stated.minus(fee) : stated.plus(fee)));
  const total = stated ?? (subtotal && (isBuy ? subtotal.plus(fee) : subtotal.minus(fee)));
  const quote = quoteIn(notes) ?? currency;
  const { cash, paid } = isSameMoney(quote, currency)
    ? { cash: subtotal && { coin: quote, amount: subtotal.abs() }, paid: { coin: quote, amount: fee } }
    : inQuote(quote, notes, subtotal, total);
  const known = cash?.amount.isZero() === true ? null : cash;
  const units = { coin, amount: amount.abs() };
  return isBuy ? tradeDrafts(shared, known, units, paid) : tradeDrafts(shared, units, known, paid);
}

/** Coinbase states the amounts of pairs with USDC in dollars. */
const DOLLARS: ReadonlySet<string> = new Set(['USD', 'USDC']);
const isSameMoney = (a: string, b: string): boolean => a === b || (DOLLARS.has(a) && DOLLARS.has(b));

/** More digits than a coin has. */
const QUOTE_PLACES = 18;

/**
 * Cash and fee of a trade whose columns are in another currency than its pair. The notes name the change of the
 * balance, which contains the fee. The columns state the share of the fee.
 */
function inQuote(coin: string, notes: string, subtotal: Decimal | null, total: Decimal | null) {
  const [, text = '', unit] = PAID.exec(notes) ?? [];
  const whole = inNotes(text, false);
  if (!whole || whole.isZero() || unit !== coin)
    throw new UnreadableRow(`The notes do not name the amount in ${coin.slice(0, 20)}`);
  const hasShare = subtotal && total && !subtotal.isZero() && !total.isZero();
  const amount = hasShare ? whole.mul(subtotal).div(total).toDecimalPlaces(QUOTE_PLACES) : whole;
  return { cash: { coin, amount }, paid: { coin, amount: whole.minus(amount).abs() } };
}

/** `Converted 0.5 ETH to 900.1 USDC`. */
const CONVERTED = /converted\s+([\d.,]+)\s+(\S+)\s+to\s+([\d.,]+)\s+(\S+)/i;

/** Notes are in the language of the owner: `0,5` where the column has 0.5. */
function inNotes(text: string, isComma: boolean): Decimal | null {
  const isDecimal = isComma || /^\d+,(\d{1,2}|\d{4,})$|^0,/.test(text);
  return amountIn(isDecimal ? text.replace(/\./g, '').replace(',', '.') : text);
}

function converted(shared: Shared, coin: string, amount: Decimal, notes: string): Draft[] {
  const [, given = '', from, received, to] = CONVERTED.exec(notes) ?? [];
  const isComma = inNotes(given, true)?.eq(amount.abs()) === true && given.includes(',');
  const got = received === undefined ? null : inNotes(received, isComma);
  if (!got || to === undefined || from?.toUpperCase() !== coin)
    throw new UnreadableRow('The notes do not name the other side of the conversion');
  // The fee of a conversion is part of its rate: the notes name the amount that arrived.
  return tradeDrafts(
    { ...shared, kind: 'convert' },
    { coin, amount },
    { coin: to.toUpperCase(), amount: got },
  );
}

/** `Bought 0.01 BTC for 300 USDC on BTC-USDC`: the amount, then its coin. */
const PAID = /\sfor\s+([\d.,]+(?:e[+-]?\d+)?)\s+([A-Z0-9]+)\s+on\s/i;

/** The coin that paid. */
const quoteIn = (notes: string): string | null => {
  const [, pair] = /\son\s+[A-Z0-9]+-([A-Z0-9]+)\b/.exec(notes) ?? [];
  return pair ?? null;
};

const addressIn = (notes: string): string | null => {
  const [, address] =
    /\bto\s+((?:0x[0-9a-fA-F]{40})|(?:bc1[a-z0-9]{20,})|(?:[13][1-9A-HJ-NP-Za-km-z]{25,34}))\b/.exec(notes) ??
    [];
  return address ?? null;
};

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
