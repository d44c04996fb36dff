import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';

/**
 * What an answer is computed from.
 * `current`: stored data, read from upstreams again when it is old. `stored`: stored data as it is.
 */
export type AnswerSource = 'current' | 'stored';

export const ANSWER_SOURCE = 'http:answer-source';

/**
 * Declares a GET handler whose answer depends on the stored data of the wallet in its path, the caller, the path,
 * the query and the minute, and on nothing else. Its answers are cached and have an `ETag`.
 */
export const StoredAnswer = (source: AnswerSource) =>
  applyDecorators(
    SetMetadata(ANSWER_SOURCE, source),
    ApiHeader({
      name: 'If-None-Match',
      required: false,
      description: '`ETag` of an earlier answer; the same answer is not sent again (304)',
      schema: { type: 'string' },
    }),
    ApiResponse({ status: 304, description: 'Not modified: the answer named by `If-None-Match` is current' }),
  );
