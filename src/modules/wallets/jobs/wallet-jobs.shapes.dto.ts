import type { MethodName, Severity } from '../../../domain/engine';
import { ERRORS } from '../../../domain/kernel/errors';
import { ApiProperty } from '@nestjs/swagger';
import { TaxSummaryResponse } from '../../../presenters/shapes.dto';

/** How far a chain was read. */
export class ChainReportResponse {
  /** @example "ethereum" */
  chain!: string;
  /** @example "ready" */
  status!: 'ready' | 'error' | 'pending';
  /** Public code of the last failure. */
  @ApiProperty({ type: String, enum: Object.keys(ERRORS), nullable: true })
  error_code!: string | null;
  /** @example "2026-01-31T12:00:00.000Z" */
  indexed_at!: string | null;
  /** True when the upstream did not give the whole history. @example false */
  truncated!: boolean;
}

/** Result of `track_wallet`. */
export class TrackResultResponse {
  /** As sent. @example "0x003dc32fe920a4aaeed12dc87e145f030aa753f3" */
  address!: string;
  chains!: ChainReportResponse[];
  /** @example 576 */
  transaction_count!: number;
  /** @example "2026-01-31T12:00:00.000Z" */
  last_indexed_at!: string | null;
  /** What is missing from the history, as in `meta`. */
  @ApiProperty({ type: 'object', additionalProperties: true, example: {} })
  history!: Readonly<Record<string, unknown>>;
}

/** Size of the ledger. */
export class LedgerCountsResponse {
  /** @example 576 */
  transactions!: number;
  /** @example 120 */
  lots!: number;
  /** @example 12 */
  open_lots!: number;
  /** @example 310 */
  disposals!: number;
  /** @example 4 */
  income_events!: number;
  /** @example 400 */
  lineage_links!: number;
}

/** What keeping the lineage changed. */
export class LineageChangeResponse {
  /** @example 400 */
  added!: number;
  /** In the ledger before, and no longer in it. @example 0 */
  superseded!: number;
}

/** How good the data is, in short. */
export class SeverityResponse {
  /** @example "ok" */
  severity!: Severity;
  /** @example 0 */
  total_issues!: number;
}

/** Result of `precompute`. */
export class PrecomputeResultResponse {
  /** As sent. @example "0x003dc32fe920a4aaeed12dc87e145f030aa753f3" */
  address!: string;
  /** @example [] */
  owned_wallets!: string[];
  /** SHA-256 over history, prices, manual entries, policies and engine: the same hash, the same ledger. */
  input_hash!: string;
  /** @example "1.0.0" */
  engine_version!: string;
  /** @example "fifo" */
  method!: MethodName;
  /** True when nothing had changed since the last run, so that nothing was stored. @example false */
  unchanged!: boolean;
  counts!: LedgerCountsResponse;
  /** Null when the lineage was not kept. */
  lineage!: LineageChangeResponse | null;
  tax_summary!: TaxSummaryResponse;
  reconciliation!: SeverityResponse;
  /** What is missing from the history, as in `meta`. */
  @ApiProperty({ type: 'object', additionalProperties: true, example: {} })
  history!: Readonly<Record<string, unknown>>;
}

/** How many entries went. */
export class ClearedResponse {
  /** Portfolios valued at current prices. @example 1 */
  holdings!: number;
  /** Computed ledgers. @example 1 */
  engine!: number;
  /** Current prices. @example 4 */
  prices!: number;
  /** Fetched rows; 0 unless the scope is `all`. @example 0 */
  transactions!: number;
}

/** api.md 1.1, Clear cached data for a wallet. */
export class CacheClearedResponse {
  /** As sent. @example "0x003dc32fe920a4aaeed12dc87e145f030aa753f3" */
  address!: string;
  /** @example "derived" */
  scope!: 'derived' | 'all';
  @ApiProperty({ type: () => ClearedResponse })
  cleared!: ClearedResponse;
}
