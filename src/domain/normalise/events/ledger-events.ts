import type { EventFlag, LedgerEvent } from '../../engine';
import { finished, mapSliced, type Sliced } from '../../kernel/slices';
import type { Money, Quantity } from '../../kernel/units';
import { liquidityRank } from '../facts/assets';
import { pairBridges, type BridgeEnd } from './bridges';
import { BRIDGE_PLACE, escrowWallet, POSITION_PLACE } from './escrow';
import * as draft from './event-drafts';
import { bookingGrowth } from './growth';
import { internalMoves } from './internal-moves';
import { withJointTrades } from './joint-trades';
import type { BalanceObservation } from './observation';
import { legRoles, type LegRoles } from '../pricing/leg-roles';
import { carriedShares } from '../pricing/carried-shares';
import { proportions } from '../pricing/split';
import type { PositionChange } from '../facts/positions';
import type { Leg, WalletTransaction } from '../facts/wallet-transaction';

export interface LedgerPolicies {
  gasPolicy: 'dispose' | 'capitalize';
  wrapPolicy: 'carry' | 'taxable';
  lpPolicy: 'taxable' | 'carry';
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

/** As `ledgerEvents`, in slices: a history may have a hundred thousand transactions. */
export function* writingEvents(
  txs: readonly WalletTransaction[],
  policies: LedgerPolicies,
): Sliced<LedgerEvent[]> {
  const live = txs.filter((tx) => !tx.isSpam || tx.rule === 'spam-poisoning').sort(inOrder);
  yield;
  const joint = withJointTrades(live);
  yield;
  const writer = new EventWriter(joint, policies);
  yield;
  return yield* writer.write();
}

const inOrder = (a: WalletTransaction, b: WalletTransaction): number =>
  a.at - b.at || (a.block ?? 0) - (b.block ?? 0) || a.txIndex - b.txIndex;

class EventWriter {
  private readonly bridged: Map<Leg, BridgeEnd>;
  private readonly arrived: Set<Leg>;
  private readonly values = new Map<LedgerEvent, Money | null>();
  private readonly events: LedgerEvent[] = [];

  constructor(
    private readonly txs: readonly WalletTransaction[],
    private readonly policies: LedgerPolicies,
  ) {
    this.bridged = pairBridges(txs);
    this.arrived = new Set([...this.bridged.values()].map((end) => end.leg));
  }

  *write(): Sliced<LedgerEvent[]> {
    yield* mapSliced(this.txs, (tx) => this.transaction(tx));
    yield;
    for (const { event, leg } of internalMoves(this.txs, (tx) => this.gasOf(tx))) this.put(event, leg);
    yield;
    const { observations = [] } = this.policies;
    return yield* bookingGrowth(this.events, observations, (event) => this.values.get(event) ?? null);
  }

  private transaction(tx: WalletTransaction): void {
    if (tx.isSpam) return this.gifts(tx);
    const roles = legRoles(tx);
    for (const { leg, type } of roles.income) this.put(draft.income(tx, leg, type), leg);
    this.business(tx, roles);
    for (const leg of roles.costs) this.put(draft.dispose(tx, leg, 'spend'), leg);
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
    if (tx.type === 'wrap' || tx.type === 'unwrap') return this.wrap(tx, roles);
    if (tx.position && tx.type !== 'income') return this.changePosition(tx, roles, tx.position);
    // Collateral and deposits without a receipt token still belong to the user. @source tax-rules 10.5
    const isKept = given.length > 0 && given.every((leg) => leg.escrow !== undefined);
    if (!isKept && given.length > 0 && got.length > 0) return this.exchange(tx, roles);
    if (tx.type === 'unstake' && got.length > 0) return got.forEach((leg) => this.takeBack(tx, leg));
    const fees = this.feeShares(tx, given);
    given.forEach((leg, i) =>
      leg.escrow === undefined
        ? this.leave(tx, leg, fees[i] ?? 0n)
        : this.carryTo(escrowWallet(tx.wallet, leg.escrow), tx, leg),
    );
    for (const leg of got) this.arrive(tx, leg);
  }

  private exchange(tx: WalletTransaction, roles: LegRoles): void {
    const isShares = tx.type !== 'swap' && tx.type !== 'unknown';
    if (isShares && this.policies.lpPolicy === 'carry' && this.carry(tx, roles)) return;
    this.trade(tx, roles);
  }

