import { nativeAsset } from '../../src/domain/kernel/asset';
import { lotUnits } from '../../src/domain/portfolio/snapshots/lot-units';
import type { WalletSnapshot } from '../../src/domain/portfolio/snapshots/wallet-snapshot';
import type { SnapshotBasis, SnapshotScope } from '../../src/ports/storage/wallet-snapshots';

export const SCOPE: SnapshotScope = { wallet: '0xa1', name: 'scope', wallets: ['0xa1'], userId: null };

/** A worker sends it before it begins to write. */
export const FIRST_STATEMENT = `SELECT 'the snapshot begins'`;

/** Assets of each snapshot: several pages of the table. */
const ASSETS = 400;

/** A snapshot that states its number in each part and in what it follows from. */
export function numbered(n: number): { basis: SnapshotBasis; snapshot: WalletSnapshot } {
  const asset = nativeAsset('ethereum');
  const held = {
    ...{ asset, tokenKey: `key ${n}`, quantity: BigInt(n), cost: BigInt(n) },
    ...{ lots: lotUnits([BigInt(n)], 18), hasUntracked: false },
  };
  return {
    basis: { state: `state ${n}`, rules: `rules ${n}`, rulesSince: n },
    snapshot: {
      positions: Array.from({ length: ASSETS }, () => held),
      deposits: [held],
      timezone: `zone ${n}`,
      isUnread: false,
      isApproximate: false,
      unpriced: null,
      transactionCount: n,
      lotCounts: { open: n, closed: 0 },
      taxSummaries: [],
      reconciliation: { severity: 'ok', totalIssues: n },
      checks: {
        ...{ completenessPercent: '100', lotsTotal: n, transactions: n, chains: ['ethereum'] },
        counts: { untracked_lot: n, duplicate_transaction: 0, missing_price: 0, lineage_break: 0 },
        ...{ lostDecisions: [], waiting: [] },
      },
    },
  };
}
