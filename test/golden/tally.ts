import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ELSEWHERE, whyListed } from './expectations';
import { hasShared, SHARED, sharedCases, casesOf, type Case } from './shared-cases';

/**
 * Runs every suite that reads the shared cases and prints, file by file, how many passed, in the engine and through
 * HTTP, and which are listed with the rule that says why not. Exit code 1 when one failed or is nowhere.
 */
const ROOT = join(__dirname, '../..');
const SUITES = [
  'test/golden/',
  'test/forms/shared-irs',
  'test/forms/files',
  'test/tax/(shared-cases|generated-ledgers)',
];
/** The largest ledgers take seconds each: asked for here, left out of the usual tests. */
const LARGEST = '1000000';

interface Assertion {
  suite: string;
  title: string;
  fullName: string;
  status: string;
}

interface Tally {
  file: string;
  cases: number;
  passed: number;
  http: number;
  listed: { id: string; why: string }[];
  skipped: string[];
  failed: string[];
}

function runSuites(): Assertion[] {
  const folder = mkdtempSync(join(tmpdir(), 'tally-'));
  const out = join(folder, 'out.json');
  spawnSync('npx', ['jest', '--silent', '--json', `--outputFile=${out}`, ...SUITES], {
    cwd: ROOT,
    env: { ...process.env, LARGEST_LEDGER: LARGEST },
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

/** What asserts a case: a test of its name, or the one that speaks of it. */
function matcherOf(file: string, id: string): (assertion: Assertion) => boolean {
  const other = ELSEWHERE[id];
  if (other) return ({ suite, fullName }) => suite.includes(other.suite) && other.test.test(fullName);
  if (file === 'txf_v042.json') {
    const title = id === 'txf-code-map' ? /reference numbers/ : /writes its examples/;
    return ({ suite, fullName }) => suite.includes('forms/files') && title.test(fullName);
  }
  return ({ title }) => title === id;
}

const isHttp = ({ suite }: Assertion): boolean => suite.startsWith('test/tax/');

function tally(file: string, assertions: readonly Assertion[]): Tally {
  const found: Tally = { file, cases: 0, passed: 0, http: 0, listed: [], skipped: [], failed: [] };
  for (const test of testsOf(file)) {
    found.cases++;
    const { id } = test;
    const why = whyListed(file, test);
    const mine = assertions.filter(matcherOf(file, id));
    const ran = mine.filter(({ status }) => status === 'passed');
    if (mine.some(({ status }) => status === 'failed')) found.failed.push(id);
    else if (why !== undefined) found.listed.push({ id, why });
    else if (ran.length === 0) found.skipped.push(id);
    else found.passed++;
    if (why === undefined && ran.some(isHttp)) found.http++;
  }
  return found;
}

function testsOf(file: string): Case[] {
  if (file === 'webhook_signature_vectors.json')
    return sharedCases<{ name: string }>(file).map(({ name }) => ({ id: name, method: '', expected: {} }));
  return casesOf(file).cases;
}

function print(tallies: readonly Tally[]): string {
  const total = (of: (one: Tally) => number): number => tallies.reduce((sum, one) => sum + of(one), 0);
  const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  return [
    row([
      'File',
      'Cases',
      'Passed',
      'Of these through HTTP too',
      'Listed with the rule',
      'Skipped',
      'Failed',
    ]),
    row(['---', '---', '---', '---', '---', '---', '---']),
    ...tallies.map((one) =>
      row([
        one.file,
        one.cases,
        one.passed,
        one.http,
        one.listed.length,
        one.skipped.length,
        one.failed.length,
      ]),
    ),
    row([
      'all',
      total((one) => one.cases),
      total((one) => one.passed),
      total((one) => one.http),
      total((one) => one.listed.length),
      total((one) => one.skipped.length),
      total((one) => one.failed.length),
    ]),
    '',
    ...tallies.flatMap(({ listed }) => listed.map(({ id, why }) => `- ${id}: ${why}`)),
    ...tallies.flatMap(({ skipped }) => skipped.map((id) => `- SKIPPED ${id}`)),
    ...tallies.flatMap(({ failed }) => failed.map((id) => `- FAILED ${id}`)),
  ].join('\n');
}

if (!hasShared) throw new Error(`No case files at ${SHARED}`);
const files = readdirSync(join(SHARED, 'cases')).filter((file) => file.endsWith('.json'));
const assertions = runSuites();
const tallies = files.map((file) => tally(file, assertions));
process.stdout.write(`${print(tallies)}\n`);
process.exitCode = tallies.some(({ skipped, failed }) => skipped.length + failed.length > 0) ? 1 : 0;
