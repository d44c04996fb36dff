import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** Takes Node 20.19: one of the ranges of an `engines.node` of the lockfile begins there or earlier, in its own major release or any. */
const takes = (range: string): boolean =>
  range.split('||').some((part) => {
    const [, sign = '', major = '', minor = '0'] = /([\^~]|>=?|)\s*v?(\d+|\*)(?:\.(\d+))?/.exec(part) ?? [];
    if (major === '*') return true;
    const from = Number(major) * 1_000 + Number(minor);
    return from <= 20_019 && (sign.startsWith('>') || Number(major) === 20);
  });

it('README.md names the packages about which npm warns on Node 20', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { engines?: { node?: string } }>;
  };
  const warned = Object.entries(packages)
    .filter(([, { engines }]) => engines?.node !== undefined && !takes(engines.node))
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 13));
  const groups = new Set(warned.map((name) => name.replace(/^(@angular-devkit)\/.*/, '$1')));
  const sentence = read('README.md')
    .split('\n')
    .find((line) => line.includes('EBADENGINE'));
  const named = [...(sentence ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name);
  expect([...groups].sort()).toEqual(
    named.filter((name) => name !== 'npm ci' && name !== 'EBADENGINE').sort(),
  );
});
