import type { Quantity } from '../../kernel/units';
import { isDebt, isNft } from './assets';
import type { ChainTransaction } from './chain-transaction';
import { distributorOf, escrowName } from './known-contracts';
import { METHOD_KINDS, methodName } from './methods';
import type { NetLeg } from './net-legs';

/** The properties of one transaction that the rules read. */
export interface Facts {
  tx: ChainTransaction;
  method: string;
  /** True when the wallet sent the transaction itself. */
  isCaller: boolean;
  /** Legs with third parties. Debts and rewards of known distributors are separate. */
  ins: NetLeg[];
  outs: NetLeg[];
  internals: NetLeg[];
  rewards: NetLeg[];
  debts: NetLeg[];
  /** Units that this wallet deposited, without a receipt token, at the source of the in-leg. */
  deposited: (leg: NetLeg) => Quantity;
  /** True when the wallet sent the same symbol away on another chain, or the leg comes out of a bridge. */
  isExpected: (leg: NetLeg) => boolean;
  /** True when the deposit comes back later. */
  isReturnedLater: boolean;
}

export const is = (facts: Facts, kind: keyof typeof METHOD_KINDS): boolean =>
  METHOD_KINDS[kind].test(facts.method);

/**
 * Returns the key of a deposit: the name of the protocol for a known contract, else the contract. Withdrawals
 * from the beacon chain have no sender.
 */
export const escrowKey = (tx: ChainTransaction, leg: NetLeg): string =>
  `${tx.chain}|${escrowPlace(leg.kind, leg.counterparty)}|${leg.asset.id}`;
export const escrowPlace = (kind: string, counterparty: string | null): string =>
  kind === 'withdrawal' ? 'Beacon Deposit' : (escrowName(counterparty) ?? counterparty ?? '');

export interface History {
  escrow: ReadonlyMap<string, Quantity>;
  isReturnedLater: boolean;
  isExpected: (leg: NetLeg) => boolean;
}

export function factsOf(tx: ChainTransaction, legs: readonly NetLeg[], history: History): Facts {
  const strangers = legs.filter((leg) => !leg.isInternal);
  const debts = strangers.filter((leg) => isDebt(leg.asset));
  const held = strangers.filter((leg) => !isDebt(leg.asset));
  const rewards = held.filter(isReward);
  const others = held.filter((leg) => !isReward(leg) || history.escrow.has(escrowKey(tx, leg)));
  return {
    tx,
    method: methodName(tx.method),
    isCaller: tx.from === tx.wallet,
    ins: others.filter((leg) => leg.direction === 'in'),
    outs: others.filter((leg) => leg.direction === 'out'),
    internals: legs.filter((leg) => leg.isInternal),
    rewards: rewards.filter((leg) => !others.includes(leg)),
    debts,
    deposited: (leg) => history.escrow.get(escrowKey(tx, leg)) ?? 0n,
    isExpected: history.isExpected,
    isReturnedLater: history.isReturnedLater,
  };
}

const isReward = (leg: NetLeg): boolean =>
  leg.direction === 'in' && !isNft(leg.asset) && distributorOf(leg.counterparty) !== null;
