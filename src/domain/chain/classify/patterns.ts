import type { IncomeType } from '../../engine';
import { chainOf } from '../../kernel/chain';
import {
  assetGroup,
  isDebtMinted,
  isNative,
  isNft,
  isSameThing,
  isStakedForm,
  liquidityRank,
  logsGrowth,
  looksLikeReceipt,
} from '../facts/assets';
import { is, type Facts } from '../facts/facts';
import { SOLANA_STAKE, ZERO_ADDRESS } from '../facts/known-contracts';
import { isAccountCall, isBundled, METHOD_KINDS, methodName } from '../facts/methods';
import type { NetLeg } from '../facts/net-legs';
import { isCoinOfStake, isPoolShare, isReceiptOf } from '../facts/receipt-names';
import { BRIDGES } from '../protocols/bridges';
import { DEPOSITS } from '../protocols/deposits';
import { DISTRIBUTORS, type Distributor } from '../protocols/distributors';
import { MARKETS } from '../protocols/markets';

export const noLegs = (f: Facts): boolean =>
  f.ins.length + f.outs.length + f.internals.length + f.rewards.length + f.debts.length + f.earned.length ===
  0;
export const onlyIns = (f: Facts): boolean => f.ins.length > 0 && f.outs.length === 0;
export const onlyOuts = (f: Facts): boolean => f.outs.length > 0 && f.ins.length === 0;
export const oneToOne = (f: Facts): boolean => f.ins.length === 1 && f.outs.length === 1;
const isFungible = (leg: NetLeg): boolean => !isNft(leg.asset) && !isNative(leg.asset);

const pair = (f: Facts): { given: NetLeg; got: NetLeg } | null => {
  const [given] = f.outs;
  const [got] = f.ins;
  return oneToOne(f) && given && got ? { given, got } : null;
};

export const isWrap = (f: Facts): boolean => {
  const legs = pair(f);
  return (
    legs !== null &&
    legs.given.quantity === legs.got.quantity &&
    isSameThing(legs.given.asset, legs.got.asset)
  );
};

/** Name of the protocol that holds deposits at the counterparty of the leg, or null. */
export const depositName = (f: Facts, leg: NetLeg | undefined): string | null =>
  DEPOSITS.of(f.tx.chain, leg?.counterparty ?? null);

/** Name of the protocol that holds deposits, by the counterparties or by the called contracts. */
export const custodianOf = (f: Facts, legs: readonly NetLeg[]): string | null =>
  first([...legs.map((leg) => depositName(f, leg)), ...f.targets.map((to) => DEPOSITS.of(f.tx.chain, to))]);

/** The distributor that the wallet called, or that paid. */
export const payerOf = (f: Facts): Distributor | null =>
  first([...f.ins.map((leg) => leg.counterparty), ...f.targets].map((at) => DISTRIBUTORS.of(f.tx.chain, at)));

export const marketOf = (f: Facts, legs: readonly NetLeg[]): string | null =>
  first([...legs.map((leg) => leg.counterparty), ...f.targets].map((at) => MARKETS.of(f.tx.chain, at)));

const first = <T>(found: readonly (T | null)[]): T | null => found.find((one) => one !== null) ?? null;

const isShare = (f: Facts, leg: NetLeg): boolean =>
  isFungible(leg) &&
  (is(f, 'addLiquidity') || looksLikeReceipt(leg.asset) || (isPassedOn(f) && isReceiptOfLegs(leg, f.outs)));

/** True for a call of an account or a bundler that makes the inner calls. */
const isPassedOn = ({ tx: { method } }: Facts): boolean =>
  isAccountCall(methodName(method)) || isBundled(method);
const isReceiptOfLegs = (receipt: NetLeg, held: readonly NetLeg[]): boolean =>
  held.length === 1 && held.every(({ asset }) => isReceiptOf(receipt.asset, asset));

/** What the deposit of one asset gives may be a receipt or a purchase: its name does not decide. */
export const isUnknownShare = (f: Facts): boolean =>
  f.outs.length === 1 &&
  !f.ins.some(({ asset }) => isNft(asset) || isPoolShare(asset) || looksLikeReceipt(asset)) &&
  !f.ins.some((leg) => isReceiptOfLegs(leg, f.outs));

/** True when every in-leg is a newly minted share. Some pools mint an NFT for two deposited assets. */
export const getsShares = (f: Facts): boolean =>
  f.isCaller &&
  f.outs.length > 0 &&
  f.ins.length === 1 &&
  f.ins.every((leg) => leg.isMint && (isShare(f, leg) || (isNft(leg.asset) && f.outs.length > 1))) &&
  f.outs.every((leg) => !isNft(leg.asset) && !logsGrowth(leg.asset));
