import type { RecordKind } from '../record';
import { amountIn, amountOf, cell, hashIn, timeIn, UnreadableRow, type Cells } from '../cells';
import { tradeDrafts, type RowFormat, type RowReading } from '../row';

/** KINDS: `Transaction Kind` -> kind. Rows with a second currency are trades. */
const KINDS: Readonly<Record<string, RecordKind>> = {
  crypto_purchase: 'trade',
  crypto_exchange: 'convert',
  viban_purchase: 'trade',
  crypto_viban_exchange: 'trade',
  recurring_buy_order: 'trade',
  trading_limit_order_crypto_wallet_exchange: 'convert',
  'trading.limit_order.crypto_wallet.exchange': 'convert',
  crypto_deposit: 'deposit',
  crypto_transfer: 'deposit',
  crypto_withdrawal: 'withdrawal',
  viban_deposit: 'deposit',
  viban_withdrawal: 'withdrawal',
  card_top_up: 'trade',
  referral_gift: 'rebate',
  referral_bonus: 'rebate',
  referral_commission: 'rebate',
  referral_card_cashback: 'rebate',
  card_cashback_reverted: 'rebate',
  reimbursement: 'rebate',
  reimbursement_reverted: 'rebate',
  gift_card_reward: 'rebate',
  transfer_cashback: 'rebate',
  pay_checkout_reward: 'rebate',
  rewards_platform_deposit_credited: 'rebate',
  campaign_reward: 'airdrop',
  supercharger_reward_to_app_credited: 'reward',
  crypto_earn_interest_paid: 'interest',
  crypto_earn_extra_interest_paid: 'interest',
  mco_stake_reward: 'reward',
  staking_reward: 'reward',
  'finance.dpos.compound_interest.crypto_wallet': 'reward',
  'finance.dpos.non_compound_interest.crypto_wallet': 'reward',
  airdrop_to_exchange_transfer: 'airdrop',
  crypto_earn_program_created: 'internal',
  crypto_earn_program_withdrawn: 'internal',
  crypto_to_exchange_transfer: 'internal',
  exchange_to_crypto_transfer: 'internal',
  lockup_lock: 'internal',
  lockup_unlock: 'internal',
  lockup_upgrade: 'internal',
  supercharger_deposit: 'internal',
  supercharger_withdrawal: 'internal',
  dynamic_coin_swap_debited: 'migration',
  dynamic_coin_swap_credited: 'migration',
  lockup_swap_debited: 'migration',
  lockup_swap_credited: 'migration',
  crypto_wallet_swap_debited: 'migration',
  crypto_wallet_swap_credited: 'migration',
  dust_conversion_debited: 'dust',
  dust_conversion_credited: 'dust',
  interest_swap_debited: 'convert',
  interest_swap_credited: 'convert',
  crypto_payment: 'withdrawal',
  crypto_payment_refund: 'deposit',
  admin_wallet_credited: 'adjustment',
};
/** Moves between the app and the exchange of Crypto.com, which has files of its own. */
const OF_EXCHANGE: ReadonlySet<string> = new Set([
  'crypto_to_exchange_transfer',
  'exchange_to_crypto_transfer',
]);
const JOINT: ReadonlySet<RecordKind> = new Set(['dust', 'migration', 'convert']);

function row(cells: Cells): RowReading {
  const name = cell(cells, 'transactionkind');
  const coin = cell(cells, 'currency').toUpperCase();
  if (coin === '') throw new UnreadableRow('The currency is empty');
  const amount = amountOf(cells, 'amount');
  if (amount.isZero()) return { skipped: 'The amount is zero' };
  const at = timeIn(cell(cells, 'timestamputc'));
  const kind = KINDS[name] ?? 'unknown';
  const shared = { id: null, at };
  const toCoin = cell(cells, 'tocurrency').toUpperCase();
  const received = amountIn(cell(cells, 'toamount'));
  if (toCoin !== '' && received && (kind === 'trade' || kind === 'convert'))
    return { drafts: tradeDrafts({ ...shared, kind }, { coin, amount }, { coin: toCoin, amount: received }) };
  if (kind === 'trade') {
    // A purchase or a sale for the currency of the app.
    const cash = amountIn(cell(cells, 'nativeamount'));
    const currency = cell(cells, 'nativecurrency').toUpperCase();
    const other = cash && currency !== '' && currency !== coin ? { coin: currency, amount: cash } : null;
    const units = { coin, amount };
    return {
      drafts: amount.isPositive() ? tradeDrafts(shared, other, units) : tradeDrafts(shared, units, other),
    };
  }
  const group = JOINT.has(kind) ? `second:${at}:${kind}` : null;
  const isReturned = kind === 'rebate' && amount.isNegative();
  return {
    drafts: [
      {
        ...shared,
        group,
        kind: isReturned ? 'adjustment' : kind,
        ...(OF_EXCHANGE.has(name) ? { place: 'exchange' as const } : {}),
        coin,
        amount,
        txHash: hashIn(cell(cells, 'transactionhash')),
        ...(kind === 'unknown' ? { unknownName: name } : {}),
      },
    ],
  };
}

export const CRYPTO_COM_CSV: readonly RowFormat[] = [
  {
    name: 'cryptocom_app',
    exchange: 'cryptocom',
    part: 'ledger',
    needs: [
      'timestamputc',
      'transactiondescription',
      'currency',
      'amount',
      'tocurrency',
      'toamount',
      'transactionkind',
    ],
    read: row,
  },
];
