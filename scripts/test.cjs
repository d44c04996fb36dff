'use strict';
/**
 * npm test: the checks, and when they pass the build and every spec file. The time of each group is printed, and then
 * the counts, alone on the last line. With CI=true a skipped test is a failure. With arguments they go to Jest as they
 * are, without the checks: `npm test -- test/tax`.
 */
const { spawn } = require('node:child_process');
const { existsSync } = require('node:fs');
const { delimiter, join } = require('node:path');
const { runChecks } = require('./check.cjs');
const { runJest } = require('./run-jest.cjs');
const { writeParts } = require('./test-parts.cjs');
const { countsOf, failuresOf, groupTimes, slowestTests, timeTable } = require('./test-report.cjs');

const root = join(__dirname, '..');
/** For two cores. */
const WORKERS = 3;
const SLOWEST = 25;
const inCi = ['true', '1'].includes(process.env.CI ?? '');

const missing = missingPrograms();
if (inCi && missing.length > 0) {
  process.stderr.write(`With CI=true these must be here: ${missing.join(', ')}\n`);
  finish({ passed: 0, failed: missing.length, skipped: 0 });
}

void main();

async function main() {
  const given = process.argv.slice(2);
  const failedChecks = given.length === 0 ? await runChecks() : [];
  if (failedChecks.length > 0) finish({ passed: 0, failed: failedChecks.length, skipped: 0 });
  const build = await runStep('build');
  const parts = given.length === 0 ? writeParts(root) : null;
  const { report, status, leftOver } = await runJest(parts ? argumentsFor(parts) : given);
  process.stdout.write(build.output);
  const counts = countsOf(report, status, inCi);
  const word = inCi ? 'FAILED: may not be skipped with CI=true' : 'skipped';
  for (const name of counts.skippedNames) process.stderr.write(`${word}: ${name}\n`);
  const broken = build.isBroken ? [build.group] : [];
  if (leftOver) broken.push(leftOver);
  process.stdout.write(
    `Time of each group; ${WORKERS} suites run at a time:\n${timeTable(groupTimes(report, parts?.folder ?? root))}`,
  );
  process.stdout.write(timeTable([build]));
  process.stdout.write(`The slowest tests:\n${timeTable(slowestTests(report, SLOWEST))}`);
  // Last: who sees only the end of the output sees what failed.
  for (const line of [...broken, ...failuresOf(report)]) process.stdout.write(`FAILED: ${line}\n`);
  finish({ ...counts, failed: counts.failed + broken.length });
}

function argumentsFor({ folder, paths }) {
  return [
    `--maxWorkers=${WORKERS}`,
    `--testMatch=${folder}/**/*.cjs`,
    '--testSequencer',
    join(__dirname, 'test-sequencer.cjs'),
    '--runTestsByPath',
    ...paths,
  ];
}

function missingPrograms() {
  const redis = process.env.REDIS_URL || onPath('redis-server') ? [] : ['redis-server (or REDIS_URL)'];
  return [...redis, ...(onPath('python3') ? [] : ['python3'])];
}

function onPath(program) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .some((folder) => folder && existsSync(join(folder, program)));
}

/** @returns the step with its output */
async function runStep(step) {
  const start = Date.now();
  const child = spawn('npm', ['run', '--silent', step], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  const status = await new Promise((resolve) => child.once('close', resolve));
  return { group: `npm run ${step}`, seconds: (Date.now() - start) / 1000, isBroken: status !== 0, output };
}

function finish({ passed, failed, skipped }) {
  process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`);
  process.exit(failed === 0 ? 0 : 1);
}
