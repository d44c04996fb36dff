'use strict';
/**
 * npm run check:release-age [-- <git ref>]: refuses package versions that package-lock.json has and the lock of the ref
 * (default: the commit before) has not, when they were released less than three days ago.
 */
const { execFileSync } = require('node:child_process');
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const MIN_DAYS = 3;
const DAY_MS = 86_400_000;
const root = join(__dirname, '..');
const LOCK = 'package-lock.json';

/** `name@version` of every package of a lock that comes from a registry. */
const packagesOf = (lock) =>
  new Set(
    Object.entries(lock.packages)
      .filter(([path, { link }]) => path.includes('node_modules/') && !link)
      .map(([path, { name, version }]) => {
        const folder = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
        return `${name ?? folder}@${version}`;
      }),
  );

/** Packages that the second lock has and the first has not. */
function addedPackages(before, after) {
  const known = packagesOf(before);
  return [...packagesOf(after)].filter((one) => !known.has(one));
}

/**
 * @param released `name@version` -> ISO time, null when the registry does not state it
 * @returns those that are too young, or whose age is not known
 */
const tooYoung = (released, now) =>
  [...released]
    .filter(([, at]) => at === null || now - Date.parse(at) < MIN_DAYS * DAY_MS)
    .map(([name, at]) => `${name} (${at ?? 'no time of release'})`);

function lockOf(ref) {
  try {
    const options = { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] };
    return JSON.parse(execFileSync('git', ['show', `${ref}:${LOCK}`], options));
  } catch {
    return null;
  }
}

function releasedAt(spec) {
  const at = spec.lastIndexOf('@');
  const view = execFileSync('npm', ['view', spec.slice(0, at), 'time', '--json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return JSON.parse(view || '{}')[spec.slice(at + 1)] ?? null;
}

module.exports = { addedPackages, tooYoung };

if (require.main === module) {
  const ref = process.argv[2] ?? 'HEAD^';
  const before = lockOf(ref);
  const added = before ? addedPackages(before, JSON.parse(readFileSync(join(root, LOCK), 'utf8'))) : [];
  if (!before) console.log(`There is no ${LOCK} at ${ref} to compare with.`);
  const young = tooYoung(new Map(added.map((spec) => [spec, releasedAt(spec)])), Date.now());
  console.log(`${added.length} new package versions, ${young.length} younger than ${MIN_DAYS} days`);
  for (const one of young) console.log(`  ${one}`);
  process.exitCode = young.length > 0 ? 1 : 0;
}
