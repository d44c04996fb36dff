import { MINUTE_MS } from '../../kernel/durations';
import type { Asset } from '../../kernel/asset';
import type { Quantity } from '../../kernel/units';
import type { ChainTransaction } from '../facts/chain-transaction';
import { escrowPlace, keyAt } from '../facts/facts';
import type { NetLeg } from '../facts/net-legs';
import { MARGIN_VENUES } from '../protocols/deposits';
import type { HeldUnits } from './requests';

interface Deposit {
  asset: Asset;
  quantity: Quantity;
  at: number;
}

/** A keeper fills an order to swap within this time. */
const FILLED_WITHIN = 10 * MINUTE_MS;

/**
 * Deposits at venues of positions, each on its own: several positions can be open in one coin. A payment closes the
 * oldest deposits, no more of them than it covers: what other positions lost is not known yet.
 * @source coverage.md 2.12
 */
export class MarginDeposits {
  /** By chain and place, oldest first. */
  private readonly deposits = new Map<string, Deposit[]>();

  /** @param escrow units by `keyAt`; they also leave by refunds */
  constructor(private readonly escrow: ReadonlyMap<string, Quantity>) {}

  /** Call it for units that are put into a deposit, after the escrow has them. */
  note(tx: ChainTransaction, legs: readonly NetLeg[]): void {
    for (const { asset, quantity, kind, counterparty, direction } of legs) {
      const place = escrowPlace(tx.chain, kind, counterparty);
      if (direction === 'in' || !MARGIN_VENUES.has(place)) continue;
      const key = `${tx.chain}|${place}`;
      const open = (this.deposits.get(key) ?? []).filter((one) => one.quantity > 0n);
      open.push({ asset, quantity, at: tx.at });
      this.deposits.set(key, open);
    }
  }

  /** Units of the deposits that a payment in their coin closes. */
  closedBy(tx: ChainTransaction, place: string, { asset, quantity }: NetLeg): Quantity {
    let closed = 0n;
    for (const one of this.openOf(tx, place, asset)) {
      closed += one.quantity;
      if (closed >= quantity) break;
    }
    return closed;
  }

  /** Call it before the escrow loses the units. */
  close(tx: ChainTransaction, place: string, leg: NetLeg): void {
    let left = this.closedBy(tx, place, leg);
    for (const one of this.openOf(tx, place, leg.asset)) {
      const taken = one.quantity < left ? one.quantity : left;
      one.quantity -= taken;
      left -= taken;
    }
  }

  /**
   * The deposit for which a venue pays another coin: an order to swap that was just placed, else the oldest deposit
   * when all are in one coin.
   */
  paidFor(tx: ChainTransaction, place: string, legs: readonly NetLeg[]): HeldUnits | null {
    const deposits = this.deposits.get(`${tx.chain}|${place}`) ?? [];
    const coins = new Map(deposits.map(({ asset }) => [asset.id, asset]));
    const open = [...coins.values()].flatMap((asset) => this.openOf(tx, place, asset));
    const others = open.filter(({ asset }) => !legs.some((leg) => leg.asset.id === asset.id));
    const recent = others.filter(({ at }) => tx.at - at <= FILLED_WITHIN).sort((a, b) => b.at - a.at);
    const isOneCoin = new Set(others.map(({ asset }) => asset.id)).size === 1;
    const paid = recent[0] ?? (isOneCoin ? others[0] : undefined);
    return paid ? { asset: paid.asset, quantity: paid.quantity, place } : null;
  }

  /** Call it when the venue paid another coin, before the escrow loses the units. */
  take(tx: ChainTransaction, { asset, quantity, place }: HeldUnits): void {
    const deposit = this.openOf(tx, place, asset).find((one) => one.quantity === quantity);
    if (deposit) deposit.quantity = 0n;
  }

  /** Deposits in the coin with units left. Refunds come out of the latest one. */
  private openOf(tx: ChainTransaction, place: string, asset: Asset): Deposit[] {
    const key = `${tx.chain}|${place}`;
    const own = (this.deposits.get(key) ?? []).filter(
      (one) => one.asset.id === asset.id && one.quantity > 0n,
    );
    const total = this.escrow.get(keyAt(tx, place, { asset })) ?? 0n;
    let over = own.reduce((sum, { quantity }) => sum + quantity, 0n) - total;
    for (const one of own.toReversed()) {
      const back = one.quantity < over ? one.quantity : over;
      if (back <= 0n) break;
      one.quantity -= back;
      over -= back;
    }
    const open = own.filter(({ quantity }) => quantity > 0n);
    return over < 0n ? [{ asset, quantity: -over, at: 0 }, ...open] : open;
  }
}
