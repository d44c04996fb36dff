import type { DisposalType, IncomeType } from '../../engine';
import type { Asset } from '../../kernel/asset';
import { isFiat } from '../../kernel/exchanges/fiat';
import { hashKey } from '../../kernel/transaction-hash';
import type { Quantity } from '../../kernel/units';
import { isDebt, isNative } from '../facts/assets';
import type { Facts } from '../facts/facts';
import type { Leg, TransactionFlag, TransactionType, WalletTransaction } from '../facts/wallet-transaction';
import type { Outcome } from './rule';

/** Whether a type needs legs in a direction, allows them, or forbids them. */
type Need = 'needs' | 'allows' | 'forbids';

interface StatedType {
  ins: Need;
  outs: Need;
  type: TransactionType;
  /** The transaction has legs in one direction only. */
  isOneWay?: true;
  disposal?: DisposalType;
  place?: string;
  flags?: readonly TransactionFlag[];
}

/** The place of units in accounts and wallets of the owner that no chain here shows. */
const OWN_ACCOUNT = 'own account';

const both = (type: TransactionType): StatedType => ({ ins: 'needs', outs: 'needs', type });
const arrival = (type: TransactionType, flags?: readonly TransactionFlag[]): StatedType => ({
  ins: 'needs',
  outs: 'forbids',
  type,
  ...(flags && { flags }),
});
const outflow = (type: TransactionType, disposal?: DisposalType): StatedType => ({
  ins: 'forbids',
  outs: 'needs',
  type,
  ...(disposal && { disposal }),
});
const oneWay = (type: TransactionType, place?: string): StatedType => ({
  ins: 'allows',
  outs: 'allows',
  isOneWay: true,
  type,
  ...(place !== undefined && { place }),
});

/**
 * STATED: the types that an owner can state, the legs that each needs, and its effect.
 * @source coverage.md 2.15; tax-rules 8 to 10
 */
const STATED = {
  swap: both('swap'),
  wrap: both('wrap'),
  lp_add: both('lp_add'),
  lp_remove: both('lp_remove'),
  buy: arrival('buy'),
  income: { ins: 'needs', outs: 'allows', type: 'income' },
  transfer_in: arrival('transfer_in', ['untracked']),
  withdrawal: arrival('unstake'),
  borrow: { ins: 'needs', outs: 'allows', type: 'borrow' },
  spam: arrival('transfer_in'),
  sell: outflow('sell', 'sale'),
  spend: outflow('spend', 'spend'),
  fee: outflow('spend', 'fee'),
  gift: outflow('spend', 'gift'),
  donation: outflow('spend', 'donation'),
  lost: outflow('spend', 'lost'),
  stolen: outflow('spend', 'stolen'),
  deposit: outflow('stake'),
  repay: outflow('repay'),
  liquidation: outflow('spend', 'liquidation'),
  internal_transfer: oneWay('internal_transfer', OWN_ACCOUNT),
  bridge: oneWay('bridge'),
} as const satisfies Record<string, StatedType>;

export type StatedTypeName = keyof typeof STATED;
export const STATED_TYPES = Object.keys(STATED) as StatedTypeName[];

export interface Statement {
  type: StatedTypeName;
  /** Of `income` only. */
  incomeType: IncomeType | null;
}

/** The decisions of the owner of a wallet that classification applies. */
export interface OwnerDecisions {
  /** By `statementKey`. */
  statements: ReadonlyMap<string, Statement>;
  /** Asset id -> whether the owner calls the token spam. */
  spam: ReadonlyMap<string, boolean>;
}

export const statementKey = (chain: string, hash: string): string => `${chain}|${hashKey(hash)}`;

interface MovedUnits {
  direction: 'in' | 'out';
  isInternal: boolean;
  asset: Asset;
}

interface MovedBy {
  isPaidByWallet: boolean;
  /** At an exchange. Default: on a chain. */
  isOfAccount?: boolean;
}

/** What the moved units lack for a type. Null for a type that fits. */
export function misfitOf(
  name: StatedTypeName,
  legs: readonly MovedUnits[],
  { isPaidByWallet, isOfAccount = false }: MovedBy,
): string | null {
  const { ins, outs, isOneWay }: StatedType = STATED[name];
  const units = legs.filter((leg) => !leg.isInternal && !isDebt(leg.asset));
  // Cash values what is traded for it.
  const coins = units.filter(({ asset }) => !isFiat(asset));
  const moved = coins.length > 0 ? coins : units;
  const has = (direction: 'in' | 'out') => moved.some((leg) => leg.direction === direction);
  const [hasIns, hasOuts] = [has('in'), has('out')];
  if (moved.length === 0) return `${name} needs units that moved between the wallet and a third party`;
  if (coins.length === 0 && !OF_CASH.has(name)) return `${name} needs other units than cash`;
  if (isOfAccount && name === 'bridge')
    return 'bridge needs a transaction on a chain; units that left for your own wallet are an internal_transfer';
  if (isOneWay && hasIns && hasOuts)
    return `${name} needs units in one direction; this transaction moved units in both`;
  if (ins === 'needs' && !hasIns) return `${name} needs units that came in; this transaction has none`;
  if (outs === 'needs' && !hasOuts) return `${name} needs units that left; this transaction has none`;
  if (ins === 'forbids' && hasIns) return `${name} allows no units that came in; this transaction has some`;
  if (outs === 'forbids' && hasOuts) return `${name} allows no units that left; this transaction has some`;
  if (name === 'spam' && isPaidByWallet)
    return 'spam needs a transaction that the wallet did not send and paid no fee for';
  if (name === 'spam' && moved.some((leg) => isNative(leg.asset)))
    return 'spam allows tokens only; the native coin counts';
  return null;
}

