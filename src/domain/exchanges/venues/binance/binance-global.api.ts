import { canonicalCoin } from '../../coins';
import { amountOf, amountOrZero, cell, timeIn, type Cells } from '../../cells';
import { PENDING, tradeDrafts, type ApiRows, type Part, type RowFormat, type RowReading } from '../../row';

export interface ApiList {
  name: string;
  part: Part;
  /** Columns that make the id. Ids are unique per symbol only, and deposits have none. */
  id: readonly string[];
  time: string;
  isOpen?: ApiRows['isOpen'];
  read: RowFormat['read'];
}

const coinOf = (cells: Cells, name: string): string => canonicalCoin(cell(cells, name).toUpperCase());

const FAILED = { skipped: 'The movement failed' };
const isFailed = (status: string): boolean => /fail|refund|cancel|reject|expire/i.test(status);
const isDone = (status: string): boolean => /^(success|succeed|complete|finish|repaid)/i.test(status);
const isOpenIn = (column: string) => (cells: Cells) =>
  !isFailed(cell(cells, column)) && !isDone(cell(cells, column));

/** What is not final has no effect. */
const whenDone = (column: string, read: RowFormat['read']): RowFormat['read'] => {
  const isOpen = isOpenIn(column);
  return (cells) =>
    isFailed(cell(cells, column)) ? FAILED : isOpen(cells) ? { skipped: PENDING } : read(cells);
};

function convert(cells: Cells): RowReading {
  const shared = { id: cell(cells, 'orderId'), at: timeIn(cell(cells, 'createTime')) };
  const given = { coin: coinOf(cells, 'fromAsset'), amount: amountOf(cells, 'fromAmount') };
  const got = { coin: coinOf(cells, 'toAsset'), amount: amountOf(cells, 'toAmount') };
  return { drafts: tradeDrafts({ ...shared, kind: 'convert' }, given, got) };
}

/**
 * A purchase or a sale by a card or a bank: the cash arrives and is spent at once, or is paid out at once. The amount
 * paid contains the fee. `direction` is added by the reader: both lists have one form.
 */
function payment(cells: Cells): RowReading {
  const shared = { id: cell(cells, 'orderNo'), at: timeIn(cell(cells, 'createTime')) };
  const [fiat, coin] = [coinOf(cells, 'fiatCurrency'), coinOf(cells, 'cryptoCurrency')];
  const [source, obtained] = [amountOf(cells, 'sourceAmount').abs(), amountOf(cells, 'obtainAmount').abs()];
  const fee = { coin: fiat, amount: amountOrZero(cells, 'totalFee').abs() };
  const isSale = cell(cells, 'direction') === 'out';
  const trade = isSale
    ? tradeDrafts(shared, { coin, amount: source }, { coin: fiat, amount: obtained.plus(fee.amount) }, fee)
    : tradeDrafts(shared, { coin: fiat, amount: source.minus(fee.amount) }, { coin, amount: obtained }, fee);
  if (/cash balance/i.test(cell(cells, 'paymentMethod'))) return { drafts: trade };
  const cash = { ...shared, coin: fiat, group: `bank:${shared.id}` };
  return {
    drafts: [
      ...trade,
      isSale
        ? { ...cash, kind: 'withdrawal', amount: obtained.negated() }
        : { ...cash, kind: 'deposit', amount: source },
    ],
  };
}

const COLLATERAL = { skipped: 'The units stay in the account' };

/** Income of loans with a fixed rate: `borrowIn`, `repayAmount`, and what happens to the collateral. */
function loan(cells: Cells): RowReading {
  const type = cell(cells, 'type');
  const isRepaid = type === 'repayAmount';
  if (!isRepaid && type !== 'borrowIn') return COLLATERAL;
  const amount = amountOf(cells, 'amount').abs();
  return {
    drafts: [
      {
        id: cell(cells, 'tranId'),
        at: timeIn(cell(cells, 'timestamp')),
        kind: 'loan',
        coin: coinOf(cells, 'asset'),
        amount: isRepaid ? amount.negated() : amount,
      },
    ],
  };
}

const flexible =
  (amountColumn: string, time: string, sign: 1 | -1): RowFormat['read'] =>
  (cells) => {
    const amount = amountOf(cells, amountColumn).abs();
    const at = timeIn(cell(cells, time));
    const coin = coinOf(cells, 'loanCoin');
    return { drafts: [{ id: `${coin}:${at}`, at, kind: 'loan', coin, amount: amount.mul(sign) }] };
  };

/** GLOBAL_LISTS: lists that Binance.US does not have. Loans arrive in the spot account. */
export const GLOBAL_LISTS: readonly ApiList[] = [
  {
    name: 'converts',
    part: 'ledger',
    id: ['orderId'],
    time: 'createTime',
    isOpen: isOpenIn('orderStatus'),
    read: whenDone('orderStatus', convert),
  },
  {
    name: 'payments',
    part: 'ledger',
    id: ['orderNo'],
    time: 'createTime',
    isOpen: isOpenIn('status'),
    read: whenDone('status', payment),
  },
  { name: 'loans', part: 'ledger', id: ['type', 'asset', 'tranId'], time: 'timestamp', read: loan },
  {
    name: 'flexible_loans',
    part: 'ledger',
    id: ['loanCoin', 'collateralCoin', 'borrowTime', 'initialLoanAmount'],
    time: 'borrowTime',
    isOpen: isOpenIn('status'),
    read: whenDone('status', flexible('initialLoanAmount', 'borrowTime', 1)),
  },
  {
    name: 'flexible_repayments',
    part: 'ledger',
    id: ['loanCoin', 'collateralCoin', 'repayTime', 'repayAmount'],
    time: 'repayTime',
    isOpen: isOpenIn('repayStatus'),
    read: whenDone('repayStatus', flexible('repayAmount', 'repayTime', -1)),
  },
];
