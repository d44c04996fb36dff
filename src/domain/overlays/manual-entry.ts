import type {
  DisposalType,
  ElectableMethod,
  IncomeType,
  LotSelection,
  NamedUnits,
  OutflowKind,
} from '../engine';
import type { BrokerNotice } from '../custody';
import type { Asset } from '../kernel/asset';
import type { TransferLeg } from '../matching';
import type { Money, Quantity } from '../kernel/units';
import type { LedgerPolicies, Statement } from '../chain';

/** BASIS_TYPES: how the user acquired the units. */
export const BASIS_TYPES = ['purchase', 'gift', 'inheritance', 'income', 'other'] as const;
export type BasisType = (typeof BASIS_TYPES)[number];
/** GIVEN_BASES: types whose term and loss differ from those of a purchase. */
export const GIVEN_BASES = ['gift', 'inheritance'] as const satisfies readonly BasisType[];
export type GivenBasis = (typeof GIVEN_BASES)[number];

export interface BasisPart {
  quantity: Quantity;
  cost: Money;
  /** ms UTC, not after the receipt. */
  acquiredAt: number;
  /** Fair value of a gift, the basis of a loss when it is below `cost`. Absent: not known. */
  giftValue?: Money;
}

/** @source api.md 1.1, 1.11; tax-rules 9.3 */
export interface BasisAssignment {
  kind: 'basis_assignment';
  /** The wallet that received the lot, in normal form. */
  wallet: string;
  assetId: string;
  lotId: string;
  basisType: BasisType;
  /** At most the lot in total. The remaining units do not change. */
  parts: readonly BasisPart[];
}

/** DISPOSAL_ENTRY_TYPES: the disposal types that a user can enter. */
export const DISPOSAL_ENTRY_TYPES = [
  'sale',
  'spend',
  'gift',
  'donation',
  'lost',
  'stolen',
] as const satisfies readonly DisposalType[];
export type DisposalEntryType = (typeof DISPOSAL_ENTRY_TYPES)[number];

/** @source api.md 1.11; tax-rules 9.5, 10.8 */
export interface DisposalEntry {
  kind: 'disposal_entry';
  id: string;
  wallet: string;
  assetId: string;
  asset: Asset;
  quantity: Quantity;
  /** ms UTC. */
  at: number;
  type: DisposalEntryType;
  /** After selling costs. */
  proceeds: Money;
  fees: Money;
  /** The replaced transaction. Null for a disposal that is on no chain. */
  txHash: string | null;
  /** Fair value then of a gift, donation, loss or theft. */
  value?: Money | null;
  recipient?: string | null;
  /** The remaining units, or all without a selection, are taken first in, first out. */
  selections?: readonly LotSelection[];
}

/** The half of a trade that is not on the chain: what was paid or received elsewhere. @source api.md 1.11 */
export interface TradeCompletion {
  kind: 'trade_completion';
  wallet: string;
  assetId: string;
  txHash: string;
  side: 'in' | 'out';
  /** USD of the other half, before fees. */
  value: Money;
  fees: Money;
  /** ms UTC, for units that came in. Not after the receipt; null: at the receipt. */
  executedAt: number | null;
}

/** @source tax-rules 7.1 b */
export interface TransactionValue {
  kind: 'transaction_value';
  wallet: string;
  transactionId: string;
  chain: string;
  txHash: string | null;
  /** USD of each side of a trade, else of all units. Null where only the fee has a value. */
  value: Money | null;
  /** USD of fees without a market price. Absent or null: not stated. */
  feeValue?: Money | null;
}

/** As the owner states it. @source coverage.md 2.15 */
export interface TransactionClassification extends Statement {
  kind: 'transaction_classification';
  wallet: string;
  transactionId: string;
  chain: string;
  txHash: string;
}

