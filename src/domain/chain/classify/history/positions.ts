import type { Quantity } from '../../../kernel/units';
import { isNft } from '../../facts/assets';
import type { ChainTransaction, PositionDecrease } from '../../facts/chain-transaction';
import type { NetLeg } from '../../facts/net-legs';
import {
  DECREASE,
  INCREASE,
  isPosition,
  isPositionShare,
  POSITION_DECIMALS,
  unitOf,
  type Amounts,
  type PositionChange,
  type PositionState,
} from '../../facts/positions';
import { changesIn, Farms, positionKey } from './farms';
import { sharesOf, UnreadPositions } from './unread-positions';

const WHOLE = 10n ** BigInt(POSITION_DECIMALS);

interface Position extends PositionState {
  /** Shares whose liquidity was taken out, and that are not yet collected. */
  pending: Quantity;
  /** Units that were put into the shares that are pending. */
  due: Amounts;
  /** Units of the two tokens, by address, that logs state as taken out. Null: a pending decrease has no log. */
  drawn: readonly [Quantity, Quantity] | null;
  /** Units that are paid out in the transaction that takes them out. Null: they are collected later. */
  paid: Amounts | null;
  /** The farm that holds the position. Null: the wallet. */
  place: string | null;
}

function add(amounts: Amounts, legs: readonly NetLeg[], direction: NetLeg['direction']): Amounts {
  for (const leg of legs) {
    if (leg.direction !== direction || isNft(leg.asset)) continue;
    const unit = unitOf(leg.asset);
    amounts.set(unit, (amounts.get(unit) ?? 0n) + leg.quantity);
  }
  return amounts;
}

/** Liquidity that the history takes out of each position, by the id of its asset. */
function takenOut(txs: Iterable<ChainTransaction>, farms: Farms): Map<string, bigint> {
  const taken = new Map<string, bigint>();
  for (const tx of txs)
    for (const { key, id, liquidity } of farms.changesOf(tx))
      if (id === DECREASE) taken.set(key, (taken.get(key) ?? 0n) + liquidity);
  return taken;
}

/** True when the reading of an earlier transaction depends on it. */
export const changesPositions = (tx: ChainTransaction): boolean =>
  [...changesIn(tx)].some(({ id, manager }) => id === DECREASE || !isPosition(tx.chain, manager));

/**
 * Follows the shares of each position over one history. The logs of the manager state the liquidity before a
 * decrease and the units that it takes out. Without them a decrease takes out its part of the liquidity that the
 * history still takes out: account lists do not show the liquidity that stays. So the last known decrease takes
 * the rest.
 * @source tax-rules 10.5; coverage.md 2.1
 */
export class PositionTracker {
  private readonly positions = new Map<string, Position>();
  private readonly left: Map<string, bigint>;
  private readonly unread = new UnreadPositions();

  private readonly farms: Farms;

  constructor(txs: readonly ChainTransaction[]) {
    this.farms = new Farms(txs);
    this.left = takenOut(txs, this.farms);
  }

  /** True when positions go to a farm, which is called to change them. */
  isFarmed(tx: ChainTransaction, legs: readonly NetLeg[]): boolean {
    const out = legs.filter(({ direction, asset }) => direction === 'out' && isNft(asset));
    return out.length > 0 && out.every((leg) => this.farms.placeOf(tx, leg) !== null);
  }

  /** True when liquidity that was taken out before is not yet collected. */
  isPending(tx: ChainTransaction): boolean {
    const touched = [...this.farms.changesOf(tx)];
    return (
      touched.some(({ key }) => (this.positions.get(key)?.pending ?? 0n) > 0n) ||
      (touched.length === 0 && this.unread.isPending(tx))
    );
  }

  /** True when a position is opened or closed, or a known one is changed: also by a manager that is not listed. */
  touches(tx: ChainTransaction, legs: readonly NetLeg[]): boolean {
    return (
      legs.some((leg) => isShare(leg) && (leg.isMint || leg.isBurn)) ||
      [...this.farms.changesOf(tx)].some(({ key }) => this.positions.has(key))
    );
  }

  /** Shares that are left of positions which the transaction moves. Another own wallet knows the whole position. */
  sharesMoved(legs: readonly NetLeg[]): ReadonlyMap<NetLeg, Quantity> {
    return new Map(
      legs.flatMap((leg): [NetLeg, Quantity][] => {
        const isMoved = !leg.isMint && !leg.isBurn && !leg.isInternal;
        const known = isMoved ? this.positions.get(leg.asset.id) : undefined;
        // Others may have changed what comes from elsewhere than a farm.
        const isKnown = known && (leg.direction === 'out' || known.place !== null);
        return isKnown ? [[leg, known.held + known.pending]] : [];
      }),
    );
  }

