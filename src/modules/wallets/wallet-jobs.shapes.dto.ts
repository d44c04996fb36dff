import { ApiProperty } from '@nestjs/swagger';
import type { TaxSummaryBody } from '../../http/presenters/shapes.dto';

/** How far a chain was read. */
export interface ChainReportBody {
  chain: string;
  status: 'ready' | 'error' | 'pending';
  /** Public code of the last failure. */
  error_code: string | null;
  indexed_at: string | null;
  truncated: boolean;
}

/** Result of `track_wallet`. */
export interface TrackResultBody {
  address: string;
  chains: ChainReportBody[];
  transaction_count: number;
  last_indexed_at: string | null;
  /** What is amiss with it, in the words of `meta`. */
  history: Readonly<Record<string, unknown>>;
}

/** Result of `precompute`. */
export interface PrecomputeResultBody {
  address: string;
  owned_wallets: string[];
  /** SHA-256 over history, prices, policies and engine: the same hash, the same books. */
  input_hash: string;
  engine_version: string;
  method: string;
  /** True when nothing had changed since the last time, so that nothing was kept anew. */
  unchanged: boolean;
  counts: {
    transactions: number;
    lots: number;
    open_lots: number;
    disposals: number;
    income_events: number;
    lineage_links: number;
  };
  /** What keeping the lineage changed; null when it was not kept. */
  lineage: { added: number; superseded: number } | null;
  tax_summary: TaxSummaryBody;
  reconciliation: { severity: string; total_issues: number };
  /** What is amiss with the history, in the words of `meta`. */
  history: Readonly<Record<string, unknown>>;
}

/** How many entries went. */
export class ClearedBody {
  /** Portfolios valued at current prices. @example 1 */
  holdings!: number;
  /** Books. @example 1 */
  engine!: number;
  /** Current prices. @example 4 */
  prices!: number;
  /** Fetched rows; 0 unless the scope is `all`. @example 0 */
  transactions!: number;
}

/** api.md 1.1, Clear cached data for a wallet. */
export class CacheClearedBody {
  /** As sent. @example "0x003dc32fe920a4aaeed12dc87e145f030aa753f3" */
  address!: string;
  /** @example "derived" */
  scope!: 'derived' | 'all';
  @ApiProperty({ type: () => ClearedBody })
  cleared!: ClearedBody;
}
