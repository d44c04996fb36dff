import { ZERO, type Decimal } from '../../../kernel/decimal';
import { canonicalCoin } from '../../coins';
import { CARRIED } from '../../migrations';
import type { RecordKind } from '../../record';
import { incomeByWords } from '../../rules/operation-words';
import {
  amountIn,
  amountOf,
  amountOrZero,
  cell,
  dollarsIn,
  hashIn,
  textOrNull,
  timeIn,
  type Cells,
} from '../../cells';
import { PENDING, type Draft, type RowFormat, type RowReading } from '../../row';
import { receivedKind } from './kinds';

/**
 * TYPES: type of a row -> kind. A send or a receipt has its direction in the sign. Other names are read by their words,
 * else they are `unknown`.
 */
const TYPES: Readonly<Record<string, RecordKind>> = {
  send: 'withdrawal',
  receive: 'deposit',
  pro_deposit: 'internal',
  pro_withdrawal: 'internal',
  exchange_deposit: 'internal',
  exchange_withdrawal: 'internal',
  transfer: 'internal',
  vault_withdrawal: 'internal',
  staking_transfer: 'internal',
  unstaking_transfer: 'internal',
  wrap_asset: 'wrap',
  unwrap_asset: 'wrap',
  asset_migration: 'migration',
  retail_eth2_deprecation: 'internal',
  fiat_deposit: 'deposit',
  fiat_withdrawal: 'withdrawal',
  onchain_deposit: 'deposit',
  interest: 'interest',
  staking_reward: 'reward',
  inflation_reward: 'reward',
  tx: 'unknown',
  earn_payout: 'airdrop',
  incentives_rewards_payout: 'rebate',
  incentives_shared_clawback: 'rebate',
  subscription_rebate: 'rebate',
  subscription: 'fee',
  interest_payout: 'interest',
  credit_card_reward: 'rebate',
  eth2_deposit: 'internal',
};

/** Types of units that somebody sent. */
const RECEIPTS: ReadonlySet<string> = new Set(['send', 'receive', 'tx']);

const payerKind = (coin: string, cells: Cells): RecordKind | null =>
  receivedKind(
    coin,
    ...['details.subtitle', 'details.header', 'description'].map((name) => cell(cells, name)),
    `from ${cell(cells, 'from.name') || 'nobody'}`,
  );

/** Moves to Coinbase Pro, which was named Coinbase Exchange later, and from there. */
const PRO = /^(pro|exchange)_(deposit|withdrawal)$/;
const DONE = 'completed';
const FAILED = /^(failed|canceled|cancelled|expired)$/;

/** Amounts are signed changes of one wallet of the account. The legs of a trade are rows of two wallets. */
function row(cells: Cells): RowReading {
  const status = cell(cells, 'status').toLowerCase();
  if (FAILED.test(status)) return { skipped: 'The movement failed' };
  const type = cell(cells, 'type').toLowerCase();
  const nativeCoin = cell(cells, 'amount.currency').toUpperCase();
  const amount = amountOf(cells, 'amount.amount');
  if (amount.isZero()) return { skipped: 'The amount is zero' };
  // Units leave the balance when the order is given. They arrive when it is complete.
  if (status !== DONE && amount.isPositive()) return { skipped: PENDING };
  const draft: Draft = {
    id: cell(cells, 'id'),
    at: timeIn(cell(cells, 'created_at')),
    kind: 'unknown',
    coin: canonicalCoin(nativeCoin),
    nativeCoin,
    amount,
  };
  const reading = ofType(draft, type, cells);
  const valueUsd = nativeDollars(cells);
  return { drafts: valueUsd === null ? reading : reading.map((one) => valued(one, draft, valueUsd)) };
}

/** What the row states the change of the wallet to be worth, where the owner sees dollars. */
const nativeDollars = (cells: Cells): Decimal | null =>
  cell(cells, 'native_amount.currency').toUpperCase() === 'USD'
    ? dollarsIn(cell(cells, 'native_amount.amount'))
    : null;

/** @param whole the change of the wallet, which can contain the fee */
const valued = (draft: Draft, whole: Draft, valueUsd: Decimal): Draft =>
  draft.coin === whole.coin && !draft.amount.isZero()
    ? { ...draft, valueUsd: valueUsd.mul(draft.amount).div(whole.amount).abs() }
    : draft;

