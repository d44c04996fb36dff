import type { ExchangeName } from '../../../kernel/exchanges/exchange';
import { canonicalCoin } from '../../coins';
import type { RecordKind } from '../../record';
import {
  amountIn,
  amountOf,
  amountOrZero,
  cell,
  hashIn,
  textOrNull,
  timeIn,
  UnreadableRow,
} from '../../cells';
import type { Cells } from '../../cells';
import { GLOBAL_LISTS, type ApiList } from './binance-global.api';
import { PENDING, tradeDrafts, type ApiRows, type Draft, type RowFormat, type RowReading } from '../../row';

const coinOf = (cells: Cells, name: string): string => canonicalCoin(cell(cells, name).toUpperCase());

/** `base` and `quote` are added by the reader: a symbol has no separator. */
function trade(cells: Cells): RowReading {
  const [base, quote] = [coinOf(cells, 'base'), coinOf(cells, 'quote')];
  if (base === '' || quote === '') throw new UnreadableRow('The symbol is no known pair');
  const units = { coin: base, amount: amountOf(cells, 'qty') };
  const cash = { coin: quote, amount: amountOf(cells, 'quoteQty') };
  const fee = { coin: coinOf(cells, 'commissionAsset') || quote, amount: amountOrZero(cells, 'commission') };
  const shared = { id: cell(cells, 'id'), at: timeIn(cell(cells, 'time')) };
  const isBuy = cell(cells, 'isBuyer') === 'true';
  return { drafts: isBuy ? tradeDrafts(shared, cash, units, fee) : tradeDrafts(shared, units, cash, fee) };
}

const FAILED = { skipped: 'The movement failed' };
/** 0 pending, 6 credited, 7 wrong, 8 waits for the user, 1 done. */
const CREDITED: ReadonlySet<string> = new Set(['1', '6']);
const NOT_CREDITED: ReadonlySet<string> = new Set(['2', '7']);
/** Of withdrawals: cancelled, refused, failed. */
const REFUSED: ReadonlySet<string> = new Set(['1', '3', '5']);
const SENT = '6';

function deposit(cells: Cells): RowReading {
  const status = cell(cells, 'status');
  if (NOT_CREDITED.has(status)) return FAILED;
  if (!CREDITED.has(status)) return { skipped: PENDING };
  return moved(cells, 'deposit', 'insertTime', {
    coin: coinOf(cells, 'coin'),
    amount: amountOf(cells, 'amount').abs(),
    txHash: hashIn(cell(cells, 'txId')),
    depositAddress: textOrNull(cell(cells, 'address')),
  });
}

/** 0 mailed, 2 waits, 4 processed, 6 done, others failed. The fee comes on top. */
function withdrawal(cells: Cells): RowReading {
  if (REFUSED.has(cell(cells, 'status'))) return FAILED;
  const coin = coinOf(cells, 'coin');
  // The units have left the balance before the transaction is on its chain.
  return moved(cells, 'withdrawal', 'applyTime', {
    coin,
    amount: amountOf(cells, 'amount').abs().negated(),
    fee: { coin, amount: amountOrZero(cells, 'transactionFee').abs() },
    txHash: hashIn(cell(cells, 'txId')),
    address: textOrNull(cell(cells, 'address')),
  });
}

const FIAT_FAILED = /^(fail|reject|cancel|expire|refund)/i;

/** `direction` is added by the reader: both lists have one form. */
function fiat(cells: Cells): RowReading {
  const status = cell(cells, 'orderStatus');
  if (FIAT_FAILED.test(status)) return FAILED;
  if (!/^(success|complete|finish)/i.test(status)) return { skipped: PENDING };
  const isOut = cell(cells, 'direction') === 'out';
  const coin = coinOf(cells, 'fiatCurrency');
  const amount = amountOf(cells, 'amount').abs();
  const fee = amountOrZero(cells, 'transactionFee').plus(amountOrZero(cells, 'platformFee')).abs();
  return moved(cells, isOut ? 'withdrawal' : 'deposit', 'createTime', {
    coin,
    amount: isOut ? amount.negated() : amount,
    fee: { coin, amount: fee },
  });
}

/** One small balance that became BNB. The service charge is taken from what it became. */
function dust(cells: Cells): RowReading {
  const charge = amountOrZero(cells, 'serviceChargeAmount').abs();
  const target = coinOf(cells, 'targetAsset') || 'BNB';
  const shared = { id: cell(cells, 'tranId'), at: timeIn(cell(cells, 'operateTime')), kind: 'dust' as const };
  const given = { coin: coinOf(cells, 'fromAsset'), amount: amountOf(cells, 'amount') };
  const got = { coin: target, amount: amountOf(cells, 'transferedAmount').plus(charge) };
  return { drafts: tradeDrafts(shared, given, got, { coin: target, amount: charge }) };
}

