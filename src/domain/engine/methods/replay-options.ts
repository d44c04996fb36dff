import type { SharedPool } from '../model/transaction';
import type { MethodElection } from './election';
import type { MethodName } from './index';
import type { StandingSelection } from './standing-selection';

/** How a history is replayed. */
export interface ReplayOptions {
  method: MethodName;
  /** IANA name of the zone that defines days and years. */
  timezone: string;
  washSales: boolean;
  /** ms UTC: earlier losses are not disallowed. Only in a comparison; absent: every loss. */
  washSalesFrom?: number;
  /**
   * Canonical asset of an asset id, for substantially identical units (2.3). Without it, the asset itself.
   */
  groupOf?: (assetId: string) => string | null;
  /** Standing orders of the taxpayer, by wallet and time. Other disposals follow `method`. */
  elections?: readonly MethodElection[];
  /** Standing orders of the taxpayer that name lots. Read only under `specific_id`. */
  standing?: readonly StandingSelection[];
  /** Accounts in which a broker holds the units: from 2027 on it must know of an order. */
  brokerAccounts?: readonly string[];
  /** Wallets that hold an asset in one pool, until an `allocate` event of that asset. */
  sharedPools?: readonly SharedPool[];
  /**
   * Parts of purchases in which each loss of a wash sale keeps its own amount. With more, losses of about the same
   * size share a part, and the ledger is approximate. Undefined: no limit, the ledger is exact.
   */
  maxExactParts?: number;
  /** The replay stops when it needs more slices: rows of lots, disposals and links, and lots that moves take. */
  maxSlices?: number;
}
