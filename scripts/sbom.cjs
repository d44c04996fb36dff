'use strict';
/**
 * npm run sbom: writes sbom.cdx.json (CycloneDX), what a production installation consists of, from the lockfile. The
 * same lockfile gives the same bytes: no time, no serial number.
 */
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');
const file = join(root, 'sbom.cdx.json');

/** Packages that state their licence in another field, or only in a file. */
const STATED_ELSEWHERE = {
  busboy: 'MIT',
  'passport-strategy': 'MIT',
  pause: 'MIT',
  'png-js': 'MIT',
  streamsearch: 'MIT',
};

/** @param lock the parsed package-lock.json */
function sbomOf(lock) {
  const own = lock.packages[''];
  const components = Object.entries(lock.packages)
    .filter(([path, entry]) => path.startsWith('node_modules/') && !entry.dev && !entry.link)
    .map(([path, entry]) =>
      componentOf(entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 13), entry),
    );
  const unique = [...new Map(components.map((component) => [component['bom-ref'], component])).values()];
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        name: own.name,
        version: own.version,
        licenses: licensesOf(own.license),
      },
    },
    components: unique.sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1)),
  };
}

function componentOf(name, { version, license, integrity, optional, devOptional }) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const [algorithm = '', digest = ''] = (integrity ?? '').split('-');
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    scope: optional || devOptional ? 'optional' : 'required',
    hashes: [
      { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') },
    ],
    licenses: licensesOf(license ?? STATED_ELSEWHERE[name]),
    purl,
  };
}

const licensesOf = (license) => (license ? [{ expression: license }] : []);

/** One line per package, so that a change of one is a change of one line. */
const textOf = ({ components, ...head }) =>
  `${JSON.stringify(head).slice(0, -1)},"components":[\n${components.map((one) => JSON.stringify(one)).join(',\n')}\n]}\n`;

module.exports = { sbomOf, textOf };

if (require.main === module) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  writeFileSync(file, textOf(sbomOf(lock)));
}
