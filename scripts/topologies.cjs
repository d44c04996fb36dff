'use strict';
/**
 * npm run test:topologies: the end-to-end suites with every service behind PgBouncer in transaction mode, and locks and
 * LISTEN over DATABASE_SESSION_URL. The counts are alone on the last line. Without `pgbouncer` on PATH the run counts
 * as skipped, and with CI=true as failed. Arguments go to Jest: `npm run test:topologies -- test/queue`.
 */
const { spawnSync } = require('node:child_process');
const { existsSync, mkdtempSync, readFileSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { countsOf } = require('./test-report.cjs');

const root = join(__dirname, '..');
const inCi = ['true', '1'].includes(process.env.CI ?? '');

if (spawnSync('pgbouncer', ['--version']).status !== 0) {
  process.stderr.write(`${inCi ? 'FAILED' : 'skipped'}: through PgBouncer: no pgbouncer on PATH\n`);
  finish({ passed: 0, failed: inCi ? 1 : 0, skipped: inCi ? 0 : 1 });
}

const folder = mkdtempSync(join(tmpdir(), 'jest-report-'));
const file = join(folder, 'report.json');
const patterns = ['<rootDir>/test/**/*.e2e-spec.ts', '<rootDir>/test/topologies/*.topology.ts'];
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
  { cwd: root, stdio: 'inherit', env: { ...process.env, TEST_TOPOLOGY: 'pgbouncer' } },
);
const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
rmSync(folder, { recursive: true, force: true });
const counts = countsOf(report, status, inCi);
for (const name of counts.skippedNames) process.stderr.write(`${inCi ? 'FAILED' : 'skipped'}: ${name}\n`);
finish(counts);

function finish({ passed, failed, skipped }) {
  process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`);
  process.exit(failed === 0 ? 0 : 1);
}
