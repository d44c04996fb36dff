import { isIssuedForMoney, isNative, isNft } from '../facts/assets';
import { is, type Facts } from '../facts/facts';
import { UNREAD_BATCH } from '../facts/methods';
import { isBurn, SOLANA_STAKE, ZERO_ADDRESS } from '../facts/known-contracts';
import { BRIDGE_RULES } from './bridge-rules';
import { DEPOSIT_RULES, ORDER_RULES, PAID_WITHDRAWAL_RULES, RETURN_RULES } from './deposit-rules';
import { VALIDATOR_RULES } from './history/validators';
import { LENDING_RULES } from './lending-rules';
import {
  getsShares,
  givesShares,
  hasChange,
  incomeOfRewards,
  isLiquidStaking,
  isLiquidUnstaking,
  isPlainTransfer,
  isUnknownShare,
  isUnwrap,
  isWrap,
  lendingIncome,
  noLegs,
  oneToOne,
  onlyIns,
  onlyOuts,
  payerOf,
  rewardsOfReturn,
  rewardsOfShares,
} from './patterns';
import { MIGRATION_RULES, MIGRATION_SENT } from './receipts/migrations';
import { NOTE_RULES } from './receipts/notes';
import { CHANNEL_RULES } from './receipts/channels';
import { OUTCOME_RULE } from './receipts/outcomes';
import { POSITION_RULES } from './receipts/positions';
import { PROMISE_RULES } from './receipts/promises';
import { REWARD_OF_EXIT } from './receipts/shares';
import { SUB_ACCOUNT_RULES } from './receipts/sub-accounts';
import { OTHER_FOR_DEPOSIT, RECEIPT_CLAIMED, RECEIPT_GIVEN, RECEIPT_RETURNED } from './receipts/transferred';
import { rule, type Outcome, type Rule } from './rule';

/** Income from a distributor or by a claim. @source tax-rules 8; coverage.md 2.11 */
const isPaidClaim = (f: Facts): boolean =>
  f.isCaller &&
  (is(f, 'reward') || is(f, 'claim') || payerOf(f) !== null) &&
  !is(f, 'withdrawal') &&
  f.ins.length + f.rewards.length > 0 &&
  f.outs.length > 0 &&
  f.outs.every((leg) => isNative(leg.asset)) &&
  f.ins.every((leg) => !isNative(leg.asset) && !isNft(leg.asset));

/**
 * An airdrop, unless the wallet paid for the units before or their issuer mints them for money: then they are
 * principal of unknown basis. A fund that pays its yield in units mints interest.
 * @source tax-rules 8.5, 9.2, 12.1; coverage.md 3
 */
const unlessPrincipal = (f: Facts): Outcome => {
  if (f.ins.every((leg) => leg.isMint && f.isYield(leg))) return { type: 'income', incomeType: 'interest' };
  if (f.isPaidFor() || f.ins.some((leg) => leg.isMint && isIssuedForMoney(leg.asset)))
    return { type: 'transfer_in', flags: ['untracked', 'classification_uncertain'] };
  return { type: 'income', incomeType: 'airdrop' };
};

const REWARD_RULES: readonly Rule[] = [
  rule(
    'distributor',
    (f) => f.rewards.length > 0 && f.ins.length + f.outs.length + f.internals.length === 0,
    (f) => ({
      type: 'income',
      incomeType: incomeOfRewards(f)?.income,
      protocol: incomeOfRewards(f)?.protocol,
    }),
  ),
  rule('paid-claim', isPaidClaim, (f) => {
    const incomeType =
      payerOf(f)?.income ?? incomeOfRewards(f)?.income ?? (is(f, 'reward') ? lendingIncome(f) : null);
    return {
      ...(incomeType ? { type: 'income', incomeType } : unlessPrincipal(f)),
      protocol: payerOf(f)?.protocol,
      costs: f.outs,
    };
  }),
  rule(
    'reward',
    (f) => onlyIns(f) && f.isCaller && is(f, 'reward'),
    (f) => ({ type: 'income', incomeType: lendingIncome(f) }),
  ),
  rule(
    'distributor-called',
    (f) =>
      onlyIns(f) && payerOf(f) !== null && !is(f, 'withdrawal') && f.ins.every((leg) => !isNft(leg.asset)),
    (f) => ({ type: 'income', incomeType: payerOf(f)?.income, protocol: payerOf(f)?.protocol }),
  ),
];

/**
 * The first match decides. The transaction keeps the name of the rule. Rules for failed, block and wrap
 * transactions come first, because the general rules below would match them too.
 * @source providers.md 2.7; tax-rules 8, 9, 10
 */
