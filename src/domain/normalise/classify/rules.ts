import type { IncomeType } from '../../engine';
import { is, type Facts } from '../facts/facts';
import {
  BEACON,
  distributorOf,
  escrowName,
  isBurn,
  SOLANA_STAKE,
  ZERO_ADDRESS,
} from '../facts/known-contracts';
import {
  bridgeOf,
  comesFromDeposit,
  getsShares,
  givesShares,
  harvestsOnDeposit,
  hasChange,
  incomeOfRewards,
  isCollateralLoan,
  isFarAbove,
  isLiquidStaking,
  isLiquidUnstaking,
  isMintedHere,
  isPlainTransfer,
  isStakeReward,
  isUnwrap,
  isWrap,
  lendingIncome,
  migrationOf,
  noLegs,
  oneToOne,
  onlyIns,
  onlyOuts,
  VALIDATOR_STAKE,
} from './patterns';
import type { TransactionFlag, TransactionType } from '../facts/wallet-transaction';

export interface Outcome {
  type: TransactionType;
  incomeType?: IncomeType;
  protocol?: string | null;
  flags?: TransactionFlag[];
}

export interface Rule {
  name: string;
  /** @returns null when the rule does not apply */
  decide: (facts: Facts) => Outcome | null;
}

const rule = (
  name: string,
  applies: (facts: Facts) => boolean,
  outcome: Outcome | ((f: Facts) => Outcome),
): Rule => ({
  name,
  decide: (facts) => (applies(facts) ? (typeof outcome === 'function' ? outcome(facts) : outcome) : null),
});

/**
 * The first match decides. The transaction keeps the name of the rule. Rules for failed, block and wrap
 * transactions come first, because the general rules below would match them too.
 * @source providers.md 2.7; tax-rules 8, 9, 10
 */
