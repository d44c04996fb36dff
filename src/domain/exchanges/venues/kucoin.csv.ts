import type { RecordKind } from '../record';
import { incomeByWords } from '../rules/operation-words';
import {
  amountOf,
  amountOrZero,
  cell,
  columnName,
  hashIn,
  offsetOf,
  textOrNull,
  timeIn,
  UnreadableRow,
  type Cells,
} from '../cells';
import { tradeDrafts, type RowFormat, type RowReading } from '../row';

/** `Time(UTC+08:00)`: the column states the zone of its times. @param prefix normalised */
function zonedTime(cells: Cells, prefix: string): number {
  const name = Object.keys(cells).find((one) => one.startsWith(prefix));
  if (name === undefined) throw new UnreadableRow('The file has no column with the time');
  const [, sign, hours, minutes] = /utc([+-]?)(\d{2})(\d{2})$/.exec(name) ?? [];
  return timeIn(
    cell(cells, name),
    hours === undefined ? 0 : offsetOf(`${sign || '+'}${hours}:${minutes ?? '00'}`),
  );
}

const isFinal = (status: string): boolean => status === '' || /success|done|completed|deal/i.test(status);

function order(cells: Cells): RowReading {
  const [base, quote] = cell(cells, 'symbol').toUpperCase().split(/[-/]/);
  if (!base || !quote) throw new UnreadableRow('symbol is not a pair');
  const size = amountOf(cells, 'filledamount');
  if (size.isZero()) return { skipped: 'Nothing of the order was filled' };
  const units = { coin: base, amount: size };
  const paid = { coin: quote, amount: amountOf(cells, 'filledvolume') };
  const fee = {
    coin: cell(cells, 'feecurrency').toUpperCase() || quote,
    amount: amountOrZero(cells, 'fee').abs(),
  };
  const shared = { id: null, at: zonedTime(cells, 'filledtime'), group: null };
  return {
    drafts: /^buy$/i.test(cell(cells, 'side'))
      ? tradeDrafts(shared, paid, units, fee)
      : tradeDrafts(shared, units, paid, fee),
  };
}

const transfer =
  (kind: 'deposit' | 'withdrawal') =>
  (cells: Cells): RowReading => {
    if (!isFinal(cell(cells, 'status')))
      return { skipped: `The ${kind} is ${cell(cells, 'status').slice(0, 20)}` };
    const coin = cell(cells, 'coin').toUpperCase();
    const amount = amountOf(cells, 'amount').abs();
    const fee = { coin, amount: amountOrZero(cells, 'fee').abs() };
    return {
      drafts: [
        {
          id: null,
          at: zonedTime(cells, 'time'),
          kind,
          coin,
          amount: kind === 'deposit' ? amount : amount.negated(),
          fee,
          txHash: hashIn(cell(cells, 'hash')),
          address: kind === 'deposit' ? null : textOrNull(cell(cells, 'withdrawaladdressaccount')),
        },
      ],
    };
  };

/**
 * TYPES: `Remark` of the account history -> kind, for what the other files do not have. Other names are read by their
 * words.
 */
const TYPES: Readonly<Record<string, RecordKind>> = {
  rewards: 'airdrop',
  airdrop: 'airdrop',
  distribution: 'airdrop',
  'kcs bonus': 'rebate',
  'kcs pay fees': 'fee',
  'staking profits': 'reward',
  'staking rewards': 'reward',
  'soft staking profits': 'reward',
  'kucoin earn profits': 'interest',
  'lending interest': 'interest',
  staking: 'internal',
  unstaking: 'internal',
  'kucoin earn subscription': 'internal',
  'kucoin earn redemption': 'internal',
  transfer: 'internal',
};
/** Operations that other files of the same account contain. */
const ELSEWHERE = /^(spot|deposit|withdrawal|exchange|trade)\b/i;

function history(cells: Cells): RowReading {
  const name = cell(cells, 'remark');
  if (ELSEWHERE.test(name))
    return { skipped: `The file of ${name.toLowerCase().slice(0, 30)} rows contains the event` };
  const coin = cell(cells, 'currency').toUpperCase();
  const stated = amountOf(cells, 'amount');
  const amount = stated.abs();
  if (amount.isZero()) return { skipped: 'The amount is zero' };
  const isIn = /^(in|deposit)/i.test(cell(cells, 'side')) && !stated.isNegative();
  const signed = isIn ? amount : amount.negated();
  const listed = TYPES[name.toLowerCase()];
  const kind = listed ?? incomeByWords(name, signed) ?? 'unknown';
  const shared = { id: null, at: zonedTime(cells, 'time'), coin };
  // To the other account of the file, to futures, or to margin.
  const isTransfer = name.toLowerCase() === 'transfer';
  if (kind === 'fee') return { drafts: [{ ...shared, kind, amount: amount.mul(0), fee: { coin, amount } }] };
  return {
    drafts: [
      {
        ...shared,
        kind,
        keyKind: listed ?? 'unknown',
        ...(isTransfer ? { place: 'unstated' as const } : {}),
        amount: signed,
        ...(kind === 'unknown' ? { unknownName: name } : {}),
      },
    ],
  };
}

const named = (columns: readonly string[]): string[] => columns.map(columnName);

export const KUCOIN_CSV: readonly RowFormat[] = [
  {
    name: 'kucoin_spot_orders',
    exchange: 'kucoin',
    part: 'trades',
    needs: named([
      'UID',
      'Order ID',
      'Symbol',
      'Side',
      'Filled Amount',
      'Filled Volume',
      'Fee',
      'Fee Currency',
    ]),
    read: order,
  },
  {
    name: 'kucoin_withdrawals',
    exchange: 'kucoin',
    part: 'withdrawals',
    needs: named([
      'UID',
      'Status',
      'Fee',
      'Amount',
      'Coin',
      'Withdrawal Address/Account',
      'Transfer Network',
    ]),
    read: transfer('withdrawal'),
  },
  {
    name: 'kucoin_deposits',
    exchange: 'kucoin',
    part: 'deposits',
    needs: named(['UID', 'Status', 'Fee', 'Amount', 'Coin', 'Transfer Network']),
    read: transfer('deposit'),
  },
  {
    name: 'kucoin_account_history',
    exchange: 'kucoin',
    part: 'ledger',
    needs: named(['UID', 'Account Type', 'Currency', 'Side', 'Amount', 'Fee', 'Remark']),
    read: history,
  },
];
