'use strict';
/**
 * Jest gives each suite a module registry of its own: a suite that starts the application first spends 2 to 3 seconds
 * of a processor on loading it. `npm test` therefore runs the spec files of one folder as a few suites, called parts: a
 * part requires its spec files one after the other, each in a `describe` of its own, and the application is loaded once.
 * `npx jest <file>` runs a spec file alone.
 */
const {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} = require('node:fs');
const { dirname, join, relative, sep } = require('node:path');

const SPEC = /\.(?:e2e-)?spec\.ts$/;
/** `npm run check` runs these. */
const CHECKED = /[\\/]test[\\/](?:architecture|docs)[\\/]/;
/** Spec files of one part at most. More per part load the application less often; fewer divide better between workers. */
const MOST_SPECS = { src: 65, test: 15 };
/** No part is planned longer than this, or than this share of all: the last one to end must not end alone. */
const MOST_SECONDS = 90;
const MOST_SHARE = 1 / 30;
/** These replace global objects, end threads or connections of their own process, or measure its memory. */
const ALONE = new Set([
  'test/compute/thread-pool.spec.ts',
  'test/contract/admission.spec.ts',
  'test/contract/body-order.spec.ts',
  'test/contract/deadline.spec.ts',
  'test/operate/database-away.e2e-spec.ts',
  'test/operate/resources.e2e-spec.ts',
  'test/operate/tracing.e2e-spec.ts',
  'test/persistence/outage.e2e-spec.ts',
  'test/webhooks/outbound.spec.ts',
]);
/** For a spec file that was not measured. */
const BYTES_PER_SECOND = { src: 20_000, test: 1_000 };
/** Measured seconds of each spec file. `npm test -- --write-times` renews it. */
const TIMES = 'test/times.json';

/**
 * Writes the parts of spec files below `src` and `test`.
 * @param name of a folder of its own, for a run beside others
 * @param isWanted by path; all spec files without it
 * @returns the folder the parts are in; their paths in the order they are to start in, the longest first; the expected
 * seconds of each; and the file that receives the seconds of each spec file
 */
function writeParts(root, name = 'all', isWanted = (path) => SPEC.test(path) && !CHECKED.test(path)) {
  const folder = join(root, '.test-parts', name);
  rmSync(folder, { recursive: true, force: true });
  const measured = JSON.parse(readFileSync(join(root, TIMES), 'utf8'));
  const specs = ['src', 'test'].flatMap((top) => filesBelow(join(root, top), isWanted));
  const parts = partsOf(specs, root, measured);
  const times = join(folder, 'times');
  const paths = parts.map(({ group, specs }, order) => {
    const path = join(folder, group, `${String(order + 1).padStart(3, '0')}.cjs`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, specs.map((spec) => describeOf(spec, root, times)).join(''));
    return path;
  });
  return { folder, paths, seconds: parts.map(({ seconds }) => seconds), times };
}

/**
 * @param specs paths with their sizes in bytes
 * @param measured seconds by path below the root
 */
function partsOf(specs, root, measured) {
  const groups = new Map();
  for (const { path, size } of specs) {
    const name = nameOf(path, root);
    const group = groupOf(name);
    const seconds = measured[name] ?? size / BYTES_PER_SECOND[name.startsWith('src/') ? 'src' : 'test'];
    const key = ALONE.has(name) ? name : group;
    const { specs: all } = groups.get(key) ?? { specs: [] };
    groups.set(key, { group, specs: [...all, { path, seconds }] });
  }
  const whole = secondsOf([...groups.values()].flatMap(({ specs: all }) => all));
  const longest = Math.max(MOST_SECONDS, whole * MOST_SHARE);
  const parts = [...groups.values()].flatMap(({ group, specs: all }) => inParts(group, all, longest));
  return parts.sort((a, b) => b.seconds - a.seconds);
}

/** Each goes to the part that has the fewest seconds, the longest one first. */
function inParts(group, specs, longest) {
  const most = group === 'src' ? MOST_SPECS.src : MOST_SPECS.test;
  const least = Math.max(Math.ceil(specs.length / most), Math.ceil(secondsOf(specs) / longest));
  const count = Math.min(specs.length, least);
  const parts = Array.from({ length: count }, () => ({ group, specs: [], seconds: 0 }));
  for (const { path, seconds } of [...specs].sort((a, b) => b.seconds - a.seconds)) {
    const [part] = parts.filter((one) => one.specs.length < most).sort((a, b) => a.seconds - b.seconds);
    part.specs.push(path);
    part.seconds += seconds;
  }
  return parts;
}

const secondsOf = (specs) => specs.reduce((total, { seconds }) => total + seconds, 0);

const nameOf = (path, root) => relative(root, path).split(sep).join('/');

/** `src`, or a folder of `test`. */
function groupOf(name) {
  const [top, folder] = name.split('/');
  return top === 'src' ? 'src' : `${top}/${folder}`;
}

/** Its seconds, with those of loading it, are appended to a file. */
function describeOf(spec, root, times) {
  const [name, path] = [nameOf(spec, root), spec].map((text) => JSON.stringify(text));
  return `describe(${name}, () => {
  const loading = performance.now();
  let start = 0;
  beforeAll(() => { start = performance.now(); });
  require(${path});
  const loaded = performance.now() - loading;
  afterAll(() => {
    const seconds = (loaded + performance.now() - start) / 1000;
    require('node:fs').appendFileSync(${JSON.stringify(times)}, JSON.stringify([${name}, seconds]) + '\\n');
  });
});
`;
}

/** @returns seconds of each spec file of a run, the longest first */
function timesOf({ times }) {
  if (!existsSync(times)) return [];
  const lines = readFileSync(times, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line)).sort(([, a], [, b]) => b - a);
}

function writeTimes(root, parts) {
  const rows = timesOf(parts).sort(([a], [b]) => (a < b ? -1 : 1));
  const rounded = Object.fromEntries(rows.map(([name, seconds]) => [name, Math.round(seconds * 10) / 10]));
  writeFileSync(join(root, TIMES), `${JSON.stringify(rounded, null, 2)}\n`);
}

function filesBelow(folder, isWanted) {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter(isWanted)
    .sort()
    .map((path) => ({ path, size: statSync(path).size }));
}

module.exports = { partsOf, timesOf, writeParts, writeTimes };
