/**
 * Lets a plain `node` process or thread of a test run TypeScript: node -r ./test/support/typescript-hook.cjs file.ts
 * Results are kept by content, because many short processes load the same files.
 */
const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { join } = require('node:path');
const { threadId } = require('node:worker_threads');

const FOLDER = join(__dirname, '../../node_modules/.cache/typescript-hook');
const OPTIONS = {
  sourceMaps: 'inline',
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    keepClassNames: true,
  },
  module: { type: 'commonjs', ignoreDynamic: true },
};
const { version } = require('@swc/core/package.json');
const VERSION = version + JSON.stringify(OPTIONS);

/** An ES module of TypeScript names the file that the compiler will write. */
const resolve = Module._resolveFilename;
Module._resolveFilename = function (request, ...rest) {
  try {
    return resolve.call(this, request, ...rest);
  } catch (error) {
    if (!/^\.{1,2}\/.*\.js$/.test(request)) throw error;
    return resolve.call(this, request.replace(/js$/, 'ts'), ...rest);
  }
};

require.extensions['.ts'] = (module, filename) => {
  module._compile(compiled(filename, readFileSync(filename, 'utf8')), filename);
};

function compiled(filename, source) {
  const key = createHash('sha256').update(`${VERSION}\0${filename}\0${source}`).digest('hex');
  const file = join(FOLDER, `${key}.js`);
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // Loaded only when it is needed: it takes longer than a small program.
    const { code } = require('@swc/core').transformSync(source, { filename, ...OPTIONS });
    const written = `${file}.${process.pid}-${threadId}`;
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(written, code);
    renameSync(written, file);
    return code;
  }
}
