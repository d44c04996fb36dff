import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** For routes that read the bytes of the body: the sender signed them, or a thread parses them. */

/** Empty for an empty body. Only on paths whose body stays bytes. */
export const RawBytes = createParamDecorator((_: unknown, execution: ExecutionContext): Uint8Array => {
  const body: unknown = execution.switchToHttp().getRequest<Request>().body;
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
});

export const HeaderValues = createParamDecorator((name: string, execution: ExecutionContext): string[] => [
  ...(execution.switchToHttp().getRequest<Request>().headersDistinct[name.toLowerCase()] ?? []),
]);
