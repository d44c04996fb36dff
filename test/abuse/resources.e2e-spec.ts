import { describeResources } from './resources.cases';

/** Small: the whole of it is `npm run test:abuse`. */
describeResources({ connections: 20, rows: 5_000, fuzzed: 40, isTimed: false });
