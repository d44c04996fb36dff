'use strict';
/** Builds dist when it is not of these sources: contents are compared, so neither clocks nor checkouts matter. */
const { spawnSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const { join, relative } = require('node:path');

const root = join(__dirname, '..');
const stamp = join(root, 'dist', '.built-from');
const lock = join(root, 'node_modules', '.build-lock');
const EMPTY_MS = 5_000;
const INPUTS = [
  'src',
  'console',
  'openapi/openapi.json',
  'migrations',
  'package.json',
  'scripts/compile.cjs',
  'scripts/build-console.cjs',
];

module.exports = function buildIfStale() {
  // A production image has dist and no sources, or no compiler: then what is there is what runs.
  if (!fs.existsSync(join(root, 'src')) || !compiler()) return;
  if (isFresh()) return;
  alone(() => {
    if (!isFresh()) build();
  });
};

if (require.main === module) {
  // `npm run build`: always.
  alone(build);
}

function compiler() {
  return fs.existsSync(join(root, 'node_modules', '@swc', 'core'));
}

/** Of the console. The service builds and works without it. */
function bundler() {
  return fs.existsSync(join(root, 'node_modules', 'esbuild'));
}

function isFresh() {
  try {
    return fs.readFileSync(stamp, 'utf8') === fingerprint();
  } catch {
    return false;
  }
}

function build() {
  const print = fingerprint();
  process.stderr.write('Building...\n');
  if (!compiler()) fail('The compiler is not installed. Run `npm ci` first.');
  run('compile.cjs');
  if (bundler()) run('build-console.cjs');
  else process.stderr.write('The console is not built: run `npm ci` to install esbuild.\n');
  fs.writeFileSync(stamp, print);
}

/** In a process of its own: neither the memory of a compiler nor its helper process stays with the service. */
function run(script) {
  const done = spawnSync(process.execPath, [join(__dirname, script)], { stdio: ['ignore', 'ignore', 2] });
  if (done.status !== 0) fail('The build failed.');
}

function fingerprint() {
  const hash = createHash('sha256').update(`${process.version} ${bundler()}`);
  for (const file of INPUTS.flatMap((input) => filesOf(join(root, input)))) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(fs.readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesOf(path) {
  const stat = fs.statSync(path, { throwIfNoEntry: false });
  if (!stat) return [];
  if (!stat.isDirectory()) return [path];
  return fs
    .readdirSync(path)
    .filter((name) => !/\.spec\.ts$/.test(name))
    .sort()
    .flatMap((name) => filesOf(join(path, name)));
}

/** Two starts at once must not write into one another's dist. */
function alone(work) {
  while (!take()) {
    if (isLeft()) fs.rmSync(lock, { force: true });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  }
  try {
    work();
  } finally {
    fs.rmSync(lock, { force: true });
  }
}

/** Also true where no file can be made, as without the right to: then builds are not serialised. */
function take() {
  try {
    const file = fs.openSync(lock, 'wx');
    try {
      fs.writeSync(file, String(process.pid));
    } catch {
      // A full disk. The empty file holds the others for EMPTY_MS.
    }
    fs.closeSync(file);
    return true;
  } catch (error) {
    return error.code !== 'EEXIST';
  }
}

/** Whether its process is gone. An empty file is that of a process which died, or ran out of disk, before it wrote its id. */
function isLeft() {
  try {
    const pid = Number(fs.readFileSync(lock, 'utf8'));
    return pid > 0 ? !isAlive(pid) : Date.now() - fs.statSync(lock).mtimeMs > EMPTY_MS;
  } catch {
    return false;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function fail(message) {
  fs.rmSync(lock, { force: true });
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
