import { describeAttacks } from './attacks.cases';

/** Small: the whole of it is `npm run test:nightly -- abuse`. */
describeAttacks({ connections: 20, rows: 5_000, transactions: 1_000, fuzzed: 40, isFull: false });