export interface PairedEnd {
  legId: string;
  source: TransferLeg['source'];
  transactionId: string;
  /** Null for an exchange account. */
  chain: string | null;
  txHash: string | null;
  assetId: string;
}

/**
 * Whether two legs are the ends of one transfer. The only store of such decisions, for wallets and exchange accounts.
 * Lots move only with a confirmed pair.
 * @source api.md 1.12; coverage.md 2.15
 */
export interface TransferPairing {
  kind: 'transfer_pairing';
  wallet: string;
  matchId: string;
  out: PairedEnd;
  in: PairedEnd;
  status: 'confirmed' | 'rejected';
  /** ms UTC. Of two confirmed pairs with a common leg the later one holds. */
  decidedAt: number;
}

/** @source coverage.md 2.13 */
export interface TokenVisibility {
  kind: 'token_visibility';
  wallet: string;
  chain: string;
  assetId: string;
  /** As it was when the owner decided. */
  tokenKey: string;
  isSpam: boolean;
}

/** Decisions that classification applies. The others apply to its results. */
export type ReadingDecision = TransactionClassification | TransferPairing | TokenVisibility;

/** A standing order: how the lots of a wallet are consumed from a time on. @source tax-rules 4.1 */
export interface ElectionEntry {
  kind: 'method_election';
  /** TAXPAYER: all wallets and accounts. */
  wallet: string;
  method: ElectableMethod;
  /** ms UTC. */
  from: number;
  /** ms UTC: when the user's own records held the order, as the user states. Null: from its entry on. */
  recordedAt: number | null;
  /** ms UTC: end of the order. Earlier disposals keep it. Absent while it holds. */
  until?: number;
  communicated?: BrokerNotice;
}

export interface OrderedLot extends NamedUnits {
  /** The broker's id of the lot, for the sheet of instructions. */
  brokerLotId?: string;
}

/**
 * A standing order that names lots: outflows of a token from a time on take them first. A later order replaces it
 * from its own time on.
 * @source 26 CFR 1.1012-1(j); tax-rules 4.3
 */
export interface StandingSelectionEntry {
  kind: 'standing_selection';
  wallet: string;
  assetId: string;
  appliesTo: readonly OutflowKind[];
  lots: readonly OrderedLot[];
  /** ms UTC. */
  from: number;
  recordedAt: number | null;
  until?: number;
  communicated?: BrokerNotice;
}

/** STANDING_ORDERS: kinds of entries that hold from a time on. Ending one changes no earlier disposal. */
export const STANDING_ORDERS = [
  'method_election',
  'standing_selection',
] as const satisfies readonly ManualEntry['kind'][];
export type StandingOrder = Extract<ManualEntry, { kind: (typeof STANDING_ORDERS)[number] }>;

/** Lots of a disposal or own transfer of the chain, identified no later than it. @source tax-rules 4.3 */
export interface SelectionEntry {
  kind: 'lot_selection';
  wallet: string;
  assetId: string;
  txHash: string;
  selections: readonly LotSelection[];
  communicated?: BrokerNotice;
}

/** Stands for a wallet in entries about the taxpayer. No wallet has this name. */
export const TAXPAYER = 'taxpayer';

/** ALLOCATION_METHODS of Rev. Proc. 2024-28: unit by unit, or by one rule for all units. */
export const ALLOCATION_METHODS = ['specific_unit', 'global'] as const;
export type AllocationMethod = (typeof ALLOCATION_METHODS)[number];

/** PRE_2025_POOLS: how the years before 2025 consume lots. */
export const PRE_2025_POOLS = ['per_wallet', 'universal'] as const;
export type Pre2025Pool = (typeof PRE_2025_POOLS)[number];

