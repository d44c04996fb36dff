'use strict';
/**
 * npm test: the checks, and when they pass the build and every spec file. The time of each group is printed, and then
 * the counts, alone on the last line. With CI=true a skipped test is a failure. Arguments go to Jest as they are, without
 * the checks: `npm test -- test/tax`. `npm test -- --write-times` alone runs everything, and writes the measured times by
 * which later runs divide the spec files (`test/times.json`).
 */
const { spawn } = require('node:child_process');
const { existsSync, writeFileSync } = require('node:fs');
const { delimiter, join } = require('node:path');
const { runChecks } = require('./check.cjs');
const { runJest } = require('./run-jest.cjs');
const { timesOf, writeParts, writeTimes } = require('./test-parts.cjs');
const { countsOf, failuresOf, groupTimes, slowestTests, timeTable } = require('./test-report.cjs');

const root = join(__dirname, '..');
/** For two cores: half of what a suite takes is waiting for processes, sockets and timers. */
const WORKERS = 4;
const SLOWEST = 25;
const MOST_EXPENSIVE = 10;
const WRITE_TIMES = '--write-times';
const inCi = ['true', '1'].includes(process.env.CI ?? '');

const missing = missingPrograms();
if (inCi && missing.length > 0) {
  process.stderr.write(`With CI=true these must be here: ${missing.join(', ')}\n`);
  finish({ passed: 0, failed: missing.length, skipped: 0 });
}

void main();

async function main() {
  const given = process.argv.slice(2).filter((argument) => argument !== WRITE_TIMES);
  const failedChecks = given.length === 0 ? await runChecks() : [];
  if (failedChecks.length > 0) finish({ passed: 0, failed: failedChecks.length, skipped: 0 });
  const build = await runStep('build');
  const parts = given.length === 0 ? writeParts(root) : null;
  const { report, status, leftOver } = await (parts ? runParts(parts) : runJest(given));
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
  if (parts) {
    const files = timesOf(parts).slice(0, MOST_EXPENSIVE);
    const rows = files.map(([group, seconds]) => ({ group, seconds }));
    process.stdout.write(`The most expensive spec files:\n${timeTable(rows)}`);
    if (process.argv.includes(WRITE_TIMES)) writeTimes(root, parts);
  }
  // Last: who sees only the end of the output sees what failed.
  for (const line of [...broken, ...failuresOf(report)]) process.stdout.write(`FAILED: ${line}\n`);
  finish({ ...counts, failed: counts.failed + broken.length });
}

function runParts({ folder, paths, seconds }) {
  const progress = join(folder, 'seconds.json');
  writeFileSync(progress, JSON.stringify(Object.fromEntries(paths.map((path, n) => [path, seconds[n]]))));
  const args = [
    `--maxWorkers=${WORKERS}`,
    `--testMatch=${folder}/**/*.cjs`,
    '--testSequencer',
    join(__dirname, 'test-sequencer.cjs'),
    '--reporters=default',
    `--reporters=${join(__dirname, 'test-progress.cjs')}`,
    '--runTestsByPath',
    ...paths,
  ];
  return runJest(args, { env: { ...process.env, TEST_PROGRESS: progress } });
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
