'use strict';
/** Compiles src and migrations into dist, file by file. Types are checked by `npm run typecheck`. */
const fs = require('node:fs');
const { dirname, join } = require('node:path');
const { transformSync } = require('@swc/core');

const root = join(__dirname, '..');
const dist = join(root, 'dist');
/** Large packages that a start does not need: loaded at their first use, where the source imports them as usual. */
const LATE = [
  '@cantoo/pdf-lib',
  '@node-rs/argon2',
  '@scure/bip32',
  '@scure/btc-signer',
  '@zxcvbn-ts/language-common',
  'busboy',
  'fflate',
  'nodemailer',
  'otpauth',
  'pdfkit',
  'stripe',
];
const OPTIONS = {
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    keepClassNames: true,
  },
  // `import()` stays, because nothing else loads an ES module. It sees the annotated exports of a file alone.
  module: { type: 'commonjs', ignoreDynamic: true, exportInteropAnnotation: true, lazy: LATE },
};

fs.rmSync(dist, { recursive: true, force: true });
for (const folder of ['src', 'migrations'])
  for (const name of fs.readdirSync(join(root, folder), { recursive: true })) {
    if (!/(?<!\.spec|\.d)\.ts$/.test(name)) continue;
    const filename = join(root, folder, name);
    const { code } = transformSync(fs.readFileSync(filename, 'utf8'), { filename, ...OPTIONS });
    const file = join(dist, folder, name.replace(/ts$/, 'js'));
    fs.mkdirSync(dirname(file), { recursive: true });
    fs.writeFileSync(file, code);
  }
fs.copyFileSync(join(root, 'openapi', 'openapi.json'), join(dist, 'openapi.json'));