  /**
   * Call it once per transaction, in order.
   * @returns null when no known position changes
   */
  pass(tx: ChainTransaction, legs: readonly NetLeg[]): PositionChange | null {
    const opened = legs.find((leg) => isShare(leg) && leg.direction === 'in');
    if (opened && (opened.isMint || !this.positions.has(opened.asset.id)))
      this.positions.set(opened.asset.id, {
        ...{ asset: opened.asset, held: WHOLE, pending: 0n },
        ...{ principal: add(new Map(), legs, 'out'), due: new Map() },
        ...{ drawn: [0n, 0n], paid: null, units: new Set(unitsOf(legs)), place: null },
      });
    for (const leg of legs) {
      const known = isShare(leg) ? this.positions.get(leg.asset.id) : undefined;
      if (known) known.place = leg.direction === 'out' ? this.farms.placeOf(tx, leg) : null;
    }
    const moved = legs.filter((leg) => !isNft(leg.asset));
    const touched = [...this.farms.changesOf(tx)];
    const logged = new Map(
      (tx.decreases ?? []).map((one) => [positionKey(tx.chain, one.manager, one.tokenId), one] as const),
    );
    for (const [key, one] of logged) this.withdraw(key, one);
    for (const { key, id, liquidity } of touched)
      if (id === DECREASE) this.decrease(key, liquidity, logged.has(key));
    const several = this.pendingIn(touched);
    if (several.length > 1 && !opened) return takeOutAll(several, add(new Map(), moved, 'in'));
    if (touched.length === 0 && moved.length === legs.length) return this.changeUnread(tx, moved);
    const closed = legs.find((leg) => isShare(leg) && leg.isBurn);
    const key = closed?.asset.id ?? touched.find((one) => this.positions.has(one.key))?.key;
    const position = key === undefined ? undefined : this.positions.get(key);
    if (!position || opened) return null;
    if (touched.some(({ id }) => id === INCREASE) && moved.every((leg) => leg.direction === 'out'))
      return increased(position, moved);
    return this.takeOut(position, moved, closed !== undefined);
  }

  /** A change by a call that is not known. Its shares are an estimate. */
  private changeUnread(tx: ChainTransaction, moved: readonly NetLeg[]): PositionChange | null {
    const position = this.unread.changed(tx, moved, this.positions.values());
    if (!position) return null;
    if (moved.some(({ direction }) => direction === 'out')) return increased(position, moved);
    takeShares(position, sharesOf(position, add(new Map(), moved, 'in')));
    position.drawn = null;
    return this.takeOut(position, moved, false);
  }

  /** The known positions that are called, and whose liquidity is taken out and not yet collected. */
  private pendingIn(touched: readonly { key: string }[]): Position[] {
    const called = [...new Set(touched.map(({ key }) => key))].flatMap(
      (key) => this.positions.get(key) ?? [],
    );
    return called.filter(({ pending }) => pending > 0n);
  }

  private takeOut(position: Position, moved: readonly NetLeg[], isClosed: boolean): PositionChange | null {
    if (position.units.size < 2) for (const unit of unitsOf(moved)) position.units.add(unit);
    if (position.pending > 0n && moved.length > 0 && (!isClosed || position.held === 0n)) {
      const paid = payExactly(position, add(new Map(), moved, 'in'));
      if (paid) return paid;
    }
    const shares = isClosed ? position.pending + position.held : position.pending;
    if (isClosed) {
      shift(position.principal, position.due, position.held, position.held);
      position.held = 0n;
    }
    if (!isClosed && (moved.length === 0 || shares === 0n)) return null;
    const [own, rewards] = apart(add(new Map(), moved, 'in'), position.units);
    const fees = new Map([...(feesOf(own, position.due) ?? []), ...rewards]);
    settle(position);
    const change = { asset: position.asset, kind: 'decreased', shares, isExact: false } as const;
    return { ...change, ...placed(position), ...(fees.size > 0 ? { fees } : {}) };
  }

  /** A decrease of which a log states the units. */
  private withdraw(key: string, { liquidity, removed, drawn, paid }: PositionDecrease): void {
    const position = this.positions.get(key);
    if (!position) return;
    takeShares(position, (position.held * removed) / liquidity);
    if (paid) {
      position.paid ??= new Map();
      for (const [unit, units] of paid) position.paid.set(unit, (position.paid.get(unit) ?? 0n) + units);
    }
    const [first, second] = position.drawn ?? [];
    if (first !== undefined && second !== undefined) position.drawn = [first + drawn[0], second + drawn[1]];
  }

  private decrease(key: string, liquidity: bigint, isLogged: boolean): void {
    const left = this.left.get(key) ?? 0n;
    this.left.set(key, left - liquidity);
    const position = this.positions.get(key);
    if (isLogged || !position || left === 0n) return;
    takeShares(position, liquidity >= left ? position.held : (position.held * liquidity) / left);
    position.drawn = null;
  }
}

/**
 * Liquidity of several positions, collected together. Units beyond what their logs state together are fees.
 * @returns null when nothing is paid
 */
