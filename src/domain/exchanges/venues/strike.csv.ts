import type { Decimal } from '../../kernel/decimal';
import { amountOrZero, cell, hashIn, momentIn, textOrNull, UnreadableRow, type Cells } from '../cells';
import type { RowFormat, RowReading } from '../row';
import { amountOrNull, movement, named, trade, type Amount, type Kinds, type Shared } from './moves';

const NOT_DONE = /fail|cancel|declin|pending|revers/i;

/** TYPES: `Transaction Type` -> kind of a row with one amount. */
const TYPES: Kinds = {
  deposit: 'deposit',
  receive: 'deposit',
  withdrawal: 'withdrawal',
  send: 'withdrawal',
  onchain: 'deposit',
  lightning: 'deposit',
  p2p: 'deposit',
  loan: 'loan',
  'loan collateral': 'internal',
  referral: 'rebate',
  'referral bonus': 'rebate',
};
const TAKES = /withdraw|send/;

/**
 * Cash of a trade before its fee. Rows state it before the fee, after it or with it: the price tells which.
 * @param price of one unit, without the fee
 */
function beforeFee(stated: Decimal, fee: Decimal, units: Decimal, price: Decimal | null): Decimal {
  if (!price || price.isZero() || fee.isZero()) return stated;
  const worth = units.mul(price);
  return [stated, stated.minus(fee), stated.plus(fee)].reduce((best, one) =>
    one.minus(worth).abs().lt(best.minus(worth).abs()) ? one : best,
  );
}

function reading(
  shared: Shared,
  type: string,
  { cash, coin }: { cash: Amount | null; coin: Amount | null },
  { cashFee, coinFee }: { cashFee: Decimal; coinFee: Decimal },
  price: Decimal | null,
): RowReading {
  const isTrade = /purchase|buy|sale|sell|trade/.test(type);
  if (isTrade && cash && coin) {
    const isBuy = /purchase|buy/.test(type) || (/trade/.test(type) && coin.amount.isPositive());
    const units = coin.amount.abs();
    const amount = beforeFee(cash.amount.abs(), cashFee, units, price);
    const paid = coinFee.isZero()
      ? { coin: cash.coin, amount: cashFee }
      : { coin: coin.coin, amount: coinFee };
    return trade(shared, isBuy, { ...coin, amount: units }, { ...cash, amount }, paid);
  }
  // Beside bitcoin, the cash is what it was worth.
  const moved = coin ?? cash;
  if (!moved) throw new UnreadableRow('The row states no amount');
  const isOut = TAKES.test(type) || moved.amount.isNegative();
  const kind = TYPES[type] === 'deposit' && isOut ? 'withdrawal' : TYPES[type];
  const fee = { coin: moved.coin, amount: coin ? coinFee : cashFee };
  return movement(
    shared,
    kind,
    type,
    {
      coin: moved.coin,
      amount: isOut ? moved.amount.abs().negated() : moved.amount.abs(),
      valueUsd: coin && cash?.coin === 'USD' ? cash.amount.abs() : null,
    },
    kind === undefined ? null : fee,
  );
}

const amountOfColumn = (cells: Cells, name: string, coin: string): Amount | null => {
  const amount = amountOrNull(cells, name);
  return amount && !amount.isZero() ? { coin, amount } : null;
};

/** A column for each currency. @source strike-to-koinly-csv-converter, README (2025); stack-track-core (all years) */
function perCurrency(cells: Cells): RowReading {
  const status = cell(cells, 'status');
  if (NOT_DONE.test(status)) return { skipped: `The row is ${status.toLowerCase().slice(0, 20)}` };
  const currency =
    Object.keys(cells)
      .find((name) => /^amount(?!btc)[a-z]{3}$/.test(name))
      ?.slice(-3) ?? 'usd';
  const time = cells['datetimeutc'] === undefined ? 'timeutc' : 'datetimeutc';
  const type = cell(cells, 'transactiontype').toLowerCase();
  return reading(
    {
      id: `${cell(cells, 'reference') || cell(cells, 'transactionid')}:${type}`,
      ...momentIn(cell(cells, time)),
      txHash: hashIn(cell(cells, 'transactionhash')),
    },
    type,
    {
      cash: amountOfColumn(cells, `amount${currency}`, currency.toUpperCase()),
      coin: amountOfColumn(cells, 'amountbtc', 'BTC'),
    },
    { cashFee: amountOrZero(cells, `fee${currency}`).abs(), coinFee: amountOrZero(cells, 'feebtc').abs() },
    amountOrNull(cells, 'btcprice') ?? amountOrNull(cells, 'exchangerate'),
  );
}

/** Two amounts with their currencies. */
function perAmount(cells: Cells): RowReading {
  const state = cell(cells, 'state');
  if (NOT_DONE.test(state)) return { skipped: `The row is ${state.toLowerCase().slice(0, 20)}` };
  const type = cell(cells, 'transactiontype').toLowerCase();
  const time = ['completed', 'initiated']
    .map((name) =>
      [cell(cells, `${name}dateutc`), cell(cells, `${name}timeutc`)].filter((text) => text !== ''),
    )
    .find((texts) => texts.length > 0);
  const sides = [1, 2].flatMap((n) => {
    const amount = amountOfColumn(cells, `amount${n}`, cell(cells, `currency${n}`).toUpperCase());
    return amount ? [{ amount, fee: amountOrZero(cells, `fee${n}`).abs() }] : [];
  });
  const cash = sides.find(({ amount }) => amount.coin !== 'BTC');
  const coin = sides.find(({ amount }) => amount.coin === 'BTC');
  const zero = amountOrZero(cells, 'none');
  return reading(
    {
      id: textOrNull(cell(cells, 'transactionid')),
      ...momentIn((time ?? []).join(' ')),
      address: textOrNull(cell(cells, 'destination')),
    },
    type,
    { cash: cash?.amount ?? null, coin: coin?.amount ?? null },
    { cashFee: cash?.fee ?? zero, coinFee: coin?.fee ?? zero },
    amountOrNull(cells, 'btcprice'),
  );
}

export const STRIKE_CSV: readonly RowFormat[] = [
  {
    name: 'strike_transactions',
    exchange: 'strike',
    part: 'ledger',
    needs: named(['Reference', 'Date & Time (UTC)', 'Transaction Type', 'Amount BTC', 'Fee BTC']),
    read: perCurrency,
  },
  {
    name: 'strike_statement',
    exchange: 'strike',
    part: 'ledger',
    needs: named(['Transaction ID', 'Time (UTC)', 'Status', 'Transaction Type', 'Amount BTC', 'Fee BTC']),
    read: perCurrency,
  },
  {
    name: 'strike_2024',
    exchange: 'strike',
    part: 'ledger',
    needs: named([
      'Transaction ID',
      'Initiated Time (UTC)',
      'Transaction Type',
      'State',
      'Amount 1',
      'Currency 1',
      'Amount 2',
    ]),
    read: perAmount,
  },
];
