import { applyDecorators } from '@nestjs/common';
import { ApiConsumes } from '@nestjs/swagger';
import type { ErrorCode } from '../../domain/kernel/errors';
import { Heavy, SessionOnly } from '../../http/auth/decorators';
import { Idempotent } from '../../http/idempotent';
import { Fails } from '../../http/openapi/documented';

/** The build reads `@HttpCode` of the handler only. */
export const ImportsFiles = (...failures: ErrorCode[]) =>
  applyDecorators(
    Idempotent(),
    Heavy(),
    SessionOnly(),
    ApiConsumes('multipart/form-data'),
    Fails('FORBIDDEN', ...failures),
  );
