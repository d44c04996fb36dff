import type { LedgerEvent } from '../../engine';
import { finished, mapSliced, type Sliced } from '../../kernel/slices';
import { mulDiv, type Money } from '../../kernel/units';
import { WeakMapInParts } from '../facts/weak-map-in-parts';
import { lossOf, pairBridges, type TransferEnd } from './bridges';
import { escrowWallet, POSITION_PLACE } from './escrow';
import * as draft from './event-drafts';
import { bookingGrowth } from './growth';
import { heldCause, heldPlace } from '../facts/held';
import { internalMoves, withGivenStakes } from './internal-moves';
import { apartFromLoan, isOfLoans, LoanTracker, repayments, seizures } from './loans';
import { carriesBasis, growingReceipts, isTaxedWrap, type DepositPolicy } from './receipts';
import { beyondPrincipal, cameBack, returned } from './returns';
import { liveInOrder, withJointTrades } from './joint-trades';
import type { BalanceObservation } from './observation';
import { isNumberOfLoan, legRoles, MARGIN_RULE, withoutCash, type LegRoles } from '../pricing/leg-roles';
import { carriedShares } from '../pricing/carried-shares';
import { costShares, knownSum, unitsByValue } from '../pricing/split';
import { claimsOf, inParts } from './swaps/claims';
import { withCrossSwaps } from './swaps/cross-swaps';
import { pairedMoves } from './paired-moves';
import { unitOf, type PositionChange } from '../facts/positions';
import { OUTCOME_LOST, type Leg, type WalletTransaction } from '../facts/wallet-transaction';

export interface LedgerPolicies {
  gasPolicy: 'dispose' | 'capitalize';
  wrapPolicy: 'carry' | 'taxable';
  /** Deposits that give a receipt. */
  depositPolicy: DepositPolicy;
  owned: ReadonlySet<string>;
  /** Observed balances of rebasing tokens. */
  observations?: readonly BalanceObservation[];
}

/**
 * Converts classified and valued transactions of ALL owned wallets into ledger events. Spam of worthless
 * tokens gives no event. A transfer between own wallets becomes one move, even if both histories report it.
 * @source tax-rules 6, 8, 9, 10
 */
export const ledgerEvents = (txs: readonly WalletTransaction[], policies: LedgerPolicies): LedgerEvent[] =>
  finished(writingEvents(txs, policies));

export function* writingEvents(
  txs: readonly WalletTransaction[],
  policies: LedgerPolicies,
): Sliced<LedgerEvent[]> {
  const live = yield* liveInOrder(txs);
  yield;
  const own = withGivenStakes(yield* withJointTrades(live, policies.depositPolicy));
  yield;
  const bridged = pairBridges(own);
  const joint = withCrossSwaps(own, bridged);
  yield;
  return yield* new EventWriter(joint, policies, bridged).write();
}

type Valued = readonly [LedgerEvent, Money | null];
type Written = { policies: string; events: readonly LedgerEvent[]; values: readonly Valued[] };

/** Events of valued transactions, which are kept from one state of a history to the next. */
const WRITTEN = new WeakMapInParts<WalletTransaction, Written>();

/** Writes the events of transactions in order of time. */
class EventWriter {
  private readonly arrived: Set<Leg>;
  private readonly loans = new LoanTracker();
  private readonly values = new Map<LedgerEvent, Money | null>();
  private readonly events: LedgerEvent[] = [];

  constructor(
    private readonly txs: readonly WalletTransaction[],
    private readonly policies: LedgerPolicies,
    private readonly bridged: ReadonlyMap<Leg, TransferEnd>,
  ) {
    this.arrived = new Set([...this.bridged.values()].map((end) => end.leg));
  }

  *write(): Sliced<LedgerEvent[]> {
    yield* mapSliced(this.txs, (tx) => this.onceWritten(tx));
    for (const moves of [internalMoves, pairedMoves])
      this.putAll(yield* moves(this.txs, (tx) => this.gasOf(tx)));
    yield;
    const { observations = [] } = this.policies;
    const valueOf = (event: LedgerEvent) => this.values.get(event) ?? null;
    const booked = yield* bookingGrowth(this.events, observations, valueOf, growingReceipts(this.txs));
    return inParts(booked, claimsOf(this.txs));
  }

