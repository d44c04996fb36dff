import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';

const FILE = join(__dirname, '..', '..', '..', 'openapi.json');

/** Null when the sources run: that document lacks what the compiler reads from comments and types. */
export function writtenDocument(): OpenAPIObject | null {
  return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as OpenAPIObject) : null;
}
