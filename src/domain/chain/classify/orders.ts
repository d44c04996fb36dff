import type { Asset } from '../../kernel/asset';
import { SLICE, type Sliced } from '../../kernel/slices';
import type { Quantity } from '../../kernel/units';
import { isNative, isNft } from '../facts/assets';
import type { ChainTransaction, OrderTerms } from '../facts/chain-transaction';
import { escrowPlace, isOwnCall, targetsOf, type Fill } from '../facts/facts';
import type { NetLeg } from '../facts/net-legs';
import { MARKETS } from '../protocols/markets';
import type { NettedTransaction } from './spam/spam';

interface Order {
  asset: Asset;
  left: Quantity;
  place: string;
  market: string;
  terms: OrderTerms | null;
}

/** One market may take and pay by different contracts: CoW Protocol pays the orders of CoW EthFlow. */
const familyOf = (market: string): string => market.split(' ')[0] ?? market;

/**
 * Orders whose units the market holds until others fill them. A later payment of the market in another asset
 * fills the oldest order that it fits. The terms of the order state how much it fills. Without terms the units
 * that never come back are given for all payments, in proportion to the payments.
 * @source coverage.md 2.7
 */
export class OrderTracker {
  private readonly open = new Map<string, Order[]>();
  /** The order of the last fill that was asked for. */
  private offered: Order | null = null;

  /** @param totals of the whole history */
  constructor(private readonly totals: ReadonlyMap<string, MarketTotals>) {}

  /** @returns null when the transaction pays no open order. Call it before the rules, once per transaction. */
  fillOf(tx: ChainTransaction, legs: readonly NetLeg[]): Fill | null {
    const [paid] = legs;
    const market = marketOf(tx, legs);
    if (!paid || legs.length > 1 || market === null || !isPayment(paid)) return null;
    const orders = this.ordersOf(tx, market).filter(
      ({ asset, left, terms }) => left > 0n && asset.id !== paid.asset.id && isFor(terms, paid.asset),
    );
    const [order] = orders;
    if (!order) return null;
    const wanted = order.terms ? byTerms(order.terms, paid.quantity) : this.share(tx, order, paid);
    const quantity = wanted < order.left ? wanted : order.left;
    if (quantity === 0n) return null;
    this.offered = order;
    return {
      asset: order.asset,
      quantity,
      place: order.place,
      market: order.market,
      isExact: order.terms !== null,
    };
  }

  /** Call it after the rules decided that the payment fills the order of `fillOf`. */
  take({ quantity }: Fill): void {
    if (this.offered) this.offered.left -= quantity;
  }

  /** Call it after the rules decided that the units are kept for an order. */
  place(tx: ChainTransaction, kept: readonly NetLeg[]): void {
    const market = marketOf(tx, kept);
    if (market === null) return;
    const terms = tx.calls?.find(({ order }) => order !== undefined)?.order ?? null;
    for (const { asset, quantity, kind, counterparty } of kept)
      this.ordersOf(tx, market).push({
        asset,
        left: quantity,
        place: escrowPlace(tx.chain, kind, counterparty),
        market,
        terms,
      });
  }

  /** Call it for units that come back unfilled: the latest order was cancelled. */
  cancel(tx: ChainTransaction, returned: readonly NetLeg[]): void {
    const market = marketOf(tx, returned);
    if (market === null) return;
    for (const { asset, quantity } of returned) {
      let rest = quantity;
      for (const order of this.ordersOf(tx, market).toReversed()) {
        if (order.asset.id !== asset.id) continue;
        const back = order.left < rest ? order.left : rest;
        order.left -= back;
        rest -= back;
      }
    }
  }

  private ordersOf(tx: ChainTransaction, market: string): Order[] {
    const key = `${tx.chain}|${familyOf(market)}`;
    const orders = this.open.get(key) ?? [];
    this.open.set(key, orders);
    return orders;
  }

  private share(tx: ChainTransaction, order: Order, paid: NetLeg): Quantity {
    const totals = this.totals.get(`${tx.chain}|${familyOf(order.market)}`);
    const given = totals?.kept.get(order.asset.id) ?? 0n;
    const payments = totals?.payments ?? [];
    if (given <= 0n || payments.length === 0) return order.left;
    const isOneAsset = payments.every(({ asset }) => asset.id === paid.asset.id);
    if (!isOneAsset) return given / BigInt(payments.length);
    return (given * paid.quantity) / payments.reduce((sum, { quantity }) => sum + quantity, 0n);
  }
}

export interface MarketTotals {
  /** Units by asset that were put into orders and never came back. */
  kept: Map<string, Quantity>;
  payments: NetLeg[];
}

export function* addingTotals(history: readonly NettedTransaction[]): Sliced<Map<string, MarketTotals>> {
  const found = new Map<string, MarketTotals>();
  for (const [index, { tx, legs }] of history.entries()) {
    if (index % SLICE === 0) yield;
    const market = tx.succeeded && legs.length > 0 ? marketOf(tx, legs) : null;
    if (market === null) continue;
    const key = `${tx.chain}|${familyOf(market)}`;
    const totals = found.get(key) ?? { kept: new Map<string, Quantity>(), payments: [] };
    const isPlaced = legs.every(({ direction }) => direction === 'out') && isOwnCall(tx);
    const [only] = legs;
    if (isPlaced) {
      found.set(key, totals);
      for (const { asset, quantity } of legs)
        totals.kept.set(asset.id, (totals.kept.get(asset.id) ?? 0n) + quantity);
    } else if (only && legs.length === 1 && isPayment(only)) {
      const kept = totals.kept.get(only.asset.id);
      if (kept !== undefined) totals.kept.set(only.asset.id, kept - only.quantity);
      else totals.payments.push(only);
    }
  }
  return found;
}

/** True when the totals of a market can depend on it. */
export const isOfMarket = ({ tx, legs }: NettedTransaction): boolean =>
  tx.succeeded && legs.length > 0 && marketOf(tx, legs) !== null;

const isPayment = ({ direction, asset, isInternal }: NetLeg): boolean =>
  direction === 'in' && !isInternal && !isNft(asset);

const marketOf = (tx: ChainTransaction, legs: readonly NetLeg[]): string | null =>
  [...legs.map(({ counterparty }) => counterparty), ...targetsOf(tx), tx.from]
    .map((at) => MARKETS.of(tx.chain, at))
    .find((market) => market !== null) ?? null;

/** Addresses that stand for the native coin in orders. */
const NATIVE = /^0x(e{40}|0{40})$/;

const isFor = (terms: OrderTerms | null, asset: Asset): boolean =>
  terms === null || (isNative(asset) ? NATIVE.test(terms.buys) : terms.buys === asset.contract);

/** The part of the order that is sold for the payment. A better price sells no more than the order. */
const byTerms = ({ sell, buy }: OrderTerms, paid: Quantity): Quantity =>
  buy === 0n ? sell : (sell * paid + buy - 1n) / buy;
