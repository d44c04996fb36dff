import { dec, type Decimal } from '../../../kernel/decimal';
import type { RecordKind } from '../../record';
import { incomeByWords } from '../../rules/operation-words';
import { amountIn, cell, dollarsIn, momentIn, textOrNull, UnreadableRow, type Cells } from '../../cells';
import { tradeDrafts, type Amount, type Draft, type RowFormat, type RowReading } from '../../row';

/** OPERATIONS: operation -> kind, for rows with one asset. Other names are read by their words, then by their category. */
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
  const side = (name: string) => sideOf(cells, name);
  const fee = unsigned(side('fee'));
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
  const before = OPERATIONS[operation] ?? kindOf(cell(cells, 'category').toLowerCase());
  const words = operation === 'others' ? cell(cells, 'additionalnote') : operation;
  const isNamed = operation !== 'others' && OPERATIONS[operation] !== undefined;
  const kind = isNamed ? before : (incomeByWords(words, primary.amount) ?? before);
  if (operation === '') throw new UnreadableRow('operation is empty');
  const isOut = kind === 'withdrawal' || /withdraw|sent/.test(operation);
  const draft: Draft = {
    ...shared,
    kind,
    keyKind: before,
    coin: primary.coin,
    // A reward below zero takes back.
    amount: isOut ? primary.amount.abs().negated() : primary.amount,
    ...(primary.amount.isNegative() && !isOut ? { keyAmount: primary.amount.abs() } : {}),
    valueUsd: primary.valueUsd,
    fee,
    ...(kind === 'unknown' ? { unknownName: operation } : {}),
  };
  return { drafts: [draft] };
}

/** Coins whose quantity is their value in dollars. */
const DOLLARS: ReadonlySet<string> = new Set(['USD', 'USDT', 'USDC', 'BUSD']);

/** One asset of the row. Dollars can have their value only: it is their quantity. */
function sideOf(cells: Cells, name: string): Amount | null {
  const coin = cell(cells, `${name}asset`).toUpperCase();
  const column = `realizedamountfor${name}asset`;
  const valueUsd = dollarsIn(cell(cells, `${column}inusdvalue`)) ?? dollarsIn(cell(cells, `${column}inusd`));
  const stated: Decimal | null = amountIn(cell(cells, column));
  const amount = stated?.isZero() === false ? stated : DOLLARS.has(coin) ? valueUsd : null;
  return coin === '' || !amount ? null : { coin, amount, valueUsd };
}

const unsigned = (side: Amount | null): Amount | null => side && { ...side, amount: side.amount.abs() };

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