export interface AllocatedLot {
  wallet: string;
  quantity: Quantity;
  cost: Money;
  /** ms UTC, before the allocation. */
  acquiredAt: number;
  inherited?: boolean;
  /** Basis of a loss of a gift below the donor's basis, for all units. Null while its value is not known. */
  lossBasis?: Money | null;
  /** ms UTC: when such a gift was made. */
  givenAt?: number;
  /** ms UTC: start of the holding period that a wash sale moved before the acquisition. */
  heldSince?: number;
  isReplacement?: boolean;
  /** Bought or exchanged: the units can replace a loss. */
  isPurchase?: boolean;
  /** Units of one purchase order never replace each other. */
  orderId?: string;
}

/** The lots of one asset with which the books of 2025 begin. @source Rev. Proc. 2024-28; tax-rules 3.3 */
export interface AllocationEntry {
  kind: 'basis_allocation';
  wallet: typeof TAXPAYER;
  id: string;
  assetId: string;
  asset: Asset;
  method: AllocationMethod;
  pool: Pre2025Pool;
  /** ms UTC: the start of 2025 in the zone of the taxpayer. */
  at: number;
  /** ms UTC: when the taxpayer's own records held the allocation or its rule, as the taxpayer states it. */
  recordedAt: number;
  wallets: readonly string[];
  lots: readonly AllocatedLot[];
}

export const FILING_STATUSES = [
  'single',
  'married_filing_jointly',
  'married_filing_separately',
  'head_of_household',
  'qualifying_surviving_spouse',
] as const;
export type FilingStatus = (typeof FILING_STATUSES)[number];

/** BUSINESS_INCOME: income that a business can earn. Interest stays on Schedule B. */
export const BUSINESS_INCOME = [
  'airdrop',
  'staking_reward',
  'mining_reward',
  'other',
] as const satisfies readonly IncomeType[];
export type BusinessIncome = (typeof BUSINESS_INCOME)[number];

/** Null: as the server is configured. @source tax-rules 1.6 */
export interface TaxSettings {
  /** IANA name. */
  timezone: string | null;
  gasPolicy: LedgerPolicies['gasPolicy'] | null;
  wrapPolicy: LedgerPolicies['wrapPolicy'] | null;
  depositPolicy: LedgerPolicies['depositPolicy'] | null;
  filingStatus: FilingStatus | null;
  /** Income of a trade or business: Schedule C. */
  businessIncome: readonly BusinessIncome[];
  /** `chain:contract` of collections, `chain:contract#number` of pieces. @source Notice 2023-27; tax-rules 14.8 */
  collectibleNfts: readonly string[];
}

/** A change replaces the entry, and the former entry is kept. */
export interface SettingsEntry extends TaxSettings {
  kind: 'tax_settings';
  wallet: typeof TAXPAYER;
}

/** Affects only its user. */
export type ManualEntry =
  | BasisAssignment
  | DisposalEntry
  | TradeCompletion
  | TransactionValue
  | ReadingDecision
  | ElectionEntry
  | StandingSelectionEntry
  | SelectionEntry
  | AllocationEntry
  | SettingsEntry;

/** Each wallet has one active entry per target. */
export function targetOf(entry: ManualEntry): string {
  if (entry.kind === 'basis_assignment') return entry.lotId;
  if (entry.kind === 'transaction_value' || entry.kind === 'transaction_classification')
    return entry.transactionId;
  if (entry.kind === 'transfer_pairing') return entry.matchId;
  if (entry.kind === 'token_visibility' || entry.kind === 'basis_allocation') return entry.assetId;
  if (entry.kind === 'trade_completion') return [entry.assetId, entry.txHash, entry.side].join('|');
  if (entry.kind === 'method_election') return String(entry.from);
  if (entry.kind === 'standing_selection') return [entry.assetId, entry.from].join('|');
  if (entry.kind === 'tax_settings') return 'settings';
  if (entry.kind === 'lot_selection') return [entry.assetId, entry.txHash].join('|');
  const { assetId, txHash, at, type, quantity } = entry;
  return [assetId, ...(txHash === null ? [at, type, quantity] : [txHash])].join('|');
}