  /**
   * Costs reduce the amount realized on the given assets. Received assets count at fair value.
   * @source tax-rules 6
   */
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
    const fees = this.feeShares(tx, given);
    const carried = carriedShares(given, got, tx.legs);
    given.forEach((leg, i) => {
      const sold = change ? draft.slice(leg, leg.quantity - change.got.quantity) : leg;
      // Without a known value of the trade, the market value of one leg is no amount realized.
      const known = carried.size > 0 ? { ...sold, valueUsd: null } : sold;
      this.put(draft.dispose(tx, known, 'swap', fees[i]), sold);
    });
    for (const leg of got) this.put(draft.bought(tx, leg, carried.get(leg)), leg);
  }

  private feeShares(tx: WalletTransaction, legs: readonly Leg[]): Money[] {
    const weights = legs.map((leg) => leg.valueUsd ?? 0n);
    return proportions(tx.fee?.valueUsd ?? 0n, weights);
  }

  private wrap(tx: WalletTransaction, roles: LegRoles): void {
    const isTaxable = this.policies.wrapPolicy === 'taxable' && tx.rule !== 'migration';
    if (isTaxable || !this.carry(tx, roles)) this.trade(tx, roles);
  }

  /**
   * Carries basis and date over: many to one or one to many, by value.
   * @returns false when neither applies
   */
  private carry(tx: WalletTransaction, { given, got }: LegRoles): boolean {
    const [out] = given;
    const [into] = got;
    if (!out || !into || (given.length > 1 && got.length > 1)) return false;
    const isJoin = got.length === 1;
    const parts = isJoin ? proportionsOf(into.quantity, given) : proportionsOf(out.quantity, got);
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
      const journey = {
        relation: 'wrap',
        toWallet: tx.wallet,
        toAsset: to.asset,
        received: to.received,
      } as const;
      this.put(draft.move(tx, from, { ...journey, ...rescaled, addedCost }), from);
      addedCost = 0n;
    });
    return true;
  }

  /** Units returned beyond the deposit are income. For an unknown deposit, the origin is unknown. */
  private takeBack(tx: WalletTransaction, leg: Leg): void {
    if (leg.redeems) return this.redeem(tx, leg, leg.redeems);
    if (leg.principal === undefined) return this.put(draft.untracked(tx, leg, 'transfer_in'), leg);
    if (leg.principal > 0n && leg.escrow !== undefined)
      this.carryTo(tx.wallet, tx, draft.slice(leg, leg.principal), escrowWallet(tx.wallet, leg.escrow));
    if (leg.principal >= leg.quantity) return;
    const earned = draft.slice(leg, leg.quantity - leg.principal);
    this.put(
      draft.income(tx, earned, liquidityRank(leg.asset) === 3 ? 'interest' : 'staking_reward'),
      earned,
    );
  }

  /** The payment of a request carries the basis and the date of the receipt. @source tax-rules 10.5 */
  private redeem(
    tx: WalletTransaction,
    leg: Leg,
    { asset, quantity, place }: NonNullable<Leg['redeems']>,
  ): void {
    const journey = {
      relation: 'wrap',
      toWallet: tx.wallet,
      toAsset: leg.asset,
      received: leg.quantity,
    } as const;
    const event = draft.move(tx, { ...leg, asset, quantity }, { ...journey, rescaled: true });
    this.put({ ...event, wallet: escrowWallet(tx.wallet, place) }, leg);
  }

  /** Moves the lots without splitting a fee. */
  private carryTo(
    toWallet: string,
    tx: WalletTransaction,
    leg: Leg,
    from = tx.wallet,
    flags: readonly EventFlag[] = [],
  ): void {
    const journey = { relation: 'transfer', toWallet, toAsset: leg.asset, received: leg.quantity } as const;
    const event = draft.move(tx, leg, journey);
    const all = [...new Set([...(event.flags ?? []), ...flags])];
    this.put({ ...event, wallet: from, ...(all.length > 0 ? { flags: all } : {}) }, leg);
  }

  private leave(tx: WalletTransaction, leg: Leg, fee: Money): void {
    if (tx.flags.includes('burn')) return this.put({ ...draft.dispose(tx, leg, 'lost'), proceeds: 0n }, leg);
    if (tx.type === 'bridge') return this.crossOver(tx, leg);
    if (tx.type === 'swap' || tx.type === 'lp_add') return this.put(draft.dispose(tx, leg, 'swap', fee), leg);
    if (tx.type === 'repay') return this.put(draft.repayment(tx, leg), leg);
    this.put(draft.dispose(tx, leg, tx.rule === 'liquidation' ? 'liquidation' : 'spend'), leg);
  }

  private crossOver(tx: WalletTransaction, leg: Leg): void {
    const end = this.bridged.get(leg);
    if (end) {
      const lost = leg.quantity - end.leg.quantity;
      const event = draft.move(tx, leg, {
        relation: 'bridge',
        toWallet: end.tx.wallet,
        toAsset: end.leg.asset,
        received: end.leg.quantity,
        feeValue: draft.slice(leg, lost).valueUsd,
        addedCost: this.gasOf(tx),
      });
      return this.put(event, leg);
    }
    this.carryTo(escrowWallet(tx.wallet, tx.protocol ?? BRIDGE_PLACE), tx, leg, tx.wallet, ['unmatched']);
  }

  private arrive(tx: WalletTransaction, leg: Leg): void {
    if (this.arrived.has(leg)) return;
    if (leg.principal !== undefined && leg.escrow !== undefined)
      return this.comeBack(tx, leg, leg.principal, leg.escrow);
    if (tx.type === 'buy') {
      const cost = leg.valueUsd === null ? null : leg.valueUsd + (tx.fee?.valueUsd ?? 0n);
      return this.put(draft.acquire(tx, leg, { cost, source: 'purchase', basisSource: 'trade' }), leg);
    }
    // The other wallet of the owner gave the units.
    if (tx.type === 'swap') {
      const carried = carriedShares([], legRoles(tx).got, tx.legs);
      return this.put(draft.bought(tx, leg, carried.get(leg)), leg);
    }
    if (tx.type === 'borrow') {
      const cost = leg.valueUsd;
      return this.put(
        draft.acquire(tx, leg, { cost, source: 'transfer_in', basisSource: 'market_price' }),
        leg,
      );
    }
    this.put(draft.untracked(tx, leg, tx.type === 'bridge' ? 'bridge' : 'transfer_in'), leg);
  }

  /** Units from a market or a chain that is not read here, up to what was sent there. */
  private comeBack(tx: WalletTransaction, leg: Leg, principal: Quantity, place: string): void {
    this.carryTo(tx.wallet, tx, draft.slice(leg, principal), escrowWallet(tx.wallet, place));
    if (principal < leg.quantity)
      this.put(draft.untracked(tx, draft.slice(leg, leg.quantity - principal), 'bridge'), leg);
  }

  /**
   * A share of a pool is exchanged at fair value. An increase adds the value given to the basis of the
   * position: its lots leave and come back with the added cost. A decrease sells shares of the position for what it pays.
   * @source tax-rules 10.5
   */
  private changePosition(
    tx: WalletTransaction,
    roles: LegRoles,
    { asset, kind, shares }: PositionChange,
  ): void {
    const given = roles.given.filter((leg) => leg.asset.id !== asset.id);
    const paid = sumOf(kind === 'increased' ? given : roles.got);
    const position = draft.positionLeg(asset, shares, paid);
    if (kind === 'increased') {
      this.trade(tx, { ...roles, given, got: [] });
      if (shares === 0n) return;
      const away = escrowWallet(tx.wallet, POSITION_PLACE);
      const journey = { relation: 'wrap', toAsset: asset, received: shares } as const;
      const back = { ...position, index: position.index + 1 };
      this.put(draft.move(tx, position, { ...journey, toWallet: away }), position);
      const returned = draft.move(tx, back, { ...journey, toWallet: tx.wallet, addedCost: paid ?? 0n });
      return this.put({ ...returned, wallet: away }, back);
    }
    this.trade(tx, { ...roles, given: shares === 0n ? [] : [position], got: roles.got });
  }

  /** Value of the gas that is added to the basis of the moved units. @source tax-rules 6, GAS_POLICY */
  private gasOf(tx: WalletTransaction): Money {
    return this.policies.gasPolicy === 'capitalize' ? (tx.fee?.valueUsd ?? 0n) : 0n;
  }

  private put(event: LedgerEvent, leg: Leg): void {
    this.events.push(event);
    this.values.set(event, leg.valueUsd);
  }
}

const sumOf = (legs: readonly Leg[]): Money | null =>
  legs.some((leg) => leg.valueUsd === null)
    ? null
    : legs.reduce((total, leg) => total + (leg.valueUsd ?? 0n), 0n);

/** Splits by value, or equally without prices. */
function proportionsOf(quantity: Quantity, legs: readonly Leg[]): Quantity[] {
  const isPriced = legs.every((leg) => leg.valueUsd !== null && leg.valueUsd > 0n);
  return proportions(
    quantity,
    legs.map((leg) => (isPriced ? (leg.valueUsd ?? 0n) : 1n)),
  );
}
