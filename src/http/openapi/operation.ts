import type { OpenAPIObject } from '@nestjs/swagger';
import type { ErrorCode } from '../../domain/kernel/errors';
import type { Access, ACCESS_EXTENSION } from '../auth/decorators';
import type { FAILS_EXTENSION, FILES_EXTENSION, NOTES_EXTENSION } from './documented';
import type { IDEMPOTENT_EXTENSION } from '../idempotent';
import type { ANY_QUERY_EXTENSION } from '../validation/undeclared-input.guard';
import type { NoteName } from './notes';

/** An operation of the document, with what its handler declares while the document is built. */
export type Operation = NonNullable<OpenAPIObject['paths'][string]['get']> & {
  [ACCESS_EXTENSION]?: Access;
  [FAILS_EXTENSION]?: readonly ErrorCode[];
  [NOTES_EXTENSION]?: readonly NoteName[];
  [ANY_QUERY_EXTENSION]?: boolean;
  [FILES_EXTENSION]?: readonly string[];
  [IDEMPOTENT_EXTENSION]?: boolean;
};
