import type { FarPlace, RecordKind } from '../record';
import { amountOf, cell, momentIn, timeIn, UnreadableRow, type Cells } from '../cells';
import type { RowFormat, RowReading } from '../row';
import { SECOND } from './binance-seconds';

/**
 * OPERATIONS: operation of the statement -> kind. Rows of the same kind of event in one second are its legs. A name
 * that is not listed is kept as `unknown`.
 */
const OPERATIONS: Readonly<Record<string, RecordKind>> = {
  buy: 'trade',
  sell: 'trade',
  fee: 'trade',
  'transaction related': 'trade',
  'transaction buy': 'trade',
  'transaction spend': 'trade',
  'transaction sold': 'trade',
  'transaction revenue': 'trade',
  'transaction fee': 'trade',
  'large otc trading': 'trade',
  'strategy trading': 'trade',
  'buy crypto': 'trade',
  'buy crypto with fiat': 'trade',
  'sell crypto to fiat': 'trade',
  'fiat otc': 'trade',
  'p2p trading': 'deposit',
  'binance convert': 'convert',
  convert: 'convert',
  'auto-convert': 'convert',
  'stablecoins auto-conversion': 'convert',
  'small assets exchange bnb': 'dust',
  'small assets exchange bnb (spot)': 'dust',
  deposit: 'deposit',
  'fiat deposit': 'deposit',
  'fiat withdraw': 'withdrawal',
  withdraw: 'withdrawal',
  'withdrawal fee': 'fee',
  'crypto box': 'deposit',
  pay: 'withdrawal',
  'staking rewards': 'reward',
  'eth 2.0 staking rewards': 'reward',
  'sol staking rewards': 'reward',
  'defi staking interest': 'reward',
  'bnb vault rewards': 'reward',
  'launchpool interest': 'reward',
  'launchpool earnings withdrawal': 'reward',
  'launchpool airdrop': 'airdrop',
  'megadrop rewards': 'airdrop',
  'hodler airdrops distribution': 'airdrop',
  'airdrop assets': 'airdrop',
  distribution: 'airdrop',
  'token swap - distribution': 'migration',
  'token swap - redenomination/rebranding': 'migration',
  'eth 2.0 staking': 'migration',
  'eth 2.0 staking withdrawals': 'migration',
  'savings interest': 'interest',
  'simple earn flexible interest': 'interest',
  'simple earn locked rewards': 'interest',
  'flexible savings interest': 'interest',
  'locked savings interest': 'interest',
  'pool distribution': 'mining',
  'super bnb mining': 'reward',
  'commission history': 'rebate',
  'commission rebate': 'rebate',
  'commission fee shared with you': 'rebate',
  'referral kickback': 'rebate',
  'referral commission': 'rebate',
  'cash voucher': 'rebate',
  'cashback voucher': 'rebate',
  'card cashback': 'rebate',
  'binance card spending': 'withdrawal',
  'savings purchase': 'internal',
  'savings principal redemption': 'internal',
  'simple earn flexible subscription': 'internal',
  'simple earn flexible redemption': 'internal',
  'simple earn locked subscription': 'internal',
  'simple earn locked redemption': 'internal',
  'staking purchase': 'internal',
  'staking redemption': 'internal',
  'pos savings purchase': 'internal',
  'pos savings redemption': 'internal',
  'pos savings interest': 'reward',
  'defi staking subscription': 'internal',
  'defi staking redemption': 'internal',
  'launchpool subscription/redemption': 'internal',
  'main and funding account transfer': 'internal',
  'transfer between main and funding wallet': 'internal',
  'transfer between spot account and um futures account': 'internal',
  'transfer between spot account and cm futures account': 'internal',
  'transfer between main account/futures and margin account': 'internal',
  'transfer between spot and strategy account': 'internal',
  transfer_in: 'internal',
  transfer_out: 'internal',
  'main/funding transfer': 'internal',
  'realized profit and loss': 'margin',
  realize_profit_and_loss: 'margin',
  'funding fee': 'margin',
  'insurance fund compensation': 'margin',
  'asset recovery': 'adjustment',
};
/** LOANS: operations of loans -> kind. Collateral stays in the account. */
const LOANS: Readonly<Record<string, RecordKind>> = {
  'margin loan': 'loan',
  'margin repayment': 'loan',
  'isolated margin loan': 'loan',
  'isolated margin repayment': 'loan',
  'cross margin liquidation - repayment': 'loan',
  'cross margin liquidation - forced repayment': 'loan',
  'isolated margin liquidation - forced repayment': 'loan',
  'crypto loan - borrow': 'loan',
  'crypto loan - repayment': 'loan',
  'crypto loan - collateral added': 'internal',
  'crypto loan - collateral removed': 'internal',
  'crypto loan - collateral return': 'internal',
  'flexible loan - borrow': 'loan',
  'flexible loan - lending': 'loan',
  'flexible loan - repayment': 'loan',
  'flexible loan - collateral transfer': 'internal',
  'flexible loan - collateral added': 'internal',
  'flexible loan - collateral removed': 'internal',
  'flexible loan - collateral return': 'internal',
};
/** PLACES: moves whose other row is in the statement only when it has the rows of every account. */
const PLACES: readonly (readonly [RegExp, FarPlace])[] = [
  [/futures|^transfer_(in|out)$/, 'futures'],
  [/funding/, 'funding'],
  [/strategy/, 'strategy'],
];
const JOINT: ReadonlySet<RecordKind> = new Set(['trade', 'convert', 'dust', 'migration']);
const FEES: ReadonlySet<string> = new Set(['fee', 'transaction fee']);

/** The statement has no ids. Legs of one event share the second, the account and the kind of the event. */
function statement(cells: Cells): RowReading {
  const operation = cell(cells, 'operation').toLowerCase();
  const coin = cell(cells, 'coin').toUpperCase();
  if (operation === '' || coin === '') throw new UnreadableRow('The row has no operation or no coin');
  const amount = amountOf(cells, 'change');
  if (amount.isZero()) return { skipped: 'The amount is zero' };
  const inUtc = cell(cells, 'utctime');
  const moment = inUtc === '' ? momentIn(cell(cells, 'time')) : { at: timeIn(inUtc) };
  const loan = LOANS[operation];
  const kind = OPERATIONS[operation] ?? loan ?? 'unknown';
  const account = cell(cells, 'account').toLowerCase();
  const group = JOINT.has(kind) ? `${SECOND}${moment.at}:${account}:${kind}` : null;
  const shared = { id: null, group, ...moment, coin };
  const place = kind === 'internal' ? PLACES.find(([name]) => name.test(operation))?.[1] : undefined;
  if (FEES.has(operation) || kind === 'fee')
    return { drafts: [{ ...shared, kind, amount: amount.mul(0), fee: { coin, amount: amount.negated() } }] };
  const unknownName = kind === 'unknown' ? { unknownName: operation } : {};
  // An earlier release stored these rows without a known meaning.
  const keyKind = loan === undefined ? {} : { keyKind: 'unknown' as const };
  return { drafts: [{ ...shared, kind, ...(place ? { place } : {}), amount, ...unknownName, ...keyKind }] };
}

export const BINANCE_CSV: readonly RowFormat[] = [
  {
    name: 'binance_statement',
    exchange: 'binance',
    part: 'ledger',
    needs: ['utctime', 'account', 'operation', 'coin', 'change'],
    read: statement,
  },
  {
    name: 'binance_statement_2025',
    exchange: 'binance',
    part: 'ledger',
    needs: ['userid', 'time', 'account', 'operation', 'coin', 'change'],
    read: statement,
  },
];