/**
 * Pays for the work that the deposit caused: vaults that harvest at a deposit give the caller a part. Change
 * comes from the contract that was called or paid.
 */
export function rewardsOfShares(f: Facts): NetLeg[] {
  const shares = f.ins.filter((leg) => leg.isMint && isShare(f, leg) && looksLikeReceipt(leg.asset));
  const others = f.ins.filter((leg) => !shares.includes(leg));
  const payers = new Set([...f.targets, ...f.outs.map((leg) => leg.counterparty)]);
  const isExact = shares.some((share) => f.outs.every((leg) => isOneForOne(share, leg)));
  const isReward = (leg: NetLeg) =>
    isFungible(leg) &&
    !leg.isMint &&
    leg.counterparty !== null &&
    (!payers.has(leg.counterparty) || (isExact && f.outs.every((out) => !isSameThing(out.asset, leg.asset))));
  return f.isCaller && f.outs.length === 1 && shares.length === 1 && others.every(isReward) ? others : [];
}
/** Gauges give one receipt for each unit: there is no change. */
const isOneForOne = (receipt: NetLeg, held: NetLeg): boolean =>
  receipt.quantity === held.quantity &&
  receipt.asset.decimals === held.asset.decimals &&
  isReceiptOf(receipt.asset, held.asset);

/** What a gauge pays beside the units that its receipt stands for. */
export function rewardsOfReturn(f: Facts): NetLeg[] {
  const [receipt] = f.outs;
  if (!f.isCaller || !receipt || f.outs.length > 1 || !isFungible(receipt) || !receipt.isBurn) return [];
  const held = f.ins.filter((leg) => isFungible(leg) && isOneForOne(receipt, leg));
  const others = f.ins.filter((leg) => !held.includes(leg));
  return held.length === 1 && others.every((leg) => !isNft(leg.asset)) ? others : [];
}
export const givesShares = (f: Facts): boolean =>
  f.isCaller &&
  f.ins.length > 0 &&
  f.outs.length === 1 &&
  f.outs.every(
    (leg) =>
      isFungible(leg) &&
      (leg.isBurn || is(f, 'removeLiquidity')) &&
      (looksLikeReceipt(leg.asset) ||
        isPoolShare(leg.asset) ||
        (is(f, 'poolExit') && f.ins.length > 1) ||
        (!isPlainTransfer(f) && isReceiptOfLegs(leg, f.ins))),
  ) &&
  f.ins.every((leg) => !isNft(leg.asset));
/**
 * True for a deposit that pays out pending rewards: the in-leg is neither share nor change. Only a contract that held a
 * deposit before owes any.
 */
export const harvestsOnDeposit = (f: Facts): boolean =>
  f.isCaller &&
  (is(f, 'deposit') || (f.outs.some((leg) => isFarm(f, leg)) && !is(f, 'withdrawal'))) &&
  f.outs.length === 1 &&
  f.ins.length > 0 &&
  f.ins.every((leg) => !leg.isMint && leg.counterparty === f.outs[0]?.counterparty) &&
  (f.keepsDeposit() || f.outs.some((leg) => f.deposited(leg) > 0n || depositName(f, leg) !== null));

/** A contract that holds deposits and pays rewards. Other holders of deposits may also trade. */
const isFarm = (f: Facts, leg: NetLeg): boolean =>
  depositName(f, leg) !== null && DISTRIBUTORS.of(f.tx.chain, leg.counterparty) !== null;

/**
 * True for a mint of coins that exist only as debt: a new coin is borrowed against the given collateral. What is burned
 * for it is no collateral, but a share of savings: sDAI.
 */
export const isCollateralLoan = (f: Facts): boolean => {
  const legs = pair(f);
  return (
    legs !== null &&
    isDebtMinted(legs.got.asset.id) &&
    legs.got.counterparty === ZERO_ADDRESS &&
    !legs.given.isBurn &&
    liquidityRank(legs.given.asset) !== 3
  );
};

/** More than a quarter above the deposit is unlikely to be interest. */
export const isFarAbove = (quantity: bigint, deposited: bigint): boolean =>
  deposited > 0n && quantity * 4n > deposited * 5n;

