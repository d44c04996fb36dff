import { isSame } from '../../kernel/same';
import { finished, mapSliced, SLICE, type Sliced } from '../../kernel/slices';
import type { Quantity } from '../../kernel/units';
import type { ChainTransaction } from '../facts/chain-transaction';
import { factsOf, type Facts } from '../facts/facts';
import { withInterest } from '../facts/interest';
import { netLegs, type NetLeg } from '../facts/net-legs';
import type { WalletTransaction } from '../facts/wallet-transaction';
import { LoanBook } from './loans/loan-book';
import { ReturnedCollateral } from './loans/returned-collateral';
import { GrowingReceipts } from './history/growing-receipts';
import { changesPositions, PositionTracker } from './history/positions';
import { PromisedDrops } from './history/promised-drops';
import { ValidatorRequests } from './history/validators';
import { DepositAges, ReturnedDeposits } from './deposits';
import { keepEscrow, lossesOf, principalsOf, takeFrom } from './escrow-units';
import { MarginDeposits } from './margin-deposits';
import { addingTotals, isOfMarket, OrderTracker } from './orders';
import { PastMoves } from './past-moves';
import { RequestTracker, type HeldUnits } from './requests';
import { OWNER_TIER, withOwnerSpam } from './spam/owner-spam';
import { isPaidBy, spamOutcome, spamVerdict } from './spam/verdicts';
import { GivenLoans } from './receipts/notes';
import { ShareDeposits } from './receipts/shares';
import { isSubAccount } from './receipts/sub-accounts';
import type { Decision } from './rule';
import { RULES } from './rules';
import {
  FirstReceipts,
  hidesUnasked,
  isExpected,
  PoisoningWatch,
  SpamWatch,
  symbolsSent,
  type NettedTransaction,
} from './spam/spam';
import { statedOutcome, statedRule, statementOf, type OwnerDecisions } from './stated';
import { toWalletTransaction } from './to-wallet-transaction';

interface Context {
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

export function* classifying(
  txs: readonly ChainTransaction[],
  context: Context,
): Sliced<WalletTransaction[]> {
  return (yield* classifyingOn(txs, context, null)).transactions;
}

/** A classified history that can be continued, once. */
export interface Classification {
  /** One per transaction of the history, in its order. */
  readonly transactions: WalletTransaction[];
  readonly txs: readonly ChainTransaction[];
  readonly netted: readonly NettedTransaction[];
  readonly reading: Reading;
  /** What the history shows of tokens and of deposits, so far. */
  readonly spam: SpamWatch;
  readonly returned: ReturnedDeposits;
  readonly collateral: ReturnedCollateral;
  readonly promised: PromisedDrops;
}

/**
 * Classifies only the transactions after those of `before`, unless they change how an earlier one is read. Then those
 * that are read in the same way are the same objects.
 * @param before must not be used again
 */
export function* classifyingOn(
  txs: readonly ChainTransaction[],
  context: Context,
  before: Classification | null,
): Sliced<Classification> {
  const others = new Set([...context.owned].filter((address) => address !== context.wallet));
  const known = before?.reading.isFor(context) && before.txs.every((tx, i) => tx === txs[i]) ? before : null;
  const added = yield* mapSliced(known ? txs.slice(known.txs.length) : txs, (tx): NettedTransaction => ({
    tx,
    legs: tx.succeeded ? withInterest(netLegs(tx, others)) : [],
  }));
  const netted = known ? known.netted.concat(added) : added;
  yield;
  const watch = known?.spam ?? new SpamWatch(others);
  yield* watch.adding(added);
  const spam = withOwnerSpam(yield* watch.verdicts(), netted, context.decisions?.spam);
  yield;
  const returned = known?.returned ?? new ReturnedDeposits();
  const collateral = known?.collateral ?? new ReturnedCollateral();
  const promised = known?.promised ?? new PromisedDrops();
  const returnedNow = [
    ...(yield* returned.adding(added)),
    ...(yield* collateral.adding(added)),
    ...(yield* promised.adding(added)),
  ];
  yield;
  const shown = { txs, netted, spam: watch, returned, collateral, promised };
  if (known?.reading.goesOn(known.netted, added, spam, returnedNow)) {
    const rest = yield* mapSliced(added, (one) => known.reading.read(one));
    return { ...shown, transactions: known.transactions.concat(rest), reading: known.reading };
  }
  const orders = new OrderTracker(yield* addingTotals(netted));
  yield;
  const positions = new PositionTracker(netted.map(({ tx }) => tx));
  yield;
  const reading = new Reading(
    context,
    spam,
    { returned, collateral, promised },
    symbolsSent(netted),
    positions,
    orders,
  );
  yield;
  const transactions = yield* mapSliced(netted, (one) => reading.read(one));
  return { ...shown, transactions: yield* asBefore(transactions, before), reading };
}

/** A transaction that is read as before is the same object: its value and its events are known. */
function* asBefore(
  transactions: WalletTransaction[],
  before: Classification | null,
): Sliced<WalletTransaction[]> {
  if (before === null) return transactions;
  const known = new Map<string, WalletTransaction>();
  for (const [i, one] of before.transactions.entries()) {
    if (i % SLICE === 0) yield;
    known.set(one.id, one);
  }
  return yield* mapSliced(transactions, (one) => {
    const same = known.get(one.id);
    return same !== undefined && isSame(same, one) ? same : one;
  });
}

/** What is known of a history while its transactions are read one after the other. */
class Reading {
  private readonly poisoning = new PoisoningWatch();
  private readonly escrow = new Map<string, Quantity>();
  private readonly margin = new MarginDeposits(this.escrow);
  private readonly ages = new DepositAges();
  private readonly requests = new RequestTracker();
  private readonly past = new PastMoves();
  private readonly shares = new ShareDeposits();
  private readonly given = new GivenLoans();
  private readonly first = new FirstReceipts();
  private readonly loans = new LoanBook(this.escrow);
  private readonly receipts = new GrowingReceipts();
  private readonly validators = new ValidatorRequests();

