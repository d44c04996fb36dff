'use strict';
/**
 * npm run check: what needs no server. `npm test` runs it first, and ends there when it fails.
 * Two checks run at a time; the output of one that fails is printed when it ends.
 */
const { spawn } = require('node:child_process');
const { join } = require('node:path');

const root = join(__dirname, '..');
const bin = (path) => join(root, 'node_modules', path);
const tsc = (project) => [bin('typescript/bin/tsc'), '--noEmit', '-p', project];
const FORMATTED = ['src', 'console', 'test', 'bench', 'migrations', 'scripts', 'clients'];

/** The longest first. `test/architecture` checks the import rules and plants a violation of each. */
const CHECKS = {
  lint: [bin('eslint/bin/eslint.js'), '.'],
  types: tsc('tsconfig.json'),
  'OpenAPI document': [join(__dirname, 'openapi.cjs'), '--check'],
  'import rules, links': [bin('jest/bin/jest.js'), '--runInBand', 'test/architecture', 'test/docs'],
  format: [bin('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', ...FORMATTED],
  'types of the console': tsc('console/tsconfig.json'),
  'types of the domain': tsc('src/domain/tsconfig.json'),
};

/** @returns the names of the checks that failed */
async function runChecks() {
  const waiting = Object.entries(CHECKS);
  const failed = [];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, args] = next;
      const start = Date.now();
      const { status, output } = await run(args);
      const seconds = ((Date.now() - start) / 1000).toFixed(1);
      process.stdout.write(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)\n`);
      if (status === 0) continue;
      process.stdout.write(output);
      failed.push(name);
    }
  };
  await Promise.all([worker(), worker()]);
  return failed;
}

async function run(args) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  const status = await new Promise((resolve) => child.once('close', resolve));
  return { status, output };
}

module.exports = { runChecks };

if (require.main === module)
  void runChecks().then((failed) => {
    process.exitCode = failed.length === 0 ? 0 : 1;
  });
