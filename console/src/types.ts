import type * as schemas from '../../clients/typescript/src/generated/schemas';

/** Answers of the service that the console shows, as its document describes them. Decimals are strings. */

/** Of the console itself: the document of the API leaves it out. */
export interface Settings {
  public_read: boolean;
  demo_account: string | null;
  has_session: boolean;
  demo_wallets: { address: string; label: string }[];
  mail_folder: string | null;
  timezone: string;
}

export type Dashboard = schemas.DashboardResponse;
export type Form8949 = schemas.Form8949Response;
export type Holding = schemas.HoldingResponse;
export type Impact = schemas.ImpactResponse;
export type Issue = schemas.IssueResponse;
export type Leg = schemas.TransactionLegResponse;
export type Lineage = schemas.LineageResponse;
export type Lot = schemas.LotResponse;
export type NeedsBasis = schemas.NeedsBasisResponse;
export type NeedsPrice = schemas.NeedsPriceResponse;
export type Reconciliation = schemas.ReconciliationResponse;
export type Schedule1 = schemas.Schedule1Response;
export type TaxSummary = schemas.TaxSummaryResponse;
export type Transaction = schemas.TransactionResponse;
export type TransactionDetail = schemas.TransactionDetailResponse;
export type TransferMatch = schemas.AccountMatchResponse;
export type UnmatchedTransfer = schemas.UnmatchedTransferResponse;
export type UnpairedTransfer = schemas.UnpairedTransferResponse;
export type User = schemas.Identity;
export type ValueHistory = schemas.ValueHistoryResponse;
export type ValuePoint = schemas.ValuePointResponse;
