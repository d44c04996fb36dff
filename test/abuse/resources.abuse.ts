import { describeAttacks } from './attacks.cases';

jest.setTimeout(1_200_000);

describeAttacks({ connections: 100, rows: 50_000, transactions: 25_000, fuzzed: 1_000, isFull: true });
