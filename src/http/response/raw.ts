import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** For routes that read the bytes of the body themselves: the sender signed them, or a thread parses them. */

/** Handler parameter: the bytes of the body, empty when there was none. Only on paths whose body stays bytes. */
export const RawBytes = createParamDecorator((_: unknown, execution: ExecutionContext): Uint8Array => {
  const body: unknown = execution.switchToHttp().getRequest<Request>().body;
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
});

/** Handler parameter: every value of a header, one for each time it was sent. */
export const HeaderValues = createParamDecorator((name: string, execution: ExecutionContext): string[] => [
  ...(execution.switchToHttp().getRequest<Request>().headersDistinct[name.toLowerCase()] ?? []),
]);