function takeOutAll(positions: readonly Position[], paid: Amounts): PositionChange | null {
  const [first] = positions;
  if (!first || paid.size === 0) return null;
  const drawn = positions.map((position) => position.paid ?? drawnByUnit(position));
  const isExact = drawn.every((one) => one !== null);
  const fees: Amounts = new Map(paid);
  for (const one of drawn)
    for (const [unit, units] of one ?? []) fees.set(unit, (fees.get(unit) ?? 0n) - units);
  for (const [unit, units] of fees) if (units <= 0n) fees.delete(unit);
  const parts = positions.map((position, i) => ({
    asset: position.asset,
    shares: position.pending,
    drawn: new Map(drawn[i] ?? position.due),
    ...placed(position),
  }));
  for (const position of positions) settle(position);
  const change = { asset: first.asset, kind: 'decreased', shares: parts[0]?.shares ?? 0n, parts } as const;
  return { ...change, isExact, ...(isExact && fees.size > 0 ? { fees } : {}) };
}

function increased(position: Position, moved: readonly NetLeg[]): PositionChange {
  add(position.principal, moved, 'out');
  for (const unit of unitsOf(moved)) position.units.add(unit);
  const change = { asset: position.asset, kind: 'increased', shares: position.held, isExact: true } as const;
  return { ...change, ...placed(position) };
}

const placed = ({ place }: Position): { place?: string } => (place === null ? {} : { place });

/** Units of the pool, and those of other tokens: rewards that a farm pays beside. */
function apart(paid: Amounts, units: ReadonlySet<string>): [own: Amounts, others: Amounts] {
  const isOwn = ([unit]: [string, Quantity]): boolean => units.size < 2 || units.has(unit);
  return [new Map([...paid].filter(isOwn)), new Map([...paid].filter((one) => !isOwn(one)))];
}

function takeShares(position: Position, shares: Quantity): void {
  shift(position.principal, position.due, shares, position.held);
  position.held -= shares;
  position.pending += shares;
}

function settle(position: Position): void {
  position.pending = 0n;
  position.due.clear();
  position.drawn = [0n, 0n];
  position.paid = null;
}

/** The manager pays a few base units less than it states: the pool rounds down. */
const ROUNDING = 10n;

/**
 * Principal as the logs state it, fees beyond it.
 * @param paid units that are collected
 * @returns null when the logs do not state it
 */
function payExactly(position: Position, paid: Amounts): PositionChange | null {
  const { asset, pending } = position;
  const drawn = position.paid ?? drawnByUnit(position);
  if (drawn === null) return null;
  const fees: Amounts = new Map();
  let [shares, isPaidOff] = [0n, true];
  for (const unit of new Set([...drawn.keys(), ...paid.keys()])) {
    const [due, got] = [drawn.get(unit) ?? 0n, paid.get(unit) ?? 0n];
    if (got > due) fees.set(unit, got - due);
    // Units below what is paid at once are a fee of the token for its transfers.
    if (position.paid === null && got + ROUNDING < due) isPaidOff = false;
    const part = due === 0n ? 0n : (pending * (got < due ? got : due)) / due;
    if (part > shares) shares = part;
    drawn.set(unit, got < due ? due - got : 0n);
  }
  const common = { asset, kind: 'decreased', isExact: true } as const;
  const change = { ...common, ...placed(position), ...(fees.size > 0 ? { fees } : {}) };
  if (isPaidOff) {
    settle(position);
    return { ...change, shares: pending };
  }
  // A part is collected: the rest stays due.
  const [first = 0n, second = 0n] = [...position.units].sort().map((unit) => drawn.get(unit) ?? 0n);
  position.drawn = position.units.size === 2 ? [first, second] : null;
  position.pending -= shares;
  return { ...change, shares };
}

/** @returns null when the logs do not state the units, or which token they are */
function drawnByUnit({ drawn, units }: Position): Amounts | null {
  if (drawn === null) return null;
  const [first, second, ...more] = [...units].sort();
  if (first === undefined || more.length > 0) return null;
  if (second !== undefined)
    return new Map([
      [first, drawn[0]],
      [second, drawn[1]],
    ]);
  // Only one token has moved: the other amount must be zero.
  return drawn[0] === 0n || drawn[1] === 0n ? new Map([[first, drawn[0] + drawn[1]]]) : null;
}

const unitsOf = (legs: readonly NetLeg[]): string[] =>
  legs.filter(({ asset }) => !isNft(asset)).map(({ asset }) => unitOf(asset));

/** Moves the part `shares` of `held` from one to the other. */
function shift(from: Amounts, to: Amounts, shares: Quantity, held: Quantity): void {
  if (held === 0n) return;
  for (const [unit, quantity] of from) {
    const part = (quantity * shares) / held;
    from.set(unit, quantity - part);
    to.set(unit, (to.get(unit) ?? 0n) + part);
  }
}

/**
 * Units collected beyond the principal. A change of the price takes units of one asset and adds units of the
 * other, so the two can be separated only while no asset is below its principal.
 * @returns null when they cannot
 */
function feesOf(collected: Amounts, due: Amounts): Amounts | null {
  if (due.size === 0 || [...due].some(([unit, quantity]) => (collected.get(unit) ?? 0n) < quantity))
    return null;
  const fees: Amounts = new Map();
  for (const [unit, quantity] of collected) {
    const rest = quantity - (due.get(unit) ?? 0n);
    if (rest > 0n) fees.set(unit, rest);
  }
  return fees.size > 0 ? fees : null;
}

const isShare = ({ asset }: NetLeg): boolean => isPositionShare(asset);
