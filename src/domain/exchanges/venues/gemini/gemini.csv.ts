import type { Decimal } from '../../../kernel/decimal';
import { amountIn, cell, hashIn, momentIn, textOrNull, UnreadableRow, type Cells } from '../../cells';
import type { Draft, RowFormat, RowReading } from '../../row';
import type { RecordKind } from '../../record';
import { incomeByWords } from '../../rules/operation-words';

/** TYPES: `type` of the row -> kind. Cash and coins have the same types. */
const TYPES: Readonly<Record<string, RecordKind>> = {
  buy: 'trade',
  sell: 'trade',
  credit: 'deposit',
  debit: 'withdrawal',
  'interest credit': 'interest',
  reward: 'rebate',
  'staking reward': 'reward',
  'administrative credit': 'adjustment',
  'administrative debit': 'fee',
  'earn redemption': 'internal',
  'earn transfer': 'internal',
  'staking transfer': 'internal',
  redeem: 'internal',
  deposit: 'internal',
};

/** Kinds of rows whose specification says what was paid, and what was taken back. */
const PAYABLE: ReadonlySet<RecordKind> = new Set([
  'deposit',
  'withdrawal',
  'unknown',
  'adjustment',
  'rebate',
]);
/** Kinds that an earlier release read in the specification of a deposit. */
const EARLIER: ReadonlySet<RecordKind> = new Set(['interest', 'reward']);

/** `Deposit (Gemini Credit Card Reward Payout BTC)`: the specification of a row names the payment. */
const paidBy = (text: string, amount: Decimal): RecordKind | null =>
  incomeByWords(text.replace(/\b(credit|debit|administrative|deposit|withdrawal)\b(?! card)/g, ''), amount);

/** `ETH Amount ETH`, `Amount ETH`, `Fee (ETH) ETH`: one column per currency and meaning. */
const AMOUNT = /^([a-z0-9]{2,8})?amount([a-z0-9]{2,8})$/;
const FEE = /^fee([a-z0-9]{2,8}?)\1$/;

function row(cells: Cells): RowReading {
  const date = cell(cells, 'date');
  if (date === '' || /^total/i.test(date)) return { skipped: 'The row is a sum' };
  const type = cell(cells, 'type').toLowerCase();
  const time = cell(cells, 'timeutc');
  const moment = momentIn(/[ T]\d/.test(date) || time === '' ? date : `${date.slice(0, 10)} ${time}`);
  const amounts = inColumns(cells, AMOUNT, 2);
  const fees = inColumns(cells, FEE, 1);
  if (amounts.length === 0) return { skipped: 'The row moves no currency' };
  const before = TYPES[type] ?? 'unknown';
  const trade = textOrNull(cell(cells, 'tradeid'));
  const id = trade === null ? null : `trade:${trade}`;
  const spec = cell(cells, 'specification').toLowerCase();
  const isInternal = /earn (transfer|redemption|deposit)|staking (deposit|transfer|unstake)/.test(spec);
  const [first] = amounts;
  const paid =
    first && amounts.length === 1 && PAYABLE.has(before) ? paidBy(`${type} ${spec}`, first.amount) : null;
  const kind: RecordKind = isInternal ? 'internal' : (paid ?? before);
  const shared = {
    id,
    ...moment,
    kind,
    // The identity that an earlier release gave the row.
    keyKind: isInternal ? kind : EARLIER.has(kind) && before === 'deposit' ? kind : before,
    txHash: hashIn(cell(cells, 'txhash')),
    address: textOrNull(cell(cells, 'withdrawaldestination')),
    ...(kind === 'unknown' ? { unknownName: type } : {}),
  };
  // The files of Earn and of staking have the other row, and the interest.
  const place = shared.kind === 'internal' ? { place: 'earn' as const } : {};
  const drafts = amounts.map(({ coin, amount }): Draft => ({ ...shared, ...place, coin, amount }));
  const fee = fees[0];
  const leg = drafts[0];
  if (fees.length > 1) throw new UnreadableRow('The row has fees in several currencies');
  if (leg && fee) drafts[0] = { ...leg, fee: { coin: fee.coin, amount: fee.amount.abs() } };
  return { drafts };
}

function inColumns(cells: Cells, pattern: RegExp, group: number) {
  return Object.keys(cells).flatMap((name) => {
    const code = pattern.exec(name)?.[group];
    const amount = code === undefined ? null : amountIn(cell(cells, name));
    return code === undefined || !amount || amount.isZero() ? [] : [{ coin: code.toUpperCase(), amount }];
  });
}

export const GEMINI_CSV: readonly RowFormat[] = [
  {
    name: 'gemini_history',
    exchange: 'gemini',
    part: 'ledger',
    needs: ['date', 'timeutc', 'type', 'symbol', 'specification', 'liquidityindicator'],
    read: row,
  },
];
