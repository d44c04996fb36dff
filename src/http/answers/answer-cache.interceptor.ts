import { createHash } from 'node:crypto';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { finalize, map, of, type Observable } from 'rxjs';
import { StoredChanges } from '../../common/stored-changes';
import type { Principal } from '../../domain/access/principal';
import { tryParseAddress } from '../../domain/kernel/address';
import { Clock } from '../../ports/clock';
import { AnswerVersions } from '../../ports/storage/answer-versions';
import { PARTNER_KEY_PARAMETER } from '../auth/credential';
import { dialectOf } from '../dialects';
import { metaOf } from '../errors/error.filter';
import { RawResponse, Reply } from '../reply';
import { contextOf } from '../request-context';
import { AnswerCache, type CachedAnswer, type Computed } from './answer-cache';
import { ANSWER_SOURCE, type AnswerSource } from '../stored-answer';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** The key of an answer cannot contain these: a secret, and wallets that only the handler reads. */
const UNCACHED_PARAMETERS = [PARTNER_KEY_PARAMETER, 'owned_wallets'];
const PENDING = ['balances_pending', 'prices_pending', 'progress', 'recomputing'];

/** Answers `StoredAnswer` routes from text while the stored data is the same. Final answers get an `ETag`. */
@Injectable()
export class AnswerCacheInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly cache: AnswerCache,
    private readonly versions: AnswerVersions,
    private readonly changes: StoredChanges,
    private readonly clock: Clock,
  ) {}

  intercept(
    execution: ExecutionContext,
    next: CallHandler,
  ): Observable<unknown> | Promise<Observable<unknown>> {
    const request = execution.switchToHttp().getRequest<Request>();
    if (!SAFE_METHODS.has(request.method)) return next.handle().pipe(finalize(() => this.changes.note()));
    const source = this.reflector.get<AnswerSource | undefined>(ANSWER_SOURCE, execution.getHandler());
    if (source === undefined) return next.handle();
    const response = execution.switchToHttp().getResponse<Response>();
    const { principal } = contextOf(request);
    const key = keyOf(request, principal);
    const known = key === null ? null : this.cache.trusted(key);
    if (known) return of(this.send(known, request, response));
    return this.answer(key, source, { request, response, next });
  }

  private async answer(
    key: string | null,
    source: AnswerSource,
    { request, response, next }: { request: Request; response: Response; next: CallHandler },
  ): Promise<Observable<unknown>> {
    const subject = key === null ? null : tryParseAddress(String(request.params['address']));
    if (key === null || !subject)
      return next.handle().pipe(map((value) => this.sent(computedOf(value, request), request, response)));
    const { principal, signal } = contextOf(request);
    const { answer, read } = await this.cache.checked(key, () => this.versions.of(subject, principal));
    if (answer) return of(this.send(answer, request, response));
    // No await before `begin`, else each of many callers would compute.
    const running = this.cache.shared(key, read);
    const shared = running && (await running);
    if (shared) return of(this.sent(shared, request, response));
    // The handler reuses the states that the version was read from.
    if (read.version.isFresh) contextOf(request).knownStates = read.version.states;
    // The handler of an aborted request does not run.
    const settle = signal.aborted ? null : this.cache.begin(key, read);
    return next.handle().pipe(
      map((value: unknown) => {
        const computed = computedOf(value, request);
        if (computed.answer && (source === 'stored' || read.version.isFresh))
          this.cache.set(key, computed.answer, read, computed.value.siblings.currentUntil ?? Infinity);
        if (value instanceof Reply) settle?.(computed);
        return this.sent(computed, request, response);
      }),
      finalize(() => settle?.(null)),
    );
  }

  private sent({ answer, value }: Computed, request: Request, response: Response): unknown {
    return answer ? this.send(answer, request, response) : value;
  }

  /** Express compares `If-None-Match` with the header. The text is then not needed. */
  private send({ etag, text }: CachedAnswer, request: Request, response: Response): RawResponse {
    response.setHeader('ETag', etag);
    response.setHeader('Cache-Control', 'private, no-cache');
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    // `fetch` adds `Cache-Control: no-cache` to every conditional request.
    if (request.headers['if-none-match'] !== undefined) delete request.headers['cache-control'];
    if (request.fresh) return new RawResponse('');
    return new RawResponse(dialectOf(request.path).complete(text, metaOf(contextOf(request), this.clock)));
  }
}

/** @returns null when the answer depends on more than its key */
function keyOf({ query, originalUrl }: Request, principal: Principal): string | null {
  if (UNCACHED_PARAMETERS.some((name) => Object.hasOwn(query, name))) return null;
  return `${callerOf(principal)} ${originalUrl}`;
}

/** Everything of a caller that answers depend on. Callers of different kinds share no answers. */
function callerOf(principal: Principal): string {
  switch (principal.kind) {
    case 'user':
    case 'api_key':
      return `${principal.kind}:${principal.userId}:${principal.plan}`;
    case 'partner':
      return `partner:${principal.partnerId}`;
    case 'anonymous':
      return 'anonymous';
  }
}

const computedOf = (value: unknown, { path }: Request): Computed => {
  if (!(value instanceof Reply) || isPending(value)) return { answer: null, value };
  const text = dialectOf(path).textOf(value);
  return { answer: { etag: etagOf(text.head + text.tail), text }, value };
};

const isPending = ({ siblings: { partial, meta, currentUntil } }: Reply<unknown>): boolean =>
  partial === true || currentUntil === 0 || PENDING.some((name) => (meta?.[name] ?? false) !== false);

/** Weak: `meta` of each answer has its own request id and time. */
const etagOf = (text: string): string => `W/"${createHash('sha256').update(text).digest('base64url')}"`;
