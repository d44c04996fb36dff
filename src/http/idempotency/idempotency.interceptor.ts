import { createHash, type Hash } from 'node:crypto';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { ModuleRef, Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { defaultIfEmpty, firstValueFrom, from, type Observable } from 'rxjs';
import type { Principal } from '../../domain/access/principal';
import { AppError } from '../../domain/kernel/errors';
import { IdempotentRequests, type KeyedRequest } from '../../ports/storage/requests/idempotent-requests';
import { Reply } from '../reply';
import { contextOf, type RequestContext } from '../request-context';
import { routeTemplate } from '../request/route-template';
import { IDEMPOTENT, KEY_HEADER, MAX_KEY_CHARS, REPLAYED_HEADER } from '../idempotent';

const KEY = /^[\x21-\x7e]+$/;

/**
 * The first request with an `Idempotency-Key` does the work. The others wait for it and repeat its answer. Runs after
 * the body is read, so that another body under the same key is refused.
 * @source integrators.md 5
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly modules: ModuleRef,
  ) {}

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = execution.switchToHttp().getRequest<Request>();
    const key = request.headers[KEY_HEADER.toLowerCase()];
    if (key === undefined || !this.reflector.get<true | undefined>(IDEMPOTENT, execution.getHandler()))
      return next.handle();
    const response = execution.switchToHttp().getResponse<Response>();
    return from(this.answer(keyed(request, checkedKey(key)), next, contextOf(request), response));
  }

  private async answer(
    request: KeyedRequest,
    next: CallHandler,
    context: RequestContext,
    response: Response,
  ): Promise<unknown> {
    const requests: IdempotentRequests = this.modules.get(IdempotentRequests, { strict: false });
    const work = async (): Promise<string> =>
      written(await firstValueFrom(next.handle().pipe(defaultIfEmpty(undefined))));
    const { text, isReplay } = await requests.once(request, work, context.signal);
    if (isReplay) response.setHeader(REPLAYED_HEADER, 'true');
    return read(text);
  }
}

function checkedKey(key: string | string[]): string {
  if (typeof key === 'string' && key.length <= MAX_KEY_CHARS && KEY.test(key)) return key;
  throw new AppError('VALIDATION_ERROR', undefined, {
    field: KEY_HEADER,
    message: `${KEY_HEADER}: 1 to ${MAX_KEY_CHARS} printable ASCII characters without blanks`,
  });
}

function keyed(request: Request, key: string): KeyedRequest {
  const { principal, network } = contextOf(request);
  return {
    ...ownerOf(principal, network),
    route: `${request.method} ${routeTemplate(request) ?? request.path}`,
    key,
    digest: digestOf(request),
  };
}

/** An answer is repeated only to the same credential, in a space to the same member, or to the same network without one. */
function ownerOf(principal: Principal, network: string): Pick<KeyedRequest, 'owner' | 'credential'> {
  switch (principal.kind) {
    case 'user':
      return {
        owner: `user:${principal.userId}`,
        credential: principal.space ? `member:${principal.space.callerId}` : '',
      };
    case 'api_key':
      return { owner: `user:${principal.userId}`, credential: `api_key:${principal.keyId}` };
    case 'partner':
      return { owner: `partner:${principal.partnerId}`, credential: '' };
    case 'anonymous':
      return { owner: `network:${network}`, credential: '' };
  }
}

function digestOf({ originalUrl, body }: Request<object, unknown, unknown>): string {
  const hash = createHash('sha256').update(originalUrl).update('\0');
  addTo(hash, body);
  return hash.digest('hex');
}

function addTo(hash: Hash, value: unknown): void {
  if (value instanceof Uint8Array) hash.update(`bytes ${value.length}:`).update(value);
  else if (Array.isArray(value)) {
    hash.update(`list ${value.length}:`);
    for (const entry of value as unknown[]) addTo(hash, entry);
  } else if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    hash.update(`object ${entries.length}:`);
    for (const [name, entry] of entries) {
      hash.update(`${JSON.stringify(name)}:`);
      addTo(hash, entry);
    }
  } else hash.update(`${JSON.stringify(value) ?? 'none'};`);
}

function written(value: unknown): string {
  return JSON.stringify(
    value instanceof Reply ? { data: value.data as unknown, siblings: value.siblings } : { data: value },
  );
}

function read(text: string): unknown {
  const { data, siblings } = JSON.parse(text) as { data: unknown; siblings?: Reply<unknown>['siblings'] };
  return siblings ? new Reply(data, siblings) : data;
}
