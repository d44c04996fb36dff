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
const packages = Object.entries(lock.packages).filter(
  ([path, { link }]) => path.startsWith('node_modules/') && !link,
);

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

it('nothing reports an installation: the package that did is replaced by an empty one', () => {
  const scarf = Object.entries(lock.packages).filter(([path]) => path.endsWith('node_modules/@scarf/scarf'));
  expect(scarf).toEqual([
    ['node_modules/@scarf/scarf', { resolved: 'scripts/packages/no-telemetry', link: true }],
  ]);
  const { main, scripts, bin } = JSON.parse(read('scripts/packages/no-telemetry/package.json')) as Record<
    string,
    unknown
  >;
  expect([main, scripts, bin]).toEqual([undefined, undefined, undefined]);
  expect(read('sbom.cdx.json')).not.toContain('scarf');
});

it('images of containers are held to their bytes', () => {
  const named = `${read('Dockerfile')}${read('docker-compose.yml')}`.matchAll(/^(?:FROM| *image:) (\S+)/gm);
  const images = [...named].map(([, image = '']) => image).filter((image) => image !== 'cost-basis-service');
  expect(images.length).toBeGreaterThanOrEqual(5);
  for (const image of images) expect(image).toMatch(/^[a-z]+:\d[\w.-]*@sha256:[0-9a-f]{64}$/);
});

describe('a package version that is new in the lock', () => {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- a script, as npm runs it
  const { addedPackages, tooYoung } = require('../../scripts/release-age.cjs') as {
    addedPackages: (before: object, after: object) => string[];
    tooYoung: (released: Map<string, string | null>, now: number) => string[];
  };

  it('is found by its name and version, wherever it is installed', () => {
    const before = { packages: { '': {}, 'node_modules/@a/b': { version: '1.0.0' } } };
    const after = {
      packages: {
        '': {},
        'node_modules/@a/b': { version: '1.0.1' },
        'node_modules/c': { link: true },
        'node_modules/@a/b/node_modules/c': { version: '2.0.0' },
        'node_modules/alias': { name: 'd', version: '3.0.0' },
        'scripts/packages/e': { version: '1.0.0' },
      },
    };
    expect(addedPackages(before, after)).toEqual(['@a/b@1.0.1', 'c@2.0.0', 'd@3.0.0']);
    expect(addedPackages(lock, lock)).toEqual([]);
  });

  it('is refused for three days, and when its age is unknown', () => {
    const now = Date.UTC(2026, 0, 10);
    const released = new Map([
      ['old@1.0.0', '2026-01-07T00:00:00.000Z'],
      ['young@1.0.0', '2026-01-07T00:00:00.001Z'],
      ['unknown@1.0.0', null],
    ]);
    expect(tooYoung(released, now)).toEqual([
      'young@1.0.0 (2026-01-07T00:00:00.001Z)',
      'unknown@1.0.0 (no time of release)',
    ]);
  });
});
