import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';

export const IDEMPOTENT = 'http:idempotent';
export const KEY_HEADER = 'Idempotency-Key';
export const REPLAYED_HEADER = 'Idempotency-Replayed';
export const MAX_KEY_CHARS = 255;

/** Repeated requests with one `Idempotency-Key` have one effect. A test holds the list of routes. */
export const Idempotent = () =>
  applyDecorators(
    SetMetadata(IDEMPOTENT, true),
    ApiHeader({
      name: KEY_HEADER,
      required: false,
      description:
        'A text of your choice for this request. Repeated within a day it has no second effect, and the same answer; with another body it is refused (409)',
      schema: { minLength: 1, maxLength: MAX_KEY_CHARS },
    }),
  );
