interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  skippedNames: string[];
}

// eslint-disable-next-line @typescript-eslint/no-require-imports -- scripts are CommonJS without types
const { countsOf, groupTimes, timeTable } = require('../../scripts/test-report.cjs') as {
  countsOf: (report: unknown, status: number, inCi: boolean) => Counts;
  groupTimes: (report: unknown, root: string) => { group: string; suites: number; seconds: number }[];
  timeTable: (rows: { group: string; suites?: number; seconds: number }[]) => string;
};

const suite = (name: string, seconds: number, ...statuses: string[]) => ({
  name: `/project/${name}`,
  startTime: 1_000,
  endTime: 1_000 + seconds * 1000,
  assertionResults: statuses.map((status) => ({ status, fullName: `${name} ${status}` })),
});

const report = {
  numPassedTests: 3,
  numFailedTests: 0,
  numRuntimeErrorTestSuites: 0,
  testResults: [
    suite('test/golden/a.spec.ts', 2, 'passed', 'pending'),
    suite('test/golden/cases/b.spec.ts', 1.5, 'passed'),
    suite('src/domain/c.spec.ts', 4, 'passed', 'todo'),
  ],
};

describe('what npm test counts', () => {
  it('is skipped tests, and failed ones with CI=true, whatever their name', () => {
    const skippedNames = ['test/golden/a.spec.ts pending', 'src/domain/c.spec.ts todo'];
    expect(countsOf(report, 0, false)).toEqual({ passed: 3, failed: 0, skipped: 2, skippedNames });
    expect(countsOf(report, 0, true)).toEqual({ passed: 3, failed: 2, skipped: 2, skippedNames });
    const named = { ...report, testResults: [suite('test/shared/x.spec.ts', 1, 'pending')] };
    expect(countsOf(named, 0, true).failed).toBe(1);
  });

  it('is a failure where Jest ended without one, or without a report', () => {
    expect(countsOf(report, 1, false).failed).toBe(1);
    expect(countsOf(null, 1, false)).toEqual({ passed: 0, failed: 1, skipped: 0, skippedNames: [] });
  });

  it('has the time of each group, the slowest first', () => {
    expect(groupTimes(report, '/project')).toEqual([
      { group: 'src', suites: 1, seconds: 4 },
      { group: 'test/golden', suites: 2, seconds: 3.5 },
    ]);
    expect(timeTable([...groupTimes(report, '/project'), { group: 'npm run lint', seconds: 61.25 }])).toBe(
      [
        'src            1 suite   4.0 s',
        'test/golden   2 suites   3.5 s',
        'npm run lint            61.3 s',
        '',
      ].join('\n'),
    );
  });
});
