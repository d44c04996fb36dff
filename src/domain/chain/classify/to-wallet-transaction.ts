import type { Asset } from '../../kernel/asset';
import { uuidOf } from '../../kernel/hash';
import { hashKey } from '../../kernel/transaction-hash';
import type { Quantity } from '../../kernel/units';
import type { ChainTransaction } from '../facts/chain-transaction';
import type { Fill } from '../facts/facts';
import { destinationOf } from '../facts/memo';
import { methodName } from '../facts/methods';
import type { NetLeg } from '../facts/net-legs';
import type { PositionChange } from '../facts/positions';
import type { Leg, TransactionFlag, UnlessWorthless, WalletTransaction } from '../facts/wallet-transaction';
import { MIGRATIONS } from '../protocols/migrations';
import { placeOfLeg } from './escrow-units';
import type { HeldUnits } from './requests';
import type { Decision, Outcome } from './rule';

export function toWalletTransaction(
  tx: ChainTransaction,
  netted: readonly NetLeg[],
  { rule, outcome }: Decision,
  more: {
    isSpam: boolean;
    flags: TransactionFlag[];
    principals: ReadonlyMap<NetLeg, Quantity>;
    lost: ReadonlyMap<NetLeg, Quantity>;
    kept: ReadonlySet<NetLeg>;
    position: PositionChange | null;
    /** Shares that are left of positions which the transaction moves. */
    shares: ReadonlyMap<NetLeg, Quantity>;
    /** What was given before for the units that come in. */
    given: readonly HeldUnits[];
    isOwnShare: boolean;
    /** What was paid before for the units that come in. */
    earlier: Pick<Leg, 'paid' | 'fees'>;
    fill: Fill | null;
    /** Assets of spam whose legs are left out. */
    hidden: readonly Asset[];
    unlessWorthless: (Decision & Pick<UnlessWorthless, 'markets'>) | null;
  },
): WalletTransaction {
  const { shares } = more;
  // An empty position has none.
  const moved = netted.filter((leg) => shares.get(leg) !== 0n);
  const legs = rule === 'migration' ? withSilentBurn(tx, moved) : moved;
  const hasUnknownDecimals = legs.some((leg) => leg.asset.decimalsUnknown);
  const { fill, unlessWorthless, position, hidden } = more;
  const transaction: WalletTransaction = {
    id: uuidOf(`v1|tx|${tx.chain}|${hashKey(tx.hash)}|${tx.wallet}`),
    chain: tx.chain,
    hash: tx.hash,
    wallet: tx.wallet,
    at: tx.at,
    block: tx.block,
    txIndex: tx.txIndex,
    type: outcome.type,
    incomeType: outcome.incomeType ?? null,
    succeeded: tx.succeeded,
    from: tx.from,
    to: tx.to,
    method: tx.method.name ?? (methodName(tx.method) || null),
    protocol: outcome.protocol ?? null,
    legs: legs.map((leg, index) =>
      toLeg(tx, leg, index, {
        outcome,
        shares: shares.get(leg),
        principal: more.principals.get(leg),
        lost: more.lost.get(leg),
        isKept: more.kept.has(leg),
        earlier: more.earlier,
      }),
    ),
    fee: tx.fee && tx.fee.payee === undefined ? { ...tx.fee, valueUsd: null, price: null } : null,
    isSpam: more.isSpam,
    flags: [
      ...new Set([
        ...(outcome.flags ?? []),
        ...(hasUnknownDecimals || tx.flags.includes('data_fee_unknown')
          ? (['missing_metadata'] as const)
          : []),
        ...(tx.flags.includes('history_incomplete') ? (['history_incomplete'] as const) : []),
        ...more.flags,
      ]),
    ],
    rule,
  };
  // Most transactions have none of these, and spreading nothing into an object takes its time.
  if (tx.fee?.payee !== undefined) transaction.legs.push(feeTransfer(tx.fee, legs.length));
  const next = transaction.legs.length;
  if (fill) transaction.filled = filledLeg(fill, next);
  if (more.given.length > 0) transaction.givenBefore = more.given.map((one, i) => filledLeg(one, next + i));
  if (more.isOwnShare) transaction.isOwnShare = true;
  if (unlessWorthless && unlessWorthless.markets.length > 0)
    transaction.unlessWorthless = visibleAs(unlessWorthless);
  const destination = tx.memo === undefined ? null : destinationOf(tx.memo);
  if (destination !== null) transaction.destination = destination;
  if (position) transaction.position = position;
  if (outcome.isStated) transaction.isStated = true;
  if (outcome.disposal) transaction.disposal = outcome.disposal;
  if (hidden.length > 0) transaction.hidden = hidden;
  return transaction;
}

