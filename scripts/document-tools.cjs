'use strict';
/**
 * npm run check:document [-- <folder>]: shows the OpenAPI document to the tools of other people. `redocly lint` has no error
 * and no warning; what openapi-typescript and @hey-api/openapi-ts write compiles under `strict`. The tools are
 * installed into the folder (default: a temporary one), because the service itself does not need them.
 */
const { execFileSync, spawnSync } = require('node:child_process');
const { existsSync, mkdirSync, mkdtempSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

const TOOLS = {
  '@hey-api/openapi-ts': '0.99.0',
  '@redocly/cli': '2.77.0',
  'openapi-typescript': '7.13.0',
  typescript: '5.9.3',
};
const STRICT = [
  '--strict',
  '--noEmit',
  '--skipLibCheck',
  '--target',
  'es2022',
  '--lib',
  'es2022,dom,dom.iterable',
];
const MODULES = ['--module', 'esnext', '--moduleResolution', 'bundler'];

const root = join(__dirname, '..');
const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), 'document-tools-'));
mkdirSync(folder, { recursive: true });
install();

const document = join(folder, 'openapi.json');
writeFileSync(document, openApi());
const steps = [
  ['redocly lint', bin('redocly'), ['lint', '--config', join(root, 'openapi/redocly.yaml'), document]],
  ['openapi-typescript', bin('openapi-typescript'), [document, '-o', join(folder, 'openapi-typescript.ts')]],
  ['its output compiles', bin('tsc'), [...STRICT, ...MODULES, join(folder, 'openapi-typescript.ts')]],
  ['@hey-api/openapi-ts', bin('openapi-ts'), ['-i', document, '-o', join(folder, 'hey-api')]],
  ['its output compiles', bin('tsc'), [...STRICT, ...MODULES, join(folder, 'hey-api/index.ts')]],
];
const failed = steps.filter(([name, program, args]) => !runs(name, program, args));
process.exit(failed.length === 0 ? 0 : 1);

function install() {
  if (existsSync(bin('redocly'))) return;
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: TOOLS }));
  execFileSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
}

function openApi() {
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'inherit'] };
  return execFileSync(process.execPath, ['scripts/run.cjs', 'cli', 'openapi'], options);
}

function bin(name) {
  return join(folder, 'node_modules', '.bin', name);
}

/** Redocly counts warnings, and exits with 0 in spite of them. */
function runs(name, program, args) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
  const output = stdout + stderr;
  const isGood = status === 0 && !/\b[1-9]\d* warnings?\b/.test(output);
  process.stdout.write(`${isGood ? 'ok' : 'FAILED'}  ${name}\n${isGood ? '' : output}`);
  return isGood;
}