  /** A transaction that depends on no other one has the events of the time before. */
  private onceWritten(tx: WalletTransaction): void {
    if (tx.type === 'bridge' || isOfLoans(tx) || tx.legs.some((leg) => this.arrived.has(leg)))
      return this.transaction(tx);
    const { gasPolicy, wrapPolicy, depositPolicy } = this.policies;
    const policies = `${gasPolicy} ${wrapPolicy} ${depositPolicy}`;
    const known = WRITTEN.get(tx);
    if (known?.policies === policies) {
      for (const event of known.events) this.events.push(event);
      for (const [event, value] of known.values) this.values.set(event, value);
      return;
    }
    const from = this.events.length;
    this.transaction(tx);
    const events = this.events.slice(from);
    const values = events.flatMap((event): Valued[] => {
      const value = this.values.get(event);
      return value === undefined ? [] : [[event, value]];
    });
    WRITTEN.set(tx, { policies, events, values });
  }

  private transaction(tx: WalletTransaction): void {
    if (tx.isSpam) return tx.rule === 'spam-poisoning' ? this.gifts(tx) : undefined;
    const roles = withoutCash(legRoles(tx));
    for (const { leg, type } of roles.income) this.put(draft.income(tx, leg, type), leg);
    this.business(tx, roles);
    // An exchange lists each of its fees.
    for (const leg of roles.costs)
      this.put(tx.account ? draft.fee(tx, leg) : draft.dispose(tx, leg, 'spend'), leg);
    const fee = draft.feeEvent(tx);
    if (fee) this.events.push(fee);
  }

  /** Genuine dust sent by an impostor is held, costs nothing and is no income. @source tax-rules 8.3 */
  private gifts(tx: WalletTransaction): void {
    for (const leg of tx.legs)
      if (leg.direction === 'in' && !leg.isInternal)
        this.put(draft.acquire(tx, leg, { cost: 0n, source: 'transfer_in', basisSource: 'none' }), leg);
  }

  private business(tx: WalletTransaction, roles: LegRoles): void {
    const { given, got } = roles;
    const { carriedTo } = tx;
    if (carriedTo) return void this.carry(tx, { given, got: carriedTo.legs }, carriedTo.wallet);
    if (tx.type === 'wrap' || tx.type === 'unwrap') return this.wrap(tx, roles);
    if (tx.position && tx.type !== 'income') return this.changePosition(tx, roles, tx.position);
    if (tx.legs.some(({ isLent }) => isLent)) return this.besideDeposit(tx, roles);
    if (tx.type === 'repay') return this.payBack(tx, roles);
    if (tx.rule === MARGIN_RULE) return this.marginResult(tx, roles);
    if (tx.rule === 'exchange-futures') this.putAll(draft.cashResults(beyondPrincipal(tx)));
    if (tx.rule === 'liquidation') return this.putAll(seizures(tx, given, this.loans));
    // Collateral and deposits without a receipt token still belong to the user. @source tax-rules 10.5
    const isFilled = tx.rule === 'order-filled' || tx.givenBefore !== undefined;
    const isKept = !isFilled && given.length > 0 && given.every((leg) => leg.escrow !== undefined);
    if (!isKept && given.length > 0 && got.length > 0) return this.exchange(tx, roles);
    if (tx.type === 'unstake' && got.length > 0) return got.forEach((leg) => this.putAll(returned(tx, leg)));
    const [fees, added] = [costShares(tx, given), costShares(tx, got)];
    given.forEach((leg, i) =>
      leg.escrow === undefined
        ? this.leave(tx, leg, fees[i] ?? 0n)
        : this.put(draft.carried(tx, leg, escrowWallet(tx.wallet, leg.escrow)), leg),
    );
    got.forEach((leg, i) => this.arrive(tx, leg, added[i] ?? 0n));
  }

  /** The result of a position that an exchange settles in units, or in cash. @source coverage.md 2.12 */
  private marginResult(tx: WalletTransaction, { given, got }: LegRoles): void {
    for (const leg of given) this.put(draft.marginLoss(tx, leg), leg);
    for (const leg of got) for (const event of draft.marginProfit(tx, leg)) this.put(event, leg);
    this.putAll([...draft.cashResults(tx), ...draft.coinCosts(tx)]);
  }

  private exchange(tx: WalletTransaction, roles: LegRoles): void {
    if (carriesBasis(tx, roles, this.policies.depositPolicy) && this.carry(tx, roles)) return;
    this.trade(tx, roles);
  }

  /** The loan is one thing, and the deposit whose receipt comes or goes is another one. */
  private besideDeposit(tx: WalletTransaction, roles: LegRoles): void {
    const { paid, lent, deposit } = apartFromLoan(roles);
    for (const leg of paid) this.putAll(repayments(tx, leg, this.loans));
    for (const leg of lent) this.arrive(tx, leg, 0n);
    this.exchange({ ...tx, type: tx.type === 'repay' ? 'lp_remove' : 'lp_add' }, deposit);
  }