function ofType(draft: Draft, type: string, cells: Cells): Draft[] {
  switch (type) {
    case 'buy':
    case 'sell':
      return ordered(draft, type, cells);
    case 'advanced_trade_fill':
      return [filled(draft, cells)];
    case 'trade':
      return [{ ...draft, kind: 'convert', group: `trade:${cell(cells, 'trade.id')}` }];
    case 'retail_simple_dust':
      return [{ ...draft, kind: 'dust', group: `dust:${draft.at}` }];
    default:
      return [moved(draft, type, cells)];
  }
}

/** A purchase paid by a bank has no row of cash: the cash arrived and was spent at once. */
function ordered(draft: Draft, type: 'buy' | 'sell', cells: Cells): Draft[] {
  const group = `${type}:${cell(cells, `${type}.id`)}`;
  const fee = amountOrZero(cells, `${type}.fee.amount`).abs();
  const cash = cell(cells, `${type}.total.currency`).toUpperCase();
  const trade: Draft = { ...draft, kind: 'trade', group };
  if (draft.coin === cash) return [withFee(trade, cash, fee)];
  const method = cell(cells, `${type}.payment_method_name`);
  if (method === '' || /^Cash \(|\bWallet$/.test(method)) return [trade];
  const total = amountIn(cell(cells, `${type}.total.amount`))?.abs();
  if (!total || total.isZero()) return [trade];
  const paid = draft.amount.isPositive() ? total.negated() : total;
  return [
    trade,
    withFee({ ...trade, coin: cash, nativeCoin: cash, amount: paid }, cash, fee),
    {
      ...draft,
      kind: paid.isNegative() ? 'deposit' : 'withdrawal',
      group: `${group}:bank`,
      coin: cash,
      nativeCoin: cash,
      amount: paid.negated(),
    },
  ];
}

/** The row of the quote currency contains the commission. */
function filled(draft: Draft, cells: Cells): Draft {
  const at = (name: string): string => cell(cells, `advanced_trade_fill.${name}`);
  const commission = amountOrZero(cells, 'advanced_trade_fill.commission').abs();
  const group = ['fill', at('order_id'), draft.at, at('fill_price'), at('commission')].join(':');
  const [, quote] = at('product_id').toUpperCase().split('-');
  const fill: Draft = { ...draft, kind: 'trade', group };
  return draft.nativeCoin === quote ? withFee(fill, draft.coin, commission) : fill;
}

/** @param draft whose amount contains the fee */
const withFee = (draft: Draft, coin: string, fee: Decimal): Draft =>
  fee.isZero() ? draft : { ...draft, amount: draft.amount.plus(fee), fee: { coin, amount: fee } };

function moved(draft: Draft, type: string, cells: Cells): Draft {
  const isOut = draft.amount.isNegative();
  const known = TYPES[type] ?? incomeByWords(type, draft.amount) ?? 'unknown';
  const payer = !isOut && RECEIPTS.has(type) ? payerKind(draft.coin, cells) : null;
  // Movements between Coinbase and Coinbase Pro have a type of their own.
  const listed = payer === null || payer === 'internal' ? known : payer;
  const kind = listed === 'withdrawal' || listed === 'deposit' ? (isOut ? 'withdrawal' : 'deposit') : listed;
  const place = PRO.test(type) ? { place: 'pro' as const } : {};
  const named: Draft = { ...draft, kind, ...place, ...(kind === 'unknown' ? { unknownName: type } : {}) };
  if (kind === 'fee')
    return { ...named, amount: ZERO, fee: { coin: draft.coin, amount: draft.amount.negated() } };
  if (CARRIED.has(kind)) return { ...named, group: `${type}:${cell(cells, `${type}.id`) || draft.at}` };
  if (kind !== 'deposit' && kind !== 'withdrawal') return named;
  const fee = isOut ? amountOrZero(cells, 'network.transaction_fee.amount').abs() : ZERO;
  return {
    ...withFee(named, draft.coin, fee),
    txHash: hashIn(cell(cells, 'network.hash')),
    address: isOut ? textOrNull(cell(cells, 'to.address')) : null,
  };
}

export const COINBASE_API: readonly RowFormat[] = [
  {
    name: 'coinbase_api_transactions',
    exchange: 'coinbase',
    part: 'ledger',
    needs: null,
    api: {
      id: (cells) => cell(cells, 'id'),
      at: (cells) => timeIn(cell(cells, 'created_at')),
      isOpen: (cells) => {
        const status = cell(cells, 'status').toLowerCase();
        return status !== DONE && !FAILED.test(status);
      },
    },
    read: row,
  },
];
