'use strict';
const { spawn } = require('node:child_process');
const { existsSync, mkdtempSync, readFileSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');

/** Jest ends within seconds of its report, a busy disk included. */
const END_MS = 300_000;
const root = join(__dirname, '..');

/**
 * Runs Jest to its end.
 * @param options of `spawn`
 * @returns what it wrote, null where it wrote nothing, its exit code, and what a test left running, else null
 */
async function runJest(args, options = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'jest-report-'));
  const file = join(folder, 'report.json');
  try {
    const bin = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
    const child = spawn(process.execPath, [bin, '--json', `--outputFile=${file}`, ...args], {
      cwd: root,
      stdio: 'inherit',
      ...options,
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const isKilled = await killLate(child, file);
    const status = await ended;
    const leftOver = isKilled
      ? `a test left something running: Jest did not end within ${END_MS / 1000} s`
      : null;
    return { report: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null, status, leftOver };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Jest writes its report after the last suite, and then waits for ever where a test left a process or a socket. */
async function killLate(child, file) {
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  while (isRunning() && !existsSync(file)) await sleep(500);
  for (let waited = 0; isRunning() && waited < END_MS; waited += 500) await sleep(500);
  return isRunning() && child.kill('SIGKILL');
}

module.exports = { runJest };
