import type { Asset } from '../../kernel/asset';
import { uuidOf } from '../../kernel/hash';
import { finished, mapSliced, type Sliced } from '../../kernel/slices';
import { hashKey } from '../../kernel/transaction-hash';
import type { Quantity } from '../../kernel/units';
import type { ChainTransaction } from '../facts/chain-transaction';
import { returnedDeposits } from './deposits';
import { escrowKey, escrowPlace, factsOf, isOwnCall, targetsOf, type Facts } from '../facts/facts';
import { withInterest } from '../facts/interest';
import { methodName } from '../facts/methods';
import { netLegs, type NetLeg } from '../facts/net-legs';
import { PositionTracker, type PositionChange } from '../facts/positions';
import { VENUES } from '../protocols/bridges';
import { MIGRATIONS } from '../protocols/migrations';
import type { Outcome } from './rule';
import { isRequest, RequestTracker, type Redemption } from './requests';
import { RULES } from './rules';
import { isExpected, PoisoningWatch, spamAssets, symbolsSent, type NettedTransaction } from './spam';
import type { Leg, TransactionFlag, WalletTransaction } from '../facts/wallet-transaction';

/**
 * Classifies the history of ONE wallet over all its chains: net legs, one type, and the rule that decided.
 * Detects spam over the whole history.
 * @param txs oldest first
 * @param context wallet: whose history; owned: every wallet of the same owner (may include the wallet itself)
 * @returns one per transaction, in the same order, not yet valued
 */
export const classifyHistory = (
  txs: readonly ChainTransaction[],
  context: { wallet: string; owned: ReadonlySet<string> },
): WalletTransaction[] => finished(classifying(txs, context));

/** As `classifyHistory`, in slices: a history may have a hundred thousand transactions. */
export function* classifying(
  txs: readonly ChainTransaction[],
  context: { wallet: string; owned: ReadonlySet<string> },
): Sliced<WalletTransaction[]> {
  const others = new Set([...context.owned].filter((address) => address !== context.wallet));
  const history = yield* mapSliced(txs, (tx): NettedTransaction => ({
    tx,
    legs: tx.succeeded ? withInterest(netLegs(tx, others)) : [],
  }));
  yield;
  const spam = yield* spamAssets(history, others);
  yield;
  const returned = returnedDeposits(history);
  yield;
  const sent = symbolsSent(history);
  const poisoning = new PoisoningWatch();
  const escrow = new Map<string, Quantity>();
  const positions = new PositionTracker(txs);
  const requests = new RequestTracker();
  return yield* mapSliced(history, (netted) => {
    const verdict = spamVerdict(netted, spam, poisoning);
    const { tx } = netted;
    const legs = verdict ? netted.legs : netted.legs.filter((leg) => !spam.has(leg.asset.id));
    const isReturnedLater = returned.has(`${tx.chain}|${tx.hash}`);
    const facts = factsOf(tx, legs, {
      escrow,
      isReturnedLater,
      isExpected: (leg) => isExpected(sent, leg),
      isPositionPending: positions.isPending(tx),
    });
    const decided = verdict ? spamOutcome(verdict, legs) : decide(facts);
    const principals = verdict ? new Map<NetLeg, Quantity>() : principalsOf(escrow, facts, decided);
    const kept = verdict ? [] : keepEscrow(escrow, facts, decided);
    const position = positions.pass(tx, legs);
    const redeemed = verdict ? null : requests.pass(facts, decided.outcome);
    const isMixed = legs.length < netted.legs.length;
    return toWalletTransaction(tx, legs, decided, {
      isSpam: verdict !== null,
      flags: isMixed ? ['review'] : [],
      principals,
      kept: new Set(kept),
      position,
      redeemed,
    });
  });
}

interface Decision {
  rule: string;
  outcome: Outcome;
}

function decide(facts: Facts): Decision {
  for (const { name, decide: ask } of RULES) {
    const outcome = ask(facts);
    if (outcome) return { rule: name, outcome };
  }
  return { rule: 'unknown', outcome: { type: 'unknown' } };
}

/** @returns the spam tier, or null for a genuine transaction */
function spamVerdict(
  netted: NettedTransaction,
  spam: ReadonlyMap<string, string>,
  poisoning: PoisoningWatch,
): string | null {
  const { tx, legs } = netted;
  const isPoisoning = poisoning.isPoisoning(netted);
  if (isOwnCall(tx) || tx.fee !== null) return null;
  // Dust sent to many addresses at once is advertisement, even when the asset is genuine.
  if (isPoisoning || tx.flags.includes('dust_fan_out')) return 'poisoning';
  const [first] = legs;
  // A call from another sender that moved nothing, mostly a transfer of zero units.
  if (!first) return tx.succeeded && tx.movements.length === 0 ? 'nothing-moved' : null;
  return legs.every((leg) => spam.has(leg.asset.id)) ? (spam.get(first.asset.id) ?? null) : null;
}

const spamOutcome = (tier: string, legs: readonly NetLeg[]): Decision => ({
  rule: `spam-${tier}`,
  outcome: {
    type:
      legs.length === 0
        ? 'unknown'
        : legs.some((leg) => leg.direction === 'in')
          ? 'transfer_in'
          : 'transfer_out',
  },
});

