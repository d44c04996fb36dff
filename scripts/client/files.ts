import type { OpenApi } from './document';
import { operationsClass } from './operations';
import { schemaTypes } from './types';

/** The generated files of clients/typescript: path -> text. */
export const clientFiles = (document: OpenApi): Readonly<Record<string, string>> => ({
  'clients/typescript/src/generated/schemas.ts': schemaTypes(document),
  'clients/typescript/src/generated/operations.ts': operationsClass(document),
});