  constructor(
    private readonly context: Context,
    private spam: ReadonlyMap<string, string>,
    private readonly returns: Pick<Classification, 'returned' | 'collateral' | 'promised'>,
    private readonly sent: ReadonlyMap<string, Set<string>>,
    private readonly positions: PositionTracker,
    private readonly orders: OrderTracker,
  ) {}

  /** True when a history read for `other` begins as this one. What the owner states can be about any part of it. */
  isFor({ wallet, owned, decisions }: Context): boolean {
    const { context } = this;
    if (decisions || context.decisions || wallet !== context.wallet) return false;
    return owned.size === context.owned.size && [...owned].every((address) => context.owned.has(address));
  }

  /**
   * Prepares for the transactions after those that were read.
   * @param spam of the whole history
   * @param returned deposits that they return
   * @returns false when one that was read would be read in another way now
   */
  goesOn(
    known: readonly NettedTransaction[],
    added: readonly NettedTransaction[],
    spam: ReadonlyMap<string, string>,
    returned: readonly string[],
  ): boolean {
    const changesOrders = added.some((one) => isOfMarket(one) || changesPositions(one.tx));
    const later = new Set(added.map(({ tx }) => placeOf(tx)));
    const wasReturned = returned.every((place) => later.has(place));
    const wasSent = [...symbolsSent(added)].every(([symbol, chains]) =>
      [...chains].every((chain) => this.sent.get(symbol)?.has(chain)),
    );
    if (changesOrders || !wasReturned || !wasSent) return false;
    const isKnown = (id: string): boolean => spam.get(id) === this.spam.get(id);
    const judged = new Set([...this.spam.keys(), ...spam.keys()].filter((id) => !isKnown(id)));
    if (judged.size > 0 && known.some(({ legs }) => legs.some(({ asset }) => judged.has(asset.id))))
      return false;
    this.spam = spam;
    return true;
  }

