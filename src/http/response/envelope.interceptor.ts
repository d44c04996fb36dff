import { Readable } from 'node:stream';
import {
  Injectable,
  StreamableFile,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { concatMap, type Observable } from 'rxjs';
import { jsonInTurns, MOST_AT_ONCE } from '../../common/json-parts';
import { Clock } from '../../ports/clock';
import { dialectOf } from '../dialects';
import { Download, sentInTurns } from './download';
import { metaOf } from '../errors/error.filter';
import { JsonBody, RawResponse, Reply, ServerEvent } from '../reply';
import { retryAfter } from '../answers/completeness';
import { contextOf } from '../request-context';

/** Files and raw bodies are left alone. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  constructor(private readonly clock: Clock) {}

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = execution.switchToHttp().getRequest<Request>();
    const dialect = dialectOf(request.path);
    return next.handle().pipe(
      concatMap((value: unknown): [unknown] | Promise<unknown> => {
        if (value instanceof Download)
          return [value.toStream(execution.switchToHttp().getResponse<Response>())];
        if (value instanceof JsonBody) return [jsonFile(value)];
        if (value instanceof ServerEvent) return [value];
        if (value instanceof StreamableFile || value instanceof RawResponse) return [unwrap(value)];
        const context = contextOf(request);
        const wait = value instanceof Reply ? retryAfter(value.siblings) : null;
        if (wait !== null) execution.switchToHttp().getResponse<Response>().setHeader('Retry-After', wait);
        const body = dialect.success(value, metaOf(context, this.clock));
        return isLong(body) ? written(body, context.signal) : [body];
      }),
    );
  }
}

const isLong = (body: unknown): body is object =>
  typeof body === 'object' &&
  body !== null &&
  Object.values(body).some((value) => Array.isArray(value) && value.length > MOST_AT_ONCE);

async function written(body: object, signal: AbortSignal): Promise<unknown> {
  const parts = await jsonInTurns(body, signal);
  return parts === null ? body : jsonFile(new JsonBody(parts));
}

/** Without a disposition the file is a body like any other. */
const jsonFile = ({ parts }: JsonBody): StreamableFile =>
  new StreamableFile(Readable.from(sentInTurns(parts), { objectMode: false }), {
    type: 'application/json; charset=utf-8',
    length: parts.reduce((sum, { length }) => sum + length, 0),
  });

const unwrap = (value: StreamableFile | RawResponse): unknown =>
  value instanceof RawResponse ? value.value : value;
