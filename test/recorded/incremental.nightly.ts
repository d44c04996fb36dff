import { describeIncremental, EVERY_WALLET } from './incremental.cases';

describeIncremental({ wallets: EVERY_WALLET, runs: { books: 12, snapshots: 5 } });
