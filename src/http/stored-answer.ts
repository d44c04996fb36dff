import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';

/** `current`: stored data, read from upstreams again when it is old. `stored`: stored data as it is. */
export type AnswerSource = 'current' | 'stored';

export const ANSWER_SOURCE = 'http:answer-source';

/** The answer may depend only on the stored data of its wallet, the caller, path, query and minute. */
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
