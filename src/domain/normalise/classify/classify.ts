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
} from './spam';
import { toWalletTransaction } from './to-wallet-transaction';

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
  const ages = new DepositAges();
  const positions = new PositionTracker(txs);
  const requests = new RequestTracker();
  const orders = new OrderTracker(history);
  const first = new FirstReceipts();
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
      fill: verdict ? null : orders.fillOf(tx, legs),
    });
    const decided = verdict ? spamOutcome(verdict, legs) : decide(facts);
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
    const position = positions.pass(tx, legs);
    const redeemed = verdict ? null : requests.pass(facts, decided.outcome);
    const isMixed = legs.length < netted.legs.length;
    const unlessWorthless = hidesUnasked(verdict) ? { ...decide(facts), markets: first.of(tx, legs) } : null;
    return toWalletTransaction(tx, legs, decided, {
      unlessWorthless,
      isSpam: verdict !== null,
      flags: [
        ...(isMixed ? (['review'] as const) : []),
        ...(isDoubtful || lost.size > 0 ? (['classification_uncertain'] as const) : []),
      ],
      lost,
      principals,
      kept: new Set(kept),
      position,
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
