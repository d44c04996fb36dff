import { amountOf, amountOrZero, cell, hashIn, textOrNull, timeIn, type Cells } from '../cells';
import type { RecordKind } from '../record';
import type { RowFormat, RowReading } from '../row';
import { movement, named, pairIn, trade } from './moves';

/** CODES: Bitfinex has short codes of its own for some coins. */
const CODES: Readonly<Record<string, string>> = {
  UST: 'USDT',
  UDC: 'USDC',
  DSH: 'DASH',
  IOT: 'IOTA',
  QTM: 'QTUM',
};
const codeOf = (text: string): string => CODES[text.toUpperCase()] ?? text.toUpperCase();

const idOf = (cells: Cells): string | null => textOrNull(cell(cells, 'number'));

/** @source BittyTax, conv/parsers/bitfinex.py */
function fill(cells: Cells): RowReading {
  const { base, quote } = pairIn(cell(cells, 'pair'));
  const amount = amountOf(cells, 'amount');
  return trade(
    { id: idOf(cells), at: timeIn(cell(cells, 'date')) },
    amount.isPositive(),
    { coin: codeOf(base), amount: amount.abs() },
    { coin: codeOf(quote), amount: amount.abs().mul(amountOf(cells, 'price')) },
    { coin: codeOf(cell(cells, 'feecurrency') || quote), amount: amountOrZero(cells, 'fee').abs() },
  );
}

/** The fee of a withdrawal comes on top. */
function move(cells: Cells): RowReading {
  const status = cell(cells, 'status');
  if (!/^completed$/i.test(status))
    return { skipped: `The movement is ${status.toLowerCase().slice(0, 20)}` };
  const coin = codeOf(cell(cells, 'currency'));
  const amount = amountOf(cells, 'amount');
  const isIn = amount.isPositive();
  const address = textOrNull(cell(cells, 'description'));
  return movement(
    {
      id: idOf(cells),
      at: timeIn(cell(cells, cells['updated'] === undefined ? 'date' : 'updated')),
      txHash: hashIn(cell(cells, 'transactionid')),
      ...(isIn ? { depositAddress: address } : { address }),
    },
    isIn ? 'deposit' : 'withdrawal',
    'movement',
    { coin, amount },
    { coin, amount: amountOrZero(cells, 'fees').abs() },
  );
}

/** Rows that other files of the account have. */
const ELSEWHERE = /^(exchange\s|trading fees?|deposit|[a-z0-9 ]*withdrawal|crypto withdrawal fee)/i;
/** KINDS: description of a row of the ledger -> kind, for what the other files do not have. */
const KINDS: readonly (readonly [RegExp, RecordKind])[] = [
  [/^(earned fees from user|affiliate rebate)/i, 'rebate'],
  [/margin funding payment/i, 'interest'],
  [/^transfer of /i, 'internal'],
];

function ledger(cells: Cells): RowReading {
  const name = cell(cells, 'description');
  if (ELSEWHERE.test(name))
    return { skipped: 'The file of trades, or that of movements, contains the event' };
  return movement(
    { id: idOf(cells), at: timeIn(cell(cells, 'date')) },
    KINDS.find(([words]) => words.test(name))?.[1],
    name.replace(/[\d.]+/g, '').trim(),
    { coin: codeOf(cell(cells, 'currency')), amount: amountOf(cells, 'amount') },
  );
}

/** Dates are written in an order that the owner chooses: `23-01-24`. */
export const BITFINEX_CSV: readonly RowFormat[] = [
  {
    name: 'bitfinex_trades',
    exchange: 'bitfinex',
    part: 'trades',
    needs: named(['#', 'PAIR', 'AMOUNT', 'PRICE', 'FEE', 'FEE CURRENCY', 'DATE', 'ORDER ID']),
    hasShortYears: true,
    read: fill,
  },
  {
    name: 'bitfinex_movements',
    exchange: 'bitfinex',
    part: 'deposits',
    needs: named(['#', 'CURRENCY', 'STATUS', 'AMOUNT', 'FEES', 'DESCRIPTION', 'TRANSACTION ID']),
    hasShortYears: true,
    read: move,
  },
  {
    name: 'bitfinex_ledger',
    exchange: 'bitfinex',
    part: 'ledger',
    needs: named(['DESCRIPTION', 'CURRENCY', 'AMOUNT', 'BALANCE', 'DATE', 'WALLET']),
    hasShortYears: true,
    read: ledger,
  },
];
