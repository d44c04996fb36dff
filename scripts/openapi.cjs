'use strict';
/**
 * Writes openapi/openapi.json, the document that the service serves. Summaries, descriptions and types of answers are read
 * from the sources by a plugin of the TypeScript compiler, which takes half a minute: that is why it is no part of the build.
 * `--check` writes nothing and fails when the file is not of these sources.
 */
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const { join } = require('node:path');
const { before } = require('@nestjs/swagger/plugin');
const ts = require('typescript');

const root = join(__dirname, '..');
const compiled = join(root, 'node_modules', '.cache', 'described');
const file = join(root, 'openapi', 'openapi.json');
const [{ options: PLUGIN }] = require('../nest-cli.json').compilerOptions.plugins;

compile();
const output = execFileSync(process.execPath, [join(compiled, 'src', 'cli.js'), 'openapi'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
});
// Line by line, so that a review shows what a change does to the API.
const text = `${JSON.stringify(JSON.parse(output), null, 1)}\n`;
if (!process.argv.includes('--check')) fs.writeFileSync(file, text);
else if (text !== fs.readFileSync(file, 'utf8')) {
  process.stderr.write('openapi/openapi.json is not of these sources: run `npm run openapi`.\n');
  process.exit(1);
}

function compile() {
  fs.rmSync(compiled, { recursive: true, force: true });
  const config = join(root, 'tsconfig.build.json');
  const { options, fileNames } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(config, ts.sys.readFile).config,
    ts.sys,
    root,
  );
  const program = ts.createProgram(fileNames, { ...options, outDir: compiled });
  const { diagnostics } = program.emit(undefined, undefined, undefined, undefined, {
    before: [before(PLUGIN, program)],
  });
  const found = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (found.length === 0) return;
  process.stderr.write(ts.formatDiagnostics(found, ts.createCompilerHost(options)));
  process.exit(1);
}
