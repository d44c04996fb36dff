'use strict';
/**
 * npm run test:topologies: the end-to-end suites with every service behind PgBouncer in transaction mode, and locks and
 * LISTEN over DATABASE_SESSION_URL; then with every database distributed over the Citus cluster of CITUS_URL, a superuser's
 * URL of a database of its coordinator, in which the workers are known. Each spec file is listed with its outcome; the
 * counts are alone on the last line. Without `pgbouncer` on PATH, or without CITUS_URL, a run counts as skipped, and with
 * CI=true as failed. `npm run test:topologies -- test/queue test/tax` runs the spec files with one of these in their path,
 * `--<option>` goes to Jest, and TEST_TOPOLOGY=pgbouncer or =citus does one of the two.
 */
const { spawnSync } = require('node:child_process');
const { join, relative } = require('node:path');
const { runJest } = require('./run-jest.cjs');
const { writeParts } = require('./test-parts.cjs');
const { countsOf, outcomesOf } = require('./test-report.cjs');

const root = join(__dirname, '..');
const inCi = ['true', '1'].includes(process.env.CI ?? '');
const only = process.env.TEST_TOPOLOGY;
/** For two cores. */
const WORKERS = 2;
/** Spec files of each run beside the end-to-end suites. */
const OWN = { pgbouncer: 'test/topologies/pool', citus: 'test/topologies/cluster' };
/** Why a run is not possible here. */
const MISSING = {
  pgbouncer: () => spawnSync('pgbouncer', ['--version']).status !== 0 && 'no pgbouncer on PATH',
  citus: () => !process.env.CITUS_URL && 'no CITUS_URL',
};
if (only && !(only in OWN)) {
  process.stderr.write(`TEST_TOPOLOGY is one of: ${Object.keys(OWN).join(', ')}\n`);
  process.exit(2);
}
const options = process.argv.slice(2).filter((argument) => argument.startsWith('-'));
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));

const total = { passed: 0, failed: 0, skipped: 0 };
void main();

async function main() {
  for (const name of Object.keys(OWN)) if (!only || only === name) add(await run(name), name);
  finish(total);
}

async function run(name) {
  const without = MISSING[name]();
  if (without) {
    return { passed: 0, failed: inCi ? 1 : 0, skipped: inCi ? 0 : 1, skippedNames: [without], outcomes: [] };
  }
  const parts = writeParts(root, name, (path) => {
    const spec = relative(root, path);
    const isOfRun = spec.includes('.e2e-spec.') || spec.startsWith(OWN[name]);
    return isOfRun && (named.length === 0 || named.some((part) => spec.includes(part)));
  });
  const { report, status, leftOver } = await runJest(
    [
      ...(options.some((option) => /^--(maxWorkers|runInBand)/.test(option))
        ? []
        : [`--maxWorkers=${WORKERS}`]),
      ...options,
      `--testMatch=${parts.folder}/**/*.cjs`,
      '--runTestsByPath',
      ...parts.paths,
    ],
    { stdio: ['inherit', 2, 'inherit'], env: { ...process.env, TEST_TOPOLOGY: name } },
  );
  if (leftOver) process.stderr.write(`FAILED: ${name}: ${leftOver}\n`);
  return { ...countsOf(report, leftOver ? 1 : status, inCi), outcomes: outcomesOf(report) };
}

function add(counts, name) {
  for (const key of Object.keys(total)) total[key] += counts[key];
  for (const { spec, passed, failed, skipped } of counts.outcomes) {
    const word = failed > 0 ? 'FAILED' : passed > 0 ? 'passed' : 'skipped';
    process.stdout.write(`${name}: ${word}: ${spec} (${passed}/${failed}/${skipped})\n`);
  }
  for (const one of counts.skippedNames)
    process.stderr.write(`${inCi ? 'FAILED' : 'skipped'}: ${name}: ${one}\n`);
}

function finish({ passed, failed, skipped }) {
  process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`);
  process.exit(failed === 0 ? 0 : 1);
}
