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
  dev?: boolean;
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
/** Packages that state their licence in another field, or only in a file. */
const STATED_ELSEWHERE: Record<string, string> = {
  busboy: 'MIT',
  'passport-strategy': 'MIT',
  pause: 'MIT',
  'png-js': 'MIT',
  streamsearch: 'MIT',
};

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

it('everything that ships has a permissive licence', () => {
  const licences = packages
    .filter(([, { dev }]) => !dev)
    .map(([path, { license }]): [string, string | undefined] => [
      path,
      license ?? STATED_ELSEWHERE[path.replace('node_modules/', '')],
    ]);
  expect(licences.length).toBeGreaterThan(200);
  expect(licences.filter(([, licence]) => !PERMISSIVE.has(licence ?? ''))).toEqual([]);
  expect(read('LICENSE')).toContain('MIT License');
});

it('no package runs a script when it is installed, and none is younger than three days', () => {
  expect(read('.npmrc').split('\n')).toEqual(
    expect.arrayContaining(['ignore-scripts=true', 'save-exact=true', 'min-release-age=3']),
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
});

it('images of containers are held to their bytes', () => {
  const named = `${read('Dockerfile')}${read('docker-compose.yml')}`.matchAll(/^(?:FROM| *image:) (\S+)/gm);
  const images = [...named].map(([, image = '']) => image).filter((image) => image !== 'cost-basis-service');
  expect(images.length).toBeGreaterThanOrEqual(5);
  for (const image of images) expect(image).toMatch(/^[a-z]+:\d[\w.-]*@sha256:[0-9a-f]{64}$/);
});
