import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const read = (name: string): string => readFileSync(join(root, name), 'utf8');

interface Entry {
  version: string;
  integrity?: string;
  resolved?: string;
  license?: string;
  link?: boolean;
}

const lock = JSON.parse(read('package-lock.json')) as {
  lockfileVersion: number;
  packages: Record<string, Entry>;
};
const packages = Object.entries(lock.packages).filter(([path, { link }]) => path !== '' && !link);

/** Licences that ask for nothing but their own text to be kept. */
const PERMISSIVE = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'Python-2.0',
]);

it('every package is held to its bytes, and to no host', () => {
  expect(lock.lockfileVersion).toBe(3);
  expect(packages.length).toBeGreaterThan(500);
  expect(
    packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path),
  ).toEqual([]);
  expect(packages.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
});

it('versions are exact', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json')) as Record<
    string,
    Record<string, string>
  >;
  const all = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(all.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
});

it('sbom.cdx.json says what is installed: otherwise `npm run sbom`', () => {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- a script, as npm runs it
  const { sbomOf, textOf } = require('../../scripts/sbom.cjs') as {
    sbomOf: (from: typeof lock) => { components: unknown[] };
    textOf: (sbom: object) => string;
  };
  expect(read('sbom.cdx.json')).toBe(textOf(sbomOf(lock)));
});

it('everything that ships has a permissive licence', () => {
  const { components } = JSON.parse(read('sbom.cdx.json')) as {
    components: { name: string; licenses: { expression: string }[] }[];
  };
  expect(components.length).toBeGreaterThan(200);
  const others = components.filter(
    ({ licenses }) =>
      licenses.length === 0 || !licenses.every(({ expression }) => PERMISSIVE.has(expression)),
  );
  expect(others.map(({ name, licenses }) => [name, licenses])).toEqual([]);
  expect(read('LICENSE')).toContain('MIT License');
});

it('no package runs a script when it is installed', () => {
  expect(read('.npmrc').split('\n')).toEqual(
    expect.arrayContaining(['ignore-scripts=true', 'save-exact=true']),
  );
});
