'use strict';
/**
 * Jest gives each suite a module registry of its own: a suite that starts the application first spends 2 to 3 seconds
 * of a processor on loading it. `npm test` therefore runs the spec files of one folder as a few suites, called parts: a
 * part requires its spec files one after the other, each in a `describe` of its own, and the application is loaded once.
 * `npx jest <file>` runs a spec file alone.
 */
const { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } = require('node:fs');
const { dirname, join, relative, sep } = require('node:path');

const SPEC = /\.(?:e2e-)?spec\.ts$/;
/** Spec files of one part at most. More per part load the application less often; fewer divide better between workers. */
const MOST_SPECS = 6;
const MOST_SPECS_OF = {
  src: 40,
  'test/launcher': 3,
  // These end processes, cut connections, replace global objects or measure the memory: each file runs by itself.
  'test/compute': 1,
  'test/console': 1,
  'test/contract': 1,
  'test/journeys': 1,
  'test/operate': 1,
  'test/persistence': 1,
  'test/queue': 1,
  'test/redis': 1,
  'test/webhooks': 1,
};
/** Groups whose tests wait for processes that they start: they start first. */
const WAITING_GROUPS = ['test/journeys', 'test/launcher'];

/**
 * Writes the parts of spec files below `src` and `test`.
 * @param name of a folder of its own, for a run beside others
 * @param isWanted by path; all spec files without it
 * @returns the folder the parts are in, and their paths in the order they are to start in: the longest first
 */
function writeParts(root, name = 'all', isWanted = (path) => SPEC.test(path)) {
  const folder = join(root, '.test-parts', name);
  rmSync(folder, { recursive: true, force: true });
  const specs = ['src', 'test'].flatMap((top) => filesBelow(join(root, top), isWanted));
  const parts = partsOf(specs, root);
  const paths = parts.map(({ group, specs }, order) => {
    const path = join(folder, group, `${String(order + 1).padStart(3, '0')}.cjs`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, specs.map((spec) => describeOf(spec, root)).join(''));
    return path;
  });
  return { folder, paths };
}

/** @param specs paths with their sizes in bytes */
function partsOf(specs, root) {
  const groups = new Map();
  for (const spec of specs) {
    const group = groupOf(spec.path, root);
    groups.set(group, [...(groups.get(group) ?? []), spec]);
  }
  const parts = [...groups].flatMap(([group, all]) => inParts(group, all));
  return parts.sort((a, b) => b.weight - a.weight);
}

/** Neighbours by size go to different parts, so that the parts of a group take about the same time. */
function inParts(group, specs) {
  const count = Math.ceil(specs.length / (MOST_SPECS_OF[group] ?? MOST_SPECS));
  const parts = Array.from({ length: count }, () => ({ group, specs: [], weight: 0 }));
  const factor = WAITING_GROUPS.includes(group) ? 1000 : group === 'src' ? 0.1 : 1;
  [...specs]
    .sort((a, b) => b.size - a.size)
    .forEach(({ path, size }, index) => {
      const part = parts[index % count];
      part.specs.push(path);
      part.weight += size * factor;
    });
  return parts;
}

/** `src`, or a folder of `test`. */
function groupOf(path, root) {
  const [top, folder] = relative(root, path).split(sep);
  return top === 'src' ? 'src' : `${top}/${folder}`;
}

const describeOf = (spec, root) =>
  `describe(${JSON.stringify(relative(root, spec))}, () => { require(${JSON.stringify(spec)}); });\n`;

function filesBelow(folder, isWanted) {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter(isWanted)
    .sort()
    .map((path) => ({ path, size: statSync(path).size }));
}

module.exports = { partsOf, writeParts };
