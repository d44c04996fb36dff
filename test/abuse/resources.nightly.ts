import { describeAttacks } from './attacks.cases';

describeAttacks({ connections: 100, rows: 50_000, transactions: 25_000, fuzzed: 1_000, isFull: true });
