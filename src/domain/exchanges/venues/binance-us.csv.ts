import { dec } from '../../kernel/decimal';
import type { RecordKind } from '../record';
import { amountIn, cell, momentIn, textOrNull, UnreadableRow, type Cells } from '../cells';
import { tradeDrafts, type Draft, type RowFormat, type RowReading } from '../row';

/** OPERATIONS: operation -> kind, for rows with one asset. */
const OPERATIONS: Readonly<Record<string, RecordKind>> = {
  'crypto deposit': 'deposit',
  'usd deposit': 'deposit',
  'fiat deposit': 'deposit',
  'crypto withdrawal': 'withdrawal',
  'usd withdrawal': 'withdrawal',
  'fiat withdrawal': 'withdrawal',
  'staking rewards': 'reward',
  'referral commission': 'rebate',
  'referral bonus': 'rebate',
  'account rewards': 'rebate',
  others: 'airdrop',
  airdrop: 'airdrop',
  staking: 'internal',
  unstaking: 'internal',
  'token migration': 'migration',
};

/** One row is one event: a primary asset, or a base and a quote asset, and a fee. */
function row(cells: Cells): RowReading {
  const operation = cell(cells, 'operation').toLowerCase();
  const shared = {
    id: textOrNull(cell(cells, 'transactionid')),
    ...momentIn(cell(cells, 'time')),
  };
  const side = (name: string) => {
    const coin = cell(cells, `${name}asset`).toUpperCase();
    const amount = amountIn(cell(cells, `realizedamountfor${name}asset`));
    return coin === '' || !amount || amount.isZero() ? null : { coin, amount: amount.abs() };
  };
  const fee = side('fee');
  const [base, quote] = [side('base'), side('quote')];
  const isSale = /sell/.test(operation);
  if (base || quote) {
    const kind = /convert/.test(operation) ? 'convert' : /dust|small/.test(operation) ? 'dust' : 'trade';
    return { drafts: tradeDrafts({ ...shared, kind }, isSale ? base : quote, isSale ? quote : base, fee) };
  }
  const primary = side('primary');
  if (!primary) {
    if (!fee) return { skipped: 'The amount is zero' };
    return { drafts: [{ ...shared, kind: 'fee', coin: fee.coin, amount: dec(0), fee }] };
  }
  const kind = OPERATIONS[operation] ?? kindOf(cell(cells, 'category').toLowerCase());
  if (operation === '') throw new UnreadableRow('operation is empty');
  const isOut = kind === 'withdrawal' || /withdraw|sent/.test(operation);
  const draft: Draft = {
    ...shared,
    kind,
    coin: primary.coin,
    amount: isOut ? primary.amount.negated() : primary.amount,
    fee,
    ...(kind === 'unknown' ? { unknownName: operation } : {}),
  };
  return { drafts: [draft] };
}

function kindOf(category: string): RecordKind {
  if (category === 'deposit') return 'deposit';
  if (category === 'withdrawal') return 'withdrawal';
  return category === 'distribution' ? 'airdrop' : 'unknown';
}

export const BINANCE_US_CSV: readonly RowFormat[] = [
  {
    name: 'binanceus_transactions',
    exchange: 'binanceus',
    part: 'ledger',
    needs: [
      ...['time', 'category', 'operation', 'transactionid', 'primaryasset', 'realizedamountforprimaryasset'],
      ...['baseasset', 'realizedamountforbaseasset', 'quoteasset', 'realizedamountforquoteasset', 'feeasset'],
    ],
    read: row,
  },
  {
    // The statement of the years before has the columns of Binance.
    name: 'binanceus_statement',
    exchange: 'binanceus',
    part: 'ledger',
    needs: ['userid', 'time', 'category', 'operation', 'asset', 'amount'],
    lacks: ['primaryasset'],
    read: (cells) =>
      row({
        ...cells,
        primaryasset: cells['asset'] ?? '',
        realizedamountforprimaryasset: cells['amount'] ?? '',
      }),
  },
];
