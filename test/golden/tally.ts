import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { sharedPath } from '../support/shared';
import vectors from '../webhooks/vectors.json';
import { caseFiles, listedCases, readTable } from './cases';
import { generatedLedgers } from './generated';

/**
 * Runs every suite that asserts golden cases and prints, file by file, how many passed, in the engine and through
 * HTTP, and which are not asserted with the rule that decides. Exit code 1 when a case failed or no test has its name.
 */
const ROOT = join(__dirname, '../..');
const SUITES = [
  'test/golden/golden.spec',
  'test/golden/generated.nightly',
  'test/forms/(instructions|txf-format)',
  'test/tax/(golden-cases|generated-ledgers).nightly',
  'test/webhooks/signature',
];

interface Assertion {
  suite: string;
  title: string;
  status: string;
}

interface Tally {
  file: string;
  cases: number;
  passed: number;
  http: number;
  failed: string[];
  missing: string[];
}

function runSuites(): Assertion[] {
  const folder = mkdtempSync(join(tmpdir(), 'tally-'));
  const out = join(folder, 'out.json');
  const match = '--testMatch=<rootDir>/test/**/*.{spec,nightly}.ts';
  spawnSync('npx', ['jest', '--silent', '--json', `--outputFile=${out}`, match, ...SUITES], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const { testResults } = JSON.parse(readFileSync(out, 'utf8')) as {
    testResults: { name: string; assertionResults: Omit<Assertion, 'suite'>[] }[];
  };
  rmSync(folder, { recursive: true });
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((assertion) => ({ ...assertion, suite: relative(ROOT, name) })),
  );
}

/** Each file with the names of its cases, which are the names of their tests. */
function idsByFile(): [string, string[]][] {
  const txf = readTable<{ references: { id: string }; examples: { id: string }[] }>('txf-v042');
  const form = readTable<Record<'rounding' | 'columnH', { id: string }>>('form-8949');
  return [
    ...caseFiles.map(({ name, cases }): [string, string[]] => [name, cases.map(({ id }) => id)]),
    ['generated-ledgers', generatedLedgers.cases.map(({ id }) => id)],
    ['form-8949', [form.rounding.id, form.columnH.id]],
    ['txf-v042', [txf.references.id, ...txf.examples.map(({ id }) => id)]],
    ['webhooks/vectors', vectors.vectors.map(({ name }) => name)],
  ];
}

function tally(file: string, ids: readonly string[], assertions: readonly Assertion[]): Tally {
  const found: Tally = { file, cases: ids.length, passed: 0, http: 0, failed: [], missing: [] };
  for (const id of ids) {
    const mine = assertions.filter(({ title }) => title === id);
    const ran = mine.filter(({ status }) => status === 'passed');
    if (mine.some(({ status }) => status === 'failed')) found.failed.push(id);
    else if (ran.length === 0) found.missing.push(id);
    else found.passed++;
    if (ran.some(({ suite }) => suite.startsWith('test/tax/'))) found.http++;
  }
  return found;
}

/** Cases of the folder beside this checkout, where there is one, that have not been taken over. */
function notTakenOver(known: readonly string[]): string[] {
  const folder = sharedPath('cases');
  if (!folder) return [];
  const ours = new Set(known.map((id) => id.split(':')[0]));
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => {
      const { cases = [] } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
        cases?: { id: string }[];
      };
      return cases.filter(({ id }) => !ours.has(id)).map(({ id }) => `${file} ${id}`);
    });
}

function print(tallies: readonly Tally[], beside: readonly string[]): string {
  const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  const count = (of: (one: Tally) => number): number => tallies.reduce((sum, one) => sum + of(one), 0);
  const columns: [string, (one: Tally) => number][] = [
    ['Cases', ({ cases }) => cases],
    ['Passed', ({ passed }) => passed],
    ['Of these through HTTP too', ({ http }) => http],
    ['Failed', ({ failed }) => failed.length],
    ['Without a test', ({ missing }) => missing.length],
  ];
  const whole = listedCases.filter(({ part }) => part === undefined);
  return [
    row(['File', ...columns.map(([head]) => head)]),
    row(['---', ...columns.map(() => '---')]),
    ...tallies.map((one) => row([one.file, ...columns.map(([, of]) => of(one))])),
    row(['all', ...columns.map(([, of]) => count(of))]),
    '',
    `Not asserted: ${whole.length} cases, and parts of ${listedCases.length - whole.length}`,
    ...listedCases.map(({ id, part, why }) => `- ${id}${part ? `, ${part}` : ''}: ${why}`),
    ...tallies.flatMap(({ failed }) => failed.map((id) => `- FAILED ${id}`)),
    ...tallies.flatMap(({ missing }) => missing.map((id) => `- WITHOUT A TEST ${id}`)),
    ...beside.map((id) => `- NOT TAKEN OVER ${id}`),
  ].join('\n');
}

const files = idsByFile();
const assertions = runSuites();
const tallies = files.map(([file, ids]) => tally(file, ids, assertions));
const beside = notTakenOver([...files.flatMap(([, ids]) => ids), ...listedCases.map(({ id }) => id)]);
process.stdout.write(`${print(tallies, beside)}\n`);
const isGreen = tallies.every(({ failed, missing }) => failed.length + missing.length === 0);
process.exitCode = isGreen && beside.length === 0 ? 0 : 1;
