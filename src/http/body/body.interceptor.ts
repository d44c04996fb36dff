import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { from, mergeMap, type Observable } from 'rxjs';
import { SlowBody } from '../errors/refusals';
import { RateLimitGuard } from '../rate-limit/rate-limit.guard';
import { contextOf } from '../request-context';
import { whenClosed } from '../request/when-closed';
import { UndeclaredBody } from '../validation/undeclared-input.guard';
import { BodyReader } from './body-reader';

const WITHOUT_BODY = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** Runs after guards and before pipes: the body of a refused request costs no memory. */
@Injectable()
export class BodyInterceptor implements NestInterceptor {
  constructor(
    private readonly reader: BodyReader,
    private readonly limiter: RateLimitGuard,
    private readonly undeclared: UndeclaredBody,
  ) {}

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    return from(this.prepare(execution)).pipe(mergeMap(() => next.handle()));
  }

  private async prepare(execution: ExecutionContext): Promise<void> {
    const request = execution.switchToHttp().getRequest<Request>();
    const response = execution.switchToHttp().getResponse<Response>();
    if (hasBody(request)) await this.read(request, response);
    await this.limiter.chargeWeight(execution);
    this.undeclared.refuse(execution);
  }

  private async read(request: Request, response: Response): Promise<void> {
    const context = contextOf(request);
    const lease = this.reader.openLease(request);
    whenClosed(response, () => lease.release());
    // The sender waits for this line before it sends the body.
    if (request.headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
    context.isReceiving = true;
    try {
      request.body = await this.reader.read(request, lease);
    } catch (error) {
      if (error instanceof SlowBody) response.setHeader('Connection', 'close');
      throw error;
    } finally {
      context.isReceiving = false;
    }
  }
}

const hasBody = ({ method, headers }: Request): boolean =>
  !WITHOUT_BODY.has(method) &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);
