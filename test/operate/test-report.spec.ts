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
    measured: Readonly<Record<string, number>>,
  ) => { group: string; specs: string[]; seconds: number }[];
};

// eslint-disable-next-line @typescript-eslint/no-require-imports -- scripts are CommonJS without types
const { progressLine } = require('../../scripts/test-progress.cjs') as {
  progressLine: (all: Map<string, number>, left: Map<string, number>, elapsedMs: number) => string;
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
      size: 100 * (i + 1),
    }));
  const alone = { path: '/project/test/contract/body-order.spec.ts', size: 100 };
  const all = [
    ...specs('test/wallets', 16),
    ...specs('test/contract', 3),
    alone,
    ...specs('src/domain/kernel', 50),
  ];
  const sizes = (parts: ReturnType<typeof partsOf>, group: string): number[] =>
    parts.filter((part) => part.group === group).map((part) => part.specs.length);

  it('hold every spec file once, of one group each', () => {
    const parts = partsOf(all, '/project', {});
    expect(parts.flatMap((part) => part.specs).sort()).toEqual(all.map(({ path }) => path).sort());
    for (const { group, specs: held } of parts)
      for (const path of held) expect(path.startsWith(`/project/${group}/`)).toBe(true);
  });

  it('divide large groups, and run some files alone', () => {
    const parts = partsOf(all, '/project', {});
    expect(['test/wallets', 'src', 'test/contract'].map((group) => sizes(parts, group))).toEqual([
      [8, 8],
      [50],
      [3, 1],
    ]);
    expect(parts.filter((part) => part.specs.includes(alone.path))).toMatchObject([{ specs: [alone.path] }]);
  });

  it('take about the same measured time, and start with the longest', () => {
    const measured = { 'test/wallets/0.spec.ts': 100, 'test/contract/0.spec.ts': 1_000 };
    const parts = partsOf(all, '/project', measured);
    expect(parts[0]).toMatchObject({ group: 'test/contract', specs: ['/project/test/contract/0.spec.ts'] });
    expect(parts[1]).toMatchObject({ specs: ['/project/test/wallets/0.spec.ts'], seconds: 100 });
    expect(sizes(parts, 'test/wallets')).toEqual([1, 15]);
    expect(parts.map(({ seconds }) => seconds)).toEqual(
      parts.map(({ seconds }) => seconds).sort((a, b) => b - a),
    );
  });

  it('are counted while they end, with the time left by the speed so far', () => {
    const parts = new Map([
      ['a', 60],
      ['b', 30],
      ['c', 30],
    ]);
    const left = new Map([...parts].slice(1));
    expect(progressLine(parts, left, 120_000)).toBe('1 of 3 parts, about 2 min left');
    expect(progressLine(parts, new Map(), 240_000)).toBe('3 of 3 parts');
  });
});