export const RULES: readonly Rule[] = [
  rule('failed', (f) => !f.tx.succeeded, { type: 'failed' }),
  rule(
    'beacon-principal',
    (f) => f.ins.some((leg) => leg.kind === 'withdrawal' && leg.quantity >= VALIDATOR_STAKE),
    {
      type: 'unstake',
      protocol: BEACON,
      flags: ['review'],
    },
  ),
  rule('beacon-reward', (f) => f.ins.some((leg) => leg.kind === 'withdrawal'), {
    type: 'income',
    incomeType: 'staking_reward',
    protocol: BEACON,
  }),
  rule('block-reward', (f) => f.ins.some((leg) => leg.kind === 'coinbase'), {
    type: 'income',
    incomeType: 'mining_reward',
  }),
  rule('epoch-reward', (f) => f.tx.flags.includes('epoch_reward'), {
    type: 'income',
    incomeType: 'staking_reward',
    protocol: SOLANA_STAKE,
  }),
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
  rule('wrap', isWrap, (f) => ({ type: isUnwrap(f) ? 'unwrap' : 'wrap' })),
  rule(
    'migration',
    (f) => migrationOf(f) !== undefined,
    (f) => ({ type: 'wrap', protocol: migrationOf(f)?.name }),
  ),
  rule('collateral-loan', isCollateralLoan, { type: 'borrow', flags: ['classification_uncertain'] }),
  rule('borrow', (f) => onlyIns(f) && (is(f, 'borrow') || f.debts.some((leg) => leg.direction === 'in')), {
    type: 'borrow',
  }),
  rule('repay', (f) => onlyOuts(f) && (is(f, 'repay') || f.debts.some((leg) => leg.direction === 'out')), {
    type: 'repay',
  }),
  rule('liquidation', (f) => onlyOuts(f) && is(f, 'liquidation'), { type: 'spend' }),
  rule('harvest-on-deposit', harvestsOnDeposit, (f) => ({
    type: 'stake',
    incomeType: 'staking_reward',
    protocol: escrowName(f.outs[0]?.counterparty ?? null),
  })),
  rule('deposit-returned', comesFromDeposit, (f) => ({
    type: 'unstake',
    protocol: escrowName(f.ins[0]?.counterparty ?? null),
    flags: f.ins.some((leg) => isFarAbove(leg.quantity, f.deposited(leg)))
      ? ['classification_uncertain']
      : [],
  })),
  rule('stake-reward', isStakeReward, {
    type: 'income',
    incomeType: 'staking_reward',
    protocol: SOLANA_STAKE,
    flags: ['classification_uncertain'],
  }),
  rule(
    'distributor',
    (f) => f.rewards.length > 0 && f.ins.length + f.outs.length + f.internals.length === 0,
    (f) => ({
      type: 'income',
      incomeType: incomeOfRewards(f),
      protocol: distributorOf(f.rewards[0]?.counterparty ?? null)?.protocol,
    }),
  ),
  rule('liquid-staking', isLiquidStaking, { type: 'stake' }),
  rule('liquid-unstaking', isLiquidUnstaking, { type: 'unstake' }),
  rule('shares-received', getsShares, { type: 'lp_add' }),
  rule('shares-returned', givesShares, { type: 'lp_remove' }),
  rule('swap', oneToOne, { type: 'swap' }),
  rule('swap-with-change', hasChange, { type: 'swap' }),
  rule('multi-swap', (f) => f.outs.length > 0 && f.ins.length > 0, {
    type: 'swap',
    flags: ['classification_uncertain'],
  }),
  rule(
    'burn',
    (f) =>
      onlyOuts(f) &&
      f.outs.every((leg) => isBurn(leg.counterparty)) &&
      !is(f, 'bridge') &&
      bridgeOf(f.outs) === null,
    {
      type: 'spend',
      flags: ['burn', 'review'],
    },
  ),
  rule(
    'bridge-out',
    (f) => onlyOuts(f) && (bridgeOf(f.outs) !== null || (f.isCaller && is(f, 'bridge'))),
    (f) => ({
      type: 'bridge',
      protocol: bridgeOf(f.outs),
    }),
  ),
  rule(
    'bridge-in',
    (f) => onlyIns(f) && (bridgeOf(f.ins) !== null || isMintedHere(f)),
    (f) => ({
      type: 'bridge',
      protocol: bridgeOf(f.ins),
    }),
  ),
  rule(
    'deposit',
    (f) =>
      onlyOuts(f) &&
      f.isCaller &&
      (is(f, 'deposit') || f.outs.every((leg) => escrowName(leg.counterparty) !== null)),
    (f) => ({
      type: 'stake',
      protocol: escrowName(f.outs[0]?.counterparty ?? null),
    }),
  ),
  rule('deposit-until-returned', (f) => onlyOuts(f) && f.isReturnedLater, {
    type: 'stake',
    flags: ['classification_uncertain'],
  }),
  rule(
    'reward',
    (f) => onlyIns(f) && f.isCaller && is(f, 'reward'),
    (f) => ({ type: 'income', incomeType: lendingIncome(f) }),
  ),
  rule('claim', (f) => onlyIns(f) && f.isCaller && is(f, 'claim') && !is(f, 'withdrawal'), {
    type: 'income',
    incomeType: 'airdrop',
  }),
  rule('airdrop', (f) => onlyIns(f) && !f.isCaller && is(f, 'airdrop'), {
    type: 'income',
    incomeType: 'airdrop',
  }),
  rule('minted', (f) => onlyIns(f) && f.ins.every((leg) => leg.counterparty === ZERO_ADDRESS), {
    type: 'income',
    incomeType: 'airdrop',
  }),
  rule('transfer-in', onlyIns, (f) => ({
    type: 'transfer_in',
    flags: f.isCaller ? ['untracked', 'classification_uncertain'] : ['untracked'],
  })),
  rule('transfer-out', (f) => onlyOuts(f) && isPlainTransfer(f), {
    type: 'transfer_out',
    flags: ['unmatched'],
  }),
  rule('spend', onlyOuts, { type: 'spend', flags: ['unmatched'] }),
  rule(
    'debt-only',
    (f) => f.debts.length > 0,
    (f) => ({ type: f.debts[0]?.direction === 'in' ? 'borrow' : 'repay' }),
  ),
  rule('unknown', () => true, { type: 'unknown', flags: ['classification_uncertain'] }),
];
