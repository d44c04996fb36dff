import type { Quantity } from '../../kernel/units';
import type { Dispose, Move } from '../model/transaction';
import { knownToBroker, type Communicated } from './broker-custody';

/** OUTFLOWS: what takes lots by a standing selection. */
export const OUTFLOWS = ['disposals', 'transfers', 'fees'] as const;
export type OutflowKind = (typeof OUTFLOWS)[number];

export interface NamedUnits {
  /** A lot id, or the transaction id of the acquisition. */
  lot: string;
  /** Null: all that the lot holds. */
  quantity: Quantity | null;
}

/**
 * A standing order that names lots: outflows of the asset from `from` on take them first, in this order. The method
 * in force takes the rest.
 * @source 26 CFR 1.1012-1(j); tax-rules 4.3
 */
export interface StandingSelection extends Communicated {
  wallet: string;
  assetId: string;
  /** ms UTC. */
  from: number;
  /** ms UTC: end of the order. Absent: until its units are gone. */
  until?: number;
  appliesTo: readonly OutflowKind[];
  lots: readonly NamedUnits[];
}

export interface OpenUnits {
  readonly lot: string;
  /** Null: all that the lot holds. */
  left: Quantity | null;
}

interface OpenSelection extends Omit<StandingSelection, 'lots'> {
  units: OpenUnits[];
}

/** A later order replaces an earlier one of its asset. */
export class StandingSelections {
  private readonly inBooks: OrdersOfPools;
  private readonly atBroker: OrdersOfPools;

  constructor(selections: readonly StandingSelection[]) {
    const orders = selections.map(({ lots, ...selection }) => ({
      ...selection,
      units: lots.map(({ lot, quantity }) => ({ lot, left: quantity })),
    }));
    this.inBooks = ordersOfPools(orders);
    this.atBroker = ordersOfPools(knownToBroker(orders));
  }

  of(event: Dispose | Move): readonly OpenUnits[] {
    return namedBy(this.inBooks, event);
  }

  ofBroker(event: Dispose | Move): readonly OpenUnits[] {
    return namedBy(this.atBroker, event);
  }
}

type OrdersOfPools = ReadonlyMap<string, readonly OpenSelection[]>;

function ordersOfPools(orders: readonly OpenSelection[]): OrdersOfPools {
  const byPool = new Map<string, OpenSelection[]>();
  for (const order of orders.toSorted((a, b) => b.from - a.from)) {
    if (order.until !== undefined && order.until <= order.from) continue;
    const key = keyOf(order.wallet, order.assetId);
    byPool.set(key, [...(byPool.get(key) ?? []), order]);
  }
  return byPool;
}

function namedBy(orders: OrdersOfPools, event: Dispose | Move): readonly OpenUnits[] {
  const begun = orders.get(keyOf(event.wallet, event.asset.id))?.find(({ from }) => from <= event.at);
  if (begun === undefined || (begun.until !== undefined && begun.until <= event.at)) return [];
  return begun.appliesTo.includes(kindOf(event)) ? begun.units : [];
}

const keyOf = (wallet: string, assetId: string): string => `${wallet}|${assetId}`;

const kindOf = (event: Dispose | Move): OutflowKind => {
  if (event.kind === 'move') return 'transfers';
  return event.type === 'fee' ? 'fees' : 'disposals';
};
