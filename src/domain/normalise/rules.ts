import type { IncomeType } from '../engine';
import {
  assetGroup,
  isDebtMinted,
  isNative,
  liquidityRank,
  isNft,
  isSameThing,
  isStakedForm,
  looksLikeReceipt,
} from './assets';
import { is, type Facts } from './facts';
import {
  BEACON,
  bridgeName,
  distributorOf,
  escrowName,
  isBurn,
  MIGRATIONS,
  ZERO_ADDRESS,
} from './known-contracts';
import { METHOD_KINDS } from './methods';
import type { NetLeg } from './net-legs';
import type { TransactionFlag, TransactionType } from './wallet-transaction';

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

/** A validator's stake; a smaller withdrawal skims rewards. */
const VALIDATOR_STAKE = 32n * 10n ** 18n;
/** Chains to which assets are carried by minting them there. */
const DESTINATIONS: ReadonlySet<string> = new Set(['base', 'optimism', 'arbitrum', 'polygon', 'gnosis']);

const noLegs = (f: Facts): boolean =>
  f.ins.length + f.outs.length + f.internals.length + f.rewards.length + f.debts.length === 0;
const onlyIns = (f: Facts): boolean => f.ins.length > 0 && f.outs.length === 0;
const onlyOuts = (f: Facts): boolean => f.outs.length > 0 && f.ins.length === 0;
const oneToOne = (f: Facts): boolean => f.ins.length === 1 && f.outs.length === 1;
const isFungible = (leg: NetLeg): boolean => !isNft(leg.asset) && !isNative(leg.asset);

const pair = (f: Facts): { given: NetLeg; got: NetLeg } | null => {
  const [given] = f.outs;
  const [got] = f.ins;
  return oneToOne(f) && given && got ? { given, got } : null;
};

const isWrap = (f: Facts): boolean => {
  const legs = pair(f);
  return (
    legs !== null &&
    legs.given.quantity === legs.got.quantity &&
    isSameThing(legs.given.asset, legs.got.asset)
  );
};

const migrationOf = (f: Facts) =>
  MIGRATIONS.find(({ from, to, ...rest }) => {
    const [got] = f.ins;
    if (f.ins.length !== 1 || got?.asset.id !== to) return false;
    if (f.outs.length === 0)
      return 'silent' in rest && f.isCaller && got.isMint && from === `${f.tx.chain}:${f.tx.to ?? ''}`;
    return f.outs.length === 1 && f.outs[0]?.asset.id === from && f.outs[0].quantity === got.quantity;
  });

/** All that comes is newly minted shares. */
const getsShares = (f: Facts): boolean =>
  f.isCaller &&
  f.outs.length > 0 &&
  f.ins.length === 1 &&
  f.ins.every(
    (leg) => leg.isMint && isFungible(leg) && (is(f, 'addLiquidity') || looksLikeReceipt(leg.asset)),
  ) &&
  f.outs.every((leg) => !isNft(leg.asset));
const givesShares = (f: Facts): boolean =>
  f.isCaller &&
  f.ins.length > 0 &&
  f.outs.length === 1 &&
  f.outs.every(
    (leg) => isFungible(leg) && (leg.isBurn || is(f, 'removeLiquidity')) && looksLikeReceipt(leg.asset),
  ) &&
  f.ins.every((leg) => !isNft(leg.asset));
/** A deposit that paid out what had been earned so far: what comes is neither share nor change. */
const harvestsOnDeposit = (f: Facts): boolean =>
  f.isCaller &&
  (is(f, 'deposit') || f.outs.some((leg) => escrowName(leg.counterparty) !== null)) &&
  f.outs.length === 1 &&
  f.ins.length > 0 &&
  f.ins.every((leg) => !leg.isMint && leg.counterparty === f.outs[0]?.counterparty);

/** Coins that only come into being as somebody's debt, so a fresh one is borrowed against what was given. */
const isCollateralLoan = (f: Facts): boolean => {
  const legs = pair(f);
  return (
    legs !== null &&
    isDebtMinted(legs.got.asset.id) &&
    legs.got.counterparty === ZERO_ADDRESS &&
    liquidityRank(legs.given.asset) !== 3
  );
};

/** More than a quarter on top is hardly interest. */
const isFarAbove = (quantity: bigint, deposited: bigint): boolean =>
  deposited > 0n && quantity * 4n > deposited * 5n;

const comesFromDeposit = (f: Facts): boolean =>
  onlyIns(f) && f.ins.some((leg) => f.deposited(leg) > 0n) && !is(f, 'borrow');
/** Rewards of a place where something of the wallet lies: no deposit of the same asset comes back. */
const incomeOfRewards = (f: Facts): IncomeType =>
  distributorOf(f.rewards[0]?.counterparty ?? null)?.income ?? 'other';

const bridgeOf = (legs: readonly NetLeg[]): string | null =>
  legs.map((leg) => bridgeName(leg.counterparty)).find((name) => name !== null) ?? null;
const isMintedHere = (f: Facts): boolean =>
  !f.isCaller &&
  DESTINATIONS.has(f.tx.chain) &&
  f.ins.every(
    (leg) =>
      assetGroup(leg.asset.id) !== null &&
      (leg.counterparty === ZERO_ADDRESS || (leg.counterparty === null && leg.kind === 'native')),
  );

const isPlainTransfer = (f: Facts): boolean => is(f, 'plainTransfer') || !f.isCaller;
const lendingIncome = (f: Facts): IncomeType =>
  METHOD_KINDS.interest.test(f.method) ? 'interest' : 'staking_reward';

/**
 * First match decides; the name stays on the transaction. Failed, block and wrap rules come before what they
 * would look like to the general ones below.
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
  rule('wrap', isWrap, (f) => ({
    type: isNative(f.outs[0]!.asset) || !isNative(f.ins[0]!.asset) ? 'wrap' : 'unwrap',
  })),
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
  rule(
    'distributor',
    (f) => f.rewards.length > 0 && f.ins.length + f.outs.length + f.internals.length === 0,
    (f) => ({
      type: 'income',
      incomeType: incomeOfRewards(f),
      protocol: distributorOf(f.rewards[0]?.counterparty ?? null)?.protocol,
    }),
  ),
  rule('liquid-staking', (f) => oneToOne(f) && isStakedForm(f.ins[0]!.asset) && f.ins[0]!.isMint, {
    type: 'stake',
  }),
  rule('liquid-unstaking', (f) => oneToOne(f) && isStakedForm(f.outs[0]!.asset) && f.outs[0]!.isBurn, {
    type: 'unstake',
  }),
  rule('shares-received', getsShares, { type: 'lp_add' }),
  rule('shares-returned', givesShares, { type: 'lp_remove' }),
  rule('swap', oneToOne, { type: 'swap' }),
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