/** `MATIC to POL migration`. */
const RENAMED = /^([a-z0-9]{2,10}) to ([a-z0-9]{2,10})\b/;

/** A new name of a coin is no movement: one coin is one asset under both names. */
function distribution(cells: Cells): RowReading {
  const category = cell(cells, 'category').toLowerCase() || cell(cells, 'enInfo').toLowerCase();
  const amount = amountOf(cells, 'amount');
  if (amount.isZero()) return { skipped: 'The amount is zero' };
  const [, from = '', to = ''] = RENAMED.exec(category) ?? [];
  if (from !== '' && canonicalCoin(from.toUpperCase()) === canonicalCoin(to.toUpperCase()))
    return { skipped: 'The coin has a new name' };
  const kind: RecordKind = /migration|rename|redenominat|swap/.test(category)
    ? 'migration'
    : /staking/.test(category)
      ? 'reward'
      : /interest|savings|earn/.test(category)
        ? 'interest'
        : /rebate|commission|cashback|referral/.test(category)
          ? 'rebate'
          : 'airdrop';
  const at = timeIn(cell(cells, 'divTime'));
  const coin = coinOf(cells, 'asset');
  return {
    drafts: [
      {
        id: cell(cells, 'tranId'),
        at,
        kind,
        coin,
        nativeCoin: cell(cells, 'asset').toUpperCase(),
        amount,
        ...(kind === 'migration' ? { group: `migration:${coin}:${at}` } : {}),
      },
    ],
  };
}

function stakingReward(cells: Cells): RowReading {
  const amount = amountIn(cell(cells, 'amount'));
  if (!amount || amount.isZero()) return { skipped: 'The amount is zero' };
  return moved(cells, 'reward', 'time', { coin: coinOf(cells, 'asset'), amount });
}

const moved = (
  cells: Cells,
  kind: RecordKind,
  time: string,
  values: Pick<Draft, 'coin' | 'amount' | 'fee' | 'txHash' | 'address' | 'depositAddress'>,
): RowReading => ({ drafts: [{ id: null, at: timeIn(cell(cells, time)), kind, ...values }] });

/** LISTS: those of both exchanges. */
const LISTS: readonly ApiList[] = [
  { name: 'trades', part: 'trades', id: ['symbol', 'id'], time: 'time', read: trade },
  {
    name: 'deposits',
    part: 'deposits',
    id: ['coin', 'txId', 'amount', 'insertTime'],
    time: 'insertTime',
    isOpen: (cells) => !CREDITED.has(cell(cells, 'status')) && !NOT_CREDITED.has(cell(cells, 'status')),
    read: deposit,
  },
  {
    name: 'withdrawals',
    part: 'withdrawals',
    id: ['id'],
    time: 'applyTime',
    isOpen: (cells) => cell(cells, 'status') !== SENT && !REFUSED.has(cell(cells, 'status')),
    read: withdrawal,
  },
  {
    name: 'fiat',
    part: 'ledger',
    id: ['orderId'],
    time: 'createTime',
    isOpen: (cells) => 'skipped' in fiat(cells) && !FIAT_FAILED.test(cell(cells, 'orderStatus')),
    read: fiat,
  },
  { name: 'dust', part: 'ledger', id: ['tranId', 'fromAsset'], time: 'operateTime', read: dust },
  {
    name: 'distributions',
    part: 'ledger',
    id: ['tranId', 'asset'],
    time: 'divTime',
    read: distribution,
  },
  {
    name: 'staking_rewards',
    part: 'ledger',
    id: ['tranId', 'asset'],
    time: 'time',
    read: stakingReward,
  },
];

const identity = ({ name, id, time, isOpen }: ApiList): ApiRows => ({
  ...(isOpen ? { isOpen } : {}),
  id: (cells) => [name, ...id.map((column) => cell(cells, column))].join(':'),
  at: (cells) => timeIn(cell(cells, time)),
});

const formatsOf = (exchange: ExchangeName, lists: readonly ApiList[]): RowFormat[] =>
  lists.map((list) => ({
    name: `${exchange}_api_${list.name}`,
    exchange,
    part: list.part,
    needs: null,
    api: identity(list),
    read: list.read,
  }));

export const BINANCE_API: readonly RowFormat[] = [
  ...formatsOf('binanceus', LISTS),
  ...formatsOf('binance', [...LISTS, ...GLOBAL_LISTS]),
];
