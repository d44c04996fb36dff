import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** For routes whose sender signs what it sends. */

/** Handler parameter: the body as it came over the wire, empty when there was none. Only on paths of RAW. */
export const RawBytes = createParamDecorator((_: unknown, execution: ExecutionContext): Uint8Array => {
  const body: unknown = execution.switchToHttp().getRequest<Request>().body;
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
});

/** Handler parameter: every value of a header, one for each time it was sent. */
export const HeaderValues = createParamDecorator((name: string, execution: ExecutionContext): string[] => [
  ...(execution.switchToHttp().getRequest<Request>().headersDistinct[name.toLowerCase()] ?? []),
]);
