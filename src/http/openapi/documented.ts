import { applyDecorators, SetMetadata, type Type } from '@nestjs/common';
import { ApiExtension, ApiOkResponse, type OpenAPIObject } from '@nestjs/swagger';
import { OFFICIAL_STATES } from '../../domain/forms';
import type { ErrorCode } from '../../domain/kernel/errors';
import { STATES_COMPLETENESS } from '../answers/completeness';
import type { Access } from '../auth/decorators';
import type { NoteName } from './wire.dto';
import type { Schema } from './schemas';

/** An operation of the document. */
export type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

/** What the decorators of a handler declare by `ApiExtension` for the rest of the document, which has none of it. */
export interface Declarations {
  'x-access'?: Access;
  'x-space'?: 'query' | 'path';
  'x-fails'?: readonly ErrorCode[];
  'x-notes'?: readonly NoteName[];
  'x-files'?: readonly string[];
  'x-any-query'?: boolean;
}

/** Failures of a route beyond those every route of its kind has. Each needs an answer in the tour of the routes. */
export const Fails = (...codes: ErrorCode[]) => ApiExtension('x-fails', codes);

/** Types of files a route sends instead of its JSON where that is what was asked for. */
export const OrFiles = (...types: string[]) => ApiExtension('x-files', types);

/** Headers of a file about itself. @source spec 4.5 */
export const EXPORT_HEADERS: Record<string, { description: string; schema: Schema }> = {
  'Content-Disposition': { description: 'attachment, with the name of the file', schema: { type: 'string' } },
  'X-Export-Count': { description: 'rows of the file', schema: { type: 'integer' } },
  'X-Export-Status': {
    description:
      '`INCOMPLETE`: do not file, or rows may be missing; `REVIEW`: confirm the marked rows; the name of the file ends alike',
    schema: { type: 'string', enum: ['COMPLETE', 'REVIEW', 'INCOMPLETE'] },
  },
  'X-Export-Truncated': {
    description:
      '`true` when the upstream provider hit its page cap and the history is incomplete; of a form also when the plan cut it',
    schema: { type: 'string', enum: ['true', 'false'] },
  },
  'X-Export-Incomplete': {
    description:
      '`true`, and there at all, when rows may be missing for another reason: a chain cannot be read, or the provider reports missing rows',
    schema: { type: 'string', enum: ['true'] },
  },
  'X-Export-Limited': {
    description: '`true`, and there at all, when the plan shows only part of the history',
    schema: { type: 'string', enum: ['true'] },
  },
  'X-Export-Approximate': {
    description:
      '`true`, and there at all, when a form has so many wash sales that their adjustments are approximate',
    schema: { type: 'string', enum: ['true'] },
  },
  'X-Export-Official-Form': {
    description:
      'of a PDF of Form 8949 or Schedule D alone: `fields` and `stamped`: the official form; `not_installed` and `statement`: a statement with its columns',
    schema: { type: 'string', enum: [...OFFICIAL_STATES] },
  },
};

export type ResponseOptions = NonNullable<Parameters<typeof ApiOkResponse>[0]>;

/**
 * The success of a route.
 * @param type class of the data, a list of such a class, or another response such as `fileResponse`
 * @param notes what stands beside the data: in `meta` or the envelope under /api/v1, in the body elsewhere
 */
export function Responds(type: Type | [Type] | ResponseOptions, ...notes: NoteName[]) {
  const response = Array.isArray(type)
    ? { type: type[0], isArray: true }
    : typeof type === 'function'
      ? { type }
      : type;
  return applyDecorators(
    ApiOkResponse(response),
    ApiExtension('x-notes', notes),
    SetMetadata(
      STATES_COMPLETENESS,
      notes.some((note) => note === 'syncStatus' || note === 'optionalSyncStatus'),
    ),
  );
}

/** An answer that is a file of one of these types; JSON as it is, without an envelope. */
export function fileResponse(...types: string[]): ResponseOptions {
  const content = Object.fromEntries(types.map((type) => [type, { schema: schemaOf(type) }]));
  return { headers: EXPORT_HEADERS, content };
}

/** What a file of a type is. */
export function schemaOf(type: string): Schema {
  if (type === 'application/json') return { type: 'object', additionalProperties: true };
  return type.startsWith('text/') ? { type: 'string' } : { type: 'string', format: 'binary' };
}