  /** Settles the loan. Collateral that comes back belonged to the user all the time. */
  private payBack(tx: WalletTransaction, { given, got }: LegRoles): void {
    for (const leg of given) this.putAll(repayments(tx, leg, this.loans));
    for (const leg of got) this.putAll(returned(tx, leg));
  }

  /** Costs reduce the amount realized on the given assets. Received assets count at fair value. @source tax-rules 6 */
  private trade(tx: WalletTransaction, { given, got, change }: LegRoles): void {
    if (change)
      this.put(
        draft.move(
          tx,
          { ...change.given, index: change.got.index, quantity: change.got.quantity },
          {
            relation: 'wrap',
            toWallet: tx.wallet,
            toAsset: change.got.asset,
            received: change.got.quantity,
          },
        ),
        change.got,
      );
    const fees = costShares(tx, given);
    const carried = carriedShares(given, got, tx.legs);
    given.forEach((leg, i) => {
      // Units that left before are traded by way of the wallet.
      if (leg.escrow !== undefined)
        this.put(draft.carried(tx, leg, tx.wallet, escrowWallet(tx.wallet, leg.escrow)), leg);
      const sold = change ? draft.slice(leg, leg.quantity - change.got.quantity) : leg;
      // Without a known value of the trade, the market value of one leg is no amount realized.
      const known = carried.size > 0 ? { ...sold, valueUsd: null } : sold;
      this.put(draft.dispose(tx, known, 'swap', fees[i]), sold);
    });
    for (const leg of got) this.put(draft.bought(tx, leg, carried.get(leg)), leg);
  }

  private wrap(tx: WalletTransaction, roles: LegRoles): void {
    if (isTaxedWrap(tx, this.policies.wrapPolicy) || !this.carry(tx, roles)) this.trade(tx, roles);
  }

  /**
   * Carries basis and date over: many to one or one to many, by value.
   * @returns false when neither applies
   */
  private carry(
    tx: WalletTransaction,
    { given, got }: { given: readonly Leg[]; got: readonly Leg[] },
    toWallet = tx.wallet,
  ): boolean {
    const [out] = given;
    const [into] = got;
    if (!out || !into || (given.length > 1 && got.length > 1)) return false;
    const isJoin = got.length === 1;
    const parts = isJoin ? unitsByValue(into.quantity, given) : unitsByValue(out.quantity, got);
    const isEven = given.length === 1 && got.length === 1 && out.quantity === into.quantity;
    const isWrap = tx.type === 'wrap' || tx.type === 'unwrap';
    const rescaled = isWrap && (isEven || given.length + got.length > 2) ? {} : { rescaled: true };
    let addedCost = this.gasOf(tx);
    (isJoin ? given : got).forEach((leg, i) => {
      const part = parts[i] ?? 0n;
      if (part === 0n) return;
      const from = isJoin ? leg : { ...draft.slice(out, part), index: leg.index };
      const to = isJoin
        ? { asset: into.asset, received: part }
        : { asset: leg.asset, received: leg.quantity };
      const journey = { relation: 'wrap', toWallet, toAsset: to.asset, received: to.received } as const;
      const event = draft.move(tx, from, { ...journey, ...rescaled, addedCost });
      this.put(
        from.escrow === undefined ? event : { ...event, wallet: escrowWallet(tx.wallet, from.escrow) },
        from,
      );
      addedCost = 0n;
    });
    return true;
  }

  private leave(tx: WalletTransaction, leg: Leg, fee: Money): void {
    if (tx.disposal) return this.put(draft.dispose(tx, leg, tx.disposal, tx.type === 'sell' ? fee : 0n), leg);
    if (tx.flags.includes('burn')) return this.put(draft.dispose(tx, leg, 'lost'), leg);
    if (tx.rule === OUTCOME_LOST)
      return this.put(draft.dispose(tx, { ...leg, valueUsd: leg.valueUsd ?? 0n }, 'sale', fee), leg);
    const held = heldCause(tx, leg);
    if (held !== null) return this.crossOver(tx, leg, escrowWallet(tx.wallet, heldPlace(tx, held)));
    if (tx.type === 'sell') return this.put(draft.dispose(tx, leg, 'sale', fee), leg);
    if (tx.type === 'swap' || tx.type === 'lp_add') return this.put(draft.dispose(tx, leg, 'swap', fee), leg);
    this.put(draft.dispose(tx, leg, 'spend'), leg);
  }

  private crossOver(tx: WalletTransaction, leg: Leg, place: string): void {
    const end = this.bridged.get(leg);
    if (end) {
      const { sent, lost } = lossOf(leg, end.leg);
      const event = draft.move(tx, leg, {
        relation: 'bridge',
        toWallet: end.tx.wallet,
        toAsset: end.leg.asset,
        received: end.leg.quantity,
        feeValue: leg.valueUsd === null ? null : mulDiv(leg.valueUsd, lost, sent),
        addedCost: this.gasOf(tx),
      });
      return this.put(event, leg);
    }
    // The value is that of a gift, when the owner says that it was one.
    this.put({ ...draft.carried(tx, leg, place, tx.wallet, ['unmatched']), feeValue: leg.valueUsd }, leg);
  }

