import type { Decimal } from '../../../kernel/decimal';
import type { RecordKind } from '../../record';
import { incomeByWords } from '../../rules/operation-words';
import { amountIn, amountOf, cell, dollarsIn, hashIn, timeIn, UnreadableRow, type Cells } from '../../cells';
import { tradeDrafts, type Draft, type RowFormat, type RowReading } from '../../row';

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
  admin_wallet_credited: 'adjustment',
};
/** LATER: kinds that an earlier release stored without a known meaning -> kind. */
const LATER: Readonly<Record<string, RecordKind>> = {
  van_purchase: 'trade',
  crypto_to_van_sell_order: 'trade',
  viban_card_top_up: 'withdrawal',
  viban_deposit_precredit: 'deposit',
  viban_deposit_precredit_repayment: 'withdrawal',
  lockup_swap_rebate: 'rebate',
  nft_payout_credited: 'deposit',
  admin_wallet_debited: 'adjustment',
  council_node_deposit_created: 'internal',
  council_node_deposit_withdrawn: 'internal',
  dynamic_coin_swap_bonus_exchange_deposit: 'internal',
  crypto_credit_program_created: 'internal',
  crypto_credit_withdrawal_created: 'internal',
  crypto_credit_loan_credited: 'loan',
  crypto_credit_repayment_created: 'loan',
};
/** MEANT: kinds that an earlier release stored with another meaning -> kind, and that meaning. */
const MEANT: Readonly<Record<string, readonly [RecordKind, RecordKind]>> = {
  crypto_payment: ['spend', 'withdrawal'],
  crypto_payment_refund: ['spend', 'deposit'],
};
/** FAMILIES: kinds by the form of their name, whatever wallet it names: `finance.dpos.staking.crypto_wallet`. */
const FAMILIES: readonly (readonly [RegExp, RecordKind])[] = [
  [/order.*[._](commit|exchange|execut|fill)/, 'trade'],
  [/^finance\..*dpos.*(interest|reward)/, 'reward'],
  [/^finance\..*(interest|reward)/, 'interest'],
  [
    /^finance\..*([._](un)?(staking|lock)|dpos_(un)?lock|_(created|withdrawn|deposit|withdrawal))\b/,
    'internal',
  ],
];
/** A limit order reserves units, and gives them back when it ends. What it trades has a row of its own. */
const RESERVED = /order.*[._](un)?lock(ed)?$/;

/** Moves between the app and the exchange of Crypto.com, which has files of its own. */
const OF_EXCHANGE: ReadonlySet<string> = new Set([
  'crypto_to_exchange_transfer',
  'exchange_to_crypto_transfer',
]);
const JOINT: ReadonlySet<RecordKind> = new Set(['dust', 'migration', 'convert']);

interface Operation {
  kind: RecordKind;
  /** The kind that an earlier release gave the row, which is in its identity. */
  before: RecordKind;
}

/** @param hasTwo the row states what was given and what was received */
function operationOf(name: string, description: string, amount: Decimal, hasTwo: boolean): Operation {
  const known = KINDS[name];
  if (known !== undefined) return { kind: known, before: known };
  const meant = MEANT[name];
  if (meant !== undefined) return { kind: meant[0], before: meant[1] };
  if (name === '') {
    // The file of the wallet of cash names no kinds.
    const [word] = /deposit|withdraw/i.exec(description) ?? [];
    if (word !== undefined) return { kind: /^d/i.test(word) ? 'deposit' : 'withdrawal', before: 'unknown' };
  }
  const family = FAMILIES.find(([pattern]) => pattern.test(name))?.[1];
  const kind =
    LATER[name] ??
    family ??
    (hasTwo ? 'trade' : (incomeByWords(name, amount) ?? incomeByWords(description, amount) ?? 'unknown'));
  return { kind, before: 'unknown' };
}

function row(cells: Cells): RowReading {
  const name = cell(cells, 'transactionkind').toLowerCase();
  const coin = cell(cells, 'currency').toUpperCase();
  if (coin === '') throw new UnreadableRow('The currency is empty');
  const amount = amountOf(cells, 'amount');
  if (amount.isZero()) return { skipped: 'The amount is zero' };
  if (RESERVED.test(name)) return { skipped: 'A limit order reserves the units: its trade has a row' };
  const at = timeIn(cell(cells, 'timestamputc'));
  const toCoin = cell(cells, 'tocurrency').toUpperCase();
  const received = amountIn(cell(cells, 'toamount'));
  const description = cell(cells, 'transactiondescription');
  const hasTwo = toCoin !== '' && toCoin !== coin && received?.isZero() === false;
  const { kind, before } = operationOf(name, description, amount, hasTwo);
  const [cash, currency] = [
    amountIn(cell(cells, 'nativeamount')),
    cell(cells, 'nativecurrency').toUpperCase(),
  ];
  const valueUsd =
    dollarsIn(cell(cells, 'nativeamountinusd')) ??
    (currency === 'USD' ? dollarsIn(cell(cells, 'nativeamount')) : null);
  const shared = { id: null, at, valueUsd };
  /** An earlier release read the row as one movement: its identity stays. */
  const keyed = (drafts: readonly Draft[]): Draft[] =>
    before === kind
      ? [...drafts]
      : drafts.map((one) =>
          one.coin === coin ? { ...one, keyKind: before, keyAmount: amount } : { ...one, isUnkeyed: true },
        );
  if (received && hasTwo && (kind === 'trade' || kind === 'convert')) {
    const sides = [
      { coin, amount },
      { coin: toCoin, amount: received },
    ] as const;
    return { drafts: keyed(tradeDrafts({ ...shared, kind }, ...sides)) };
  }
  if (kind === 'trade') {
    // A purchase or a sale for the currency of the app.
    const other = cash && currency !== '' && currency !== coin ? { coin: currency, amount: cash } : null;
    const units = { coin, amount };
    return {
      drafts: keyed(
        amount.isPositive() ? tradeDrafts(shared, other, units) : tradeDrafts(shared, units, other),
      ),
    };
  }
  const isReturned = before === 'rebate' && amount.isNegative();
  return {
    drafts: [
      {
        ...shared,
        group: JOINT.has(kind) ? `second:${at}:${kind}` : null,
        kind,
        keyKind: isReturned ? 'adjustment' : before,
        ...(OF_EXCHANGE.has(name) ? { place: 'exchange' as const } : {}),
        coin,
        amount,
        txHash: hashIn(cell(cells, 'transactionhash')),
        ...(kind === 'unknown' ? { unknownName: name || description } : {}),
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
