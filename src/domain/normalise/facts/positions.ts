import type { Asset } from '../../kernel/asset';
import type { Quantity } from '../../kernel/units';
import { POSITION_MANAGERS } from '../protocols/position-managers';
import { assetGroup, isNft } from './assets';
import type { ChainTransaction } from './chain-transaction';
import type { NetLeg } from './net-legs';

/**
 * A concentrated position is one token. Its units are shares of the position, so that a part can leave: one
 * piece has this many decimals.
 */
export const POSITION_DECIMALS = 18;
const WHOLE = 10n ** BigInt(POSITION_DECIMALS);

export const isPosition = (chain: string, contract: string): boolean =>
  POSITION_MANAGERS.of(chain, contract) !== null;

const DECREASE = '0x0c49ccbe';
const INCREASE = '0x219f5d17';

/** What a transaction does to a position of the wallet whose opening is known. */
export interface PositionChange {
  asset: Asset;
  kind: 'increased' | 'decreased';
  /** Shares that are held (increased), or that leave (decreased). */
  shares: Quantity;
  /** Units collected beyond the principal, by asset group or asset. */
  fees?: ReadonlyMap<string, Quantity>;
}

interface Position {
  asset: Asset;
  held: Quantity;
  /** Shares whose liquidity was taken out, and that are not yet collected. */
  pending: Quantity;
  /** Units that were put into the shares that are held, and into those that are pending. */
  principal: Amounts;
  due: Amounts;
}

/** Units by asset. The native coin and its wrapped form are one. */
type Amounts = Map<string, Quantity>;

/** The key of an asset in the amounts of a position. */
export const unitOf = ({ id, chain }: Asset): string => `${chain}|${assetGroup(id) ?? id}`;

function add(amounts: Amounts, legs: readonly NetLeg[], direction: NetLeg['direction']): Amounts {
  for (const leg of legs) {
    if (leg.direction !== direction || isNft(leg.asset)) continue;
    const unit = unitOf(leg.asset);
    amounts.set(unit, (amounts.get(unit) ?? 0n) + leg.quantity);
  }
  return amounts;
}

function* changesOf(tx: ChainTransaction): Iterable<{ key: string; id: string | null; liquidity: bigint }> {
  if (!tx.succeeded) return;
  for (const { to, id, tokenId, liquidity = 0n } of tx.calls ?? []) {
    const manager = to ?? tx.to;
    if (tokenId !== undefined && manager !== null && isPosition(tx.chain, manager))
      yield { key: `${tx.chain}:${manager}#${tokenId}`, id, liquidity };
  }
}

/** Liquidity that the history takes out of each position, by the id of its asset. */
function takenOut(txs: Iterable<ChainTransaction>): Map<string, bigint> {
  const taken = new Map<string, bigint>();
  for (const tx of txs)
    for (const { key, id, liquidity } of changesOf(tx))
      if (id === DECREASE) taken.set(key, (taken.get(key) ?? 0n) + liquidity);
  return taken;
}

/**
 * Follows the shares of each position over one history. A decrease takes out its part of the liquidity that
 * the history still takes out: account lists do not show the liquidity that stays. So the last known decrease
 * takes the rest.
 * @source tax-rules 10.5; coverage.md 2.1
 */
export class PositionTracker {
  private readonly positions = new Map<string, Position>();
  private readonly left: Map<string, bigint>;

  constructor(txs: Iterable<ChainTransaction>) {
    this.left = takenOut(txs);
  }

  /** True when liquidity that was taken out before is not yet collected. */
  isPending(tx: ChainTransaction): boolean {
    return [...changesOf(tx)].some(({ key }) => (this.positions.get(key)?.pending ?? 0n) > 0n);
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
      });
    const moved = legs.filter((leg) => !isNft(leg.asset));
    const touched = [...changesOf(tx)];
    for (const { key, id, liquidity } of touched) if (id === DECREASE) this.decrease(key, liquidity);
    const closed = legs.find((leg) => isShare(leg) && leg.isBurn);
    const key = closed?.asset.id ?? touched[0]?.key;
    const position = key === undefined ? undefined : this.positions.get(key);
    if (!position || opened) return null;
    if (touched.some(({ id }) => id === INCREASE) && moved.every((leg) => leg.direction === 'out')) {
      add(position.principal, moved, 'out');
      return { asset: position.asset, kind: 'increased', shares: position.held };
    }
    return this.takeOut(position, moved, closed !== undefined);
  }

  private takeOut(position: Position, moved: readonly NetLeg[], isClosed: boolean): PositionChange | null {
    const shares = isClosed ? position.pending + position.held : position.pending;
    if (isClosed) {
      shift(position.principal, position.due, position.held, position.held);
      position.held = 0n;
    }
    if (!isClosed && (moved.length === 0 || shares === 0n)) return null;
    position.pending = 0n;
    const fees = feesOf(add(new Map(), moved, 'in'), position.due);
    position.due.clear();
    return { asset: position.asset, kind: 'decreased', shares, ...(fees ? { fees } : {}) };
  }

  private decrease(key: string, liquidity: bigint): void {
    const left = this.left.get(key) ?? 0n;
    this.left.set(key, left - liquidity);
    const position = this.positions.get(key);
    if (!position || left === 0n) return;
    const shares = liquidity >= left ? position.held : (position.held * liquidity) / left;
    shift(position.principal, position.due, shares, position.held);
    position.held -= shares;
    position.pending += shares;
  }
}

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

const isShare = ({ asset }: NetLeg): boolean =>
  isNft(asset) && asset.contract !== null && isPosition(asset.chain, asset.contract);
