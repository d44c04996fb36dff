import { amountOf, amountOrZero, cell, hashIn, textOrNull, UnreadableRow, type Cells } from '../../cells';
import { FILE_ZONE, type RowFormat, type RowReading } from '../../row';
import { amountWithCoin, isPurchase, movement, named, pairIn, timeInColumn, trade } from '../moves';

/**
 * Lists that Binance exports beside its statement. Rows without ids.
 * @source BittyTax, conv/parsers/binance.py: columns of all generations
 */
const isDone = (status: string): boolean => /^(completed|successful|success)$/i.test(status);

const zoneOf = (cells: Cells): string => cell(cells, FILE_ZONE);

/** Until 2021: `BNBUSDT,BUY,…,Fee Coin`. */
function market(cells: Cells): RowReading {
  const feeCoin = cell(cells, 'feecoin').toUpperCase();
  const { base, quote } = pairIn(cell(cells, 'market'), feeCoin);
  return trade(
    { id: null, at: timeInColumn(cells, 'date', zoneOf(cells)) },
    isPurchase(cell(cells, 'type')),
    { coin: base, amount: amountOf(cells, 'amount') },
    { coin: quote, amount: amountOf(cells, 'total') },
    { coin: feeCoin || quote, amount: amountOrZero(cells, 'fee').abs() },
  );
}

/** Since 2021: amounts have their coin, `0.5BNB`. */
function fill(cells: Cells): RowReading {
  const pair = cell(cells, 'pair').toUpperCase().replace(/[/_-]/, '');
  const [executed, amount] = [cell(cells, 'executed'), cell(cells, 'amount')];
  const ends = (text: string, code: string): boolean =>
    code !== '' && text.toUpperCase().endsWith(code) && /^[\d.,]+ ?$/.test(text.slice(0, -code.length));
  const at = [...pair].findIndex(
    (_, end) => ends(executed, pair.slice(0, end)) && ends(amount, pair.slice(end)),
  );
  if (at < 0)
    throw new UnreadableRow(`"${executed.slice(0, 40)}" is no amount of the pair ${pair.slice(0, 20)}`);
  const codes = [pair.slice(0, at), pair.slice(at)];
  const [base, quote] = [amountWithCoin(executed, codes), amountWithCoin(amount, codes)];
  if (!base || !quote) throw new UnreadableRow('The row states no amount');
  return trade(
    { id: null, at: timeInColumn(cells, 'date', zoneOf(cells)) },
    isPurchase(cell(cells, 'side')),
    base,
    quote,
    amountWithCoin(cell(cells, 'fee'), codes),
  );
}

function conversion(cells: Cells): RowReading {
  const status = cell(cells, 'status');
  if (!isDone(status)) return { skipped: `The conversion is ${status.slice(0, 20)}` };
  const [given, got] = [amountWithCoin(cell(cells, 'sell')), amountWithCoin(cell(cells, 'buy'))];
  if (!given || !got) throw new UnreadableRow('The row does not state both amounts');
  return trade(
    { id: null, at: timeInColumn(cells, 'date', zoneOf(cells)), kind: 'convert' },
    true,
    got,
    given,
  );
}

type Direction = 'deposit' | 'withdrawal';

/** The fee of a withdrawal comes on top of its amount. */
const coins =
  (kind: Direction) =>
  (cells: Cells): RowReading => {
    const status = cell(cells, 'status');
    if (!isDone(status)) return { skipped: `The ${kind} is ${status.slice(0, 20)}` };
    const coin = cell(cells, 'coin').toUpperCase();
    const amount = amountOf(cells, 'amount').abs();
    const address = textOrNull(cell(cells, 'address'));
    const fee = amountOrZero(cells, cells['transactionfee'] === undefined ? 'fee' : 'transactionfee').abs();
    return movement(
      {
        id: null,
        at: timeInColumn(cells, 'date', zoneOf(cells)),
        txHash: hashIn(cell(cells, 'txid')),
        ...(kind === 'deposit' ? { depositAddress: address } : { address }),
      },
      kind,
      kind,
      { coin, amount: kind === 'deposit' ? amount : amount.negated() },
      kind === 'deposit' ? null : { coin, amount: fee },
    );
  };

/** Money of a bank or card. */
const cash =
  (kind: Direction) =>
  (cells: Cells): RowReading => {
    const status = cell(cells, 'status');
    if (!isDone(status)) return { skipped: `The ${kind} is ${status.slice(0, 20)}` };
    const coin = cell(cells, 'coin').toUpperCase();
    const isIn = kind === 'deposit';
    const amount = amountOf(cells, isIn ? 'indicatedamount' : 'amount').abs();
    return movement(
      { id: textOrNull(cell(cells, 'orderid')), at: timeInColumn(cells, 'date', zoneOf(cells)) },
      kind,
      kind,
      { coin, amount: isIn ? amount : amount.negated() },
      { coin, amount: amountOrZero(cells, 'fee').abs() },
    );
  };

const FILES = [
  ['deposit', 'deposits', /deposit/i],
  ['withdrawal', 'withdrawals', /withdraw/i],
] as const;

export const BINANCE_LISTS_CSV: readonly RowFormat[] = [
  {
    name: 'binance_trades',
    exchange: 'binance',
    part: 'trades',
    needs: named(['Market', 'Type', 'Price', 'Amount', 'Total', 'Fee', 'Fee Coin']),
    isZoned: true,
    read: market,
  },
  {
    name: 'binance_trades_2021',
    exchange: 'binance',
    part: 'trades',
    needs: named(['Pair', 'Side', 'Price', 'Executed', 'Amount', 'Fee']),
    isZoned: true,
    read: fill,
  },
  {
    name: 'binance_converts',
    exchange: 'binance',
    part: 'trades',
    needs: named(['Date', 'Pair', 'Type', 'Sell', 'Buy', 'Inverse Price', 'Status']),
    isZoned: true,
    read: conversion,
  },
  ...FILES.flatMap(([kind, part, fileName]): RowFormat[] => [
    {
      name: `binance_${part}_2019`,
      exchange: 'binance',
      part,
      needs: named([
        'Coin',
        'Amount',
        'TransactionFee',
        'Address',
        'TXID',
        'SourceAddress',
        'PaymentID',
        'Status',
      ]),
      isZoned: true,
      fileName,
      read: coins(kind),
    },
    {
      name: `binance_cash_${part}`,
      exchange: 'binance',
      part,
      needs: named(['Coin', 'Amount', 'Status', 'Payment Method', 'Indicated Amount', 'Fee', 'Order ID']),
      isZoned: true,
      fileName,
      read: cash(kind),
    },
  ]),
  {
    name: 'binance_withdrawals',
    exchange: 'binance',
    part: 'withdrawals',
    needs: named(['Coin', 'Network', 'Amount', 'Fee', 'Address', 'TXID', 'Status']),
    lacks: named(['TransactionFee', 'UID']),
    isZoned: true,
    read: coins('withdrawal'),
  },
  {
    name: 'binance_deposits',
    exchange: 'binance',
    part: 'deposits',
    needs: named(['Coin', 'Network', 'Amount', 'Address', 'TXID', 'Status']),
    lacks: named(['TransactionFee', 'Fee', 'UID']),
    isZoned: true,
    read: coins('deposit'),
  },
];
