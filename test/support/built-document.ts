import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfStale } from '../journeys/product';
import { PROJECT_ROOT } from './project-root';

/**
 * The OpenAPI document as `npm run cli -- openapi` prints it, printed once for each build. Only the build reads summaries
 * and shapes from the sources.
 */
export function builtDocument(): string {
  buildIfStale();
  const dist = join(PROJECT_ROOT, 'dist');
  const build = readFileSync(join(dist, '.built-from'), 'utf8');
  const file = join(dist, `openapi-${build}.json`);
  if (!existsSync(file)) {
    const text = execFileSync(process.execPath, ['scripts/run.cjs', 'cli', 'openapi'], {
      cwd: PROJECT_ROOT,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    // Another suite must not read half of it.
    writeFileSync(`${file}.${process.pid}`, text);
    renameSync(`${file}.${process.pid}`, file);
  }
  return readFileSync(file, 'utf8');
}
