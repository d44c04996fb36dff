import { Catch, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Config } from '../../config/env';
import { AppError } from '../../domain/kernel/errors';
import { Clock } from '../../ports/clock';
import { Metrics } from '../../ports/metrics';
import { API_VERSION, dialectOf, normalPath, TIMEOUT, type Failure, type Rendered } from '../dialects';
import type { Meta } from '../meta.dto';
import { ClientGone, failureOf, isTimeout, retryAfterOf } from './failures';
import { challengeOf, metadataChallenge } from '../auth/challenge';
import { RouteAccessTable } from '../auth/route-access-table';
import { setRefusalHeaders } from '../rate-limit/limit-headers';
import { isLimited, RateLimitGuard } from '../rate-limit/rate-limit.guard';
import { contextOf, type RequestContext } from '../request-context';
import { closeWhenRead } from '../unread-body';

/** Any thrown value becomes a Failure in the dialect of the path. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Http');

  constructor(
    private readonly clock: Clock,
    private readonly limiter: RateLimitGuard,
    private readonly metrics: Metrics,
    private readonly routes: RouteAccessTable,
    private readonly config: Config,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    if (contextOf(request).rate !== null || !isLimited(request))
      return this.answer(thrown, request, response);
    // The limiter has not seen the request: an unreadable body, no such route, or a bad credential.
    this.limiter.charge(request, response).then(
      () => this.answer(thrown, request, response),
      (refusal: unknown) => this.answer(refusal, request, response),
    );
  }

  private answer(thrown: unknown, request: Request, response: Response): void {
    const context = contextOf(request);
    const rendered = this.render(this.methodFailure(thrown, request, response) ?? thrown, request, context);
    if (response.destroyed || response.writableEnded) return;
    if (response.headersSent) {
      response.destroy();
      return;
    }
    for (const name of ['Content-Disposition', 'Content-Length', 'Content-Encoding'])
      response.removeHeader(name);
    if (thrown instanceof AppError && thrown.code === 'RATE_LIMIT_EXCEEDED')
      setRefusalHeaders(response, thrown);
    const retryAfter = retryAfterOf(thrown);
    if (retryAfter !== null) response.setHeader('Retry-After', retryAfter);
    if (rendered.status === 401) {
      const challenges = [challengeOf(context.accepted)];
      if (normalPath(request.path) === '/mcp')
        challenges.push(metadataChallenge(this.config.PUBLIC_BASE_URL));
      response.setHeader('WWW-Authenticate', challenges.join(', '));
    }
    closeWhenRead(request, response);
    response.status(rendered.status).type('application/json').send(JSON.stringify(rendered.body));
  }

  /** The framework answers 404 to a known path with another method. */
  private methodFailure(thrown: unknown, { path }: Request, response: Response): AppError | null {
    if (!failureOf(thrown).isUnknownRoute) return null;
    const methods = this.routes.methodsOf(path);
    if (methods.length === 0) return null;
    response.setHeader('Allow', methods.join(', '));
    return new AppError('METHOD_NOT_ALLOWED');
  }

  private render(thrown: unknown, request: Request, context: RequestContext): Rendered {
    // Later errors of a cancelled request follow from its cancellation.
    const cause: unknown = context.signal.aborted ? context.signal.reason : thrown;
    if (isTimeout(cause)) {
      this.metrics.count('cost_basis_http_failures_total', { code: 'REQUEST_TIMEOUT' });
      context.errorCode = 'REQUEST_TIMEOUT';
      return TIMEOUT;
    }
    const failure = failureOf(cause);
    if (!(cause instanceof ClientGone)) {
      context.errorCode = failure.code;
      this.metrics.count('cost_basis_http_failures_total', { code: failure.code });
      this.log(failure, cause, context);
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    return dialectOf(request.path).failure(failure, metaOf(context, this.clock), isRead);
  }

  /** Stacks go to the log, never to the client. Query parameters go nowhere. */
  private log(failure: Failure, thrown: unknown, context: RequestContext): void {
    if (failure.status < 500) return;
    const text = thrown instanceof Error ? (thrown.stack ?? thrown.message) : `threw ${typeof thrown}`;
    if (failure.code === 'INTERNAL_ERROR') this.logger.error(`${context.requestId} ${text}`);
    else this.logger.warn(`${context.requestId} ${failure.code}: ${firstLine(text)}`);
  }
}

export const metaOf = (context: RequestContext, clock: Clock): Meta => ({
  request_id: context.requestId,
  timestamp: new Date(clock.now()).toISOString(),
  version: API_VERSION,
});

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';
