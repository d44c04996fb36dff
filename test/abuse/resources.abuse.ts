import { describeResources } from './resources.cases';

jest.setTimeout(1_200_000);

describeResources({ connections: 100, rows: 50_000, fuzzed: 1_000, isTimed: true });
