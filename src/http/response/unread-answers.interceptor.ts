import {
  Injectable,
  StreamableFile,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { Overloaded } from '../errors/refusals';
import { clientOf } from '../rate-limit/client';
import { LIVENESS } from '../rate-limit/network-limit.guard';
import { isLimited } from '../rate-limit/rate-limit.guard';
import { contextOf } from '../request-context';
import { whenClosed } from '../request/when-closed';

const MIB = 2 ** 20;
/** Bytes of answers that wait for their client: of one client, and of all callers without a credential. */
const MOST_UNREAD = { client: 32 * MIB, anonymous: 96 * MIB };
const RETRY_AFTER_SECONDS = 2;
/** These requests change nothing, whatever their method. */
const CALCULATES = /^\/api\/calculate\//i;

interface Answer {
  response: Response;
  client: string;
  isAnonymous: boolean;
  /** Parts of an answer stay in memory until its end. */
  parts: number;
}

/**
 * Bounds the answers that clients request and do not read. A client beyond its share is refused before any work. A
 * read is also refused when its answer is ready, since many can run. `TimeoutInterceptor` ends unread answers.
 */
@Injectable()
export class UnreadAnswersInterceptor implements NestInterceptor {
  readonly #open = new Set<Answer>();

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = execution.switchToHttp().getRequest<Request>();
    if (!isLimited(request) || LIVENESS.test(request.path)) return next.handle();
    const { caller: principal } = contextOf(request);
    const response = execution.switchToHttp().getResponse<Response>();
    const answer: Answer = {
      response,
      client: clientOf(principal, request.ip),
      isAnonymous: principal.kind === 'anonymous',
      parts: 0,
    };
    this.refuseUnread(answer);
    this.#open.add(answer);
    whenClosed(response, () => this.#open.delete(answer));
    return next.handle().pipe(
      map((value: unknown) => {
        // A request that changed something is answered.
        if (request.method === 'GET' || CALCULATES.test(request.path)) this.refuseUnread(answer);
        if (value instanceof StreamableFile) answer.parts = value.options.length ?? 0;
        return value;
      }),
    );
  }

  /** @throws Overloaded */
  private refuseUnread({ client, isAnonymous }: Answer): void {
    let [ofClient, ofNobody] = [0, 0];
    for (const other of this.#open) {
      if (other.client !== client && !(isAnonymous && other.isAnonymous)) continue;
      const bytes = Math.max(other.response.writableLength, other.parts);
      if (other.client === client) ofClient += bytes;
      if (other.isAnonymous) ofNobody += bytes;
    }
    if (ofClient > MOST_UNREAD.client || (isAnonymous && ofNobody > MOST_UNREAD.anonymous))
      throw new Overloaded('answers', RETRY_AFTER_SECONDS);
  }
}
