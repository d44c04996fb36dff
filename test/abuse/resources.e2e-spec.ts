import { describeAttacks } from './attacks.cases';

/** Small: the whole of it is `npm run test:nightly -- abuse`. */
describeAttacks({ connections: 20, rows: 1_500, transactions: 300, fuzzed: 20, isFull: false });
