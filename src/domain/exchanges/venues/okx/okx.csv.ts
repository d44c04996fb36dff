import {
  amountIn,
  amountOf,
  amountOrZero,
  cell,
  offsetOf,
  textOrNull,
  timeIn,
  type Cells,
} from '../../cells';
import { FILE_ZONE, type RowFormat, type RowReading } from '../../row';
import { movement, named, type Kinds } from '../moves';

/**
 * A line before the header states the zone of the times.
 * @source BittyTax, conv/parsers/okx.py (funding account, trades of 2022); everytrade.io, OkxBeanV2*.java (trading
 * account since 2023)
 */
function at(cells: Cells): number {
  const zone = cell(cells, FILE_ZONE);
  return timeIn(cell(cells, 'time'), zone === '' ? 0 : offsetOf(zone));
}

/** A row of the trading account is one leg. The change of its balance contains the fee, which is negative. */
function trading(cells: Cells): RowReading {
  const type = cell(cells, 'tradetype').toLowerCase();
  const coin = (cell(cells, 'balanceunit') || cell(cells, 'unit')).toUpperCase();
  const change = amountOf(cells, 'balancechange');
  const feeCoin = cell(cells, 'feeunit').toUpperCase() || coin;
  const fee = feeCoin === coin ? amountOrZero(cells, 'fee').negated() : null;
  const isSpot = type === 'spot';
  const isTransfer = type === 'transfer';
  const time = at(cells);
  const kind = isSpot
    ? 'trade'
    : isTransfer
      ? 'internal'
      : /swap|futures|margin|option/.test(type)
        ? 'margin'
        : undefined;
  return movement(
    {
      id: textOrNull(cell(cells, 'id')),
      group: isSpot ? `okx:${cell(cells, 'orderid')}:${time}` : null,
      at: time,
      // The funding account has the other row.
      ...(isTransfer ? { place: 'funding' as const } : {}),
    },
    kind,
    type,
    { coin, amount: isSpot && fee ? change.plus(fee) : change },
    isSpot && fee ? { coin, amount: fee } : null,
  );
}

/** TYPES: `Type` of the funding account -> kind. */
const FUNDING: Kinds = {
  deposit: 'deposit',
  received: 'deposit',
  withdrawal: 'withdrawal',
  'fee rebate': 'rebate',
  'staking yield': 'reward',
  distribution: 'airdrop',
  airdrop: 'airdrop',
  stake: 'internal',
  'redeem staking': 'internal',
  'savings subscription': 'internal',
  'savings redemption': 'internal',
};
const OF_TRADING = /^(from|to) (unified )?trading account$/;

/** The balances show what a movement changed: `Amount` can be with its fee or without. */
function funding(cells: Cells): RowReading {
  const type = cell(cells, 'type').toLowerCase();
  const coin = cell(cells, 'symbol').toUpperCase();
  const fee = amountOrZero(cells, 'fee').abs();
  const [before, after] = [amountIn(cell(cells, 'beforebalance')), amountIn(cell(cells, 'afterbalance'))];
  const change = before && after ? after.minus(before) : amountOf(cells, 'amount');
  const isTransfer = OF_TRADING.test(type);
  return movement(
    {
      id: textOrNull(cell(cells, 'id')),
      at: at(cells),
      ...(isTransfer ? { place: 'funding' as const } : {}),
    },
    isTransfer ? 'internal' : FUNDING[type],
    type,
    { coin, amount: change.plus(fee) },
    { coin, amount: fee },
  );
}

export const OKX_CSV: readonly RowFormat[] = [
  {
    name: 'okx_trading',
    exchange: 'okx',
    part: 'ledger',
    needs: named(['id', 'Order id', 'Time', 'Trade Type', 'Action', 'Balance Change', 'Balance Unit']),
    isZoned: true,
    read: trading,
  },
  {
    name: 'okx_trading_2022',
    exchange: 'okx',
    part: 'ledger',
    needs: named(['id', 'Order id', 'Time', 'Trade Type', 'Instrument', 'Type', 'Unit', 'Balance Change']),
    lacks: named(['Balance Unit']),
    isZoned: true,
    read: trading,
  },
  {
    name: 'okx_funding',
    exchange: 'okx',
    part: 'ledger',
    needs: named(['id', 'Time', 'Type', 'Amount', 'Before Balance', 'After Balance', 'Symbol']),
    isZoned: true,
    read: funding,
  },
];
