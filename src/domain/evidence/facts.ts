import type { OwnSale } from '../broker';
import type { Cents } from '../forms';
import type { Money } from '../kernel/units';

/** Units that came from another wallet or account of the owner. Times are ISO 8601. */
export interface MovedUnits {
  at: string;
  /** Null where the move has no transaction on a chain. */
  txHash: string | null;
  from: string;
  to: string;
  units: string;
}

/** What the own records know of the units of a sale beside its amounts. Times are ISO 8601; null: not known. */
export interface SaleFacts {
  lotId: string | null;
  /** Where the units were acquired. */
  account: string;
  acquiredAt: string | null;
  acquiredIn: string | null;
  /** How the units were acquired. */
  origin: string;
  /** What the basis is made of. */
  basisSource: string;
  isBasisKnown: boolean;
  /** Before it is rounded to cents. */
  exactBasis: Money;
  /** Costs of buying the units that the basis includes. */
  buyingCosts: Cents | null;
  /** Source of the price that the basis rests on, and the time of that price. */
  priceSource: string | null;
  pricedAt: string | null;
  soldAt: string | null;
  soldIn: string | null;
  proceedsSource: string | null;
  transfers: readonly MovedUnits[];
  /** The record that identified the units. */
  identification: string;
}

export interface FactedSale {
  sale: OwnSale;
  /** Null for a sale that the owner stated without further facts. */
  facts: SaleFacts | null;
}

/** An own lot of the account, also one that another sale took. */
export interface OwnLot {
  /** As `coinOfSale`. */
  coin: string;
  acquiredOn: string;
  /** Whole lot. */
  units: string;
  cost: Cents;
}
