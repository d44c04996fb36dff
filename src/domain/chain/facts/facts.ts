import type { Asset } from '../../kernel/asset';
import type { Quantity } from '../../kernel/units';
import { DEPOSITS } from '../protocols/deposits';
import { isDebt } from './assets';
import type { ChainTransaction } from './chain-transaction';
import { distributorOf } from './distributor';
import { BEACON } from './known-contracts';
import { isAccountCall, isBundled, METHOD_KINDS, methodName } from './methods';
import type { NetLeg } from './net-legs';

/** The properties of one transaction that the rules read. */
export interface Facts {
  tx: ChainTransaction;
  /** Names of the inner calls of a batch or a smart account, else the name of the call. */
  methods: readonly string[];
  /** Contracts that the transaction calls: the outer target and the targets of inner calls. */
  targets: readonly string[];
  /** True when the wallet acts: it sent the transaction, or it is the smart account that executes it. */
  isCaller: boolean;
  /** Legs with third parties. Debts, interest and rewards of known distributors are separate. */
  ins: NetLeg[];
  outs: NetLeg[];
  internals: NetLeg[];
  rewards: NetLeg[];
  earned: NetLeg[];
  debts: NetLeg[];
  /** Units that this wallet deposited, without a receipt token, at the source of the in-leg. */
  deposited: (leg: NetLeg) => Quantity;
  /** True when the wallet has, or had, units of the asset of the leg at the place. */
  isKeptAt: (place: string, leg: NetLeg) => boolean;
  /** True when the wallet has a deposit at a contract that is called. */
  keepsDeposit: () => boolean;
  /** True when the wallet sent the same symbol away on another chain, or the leg comes out of a bridge. */
  isExpected: (leg: NetLeg) => boolean;
  /** True when the deposit comes back later. */
  isReturnedLater: boolean;
  /** True when the place of the deposit pays anything later. */
  isAnsweredLater: boolean;
  /** True for a mint of claims to a later drop, or their payment, as far as the history shows. */
  isPromise: boolean;
  /** True when the wallet paid the sender of the units before, and got nothing for it. */
  isPaidFor: () => boolean;
  /** Units of the asset of the second leg that were given for the share of the first one. Null: not known. */
  explained: (share: NetLeg, paid: NetLeg) => Quantity | null;
  /** True when the wallet never had the units that come in. */
  isNew: () => boolean;
  /** What the history shows of loans that are in no table. */
  loans: LoanFacts;
  /** True when the mint of a fund is its yield. */
  isYield: (leg: NetLeg) => boolean;
  /** True when a validator pays a part of its stake that the wallet asked for. */
  isStakeRequested: boolean;
  /** True when a position is opened, changed or closed. */
  isOnPosition: boolean;
  /** True when liquidity of the position was taken out before and is not yet collected. */
  isPositionPending: boolean;
  /** True when positions go to a farm, which is called to change them. */
  isPositionFarmed: boolean;
  /** True when the logs state the principal that a position pays. */
  isPositionExact: boolean;
  fill: Fill | null;
  /** True when a venue that pays another coin holds a deposit that it can be paid for. */
  isDepositPaid: (venue: string) => boolean;
  /** What the in-legs pay: receipts that were given before (`exit`), a deposit (`entry`), or a stake (`stake`). */
  pays: 'exit' | 'entry' | 'stake' | null;
}

export interface LoanFacts {
  /** Collateral given, or returned, by what comes back later from the same market. */
  shape: 'opens' | 'closes' | null;
  /** True when such units are owed to a called market. */
  owes: (leg: NetLeg) => boolean;
  /** The market that keeps such units: one that is called, else any. Null: none. */
  collateralAt: (leg: NetLeg, isAnywhere: boolean) => string | null;
}

/** Units of an order that a payment of the market fills. */
export interface Fill {
  asset: Asset;
  quantity: Quantity;
  place: string;
  market: string;
  /** True when the order states its price. */
  isExact: boolean;
}

export const is = (facts: Facts, kind: keyof typeof METHOD_KINDS): boolean =>
  facts.methods.some((method) => METHOD_KINDS[kind].test(method));

/**
 * Returns the key of a deposit: the name of the protocol for a known contract, else the contract. Withdrawals
 * from the beacon chain have no sender.
 */
export const escrowKey = (tx: ChainTransaction, leg: NetLeg): string =>
  keyAt(tx, escrowPlace(tx.chain, leg.kind, leg.counterparty), leg);
export const keyAt = ({ chain }: ChainTransaction, place: string, { asset }: Pick<NetLeg, 'asset'>): string =>
  `${chain}|${place}|${asset.id}`;
