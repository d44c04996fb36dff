import type { OpenAPIObject } from '@nestjs/swagger';
import type { ErrorCode } from '../../domain/kernel/errors';
import type { Access } from '../auth/decorators';
import type { NoteName } from './notes.dto';

/** An operation of the document. */
export type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

/** What the decorators of a handler declare by `ApiExtension` for the rest of the document, which has none of it. */
export interface Declarations {
  'x-access'?: Access;
  'x-fails'?: readonly ErrorCode[];
  'x-notes'?: readonly NoteName[];
  'x-files'?: readonly string[];
  'x-any-query'?: boolean;
}
