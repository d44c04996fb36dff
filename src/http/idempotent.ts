import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';

export const IDEMPOTENT = 'http:idempotent';
/** The same in the OpenAPI document, which removes it again. */
export const IDEMPOTENT_EXTENSION = 'x-idempotent';
export const KEY_HEADER = 'Idempotency-Key';
export const REPLAYED_HEADER = 'Idempotency-Replayed';
export const MAX_KEY_CHARS = 255;

/**
 * Takes an `Idempotency-Key`: repeated requests with the same key have one effect and one answer. On every POST that
 * creates or starts something; a test holds the list.
 */
export const Idempotent = () =>
  applyDecorators(SetMetadata(IDEMPOTENT, true), ApiExtension(IDEMPOTENT_EXTENSION, true));