  private arrive(tx: WalletTransaction, leg: Leg, costs: Money): void {
    if (this.arrived.has(leg)) return;
    if (leg.principal !== undefined && leg.escrow !== undefined)
      return this.putAll(cameBack(tx, leg, leg.principal, leg.escrow));
    if (tx.type === 'buy') return this.putAll(draft.purchases(tx, leg, costs));
    // The other wallet of the owner gave the units.
    if (tx.type === 'swap') {
      const carried = carriedShares([], legRoles(tx).got, tx.legs);
      return this.put(draft.bought(tx, leg, carried.get(leg)), leg);
    }
    if (isNumberOfLoan(tx, leg)) return this.put(draft.number(tx, leg), leg);
    if (tx.type === 'borrow') {
      this.loans.borrow(tx, leg);
      return this.put(draft.lent(tx, leg), leg);
    }
    this.put(draft.untracked(tx, leg, tx.type === 'bridge' ? 'bridge' : 'transfer_in'), leg);
  }

  /**
   * A share of a pool is exchanged at fair value. An increase adds the value given to the basis of the
   * position: its lots leave and come back with the added cost. Without a known value the position takes over the basis
   * of what is given, as at its opening. A decrease sells shares of the position for what it pays.
   * @source tax-rules 7.0, 10.5
   */
  private changePosition(
    tx: WalletTransaction,
    roles: LegRoles,
    { asset, kind, shares, fees, parts, place }: PositionChange,
  ): void {
    const given = roles.given.filter((leg) => leg.asset.id !== asset.id);
    const got = fees ? this.withoutFees(tx, roles.got, fees) : roles.got;
    const paid = knownSum(kind === 'increased' ? given : got);
    if (parts) return this.trade(tx, { ...roles, given: draft.positionLegs(parts, got, paid), got });
    const position = draft.positionLeg(asset, shares, paid, place);
    if (kind === 'increased') {
      const home = place === undefined ? tx.wallet : escrowWallet(tx.wallet, place);
      const back: Leg = { ...draft.positionLeg(asset, shares, paid), index: position.index + 1 };
      if (paid === null && shares > 0n) {
        this.trade(tx, { ...roles, given: [position, ...given], got: [{ ...back, direction: 'in' }] });
        return place === undefined ? undefined : this.put(draft.carried(tx, back, home), back);
      }
      this.trade(tx, { ...roles, given, got: [] });
      if (shares === 0n) return;
      const away = escrowWallet(tx.wallet, POSITION_PLACE);
      const journey = { relation: 'wrap', toAsset: asset, received: shares } as const;
      this.put({ ...draft.move(tx, position, { ...journey, toWallet: away }), wallet: home }, position);
      const returned = draft.move(tx, back, { ...journey, toWallet: home, addedCost: paid ?? 0n });
      return this.put({ ...returned, wallet: away }, back);
    }
    this.trade(tx, { ...roles, given: shares === 0n ? [] : [position], got });
  }

  /** Records the fees of a position as income. @returns the principal */
  private withoutFees(
    tx: WalletTransaction,
    got: readonly Leg[],
    fees: NonNullable<PositionChange['fees']>,
  ): Leg[] {
    const left = new Map(fees);
    return got.flatMap((leg) => {
      const unit = unitOf(leg.asset);
      const due = left.get(unit) ?? 0n;
      const fee = due < leg.quantity ? due : leg.quantity;
      if (fee === 0n) return [leg];
      left.set(unit, due - fee);
      const earned = { ...draft.slice(leg, fee), index: draft.INTEREST_LEG + leg.index };
      this.put(draft.income(tx, earned, 'other'), earned);
      return fee === leg.quantity ? [] : [draft.slice(leg, leg.quantity - fee)];
    });
  }

  /** Value of the gas that is added to the basis of the moved units. @source tax-rules 6, GAS_POLICY */
  private gasOf(tx: WalletTransaction): Money {
    return this.policies.gasPolicy === 'capitalize' ? (tx.fee?.valueUsd ?? 0n) : 0n;
  }

  private putAll(events: readonly draft.LegEvent[]): void {
    for (const { event, leg } of events) this.put(event, leg);
  }

  private put(event: LedgerEvent, leg: Leg): void {
    this.events.push(event);
    this.values.set(event, leg.valueUsd);
  }
}