  /** Call it once per transaction, in order. */
  read(netted: NettedTransaction): WalletTransaction {
    const { spam, escrow, orders } = this;
    const { decisions } = this.context;
    const { tx } = netted;
    const pays = this.requests.paidKind(tx, netted.legs);
    // The receipt of a deposit was asked for.
    const isAsked =
      (pays === 'entry' || pays === 'stake') &&
      netted.legs.every(({ asset }) => hidesUnasked(spam.get(asset.id) ?? 'provider'));
    const tier = spamVerdict(netted, spam, this.poisoning);
    const judged = isAsked ? null : tier;
    const shown = judged || isAsked ? netted.legs : netted.legs.filter((leg) => !spam.has(leg.asset.id));
    const { legs: apart, isFast } = this.receipts.apart(tx, shown);
    const legs = judged ? apart : this.shares.apart(tx, apart, escrow);
    this.receipts.note(tx, legs);
    const stated = statementOf(decisions, tx, legs, isPaidBy(tx));
    const verdict = stated ? (stated.type === 'spam' ? OWNER_TIER : null) : judged;
    const isTouched = this.positions.touches(tx, legs);
    const isPositionPending = this.positions.isPending(tx);
    const shares = this.positions.sharesMoved(legs);
    const position = this.positions.pass(tx, legs);
    const facts = factsOf(tx, legs, {
      escrow,
      isReturnedLater: this.returns.returned.has(placeOf(tx)),
      isAnsweredLater: this.returns.returned.isAnswered(placeOf(tx)),
      isPromise: this.returns.promised.has(placeOf(tx)),
      explained: (share, paid) => this.shares.explained(share, paid),
      loans: {
        shape: this.returns.collateral.of(placeOf(tx)),
        owes: (leg) => this.loans.owes(tx, leg),
        collateralAt: (leg, isAnywhere) => this.loans.collateralAt(tx, leg, isAnywhere),
      },
      isNew: () => this.past.isNew(legs),
      isPaidFor: () => this.past.isPaidFor(tx, legs),
      isYield: (leg) => this.past.isYield(tx, leg),
      isStakeRequested: this.validators.isPaid(legs),
      isExpected: (leg) => isExpected(this.sent, leg),
      isOnPosition: isTouched || position !== null,
      isPositionPending,
      isPositionFarmed: this.positions.isFarmed(tx, legs),
      isPositionExact: position?.isExact ?? false,
      fill: verdict ? null : orders.fillOf(tx, legs),
      pays: shown.length === netted.legs.length ? pays : this.requests.paidKind(tx, legs),
      isDepositPaid: (venue) => this.margin.paidFor(tx, venue, legs) !== null,
    });
    const decided = verdict
      ? spamOutcome(verdict, legs)
      : stated
        ? { rule: statedRule(stated.type), outcome: statedOutcome(stated, facts) }
        : decide(facts);
    const isPrincipal = !verdict && !stated && decided.outcome.flags?.includes('untracked') === true;
    const earlier = isPrincipal ? this.past.earlier(tx, legs) : {};
    if (!verdict) {
      this.past.note(tx, legs, decided);
      this.shares.note(facts, decided);
      this.loans.note(facts, decided);
      if (facts.isCaller) this.validators.note(tx, legs);
    }
    const principals = verdict ? new Map<NetLeg, Quantity>() : principalsOf(escrow, facts, decided);
    const lost = lossesOf(this.margin, facts, decided);
    const isDoubtful = this.ages.isFast(facts, principals);
    const kept = verdict ? [] : keepEscrow(escrow, this.margin, facts, decided);
    this.ages.note(facts, kept, escrow);
    if (kept.length > 0) followOrders(orders, tx, kept, decided);
    const fill = decided.rule === 'order-filled' ? facts.fill : null;
    if (fill) {
      orders.take(fill);
      takeFrom(escrow, tx, fill);
    }
    const given = verdict ? [] : this.givenBefore(facts, decided);
    const hidden = netted.legs.filter((leg) => !shown.includes(leg));
    const unlessWorthless = hidesUnasked(verdict)
      ? { ...decide(facts), markets: this.first.of(tx, legs) }
      : null;
    return toWalletTransaction(tx, legs, decided, {
      unlessWorthless,
      isSpam: verdict !== null,
      flags: [
        ...(hidden.length > 0 ? (['review'] as const) : []),
        ...(isDoubtful || isFast || lost.size > 0 || earlier.paid
          ? (['classification_uncertain'] as const)
          : []),
      ],
      lost,
      hidden: hidden.map(({ asset }) => asset),
      principals,
      kept: new Set(kept),
      position: stated ? null : position,
      shares,
      given,
      isOwnShare:
        given.length === 1 &&
        given.some((share) => facts.ins.some((leg) => this.shares.explained(share, leg) !== null)),
      earlier,
      fill,
    });
  }

  /** Units that left before for what comes in. */
  private givenBefore(facts: Facts, decided: Decision): readonly HeldUnits[] {
    const { tx, ins } = facts;
    const { rule, outcome } = decided;
    const lent = this.given.pass(facts, decided);
    for (const one of lent) takeFrom(this.escrow, tx, one);
    if (lent.length > 0) return lent;
    if (rule === 'margin-paid') {
      const paid = this.margin.paidFor(tx, outcome.protocol ?? '', ins);
      if (!paid) return [];
      this.margin.take(tx, paid);
      takeFrom(this.escrow, tx, paid);
      return [paid];
    }
    const given = this.requests.pass(facts, decided);
    for (const one of given)
      if (TAKES_KEPT.has(rule) || isSubAccount(one.place, tx.wallet)) takeFrom(this.escrow, tx, one);
    return given;
  }
}

/** Rules of payments for units that are kept at a place. */
const TAKES_KEPT: ReadonlySet<string> = new Set(['deposit-issued', 'receipt-claimed']);

const placeOf = ({ chain, hash }: ChainTransaction): string => `${chain}|${hash}`;

function decide(facts: Facts): Decision {
  for (const { name, decide: ask } of RULES) {
    const outcome = ask(facts);
    if (outcome) return { rule: name, outcome };
  }
  return { rule: 'unknown', outcome: { type: 'unknown' } };
}

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