export const RULES: readonly Rule[] = [
  rule('failed', (f) => !f.tx.succeeded, { type: 'failed' }),
  ...VALIDATOR_RULES,
  rule('block-reward', (f) => f.ins.some((leg) => leg.kind === 'coinbase'), {
    type: 'income',
    incomeType: 'mining_reward',
  }),
  rule('epoch-reward', (f) => f.tx.flags.includes('epoch_reward'), {
    type: 'income',
    incomeType: 'staking_reward',
    protocol: SOLANA_STAKE,
  }),
  // Units moved that no row shows: not nothing.
  rule('unread', (f) => noLegs(f) && f.tx.flags.includes('history_incomplete'), { type: 'unknown' }),
  rule('approval', (f) => noLegs(f) && is(f, 'approval'), { type: 'approve' }),
  rule('contract-call', (f) => noLegs(f) && (f.isCaller || f.tx.fee !== null), { type: 'fee_only' }),
  rule('nothing-moved', noLegs, { type: 'unknown' }),
  rule(
    'internal-transfer',
    (f) => f.internals.length > 0 && f.ins.length + f.outs.length + f.rewards.length + f.debts.length === 0,
    {
      type: 'internal_transfer',
    },
  ),
  ...SUB_ACCOUNT_RULES,
  ...CHANNEL_RULES,
  rule(
    'interest',
    (f) => f.earned.length > 0 && f.ins.length + f.outs.length + f.rewards.length === 0,
    (f) => ({
      type: 'income',
      incomeType: f.earned[0]?.earns,
    }),
  ),
  OUTCOME_RULE,
  ...PROMISE_RULES,
  ...MIGRATION_RULES,
  rule('wrap', isWrap, (f) => ({ type: isUnwrap(f) ? 'unwrap' : 'wrap' })),
  ...NOTE_RULES,
  ...LENDING_RULES,
  RECEIPT_GIVEN,
  RECEIPT_CLAIMED,
  REWARD_OF_EXIT,
  ...RETURN_RULES,
  ...POSITION_RULES,
  ...REWARD_RULES,
  ...PAID_WITHDRAWAL_RULES,
  rule('liquid-staking', isLiquidStaking, { type: 'stake' }),
  rule('liquid-unstaking', isLiquidUnstaking, { type: 'unstake' }),
  rule('shares-received', getsShares, (f) => ({
    type: 'lp_add',
    flags: isUnknownShare(f) ? ['classification_uncertain'] : [],
  })),
  rule(
    'shares-received-with-reward',
    (f) => rewardsOfShares(f).length > 0,
    (f) => ({
      type: 'lp_add',
      earned: rewardsOfShares(f).map((leg) => ({ leg, income: 'staking_reward' as const })),
      flags: ['classification_uncertain'],
    }),
  ),
  rule(
    'shares-returned-with-reward',
    (f) => rewardsOfReturn(f).length > 0,
    (f) => ({
      type: 'lp_remove',
      earned: rewardsOfReturn(f).map((leg) => ({ leg, income: 'staking_reward' as const })),
    }),
  ),
  rule('shares-returned', givesShares, { type: 'lp_remove' }),
  RECEIPT_RETURNED,
  OTHER_FOR_DEPOSIT,
  rule('swap', oneToOne, { type: 'swap' }),
  rule('swap-with-change', hasChange, { type: 'swap' }),
  rule('multi-swap', (f) => f.outs.length > 0 && f.ins.length > 0, {
    type: 'swap',
    flags: ['classification_uncertain'],
  }),
  ...ORDER_RULES,
  ...BRIDGE_RULES,
  MIGRATION_SENT,
  ...DEPOSIT_RULES,
  rule('burn', (f) => onlyOuts(f) && f.outs.every((leg) => isBurn(leg.counterparty)), {
    type: 'spend',
    flags: ['burn', 'review'],
  }),
  rule('claim', (f) => onlyIns(f) && f.isCaller && is(f, 'claim'), unlessPrincipal),
  rule('airdrop', (f) => onlyIns(f) && !f.isCaller && is(f, 'airdrop'), unlessPrincipal),
  rule(
    'nft-minted',
    (f) => onlyIns(f) && f.isCaller && f.ins.every((leg) => leg.isMint && isNft(leg.asset)),
    {
      type: 'transfer_in',
      flags: ['untracked'],
    },
  ),
  rule(
    'minted',
    (f) => onlyIns(f) && f.ins.every((leg) => leg.counterparty === ZERO_ADDRESS),
    unlessPrincipal,
  ),
  rule('transfer-in', onlyIns, (f) => ({
    type: 'transfer_in',
    flags: f.isCaller ? ['untracked', 'classification_uncertain'] : ['untracked'],
  })),
  rule('transfer-out', (f) => onlyOuts(f) && isPlainTransfer(f), {
    type: 'transfer_out',
    flags: ['unmatched'],
  }),
  rule('spend', onlyOuts, (f) => ({
    type: 'spend',
    flags: f.methods.includes(UNREAD_BATCH) ? ['unmatched', 'classification_uncertain'] : ['unmatched'],
  })),
  rule(
    'debt-only',
    (f) => f.debts.length > 0,
    (f) => ({ type: f.debts[0]?.direction === 'in' ? 'borrow' : 'repay' }),
  ),
  rule('unknown', () => true, { type: 'unknown', flags: ['classification_uncertain'] }),
];

/** In the order in which they are asked. */
export const ruleNames = (): string[] => RULES.map(({ name }) => name);
