import {
  amountIn,
  amountOf,
  amountOrZero,
  cell,
  timeIn,
  textOrNull,
  UnreadableRow,
  type Cells,
} from '../cells';
import type { RecordKind } from '../record';
import type { RowFormat, RowReading } from '../row';
import { amountOrNull, isPurchase, movement, named, pairIn, trade, type Kinds } from './moves';

/**
 * @source everytrade.io, parser/exchange/bean/BybitEu*.java (asset change details, spot trades of 2026); BittyTax,
 * conv/parsers/bybit.py (funding account); fifo-calc, README (spot trades of 2024)
 */

/** `14:35 2024-11-16`: the time is first. */
const timeFirst = (text: string): number =>
  timeIn(text.replace(/^(\d{1,2}:\d{2}(?::\d{2})?) (\S+)$/, '$2 $1'));

/** The fee is in the coin that is received, where the row does not name it. Amounts can name their coin. */
function spot(cells: Cells): RowReading {
  const isBuy = isPurchase(cell(cells, 'direction'));
  const feeCoin = cell(cells, 'feecoin').replace(/^-+$/, '').toUpperCase();
  const { base, quote } = pairIn(cell(cells, 'spotpairs'), feeCoin);
  const fee = amountOrNull(cells, 'execfeev2') ?? amountOrNull(cells, 'fees');
  const time = Object.keys(cells).find((name) => name.startsWith('timestamputc')) ?? '';
  return trade(
    { id: textOrNull(cell(cells, 'transactionid')), at: timeFirst(cell(cells, time)) },
    isBuy,
    { coin: base, amount: amountOf(cells, 'filledquantity') },
    { coin: quote, amount: amountOf(cells, 'filledvalue') },
    fee && { coin: feeCoin || (isBuy ? base : quote), amount: fee.abs() },
  );
}

/** TYPES: `type` or `description` of the funding account -> kind. */
const FUNDING: readonly (readonly [RegExp, RecordKind])[] = [
  [/interest|reward|yield|staking distribution/, 'interest'],
  [/redemption|redeem|subscription|subscribe|stake|transfer (in|out|to|from)/, 'internal'],
  [/airdrop/, 'airdrop'],
  [/bonus|rebate|cashback|voucher|referral/, 'rebate'],
  [/withdraw/, 'withdrawal'],
  [/deposit/, 'deposit'],
];

/** One row is one change of the balance, with its fee. */
function funding(cells: Cells): RowReading {
  const [type, description] = [cell(cells, 'type').toLowerCase(), cell(cells, 'description').toLowerCase()];
  const find = (text: string) => FUNDING.find(([words]) => words.test(text))?.[1];
  const kind = find(description) ?? find(type);
  const isTransfer = /transfer (in|out|to|from)/.test(`${type} ${description}`);
  return movement(
    {
      id: null,
      at: timeIn(cell(cells, 'datetimeutc')),
      // The unified account has the other row.
      ...(isTransfer ? { place: 'funding' as const } : {}),
    },
    kind,
    `${type}: ${description}`,
    { coin: cell(cells, 'coin').toUpperCase(), amount: amountOf(cells, 'qty') },
  );
}

/** UNIFIED: `Type` of the unified account -> kind. A trade without an action is one of the spot market. */
const UNIFIED: Kinds = {
  transfer_in: 'internal',
  transfer_out: 'internal',
  settlement: 'margin',
  funding: 'margin',
  liquidation: 'margin',
  delivery: 'margin',
  interest: 'margin',
  airdrop: 'airdrop',
  bonus: 'rebate',
  fee_refund: 'rebate',
  currency_buy: 'convert',
  currency_sell: 'convert',
};

/** The rows of a trade have its contract and its second. `Change` contains the fee, which is negative. */
function unified(cells: Cells): RowReading {
  const type = cell(cells, 'type').toLowerCase();
  const coin = cell(cells, 'currency').toUpperCase();
  const contract = cell(cells, 'contract');
  const fee = (amountOrNull(cells, 'feepaid') ?? amountOrZero(cells, 'none')).negated();
  const change = amountIn(cell(cells, 'change'));
  if (!change) throw new UnreadableRow('change is empty');
  const isOfPosition = /^(open|close)/i.test(cell(cells, 'action'));
  const kind = type === 'trade' ? (isOfPosition ? 'margin' : 'trade') : UNIFIED[type];
  const at = timeIn(cell(cells, 'timeutc'));
  const isJoint = kind === 'trade' || kind === 'convert';
  return movement(
    {
      id: null,
      group: isJoint ? `bybit:${at}:${contract}:${cell(cells, 'direction')}` : null,
      at,
      ...(kind === 'internal' ? { place: 'funding' as const } : {}),
    },
    kind,
    type,
    { coin, amount: kind === 'margin' ? change : change.plus(fee) },
    kind === 'margin' ? null : { coin, amount: fee },
  );
}

export const BYBIT_CSV: readonly RowFormat[] = [
  {
    name: 'bybit_spot',
    exchange: 'bybit',
    part: 'trades',
    needs: named([
      'Spot Pairs',
      'Direction',
      'Filled Value',
      'Filled Price',
      'Filled Quantity',
      'Transaction ID',
    ]),
    read: spot,
  },
  {
    name: 'bybit_funding',
    exchange: 'bybit',
    part: 'ledger',
    needs: named(['Date & Time(UTC)', 'Coin', 'QTY', 'Type', 'Account Balance', 'Description']),
    read: funding,
  },
  {
    name: 'bybit_unified',
    exchange: 'bybit',
    part: 'ledger',
    needs: named([
      'Currency',
      'Contract',
      'Type',
      'Direction',
      'Fee Paid',
      'Cash Flow',
      'Change',
      'Time(UTC)',
    ]),
    read: unified,
  },
];
