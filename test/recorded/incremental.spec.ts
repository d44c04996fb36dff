import { describeIncremental } from './incremental.cases';

/** The wallet with all four lists. */
describeIncremental({
  wallets: ['0xa109bc6f8292b52a6f89e8fc5eabf2947ec31bfa'],
  runs: { books: 2, snapshots: 2 },
});
