import { finished, mapSliced, type Sliced } from '../../kernel/slices';
import type { Quantity } from '../../kernel/units';
import type { ChainTransaction } from '../facts/chain-transaction';
import { factsOf, isOwnCall, type Facts } from '../facts/facts';
import { withInterest } from '../facts/interest';
import { netLegs, type NetLeg } from '../facts/net-legs';
import { PositionTracker } from '../facts/positions';
import type { WalletTransaction } from '../facts/wallet-transaction';
import { DepositAges, returnedDeposits } from './deposits';
import { keepEscrow, lossesOf, principalsOf, takeFrom } from './escrow-units';
import { OrderTracker } from './orders';
import { RequestTracker } from './requests';
import { OWNER_TIER, withOwnerSpam } from './spam/owner-spam';
import type { Decision } from './rule';
import { RULES } from './rules';
import {
  FirstReceipts,
  hidesUnasked,
  isExpected,
  PoisoningWatch,
  spamAssets,
  symbolsSent,
  type NettedTransaction,
} from './spam/spam';
import { statedOutcome, statedRule, statementOf, type OwnerDecisions } from './stated';
import { toWalletTransaction } from './to-wallet-transaction';

interface Context {
  /** Whose history. */
  wallet: string;
  /** Every wallet of the same owner. May include the wallet itself. */
  owned: ReadonlySet<string>;
  /** What the owner states about the transactions and tokens of the wallet. */
  decisions?: OwnerDecisions;
}

/**
 * Classifies the history of ONE wallet over all its chains: net legs, one type, and the rule that decided.
 * Detects spam over the whole history.
 * @param txs oldest first
 * @returns one per transaction, in the same order, not yet valued
 */
export const classifyHistory = (txs: readonly ChainTransaction[], context: Context): WalletTransaction[] =>
  finished(classifying(txs, context));

/** As `classifyHistory`, in slices: a history may have a hundred thousand transactions. */
export function* classifying(
  txs: readonly ChainTransaction[],
  context: Context,
): Sliced<WalletTransaction[]> {
  const others = new Set([...context.owned].filter((address) => address !== context.wallet));
  const history = yield* mapSliced(txs, (tx): NettedTransaction => ({
    tx,
    legs: tx.succeeded ? withInterest(netLegs(tx, others)) : [],
  }));
  yield;
  const spam = withOwnerSpam(yield* spamAssets(history, others), history, context.decisions?.spam);
  yield;
  const returned = returnedDeposits(history);
  yield;
  const sent = symbolsSent(history);
  const poisoning = new PoisoningWatch();
  const escrow = new Map<string, Quantity>();
  const ages = new DepositAges();
  const positions = new PositionTracker(txs);
  const requests = new RequestTracker();
  const orders = new OrderTracker(history);
  const first = new FirstReceipts();
  return yield* mapSliced(history, (netted) => {
    const judged = spamVerdict(netted, spam, poisoning);
    const { tx } = netted;
    const legs = judged ? netted.legs : netted.legs.filter((leg) => !spam.has(leg.asset.id));
    const stated = statementOf(context.decisions, tx, legs, isPaidBy(tx));
    const verdict = stated ? (stated.type === 'spam' ? OWNER_TIER : null) : judged;
    const isPositionPending = positions.isPending(tx);
    const position = positions.pass(tx, legs);
    const isReturnedLater = returned.has(`${tx.chain}|${tx.hash}`);
    const facts = factsOf(tx, legs, {
      escrow,
      isReturnedLater,
      isExpected: (leg) => isExpected(sent, leg),
      isPositionPending,
      isPositionExact: position?.isExact ?? false,
      fill: verdict ? null : orders.fillOf(tx, legs),
    });
    const decided = verdict
      ? spamOutcome(verdict, legs)
      : stated
        ? { rule: statedRule(stated.type), outcome: statedOutcome(stated, facts) }
        : decide(facts);
    const principals = verdict ? new Map<NetLeg, Quantity>() : principalsOf(escrow, facts, decided);
    const lost = lossesOf(escrow, facts, decided);
    const isDoubtful = ages.isFast(facts, principals);
    const kept = verdict ? [] : keepEscrow(escrow, facts, decided);
    ages.note(facts, kept, escrow);
    if (kept.length > 0) followOrders(orders, tx, kept, decided);
    const fill = decided.rule === 'order-filled' ? facts.fill : null;
    if (fill) {
      orders.take(fill);
      takeFrom(escrow, tx, fill);
    }
    const redeemed = verdict ? null : requests.pass(facts, decided.outcome);
    const hidden = legs.length < netted.legs.length ? netted.legs.filter((leg) => !legs.includes(leg)) : [];
    const unlessWorthless = hidesUnasked(verdict) ? { ...decide(facts), markets: first.of(tx, legs) } : null;
    return toWalletTransaction(tx, legs, decided, {
      unlessWorthless,
      isSpam: verdict !== null,
      flags: [
        ...(hidden.length > 0 ? (['review'] as const) : []),
        ...(isDoubtful || lost.size > 0 ? (['classification_uncertain'] as const) : []),
      ],
      lost,
      hidden: hidden.map(({ asset }) => asset),
      principals,
      kept: new Set(kept),
      position: stated ? null : position,
      redeemed,
      fill,
    });
  });
}

function decide(facts: Facts): Decision {
  for (const { name, decide: ask } of RULES) {
    const outcome = ask(facts);
    if (outcome) return { rule: name, outcome };
  }
  return { rule: 'unknown', outcome: { type: 'unknown' } };
}

const isPaidBy = (tx: ChainTransaction): boolean => isOwnCall(tx) || tx.fee !== null;

/** @returns the spam tier, or null for a genuine transaction */
function spamVerdict(
  netted: NettedTransaction,
  spam: ReadonlyMap<string, string>,
  poisoning: PoisoningWatch,
): string | null {
  const { tx, legs } = netted;
  const isPoisoning = poisoning.isPoisoning(netted);
  if (isPaidBy(tx)) return null;
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
    ...(tier === OWNER_TIER ? { flags: ['manual'] } : {}),
    type:
      legs.length === 0
        ? 'unknown'
        : legs.some((leg) => leg.direction === 'in')
          ? 'transfer_in'
          : 'transfer_out',
  },
});

/** Units of an order come back or are kept for it. */
function followOrders(
  orders: OrderTracker,
  tx: ChainTransaction,
  kept: readonly NetLeg[],
  { outcome }: Decision,
): void {
  if (outcome.type === 'stake') orders.place(tx, kept);
  if (outcome.type === 'unstake') orders.cancel(tx, kept);
}
