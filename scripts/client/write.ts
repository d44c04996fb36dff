import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { OpenApi } from './document';
import { clientFiles } from './files';

/** npm run client: writes the generated files of clients/typescript from the document of these sources. */
const ROOT = join(__dirname, '../..');

const text = execFileSync(process.execPath, ['scripts/run.cjs', 'cli', 'openapi'], {
  cwd: ROOT,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  stdio: ['ignore', 'pipe', 'inherit'],
});
for (const [file, content] of Object.entries(clientFiles(JSON.parse(text) as OpenApi))) {
  mkdirSync(dirname(join(ROOT, file)), { recursive: true });
  writeFileSync(join(ROOT, file), content);
}
