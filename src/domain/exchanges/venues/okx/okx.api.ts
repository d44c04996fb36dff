import type { RecordKind } from '../../record';
import { amountOf, amountOrZero, cell, hashIn, textOrNull, timeIn, UnreadableRow } from '../../cells';
import type { Cells } from '../../cells';
import { PENDING, tradeDrafts, type RowFormat, type RowReading } from '../../row';

/** A fee has a negative sign, a rebate a positive one. */
function fill(cells: Cells): RowReading {
  const [base, quote] = cell(cells, 'instId').toUpperCase().split('-');
  if (!base || !quote) throw new UnreadableRow('instId is not a pair');
  const units = { coin: base, amount: amountOf(cells, 'fillSz') };
  const cash = { coin: quote, amount: amountOf(cells, 'fillPx').mul(units.amount) };
  const fee = {
    coin: cell(cells, 'feeCcy').toUpperCase() || quote,
    amount: amountOrZero(cells, 'fee').negated(),
  };
  const shared = { id: cell(cells, 'billId'), at: timeIn(cell(cells, 'ts')) };
  const isBuy = /^buy$/i.test(cell(cells, 'side'));
  return { drafts: isBuy ? tradeDrafts(shared, cash, units, fee) : tradeDrafts(shared, units, cash, fee) };
}

/** BILLS: type of a row of the funding account -> kind. Null: another list has the movement. */
const BILLS: Readonly<Record<string, RecordKind | null>> = {
  '1': null,
  '2': null,
  '13': null,
  '20': 'internal',
  '21': 'internal',
  '22': 'internal',
  '23': 'internal',
  '28': 'airdrop',
  '29': 'reward',
  '47': 'rebate',
  '48': 'internal',
  '59': 'rebate',
  '68': 'fee',
  '72': 'rebate',
  '73': 'rebate',
  '74': 'internal',
  '75': 'internal',
  '76': 'internal',
  '77': 'internal',
  '78': 'internal',
  '79': 'internal',
  '80': 'internal',
  '81': 'internal',
  '82': 'internal',
  '83': 'reward',
  '124': 'internal',
  '130': 'internal',
  '131': 'internal',
};

/** Moves between this account and another one of the owner, which has a key of its own. */
const OF_SUB_ACCOUNT: ReadonlySet<string> = new Set(['20', '21', '22', '23']);

function bill(cells: Cells): RowReading {
  const type = cell(cells, 'type');
  const kind = BILLS[type];
  if (kind === null) return { skipped: 'The list of deposits and withdrawals has the movement' };
  const isSub = OF_SUB_ACCOUNT.has(type);
  if (kind === 'internal' && !isSub) return { skipped: 'The units stay in the account' };
  const amount = amountOf(cells, 'balChg');
  if (amount.isZero()) return { skipped: 'The amount is zero' };
  return {
    drafts: [
      {
        id: cell(cells, 'billId'),
        at: timeIn(cell(cells, 'ts')),
        kind: kind ?? 'unknown',
        ...(isSub ? { place: 'sub_account' as const } : {}),
        coin: cell(cells, 'ccy').toUpperCase(),
        amount,
        ...(kind === undefined ? { unknownName: `type ${type}` } : {}),
      },
    ],
  };
}

/** 2 is credited; 0, 1 and 8 are pending; 11 to 17 are held. */
function deposit(cells: Cells): RowReading {
  if (cell(cells, 'state') !== '2') return { skipped: PENDING };
  return {
    drafts: [
      {
        id: cell(cells, 'depId'),
        at: timeIn(cell(cells, 'ts')),
        kind: 'deposit',
        coin: cell(cells, 'ccy').toUpperCase(),
        amount: amountOf(cells, 'amt').abs(),
        txHash: hashIn(cell(cells, 'txId')),
        depositAddress: textOrNull(cell(cells, 'to')),
      },
    ],
  };
}

/** Negative states failed. The units have left the balance before the transaction is on its chain. */
function withdrawal(cells: Cells): RowReading {
  const state = cell(cells, 'state');
  if (state === '-1' || state === '-2') return { skipped: 'The movement failed' };
  const coin = cell(cells, 'ccy').toUpperCase();
  return {
    drafts: [
      {
        id: cell(cells, 'wdId'),
        at: timeIn(cell(cells, 'ts')),
        kind: 'withdrawal',
        coin,
        amount: amountOf(cells, 'amt').abs().negated(),
        fee: { coin: cell(cells, 'feeCcy').toUpperCase() || coin, amount: amountOrZero(cells, 'fee').abs() },
        txHash: hashIn(cell(cells, 'txId')),
        address: textOrNull(cell(cells, 'to')),
      },
    ],
  };
}

const format = (
  name: string,
  part: RowFormat['part'],
  id: string,
  read: RowFormat['read'],
  ended?: readonly string[],
): RowFormat => ({
  name: `okx_api_${name}`,
  exchange: 'okx',
  part,
  needs: null,
  api: {
    id: (cells) => cell(cells, id),
    at: (cells) => timeIn(cell(cells, 'ts')),
    ...(ended ? { isOpen: (cells) => !ended.includes(cell(cells, 'state')) } : {}),
  },
  read,
});

export const OKX_API: readonly RowFormat[] = [
  format('fills', 'trades', 'billId', fill),
  format('bills', 'ledger', 'billId', bill),
  format('deposits', 'deposits', 'depId', deposit, ['2']),
  format('withdrawals', 'withdrawals', 'wdId', withdrawal, ['2', '-1', '-2']),
];
