interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  skippedNames: string[];
}

interface TestReport {
  countsIn: (output: string, status: number) => Omit<Counts, 'skippedNames'>;
  countsOf: (report: unknown, status: number, inCi: boolean) => Counts;
  failuresOf: (report: unknown) => string[];
  groupTimes: (report: unknown, root: string) => { group: string; suites: number; seconds: number }[];
  slowestTests: (report: unknown, count: number) => { group: string; seconds: number }[];
  timeTable: (rows: { group: string; suites?: number; seconds: number }[]) => string;
}

// eslint-disable-next-line @typescript-eslint/no-require-imports -- scripts are CommonJS without types
const testReport = require('../../scripts/test-report.cjs') as TestReport;
const { countsIn, countsOf, failuresOf, groupTimes, slowestTests, timeTable } = testReport;

// eslint-disable-next-line @typescript-eslint/no-require-imports -- scripts are CommonJS without types
const { partsOf } = require('../../scripts/test-parts.cjs') as {
  partsOf: (
    specs: readonly { path: string; size: number }[],
    root: string,
  ) => { group: string; specs: string[] }[];
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

  it('is what a command prints last, and a failure where its exit code says so', () => {
    const output = '1 passed, 0 failed, 0 skipped (a part)\n2 passed, 0 failed, 3 skipped\n';
    const counts = { passed: 2, failed: 0, skipped: 3 };
    expect(countsIn(output, 0)).toEqual(counts);
    expect(countsIn(output, 1)).toEqual({ ...counts, failed: 1 });
    expect(countsIn('', 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it('names each failure with its message in one line', () => {
    const message = 'Error: \u001b[31mexpected 1\u001b[39m\n    at a.spec.ts:1';
    const failed = { status: 'failed', fullName: 'adds', failureMessages: [message] };
    const results = [
      { name: 'a', status: 'failed', assertionResults: [failed, { status: 'passed', fullName: 'reads' }] },
      { name: 'b', status: 'failed', message: 'Cannot find module', assertionResults: [] },
    ];
    expect(failuresOf({ testResults: results })).toEqual([
      'adds: Error: expected 1 at a.spec.ts:1',
      'b: Cannot find module',
    ]);
    expect(failuresOf(null)).toEqual([]);
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

  it('has the slowest tests, the slowest first', () => {
    const timed = (fullName: string, duration: number | null) => ({ fullName, status: 'passed', duration });
    const testResults = [
      { assertionResults: [timed('a', 20), timed('b', null)] },
      { assertionResults: [timed('c', 3_000), timed('d', 1_500)] },
    ];
    expect(slowestTests({ testResults }, 2)).toEqual([
      { group: 'c', seconds: 3 },
      { group: 'd', seconds: 1.5 },
    ]);
    expect(slowestTests(null, 2)).toEqual([]);
  });
});

describe('the parts of npm test', () => {
  const specs = (folder: string, count: number) =>
    Array.from({ length: count }, (_, i) => ({
      path: `/project/${folder}/${i}.spec.ts`,
      size: 1_000 * (i + 1),
    }));
  const all = [...specs('test/wallets', 9), ...specs('test/journeys', 2), ...specs('src/domain/kernel', 50)];
  const parts = partsOf(all, '/project');

  it('hold every spec file once, of one group each', () => {
    expect(parts.flatMap((part) => part.specs).sort()).toEqual(all.map(({ path }) => path).sort());
    for (const { group, specs: held } of parts)
      for (const path of held) expect(path.startsWith(`/project/${group}/`)).toBe(true);
  });

  it('divide large groups, and start with those that wait for processes', () => {
    const sizes = (group: string) =>
      parts.filter((part) => part.group === group).map((part) => part.specs.length);
    expect([sizes('test/wallets'), sizes('src'), sizes('test/journeys')]).toEqual([
      [5, 4],
      [25, 25],
      [1, 1],
    ]);
    expect(parts.slice(0, 2).map(({ group }) => group)).toEqual(['test/journeys', 'test/journeys']);
  });
});
