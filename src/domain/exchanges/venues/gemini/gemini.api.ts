import { ZERO } from '../../../kernel/decimal';
import { isKnownCoin } from '../../coins';
import type { RecordKind } from '../../record';
import { incomeByWords } from '../../rules/operation-words';
import {
  amountOf,
  amountOrZero,
  cell,
  dollarsIn,
  hashIn,
  textOrNull,
  timeIn,
  UnreadableRow,
} from '../../cells';
import type { Cells } from '../../cells';
import { PENDING, tradeDrafts, type RowFormat, type RowReading } from '../../row';

/** Quote currencies, longest first. */
const QUOTES = [
  ...['GUSD', 'USDT', 'USDC', 'USD', 'EUR', 'GBP', 'SGD', 'AUD', 'CAD', 'HKD', 'DAI'],
  ...['BTC', 'ETH', 'LTC', 'BCH', 'SOL', 'FIL'],
];

/**
 * A symbol has no separator: `PAXGUSD` ends with two quote currencies. A known base decides, then the currency of the
 * fee, which is the quote currency.
 */
function pairOf(symbol: string, feeCoin: string): { base: string; quote: string } {
  const pairs = QUOTES.filter((quote) => symbol.length > quote.length && symbol.endsWith(quote)).map(
    (quote) => ({ base: symbol.slice(0, -quote.length), quote }),
  );
  const known = pairs.filter(({ base }) => isKnownCoin(base));
  const likely = known.length > 0 ? known : pairs;
  const pair = likely.find(({ quote }) => quote === feeCoin) ?? likely[0];
  if (!pair) throw new UnreadableRow(`The symbol ${symbol.slice(0, 20)} has no known quote`);
  return pair;
}

function trade(cells: Cells): RowReading {
  const feeCoin = cell(cells, 'fee_currency').toUpperCase();
  const { base, quote } = pairOf(cell(cells, 'symbol').toUpperCase(), feeCoin);
  const units = { coin: base, amount: amountOf(cells, 'amount') };
  const cash = { coin: quote, amount: amountOf(cells, 'price').mul(units.amount) };
  const fee = { coin: feeCoin || quote, amount: amountOrZero(cells, 'fee_amount') };
  const shared = { id: cell(cells, 'tid'), at: timeIn(cell(cells, 'timestampms')) };
  const isBuy = /^buy$/i.test(cell(cells, 'type'));
  return { drafts: isBuy ? tradeDrafts(shared, cash, units, fee) : tradeDrafts(shared, units, cash, fee) };
}

/** TRANSFERS: type -> kind and sign. */
const TRANSFERS: Readonly<Record<string, { kind: RecordKind; sign: 1 | -1 }>> = {
  deposit: { kind: 'deposit', sign: 1 },
  withdrawal: { kind: 'withdrawal', sign: -1 },
  reward: { kind: 'rebate', sign: 1 },
  admincredit: { kind: 'adjustment', sign: 1 },
  admindebit: { kind: 'fee', sign: -1 },
};
const TAKEN_BACK: ReadonlySet<RecordKind> = new Set(['rebate', 'reward', 'interest', 'airdrop', 'unknown']);
const DONE: ReadonlySet<string> = new Set(['complete', 'advanced']);
const FAILED = /fail|cancel|reject|return|deni/;

/** `Advanced`: credited before the money is here. The fee of a withdrawal comes on top. */
function transfer(cells: Cells): RowReading {
  const status = cell(cells, 'status').toLowerCase();
  const type = cell(cells, 'type');
  const stated = amountOf(cells, 'amount');
  const { kind, sign } = TRANSFERS[type.toLowerCase()] ?? {
    kind: incomeByWords(type, stated) ?? 'unknown',
    sign: 1,
  };
  if (FAILED.test(status)) return { skipped: 'The movement failed' };
  if (!DONE.has(status)) return { skipped: PENDING };
  const coin = cell(cells, 'currency').toUpperCase();
  const amount = stated.abs();
  const shared = { id: cell(cells, 'eid'), at: timeIn(cell(cells, 'timestampms')), kind, coin };
  if (kind === 'fee') return { drafts: [{ ...shared, amount: ZERO, fee: { coin, amount } }] };
  const fee = amountOrZero(cells, 'feeAmount').abs();
  return {
    drafts: [
      {
        ...shared,
        // A reward below zero takes back.
        amount: TAKEN_BACK.has(kind) ? stated : amount.mul(sign),
        fee: { coin: cell(cells, 'feeCurrency').toUpperCase() || coin, amount: fee },
        txHash: hashIn(cell(cells, 'txHash')),
        address: textOrNull(cell(cells, 'destination')),
        ...(kind === 'unknown' ? { unknownName: type } : {}),
      },
    ],
  };
}

/** Units that go to staking or Earn stay in the account. Only what they bring changes the balance. */
function growth(cells: Cells, kind: RecordKind): RowReading {
  const type = cell(cells, 'transactionType').toLowerCase();
  if (/^(deposit|redeem|withdraw)/.test(type)) return { skipped: 'The units stay in the account' };
  const amount = amountOf(cells, 'amount');
  const isKnown = type === 'interest' || type === 'reward' || incomeByWords(type, amount) !== null;
  const price =
    cell(cells, 'priceCurrency').toUpperCase() === 'USD' ? dollarsIn(cell(cells, 'priceAmount')) : null;
  if (amount.isZero()) return { skipped: 'The amount is zero' };
  return {
    drafts: [
      {
        id: cell(cells, 'transactionId'),
        at: timeIn(cell(cells, 'dateTime')),
        kind: isKnown ? kind : 'unknown',
        coin: cell(cells, 'amountCurrency').toUpperCase(),
        amount,
        valueUsd: price?.mul(amount.abs()) ?? null,
        ...(isKnown ? {} : { unknownName: type }),
      },
    ],
  };
}

const ofGrowth = (name: string, kind: RecordKind): RowFormat => ({
  name: `gemini_api_${name}`,
  exchange: 'gemini',
  part: 'ledger',
  needs: null,
  api: {
    id: (cells) => `${name}:${cell(cells, 'transactionId')}`,
    at: (cells) => timeIn(cell(cells, 'dateTime')),
  },
  read: (cells) => growth(cells, kind),
});

const at = (cells: Cells): number => timeIn(cell(cells, 'timestampms'));

export const GEMINI_API: readonly RowFormat[] = [
  {
    name: 'gemini_api_trades',
    exchange: 'gemini',
    part: 'trades',
    needs: null,
    api: { id: (cells) => `trade:${cell(cells, 'tid')}`, at, keyPart: 'ledger' },
    read: trade,
  },
  {
    name: 'gemini_api_transfers',
    exchange: 'gemini',
    part: 'deposits',
    needs: null,
    api: {
      id: (cells) => cell(cells, 'eid'),
      at,
      isOpen: (cells) => {
        const status = cell(cells, 'status').toLowerCase();
        return !DONE.has(status) && !FAILED.test(status);
      },
    },
    read: transfer,
  },
  ofGrowth('staking', 'reward'),
  ofGrowth('earn', 'interest'),
];