/** A call for rewards alone. They may be of the asset that is deposited. */
const onlyClaims = (f: Facts): boolean =>
  f.methods.every(
    (method) =>
      METHOD_KINDS.reward.test(method) &&
      ![METHOD_KINDS.withdrawal, METHOD_KINDS.withdrawalRequest, METHOD_KINDS.requestPaid].some((kind) =>
        kind.test(method),
      ),
  );
export const comesFromDeposit = (f: Facts): boolean =>
  onlyIns(f) && f.ins.some((leg) => f.deposited(leg) > 0n) && !is(f, 'borrow') && !onlyClaims(f);
/**
 * A small amount of SOL from a stake without a known deposit. Known deposits are matched before.
 * @source providers.md 2.12
 */
const SMALL_SOL = 10n ** 9n;
export const isStakeReward = (f: Facts): boolean =>
  onlyIns(f) && f.ins.every((leg) => depositName(f, leg) === SOLANA_STAKE && leg.quantity < SMALL_SOL);

/** Rewards of a protocol that holds units of the wallet. No deposit of the same asset comes back. */
export const incomeOfRewards = (f: Facts): Distributor | null =>
  DISTRIBUTORS.of(f.tx.chain, f.rewards[0]?.counterparty ?? null);

/** L1 contracts send on a rollup under an address that is shifted by this offset. */
const ALIAS = 0x1111000000000000000000000000000000001111n;
const ADDRESSES = 1n << 160n;
const unaliased = (address: string): string =>
  `0x${((BigInt(address) - ALIAS + ADDRESSES) % ADDRESSES).toString(16).padStart(40, '0')}`;

/** Name of the bridge, by the counterparties, the called contracts or the sender on the other chain. */
export function bridgeOf(f: Facts, legs: readonly NetLeg[]): string | null {
  const { chain, from } = f.tx;
  const places = [...legs.map((leg) => leg.counterparty), ...f.targets];
  if (from?.startsWith('0x') && !f.isCaller) places.push(from, unaliased(from));
  return first(places.map((place) => BRIDGES.of(chain, place)));
}
/**
 * Units of another chain, minted by a relayer. Issuers also mint on Ethereum, so there the wallet must have sent the
 * same symbol away on another chain.
 */
export function isMintedHere(f: Facts): boolean {
  const mints = chainOf(f.tx.chain)?.mints;
  return f.ins.every((leg) => {
    const isNamed = assetGroup(leg.asset.id) !== null;
    if (leg.counterparty === ZERO_ADDRESS)
      return !f.isCaller && ((isNamed && mints !== undefined) || f.isExpected(leg));
    const isFromNowhere = leg.counterparty === null && leg.kind === 'native' && mints === 'all';
    return isFromNowhere && (isNamed || f.isExpected(leg));
  });
}

export const isPlainTransfer = (f: Facts): boolean => is(f, 'plainTransfer') || !f.isCaller;
export const lendingIncome = (f: Facts): IncomeType =>
  f.methods.some((method) => METHOD_KINDS.interest.test(method)) ? 'interest' : 'staking_reward';

/** A router returned unused units in the other form of the asset. The rest is a plain swap. @source providers.md 2.5 */
export const hasChange = (f: Facts): boolean =>
  f.outs.length === 1 &&
  f.ins.length === 2 &&
  f.ins.some((leg) =>
    f.outs.every((out) => isSameThing(leg.asset, out.asset) && leg.quantity < out.quantity),
  );

/**
 * Detects liquid staking by its token: minted for the stake, burnt on return. The route of a trade can do so too, for
 * other coins.
 */
export const isLiquidStaking = (f: Facts): boolean => {
  const legs = pair(f);
  return legs !== null && isStakedForm(legs.got.asset) && legs.got.isMint && isCoinOfStake(legs.given.asset);
};
export const isLiquidUnstaking = (f: Facts): boolean => {
  const legs = pair(f);
  return (
    legs !== null && isStakedForm(legs.given.asset) && legs.given.isBurn && isCoinOfStake(legs.got.asset)
  );
};
/** True only towards the native coin. Between two tokens of one asset it is a wrap. */
export const isUnwrap = (f: Facts): boolean => {
  const legs = pair(f);
  return legs !== null && isNative(legs.got.asset) && !isNative(legs.given.asset);
};

/** Native coin paid beside a token to a contract: the price of the service, not a second deposit. */
export const serviceCosts = (f: Facts): NetLeg[] =>
  f.outs.some((leg) => !isNative(leg.asset)) ? f.outs.filter((leg) => isNative(leg.asset)) : [];