/**
 * Returns the part of each arrival that is the returned deposit. The deposit behind a validator's stake
 * without a known deposit is unknown. Everything beyond the deposit is income.
 * @source tax-rules 10.5
 */
function principalsOf(
  escrow: ReadonlyMap<string, Quantity>,
  facts: Facts,
  { rule, outcome }: Decision,
): Map<NetLeg, Quantity> {
  const principals = new Map<NetLeg, Quantity>();
  const isReturn = outcome.type === 'unstake' || venueOf(outcome) !== null;
  if (!isReturn || facts.outs.length > 0) return principals;
  for (const leg of facts.ins) {
    const deposited = escrow.get(keyOf(facts.tx, leg, outcome)) ?? 0n;
    if (deposited > 0n || rule === 'deposit-returned')
      principals.set(leg, deposited < leg.quantity ? deposited : leg.quantity);
  }
  return principals;
}

/** A bridge to a place that no chain here shows: what comes back from it was sent there. */
const venueOf = ({ type, protocol }: Outcome): string | null =>
  type === 'bridge' && protocol && VENUES.has(protocol) ? protocol : null;

function placeOfLeg(tx: ChainTransaction, leg: NetLeg, outcome: Outcome): string {
  const [target] = targetsOf(tx);
  if (isRequest(outcome, leg) && target !== undefined) return target;
  return venueOf(outcome) ?? escrowPlace(tx.chain, leg.kind, leg.counterparty);
}

function keyOf(tx: ChainTransaction, leg: NetLeg, outcome: Outcome): string {
  const venue = venueOf(outcome);
  return venue === null ? escrowKey(tx, leg) : `${tx.chain}|${venue}|${leg.asset.id}`;
}

/**
 * Tracks deposits without a receipt token until they come back.
 * @returns the legs into or out of such a deposit
 */
function keepEscrow(
  escrow: Map<string, Quantity>,
  { tx, ins, outs }: Facts,
  { rule, outcome }: Decision,
): readonly NetLeg[] {
  const { type, costs = [] } = outcome;
  const venue = venueOf(outcome);
  const isDeposit = type === 'borrow' || (type === 'stake' && ins.every((leg) => !leg.isMint));
  if (
    isDeposit ||
    (type === 'unstake' && ins.length === 0) ||
    rule === 'epoch-reward' ||
    (venue && ins.length === 0)
  ) {
    const kept = outs.filter((leg) => !costs.includes(leg));
    for (const leg of kept) {
      // Another asset pays a request.
      if (isRequest(outcome, leg)) continue;
      const key = keyOf(tx, leg, outcome);
      escrow.set(key, (escrow.get(key) ?? 0n) + leg.quantity);
    }
    return kept;
  }
  if ((type !== 'unstake' && !venue) || outs.length > 0) return [];
  for (const leg of ins) {
    const key = keyOf(tx, leg, outcome);
    const left = (escrow.get(key) ?? 0n) - leg.quantity;
    if (left > 0n) escrow.set(key, left);
    else escrow.delete(key);
  }
  return ins;
}

function toWalletTransaction(
  tx: ChainTransaction,
  netted: readonly NetLeg[],
  { rule, outcome }: Decision,
  more: {
    isSpam: boolean;
    flags: TransactionFlag[];
    principals: ReadonlyMap<NetLeg, Quantity>;
    kept: ReadonlySet<NetLeg>;
    position: PositionChange | null;
    redeemed: Redemption | null;
  },
): WalletTransaction {
  const legs = rule === 'migration' ? withSilentBurn(tx, netted) : netted;
  const hasUnknownDecimals = legs.some((leg) => leg.asset.decimalsUnknown);
  return {
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
        principal: more.principals.get(leg),
        isKept: more.kept.has(leg),
        redeemed: more.redeemed,
      }),
    ),
    fee: tx.fee && { ...tx.fee, valueUsd: null, price: null },
    isSpam: more.isSpam,
    ...(more.position ? { position: more.position } : {}),
    flags: [
      ...(outcome.flags ?? []),
      ...(hasUnknownDecimals || tx.flags.includes('data_fee_unknown') ? (['missing_metadata'] as const) : []),
      ...more.flags,
    ],
    rule,
  };
}

function toLeg(
  tx: ChainTransaction,
  leg: NetLeg,
  index: number,
  {
    outcome,
    principal,
    isKept,
    redeemed,
  }: { outcome: Outcome; principal: Quantity | undefined; isKept: boolean; redeemed: Redemption | null },
): Leg {
  const earns = leg.earns ?? outcome.earned?.find((one) => one.leg === leg)?.income;
  return {
    index,
    direction: leg.direction,
    asset: leg.asset,
    quantity: leg.quantity,
    counterparty: leg.counterparty,
    isInternal: leg.isInternal,
    ...(principal === undefined ? {} : { principal }),
    ...(isKept ? { escrow: placeOfLeg(tx, leg, outcome) } : {}),
    ...(earns ? { earns } : {}),
    ...(redeemed?.leg === leg ? { redeems: redeemed.given } : {}),
    ...(outcome.costs?.includes(leg) ? { isCost: true } : {}),
    valueUsd: null,
    price: null,
  };
}

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
