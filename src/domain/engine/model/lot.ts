import type { Asset } from '../../kernel/asset';
import type { Money, Quantity } from '../../kernel/units';
import type {
  BasisSource,
  DisposalFlag,
  DisposalType,
  EventFlag,
  IncomeType,
  LotSource,
  ValueStatus,
} from './transaction';

/** A view of the replay state. It becomes invalid when events are added. */
export interface Ledger {
  readonly lots: readonly LedgerLot[];
  readonly disposals: readonly Disposal[];
  readonly income: readonly Income[];
  readonly links: readonly LineageLink[];
  readonly issues: readonly Issue[];
  readonly washSales: readonly WashSale[];
  /** From 2027 on: moves that took other lots than own books name, because the broker was not told. */
  readonly movesNotIdentified: readonly { wallet: string; transactionId: string; at: number }[];
  /** True when the distribution of wash-sale losses over later sales is not exact (`maxExactParts`). */
  readonly isApproximate: boolean;
  /** By asset id, in event order. */
  readonly assets: ReadonlyMap<string, Asset>;
}

/**
 * Output of the engine. Quantities are base units of `asset`, money is 1e-18 USD, times are milliseconds UTC. `id`s
 * are derived from keys on first read (tax-rules 13.1). The objects have getters: read properties by name and do not
 * spread them.
 */
export interface Lot {
  readonly id: string;
  readonly wallet: string;
  readonly asset: Asset;
  readonly originalQuantity: Quantity;
  readonly remaining: Quantity;
  readonly originalCost: Money;
  /** Of the remaining units, including wash adjustments. */
  readonly cost: Money;
  /** Null for a synthetic lot that covers an oversell (9.1). */
  readonly acquiredAt: number | null;
  readonly receivedAt: number;
  /** Differs from `acquiredAt` only after a wash sale. */
  readonly holdingStartAt: number | null;
  readonly source: LotSource;
  readonly basisSource: BasisSource;
  readonly incomeType: IncomeType | null;
  readonly isUntracked: boolean;
  /** `missing`: no price at the acquisition, so the basis is provisional. */
  readonly valueStatus: ValueStatus;
  readonly parentId: string | null;
  readonly transactionId: string;
  readonly txHash: string | null;
  readonly washSaleAdjustment: Money;
  readonly priceSource: string | null;
}

export interface HeldUnits {
  quantity: Quantity;
  startAt: number | null;
}

export interface LedgerLot extends Lot {
  readonly isInherited: boolean;
  /**
   * True for units bought or received in a taxable exchange, which can replace a loss. Gifts, income, transfers and
   * units of unknown origin cannot (tax-rules 11.3).
   */
  readonly isPurchase: boolean;
  readonly isReplacement: boolean;
  /** Neither the rest of a sold purchase nor another lot of its order is a replacement. Null when unknown. */
  readonly orderId: string | null;
  /** Remaining units by start of their holding period, in the order in which they leave. */
  readonly holdings: readonly HeldUnits[];
  /** For a gift worth less than the donor paid: the basis of the remaining units for a loss. Else null. */
  readonly lossCost: Money | null;
  /** The time of such a gift, when the holding period of a loss starts. Else null. */
  readonly givenAt: number | null;
  /** True for a gift without its value then: its loss is not known. */
  readonly lacksLossBasis: boolean;
}

/** For a gift worth less than the donor paid. @source IRC 1015(a), 1223(2) */
export interface LossSide {
  readonly costBasis: Money;
  readonly acquiredAt: number | null;
  readonly isLongTerm: boolean;
}

export interface Disposal {
  readonly id: string;
  readonly lotId: string;
  readonly wallet: string;
  readonly asset: Asset;
  readonly quantity: Quantity;
  /** After selling costs. Equal to the basis while the value is missing. */
  readonly proceeds: Money;
  readonly costBasis: Money;
  /** proceeds - cost basis, before any wash disallowance; 0 for gifts, donations, lost and stolen. */
  readonly gain: Money;
  readonly fees: Money;
  readonly acquiredAt: number | null;
  /** Forms show no date for inherited property. It is always long-term. */
  readonly isInherited: boolean;
  readonly disposedAt: number;
  readonly isLongTerm: boolean;
  readonly type: DisposalType;
  /** `missing`: no price at the disposal, or none at the acquisition of the lot. */
  readonly valueStatus: ValueStatus;
  /** Market value of units that left without a gain. Null where it is not known, and for other disposals. */
  readonly valueGiven: Money | null;
  /** The known amount realized while only the basis is provisional. Else null. */
  readonly knownProceeds: Money | null;
  readonly lacksProceeds: boolean;
  readonly lossSide: LossSide | null;
  readonly isUntracked: boolean;
  readonly washSaleDisallowed: Money;
  readonly transactionId: string;
  readonly txHash: string | null;
  readonly priceSource: string | null;
  /**
   * The gain with lots that own books name and that do not apply: identified after the disposal (flag
   * `late_identification`), or not to the broker (`not_identified_to_broker`). A share of the gain of the whole
   * disposal. Null without such lots.
   */
  readonly identifiedGain: Money | null;
  readonly flags: readonly DisposalFlag[];
}

export interface Income {
  readonly id: string;
  readonly type: IncomeType;
  readonly wallet: string;
  readonly asset: Asset;
  readonly quantity: Quantity;
  /** 0 while the value is missing. */
  readonly fairMarketValue: Money;
  readonly valueStatus: ValueStatus;
  readonly priceSource: string | null;
  readonly receivedAt: number;
  /** Null for cash, which has no lots. */
  readonly lotId: string | null;
  readonly transactionId: string;
  readonly txHash: string | null;
  readonly flags: readonly EventFlag[];
}

export interface LineageLink {
  readonly id: string;
  readonly fromLotId: string;
  readonly toLotId: string | null;
  readonly disposalId: string | null;
  readonly relation:
    'transfer' | 'bridge' | 'wrap' | 'split' | 'disposal' | 'wash_adjustment' | 'manual_basis' | 'allocation';
  readonly quantity: Quantity;
  readonly cost: Money;
  readonly txHash: string | null;
  readonly at: number;
}

/** A loss, or a part of it, whose units were replaced (tax-rules 11). */
export interface WashSale {
  readonly id: string;
  readonly asset: Asset;
  readonly disposalId: string;
  readonly disposedAt: number;
  readonly loss: Money;
  readonly disallowed: Money;
  readonly quantity: Quantity;
  readonly replacementLotId: string;
  readonly replacedAt: number;
  /** Calendar days from the sale to the replacement, -30..30. */
  readonly daysApart: number;
}

export interface Issue {
  readonly kind: 'untracked_lot' | 'duplicate_transaction' | 'missing_price' | 'lineage_break';
  readonly wallet: string | null;
  readonly assetId: string | null;
  readonly chain: string | null;
  readonly lotId: string | null;
  readonly transactionId: string;
  readonly txHash: string | null;
  readonly at: number;
  readonly quantity: Quantity | null;
  readonly proceeds: Money | null;
  readonly reason: string;
  readonly count: number;
}
