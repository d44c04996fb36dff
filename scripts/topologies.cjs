'use strict';
/**
 * npm run test:topologies: the end-to-end suites with four databases for each service (DATABASE_SHARDS), and then with
 * every service behind PgBouncer in transaction mode, and locks and LISTEN over DATABASE_SESSION_URL. The counts are
 * alone on the last line. Without `pgbouncer` on PATH the second run counts as skipped, and with CI=true as failed.
 * Arguments go to Jest: `npm run test:topologies -- test/queue`. TEST_TOPOLOGY=shards or =pgbouncer does one of them.
 */
const { spawnSync } = require('node:child_process');
const { existsSync, mkdtempSync, readFileSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { countsOf } = require('./test-report.cjs');

const root = join(__dirname, '..');
const inCi = ['true', '1'].includes(process.env.CI ?? '');
const only = process.env.TEST_TOPOLOGY;
const E2E = '<rootDir>/test/**/*.e2e-spec.ts';
const TOPOLOGIES = {
  shards: [E2E],
  pgbouncer: [E2E, '<rootDir>/test/topologies/*.topology.ts'],
};
if (only && !(only in TOPOLOGIES)) {
  process.stderr.write(`TEST_TOPOLOGY is one of: ${Object.keys(TOPOLOGIES).join(', ')}\n`);
  process.exit(2);
}

const total = { passed: 0, failed: 0, skipped: 0 };
for (const [name, patterns] of Object.entries(TOPOLOGIES))
  if (!only || only === name) add(run(name, patterns), name);
finish(total);

function run(name, patterns) {
  if (name === 'pgbouncer' && spawnSync('pgbouncer', ['--version']).status !== 0) {
    const without = 'no pgbouncer on PATH';
    return { passed: 0, failed: inCi ? 1 : 0, skipped: inCi ? 0 : 1, skippedNames: [without] };
  }
  const folder = mkdtempSync(join(tmpdir(), 'jest-report-'));
  const file = join(folder, 'report.json');
  const { status } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/jest/bin/jest.js'),
      // First: `--testMatch` takes every argument behind it.
      ...process.argv.slice(2),
      '--json',
      `--outputFile=${file}`,
      ...patterns.map((pattern) => `--testMatch=${pattern}`),
    ],
    { cwd: root, stdio: 'inherit', env: { ...process.env, TEST_TOPOLOGY: name } },
  );
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  rmSync(folder, { recursive: true, force: true });
  return countsOf(report, status, inCi);
}

function add(counts, name) {
  for (const key of Object.keys(total)) total[key] += counts[key];
  for (const one of counts.skippedNames)
    process.stderr.write(`${inCi ? 'FAILED' : 'skipped'}: ${name}: ${one}\n`);
}

function finish({ passed, failed, skipped }) {
  process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`);
  process.exit(failed === 0 ? 0 : 1);
}
