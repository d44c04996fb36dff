import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';

/** Beside `src` in a build, and nowhere else. */
const FILE = join(__dirname, '..', '..', '..', 'openapi.json');

/**
 * The document that `npm run openapi` wrote, of which the build keeps a copy. Null where the sources themselves run: there
 * it is made of the classes, without what the compiler reads from comments and types.
 */
export function writtenDocument(): OpenAPIObject | null {
  return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as OpenAPIObject) : null;
}
