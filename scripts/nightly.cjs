'use strict';
/**
 * npm run test:nightly: what costs too much for the main command. The parts run one after the other, all of them whatever
 * fails. Each prints its counts, and those of all are alone on the last line. `npm run test:nightly -- chaos mutants` runs
 * these parts, `npm run test:nightly -- test/chaos/venues` the files with this in their path, and `--<option>` goes to
 * Jest. With CI=true a skipped test is a failure.
 */
const { spawn } = require('node:child_process');
const { readdirSync } = require('node:fs');
const { join } = require('node:path');
const buildIfStale = require('./build-if-stale.cjs');
const { runJest } = require('./run-jest.cjs');
const { countsIn, countsOf, failuresOf } = require('./test-report.cjs');

const root = join(__dirname, '..');
const inCi = ['true', '1'].includes(process.env.CI ?? '');
/** Bounds a test that hangs. The longest one that does not takes tens of minutes. */
const TEST_TIMEOUT_MS = 7_200_000;
/** StrykerJS prints a table of its own, and counts as one test. */
const countsByStatus = (_output, status) => ({ passed: status ? 0 : 1, failed: status ? 1 : 0, skipped: 0 });
/**
 * Parts that are npm scripts, `test:<name>`, and how each is counted. All others are folders of `test` with
 * `*.nightly.ts`, one Jest run each.
 */
const SCRIPTS = { topologies: countsIn, mutants: countsByStatus };

const files = readdirSync(join(root, 'test'), { recursive: true })
  .map((name) => `test/${name.replaceAll('\\', '/')}`)
  .filter((path) => path.endsWith('.nightly.ts'))
  .sort();
const folderOf = (path) => path.split('/')[1];
const names = [...new Set(files.map(folderOf)), ...Object.keys(SCRIPTS)];

const options = process.argv.slice(2).filter((argument) => argument.startsWith('-'));
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
const unknown = wanted.filter(
  (word) => !names.includes(word) && !(word.includes('/') && files.some((path) => path.includes(word))),
);
if (unknown.length > 0) {
  process.stderr.write(`No part or file: ${unknown.join(', ')}\nParts: ${names.join(', ')}\n`);
  process.exit(2);
}

void main();

async function main() {
  const total = { passed: 0, failed: 0, skipped: 0 };
  const failures = [];
  buildIfStale();
  for (const name of names) {
    const run = planOf(name);
    if (!run) continue;
    const start = Date.now();
    const counts = await run();
    for (const key of Object.keys(total)) total[key] += counts[key];
    failures.push(...counts.failures.map((line) => `${name}: ${line}`));
    const minutes = ((Date.now() - start) / 60_000).toFixed(1);
    process.stdout.write(`${name}: ${lineOf(counts)} (${minutes} min)\n`);
  }
  // Last: who sees only the end of the output sees what failed.
  for (const line of failures) process.stdout.write(`FAILED: ${line}\n`);
  process.stdout.write(`${lineOf(total)}\n`);
  process.exit(total.failed === 0 ? 0 : 1);
}

/** @returns what runs of this part, null where nothing of it is wanted */
function planOf(name) {
  const isWhole = wanted.length === 0 || wanted.includes(name);
  if (Object.hasOwn(SCRIPTS, name)) return isWhole ? () => runScript(name) : null;
  const paths = files.filter(
    (path) => folderOf(path) === name && (isWhole || wanted.some((word) => path.includes(word))),
  );
  return paths.length > 0 ? () => runFiles(paths) : null;
}

async function runFiles(paths) {
  const { report, status, leftOver } = await runJest([
    // Some measure times, and kill what they have started: nothing runs beside them.
    '--runInBand',
    `--testTimeout=${TEST_TIMEOUT_MS}`,
    `--testMatch=${root}/test/**/*.nightly.ts`,
    ...options,
    '--runTestsByPath',
    ...paths,
  ]);
  const counts = countsOf(report, status, inCi);
  for (const skipped of counts.skippedNames) process.stderr.write(`skipped: ${skipped}\n`);
  return {
    ...counts,
    failed: counts.failed + (leftOver ? 1 : 0),
    failures: [...failuresOf(report), ...(leftOver ? [leftOver] : [])],
  };
}

async function runScript(name) {
  const child = spawn('npm', ['run', '--silent', `test:${name}`], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
    process.stdout.write(text);
  });
  const status = await new Promise((resolve) => child.once('close', resolve));
  const counts = SCRIPTS[name](output, status ?? 1);
  return { ...counts, failures: counts.failed > 0 ? [`exit code ${status}`] : [] };
}

function lineOf({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
