'use strict';
/** Builds console/ into dist/console: files named by the hash of their contents, and the page that loads them. */
const fs = require('node:fs');
const { join, relative } = require('node:path');
const { gzipSync } = require('node:zlib');

/** Scripts of the console together, compressed. */
const MAX_SCRIPT_BYTES = 120 * 1024;

module.exports = function buildConsole(root) {
  const { buildSync } = require('esbuild');
  const folder = join(root, 'dist', 'console');
  fs.rmSync(folder, { recursive: true, force: true });
  const { metafile } = buildSync({
    entryPoints: [join(root, 'console', 'src', 'main.tsx')],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    outdir: folder,
    entryNames: 'assets/[name]-[hash]',
    metafile: true,
    logLevel: 'warning',
    absWorkingDir: root,
  });
  const files = Object.keys(metafile.outputs).map((file) => join(root, file));
  const named = (extension) => {
    const file = files.find((name) => name.endsWith(extension));
    if (!file) throw new Error(`The console has no ${extension} file.`);
    return file;
  };
  const script = named('.js');
  const bytes = gzipSync(fs.readFileSync(script)).length;
  if (bytes > MAX_SCRIPT_BYTES)
    throw new Error(
      `The scripts of the console are ${bytes} bytes compressed, more than ${MAX_SCRIPT_BYTES}.`,
    );
  const page = fs
    .readFileSync(join(root, 'console', 'page.html'), 'utf8')
    .replace('%SCRIPT%', `/${relative(folder, script)}`)
    .replace('%STYLE%', `/${relative(folder, named('.css'))}`);
  fs.writeFileSync(join(folder, 'index.html'), page);
  return bytes;
};

if (require.main === module)
  console.log(`${module.exports(join(__dirname, '..'))} bytes of script, compressed`);