/** OF_CASH: what cash alone can be. It has no lots: only income in cash has an effect. */
const OF_CASH: ReadonlySet<StatedTypeName> = new Set(['internal_transfer', 'spend', 'gift', 'fee', 'income']);

/** CHOICES: the order in which types are offered. */
const CHOICES: readonly StatedTypeName[] = [
  ...(['internal_transfer', 'sell', 'spend', 'gift', 'donation', 'fee', 'lost', 'stolen'] as const),
  ...(['deposit', 'repay', 'liquidation', 'swap', 'wrap', 'lp_add', 'lp_remove', 'buy', 'income'] as const),
  ...(['transfer_in', 'withdrawal', 'borrow', 'spam', 'bridge'] as const),
];

/** What a classified transaction lacks for a type. Null for a type that fits. */
export function misfitTo(tx: WalletTransaction, name: StatedTypeName): string | null {
  const isOfAccount = tx.account !== undefined;
  const legs = isOfAccount ? tx.legs.filter(({ isCost }) => !isCost) : tx.legs;
  return misfitOf(name, legs, { isPaidByWallet: tx.fee !== null || tx.from === tx.wallet, isOfAccount });
}

/** The types that fit a transaction, the likeliest first: what left may be in another wallet of the owner. */
export const choicesOf = (tx: WalletTransaction): StatedTypeName[] =>
  CHOICES.filter((name) => misfitTo(tx, name) === null);

/** @returns null also for a statement that the transaction, read again, no longer fits */
export function statementOf(
  decisions: OwnerDecisions | undefined,
  { chain, hash }: { chain: string; hash: string },
  legs: readonly MovedUnits[],
  isPaidByWallet: boolean,
): Statement | null {
  const statement = decisions?.statements.get(statementKey(chain, hash));
  return statement && misfitOf(statement.type, legs, { isPaidByWallet }) === null ? statement : null;
}

export const statedRule = (name: StatedTypeName): string =>
  name === 'spam' ? 'spam-owner' : `manual_${name}`;

export function statedOutcome({ type: name, incomeType }: Statement, { outs }: Facts): Outcome {
  const { type, disposal, place, flags = [] }: StatedType = STATED[name];
  return {
    type,
    isStated: true,
    flags: [...flags, 'manual'],
    ...(incomeType ? { incomeType } : {}),
    ...(name === 'income' ? { costs: outs } : {}),
    ...(disposal ? { disposal } : {}),
    ...(place === undefined ? {} : { place }),
  };
}

/** The place of what an account deposited, as its owner states it. */
const STATED_DEPOSIT = 'deposit';

/**
 * Applies what the owner states about the transactions of an exchange account. What left for a place of the owner can
 * come back from there.
 * @param txs of one account, oldest first
 */
export function withStatements(
  txs: readonly WalletTransaction[],
  decisions: OwnerDecisions,
): readonly WalletTransaction[] {
  if (decisions.statements.size === 0) return txs;
  const kept = new Map<string, Quantity>();
  return txs.map((tx) => {
    const statement = decisions.statements.get(statementKey(tx.chain, tx.hash));
    return statement && misfitTo(tx, statement.type) === null ? asStated(tx, statement, kept) : tx;
  });
}

/** @param kept units in places of the owner, by place and asset */
function asStated(
  tx: WalletTransaction,
  { type: name, incomeType }: Statement,
  kept: Map<string, Quantity>,
): WalletTransaction {
  const { type, disposal, place, flags = [] }: StatedType = STATED[name];
  const isDeposit = type === 'stake' || type === 'unstake' || type === 'borrow';
  const held = place ?? (isDeposit ? STATED_DEPOSIT : null);
  return {
    ...tx,
    type,
    incomeType,
    legs: tx.legs.map((leg) => (leg.isInternal || leg.isCost || isFiat(leg.asset) ? leg : legOf(leg))),
    flags: [...flags, 'manual'],
    isSpam: name === 'spam',
    isStated: true,
    ...(disposal ? { disposal } : {}),
    rule: statedRule(name),
  };

  function legOf({ escrow: _, principal: __, lost: ___, earns: ____, ...leg }: Leg): Leg {
    if (name === 'income' && leg.direction === 'out') return { ...leg, isCost: true };
    if (held === null) return leg;
    const key = `${held}|${leg.asset.id}`;
    const there = kept.get(key) ?? 0n;
    if (leg.direction === 'out') {
      kept.set(key, there + leg.quantity);
      return { ...leg, escrow: held };
    }
    if (type === 'borrow' || there === 0n) return leg;
    const principal = there < leg.quantity ? there : leg.quantity;
    kept.set(key, there - principal);
    return { ...leg, escrow: held, principal };
  }
}
