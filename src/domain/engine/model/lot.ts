import type { Asset } from '../../kernel/asset';
import type { Money, Quantity } from '../../kernel/units';
import type { BasisSource, DisposalType, IncomeType, LotSource } from './transaction';

/** What a history amounts to. A view of the books: it is no longer valid once events are added to them. */
export interface Ledger {
  readonly lots: readonly Lot[];
  readonly disposals: readonly Disposal[];
  readonly income: readonly Income[];
  readonly links: readonly LineageLink[];
  readonly issues: readonly Issue[];
  readonly washSales: readonly WashSale[];
  /** By asset id, in event order. */
  readonly assets: ReadonlyMap<string, Asset>;
}

/**
 * The engine's output language. All quantities are base units of `asset`, all money is 1e-18 USD, all times are
 * milliseconds UTC. `id`s are derived from keys when first read (tax-rules 13.1): the objects are records with
 * getters, so read properties by name and do not spread them.
 */
export interface Lot {
  readonly id: string;
  readonly wallet: string;
  readonly asset: Asset;
  readonly originalQuantity: Quantity;
  readonly remaining: Quantity;
  readonly originalCost: Money;
  /** Basis of what remains, wash adjustments included. */
  readonly cost: Money;
  /** Null for a synthetic lot that covers an oversell (9.1). */
  readonly acquiredAt: number | null;
  /** When it came into this wallet. */
  readonly receivedAt: number;
  /** Differs from `acquiredAt` only after a wash sale. */
  readonly holdingStartAt: number | null;
  readonly source: LotSource;
  readonly basisSource: BasisSource;
  readonly incomeType: IncomeType | null;
  readonly isUntracked: boolean;
  readonly parentId: string | null;
  /** Of its acquisition; kept through transfers. */
  readonly transactionId: string;
  readonly txHash: string | null;
  readonly washSaleAdjustment: Money;
  readonly priceSource: string | null;
}

export interface Disposal {
  readonly id: string;
  readonly lotId: string;
  readonly wallet: string;
  readonly asset: Asset;
  readonly quantity: Quantity;
  /** After selling costs. */
  readonly proceeds: Money;
  readonly costBasis: Money;
  /** proceeds - cost basis, before any wash disallowance; 0 for gifts, donations, lost and stolen. */
  readonly gain: Money;
  readonly fees: Money;
  readonly acquiredAt: number | null;
  readonly disposedAt: number;
  readonly isLongTerm: boolean;
  readonly type: DisposalType;
  readonly isUntracked: boolean;
  readonly washSaleDisallowed: Money;
  readonly transactionId: string;
  readonly txHash: string | null;
  readonly priceSource: string | null;
  readonly flags: readonly string[];
}

export interface Income {
  readonly id: string;
  readonly type: IncomeType;
  readonly wallet: string;
  readonly asset: Asset;
  readonly quantity: Quantity;
  readonly fairMarketValue: Money;
  readonly priceSource: string | null;
  readonly receivedAt: number;
  readonly lotId: string;
  readonly transactionId: string;
  readonly txHash: string | null;
}

/** One step of a lot's life: where its units went. */
export interface LineageLink {
  readonly id: string;
  readonly fromLotId: string;
  readonly toLotId: string | null;
  readonly disposalId: string | null;
  readonly relation:
    'transfer' | 'bridge' | 'wrap' | 'split' | 'disposal' | 'wash_adjustment' | 'manual_basis';
  readonly quantity: Quantity;
  readonly cost: Money;
  readonly txHash: string | null;
  readonly at: number;
}

/** A loss, or part of one, that is not allowed because the units were replaced (tax-rules 11). */
export interface WashSale {
  readonly id: string;
  readonly asset: Asset;
  readonly disposalId: string;
  readonly disposedAt: number;
  /** Of the whole slice, as a positive number. */
  readonly loss: Money;
  readonly disallowed: Money;
  /** Base units of the asset sold. */
  readonly quantity: Quantity;
  readonly replacementLotId: string;
  readonly replacedAt: number;
  /** Calendar days from the sale to the replacement, -30..30. */
  readonly daysApart: number;
}

/** What is wrong with the data, as data. */
export interface Issue {
  readonly kind: 'untracked_lot' | 'duplicate_transaction' | 'missing_price' | 'lineage_break';
  readonly wallet: string | null;
  readonly assetId: string | null;
  readonly chain: string | null;
  readonly lotId: string | null;
  readonly txHash: string | null;
  readonly at: number | null;
  readonly quantity: Quantity | null;
  readonly proceeds: Money | null;
  readonly reason: string;
  readonly count: number;
}