export const escrowPlace = (chain: string, kind: string, counterparty: string | null): string =>
  kind === 'withdrawal' ? BEACON : (DEPOSITS.of(chain, counterparty) ?? counterparty ?? '');

/** True when the wallet itself acts, directly or as a smart account. */
export function isOwnCall(tx: ChainTransaction): boolean {
  if (tx.from === tx.wallet || tx.isOperation) return true;
  // Only an account makes calls.
  if (tx.to === tx.wallet) return isAccountCall(methodName(tx.method)) || (tx.calls ?? []).length > 0;
  // The rows of a bundle have no outer sender.
  if (tx.from !== null && tx.to !== null) return false;
  return isBundled(tx.method) && tx.movements.some((movement) => movement.from === tx.wallet);
}

export function methodsOf(tx: ChainTransaction): string[] {
  const inner = (tx.calls ?? [])
    .map(({ id }) => methodName({ id, name: null }))
    .filter((method) => !METHOD_KINDS.approval.test(method));
  return inner.length > 0 ? inner : [methodName(tx.method)];
}

/** True for a transaction whose call, or one of its inner calls, is of the kind. */
export const isOfKind = (kind: keyof typeof METHOD_KINDS, tx: ChainTransaction): boolean =>
  methodsOf(tx).some((method) => METHOD_KINDS[kind].test(method));

export const targetsOf = (tx: ChainTransaction): string[] =>
  [tx.to, ...(tx.calls ?? []).map(({ to }) => to)].filter((to): to is string => to !== null);

export interface History {
  escrow: ReadonlyMap<string, Quantity>;
  isReturnedLater: boolean;
  isAnsweredLater: boolean;
  isPromise: boolean;
  isPaidFor: () => boolean;
  explained: Facts['explained'];
  isNew: () => boolean;
  isYield: (leg: NetLeg) => boolean;
  isExpected: (leg: NetLeg) => boolean;
  isStakeRequested: boolean;
  loans: LoanFacts;
  isOnPosition: boolean;
  isPositionPending: boolean;
  isPositionFarmed: boolean;
  isPositionExact: boolean;
  fill: Fill | null;
  isDepositPaid: (venue: string) => boolean;
  pays: Facts['pays'];
}

function hasDeposit(tx: ChainTransaction, escrow: ReadonlyMap<string, Quantity>): boolean {
  const places = new Set(targetsOf(tx).map((to) => `${tx.chain}|${escrowPlace(tx.chain, '', to)}`));
  return [...escrow].some(([key, held]) => held > 0n && places.has(key.slice(0, key.lastIndexOf('|'))));
}

export function factsOf(tx: ChainTransaction, legs: readonly NetLeg[], history: History): Facts {
  const external = legs.filter((leg) => !leg.isInternal && !leg.isGrowth);
  const debts = external.filter((leg) => isDebt(leg.asset));
  const earned = external.filter((leg) => leg.earns !== undefined);
  const held = external.filter((leg) => !isDebt(leg.asset) && leg.earns === undefined);
  const rewards = held.filter(
    (leg) => distributorOf(tx.chain, leg) !== null && !history.escrow.has(escrowKey(tx, leg)),
  );
  const others = held.filter((leg) => !rewards.includes(leg));
  return {
    tx,
    methods: methodsOf(tx),
    targets: targetsOf(tx),
    isCaller: isOwnCall(tx),
    ins: others.filter((leg) => leg.direction === 'in'),
    outs: others.filter((leg) => leg.direction === 'out'),
    internals: legs.filter((leg) => leg.isInternal),
    rewards,
    earned,
    debts,
    deposited: (leg) => history.escrow.get(escrowKey(tx, leg)) ?? 0n,
    isKeptAt: (place, leg) => history.escrow.has(keyAt(tx, place, leg)),
    keepsDeposit: () => hasDeposit(tx, history.escrow),
    isExpected: history.isExpected,
    isReturnedLater: history.isReturnedLater,
    isAnsweredLater: history.isAnsweredLater,
    isPromise: history.isPromise,
    isPaidFor: history.isPaidFor,
    explained: history.explained,
    isNew: history.isNew,
    isYield: history.isYield,
    isStakeRequested: history.isStakeRequested,
    loans: history.loans,
    isOnPosition: history.isOnPosition,
    isPositionPending: history.isPositionPending,
    isPositionFarmed: history.isPositionFarmed,
    isPositionExact: history.isPositionExact,
    fill: history.fill,
    isDepositPaid: history.isDepositPaid,
    pays: history.pays,
  };
}