function toLeg(
  tx: ChainTransaction,
  leg: NetLeg,
  index: number,
  {
    outcome,
    shares = leg.quantity,
    principal,
    lost,
    isKept,
    earlier,
  }: {
    outcome: Outcome;
    shares: Quantity | undefined;
    principal: Quantity | undefined;
    lost: Quantity | undefined;
    isKept: boolean;
    earlier: Pick<Leg, 'paid' | 'fees'>;
  },
): Leg {
  const isIncome = outcome.isStated && outcome.type === 'income';
  const earns = isIncome ? undefined : (leg.earns ?? outcome.earned?.find((one) => one.leg === leg)?.income);
  const made: Leg = {
    index,
    direction: leg.direction,
    asset: leg.asset,
    quantity: shares,
    counterparty: leg.counterparty,
    isInternal: leg.isInternal,
    valueUsd: null,
    price: null,
  };
  if (principal !== undefined) made.principal = principal < shares ? principal : shares;
  if (lost !== undefined) made.lost = lost;
  if (isKept) made.escrow = placeOfLeg(tx, leg, outcome);
  if (earns) made.earns = earns;
  if (leg.direction === 'in') Object.assign(made, earlier);
  if (outcome.costs?.includes(leg)) made.isCost = true;
  if (leg.isGrowth) made.isGrowth = true;
  if (outcome.lent?.includes(leg)) made.isLent = true;
  return made;
}

/** A fee that the wallet pays by a transfer, as a smart account does, is a leg. */
const feeTransfer = (
  { asset, quantity, payee = null }: NonNullable<ChainTransaction['fee']>,
  index: number,
): Leg => ({
  index,
  direction: 'out',
  asset,
  quantity,
  counterparty: payee,
  isInternal: false,
  isCost: true,
  valueUsd: null,
  price: null,
});

const filledLeg = ({ asset, quantity, place }: HeldUnits, index: number): Leg => ({
  index,
  direction: 'out',
  asset,
  quantity,
  counterparty: place,
  isInternal: false,
  escrow: place,
  valueUsd: null,
  price: null,
});

/**
 * Some old tokens are destroyed by their migration without a Transfer event. Adds the leg that is missing in
 * the log.
 */
function withSilentBurn(tx: ChainTransaction, legs: readonly NetLeg[]): readonly NetLeg[] {
  const [got] = legs;
  const migration = MIGRATIONS.find((known) => known.to === got?.asset.id);
  if (!got || !migration || legs.some((leg) => leg.direction === 'out')) return legs;
  const contract = migration.from.split(':')[1] ?? null;
  const symbol = migration.name.split(' ')[0] ?? '';
  const asset: Asset = { ...got.asset, id: migration.from, chain: tx.chain, contract, symbol, name: symbol };
  return [{ ...got, asset, direction: 'out', counterparty: contract, isMint: false, isBurn: true }, ...legs];
}

const visibleAs = ({
  rule,
  outcome,
  markets,
}: Decision & Pick<UnlessWorthless, 'markets'>): UnlessWorthless => ({
  type: outcome.type,
  incomeType: outcome.incomeType ?? null,
  protocol: outcome.protocol ?? null,
  flags: [...(outcome.flags ?? [])],
  rule,
  markets,
});
