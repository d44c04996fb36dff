import type { SharedPool } from '../model/transaction';
import type { MethodElection } from './election';
import type { MethodName } from './index';
import type { StandingSelection } from './standing-selection';

export interface ReplayOptions {
  method: MethodName;
  /** IANA name of the zone that defines days and years. */
  timezone: string;
  washSales: boolean;
  /** ms UTC: earlier losses are not disallowed. For comparisons only; absent: every loss is checked. */
  washSalesFrom?: number;
  /** Canonical asset of an asset id, for substantially identical units (2.3). Absent: the asset itself. */
  groupOf?: (assetId: string) => string | null;
  elections?: readonly MethodElection[];
  /** Standing orders that name lots. Read only under `specific_id`. */
  standing?: readonly StandingSelection[];
  /** Accounts whose units a broker holds: from 2027 on the broker must know of an order. */
  brokerAccounts?: readonly string[];
  /** Wallets with one pool for an asset, until an `allocate` event of that asset. */
  sharedPools?: readonly SharedPool[];
  /**
   * Parts of purchases in which each wash-sale loss keeps its own amount. Beyond it, losses of about the same size
   * share a part and the ledger is approximate. Absent: no limit, the ledger is exact.
   */
  maxExactParts?: number;
  /** The replay stops above this number of slices: rows of lots, disposals and links, and lots that moves take. */
  maxSlices?: number;
}
