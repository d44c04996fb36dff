import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { Observable } from 'rxjs';
import { Config } from '../../config/env';
import { Clock, type Timer } from '../../ports/clock';
import { HEAVY, OPEN_ENDED, WALL_CLOCK } from '../auth/decorators';
import { DeadlineExceeded } from '../errors/failures';
import { SlowBody } from '../errors/refusals';
import { contextOf, type RequestContext } from '../request-context';
import { whenClosed } from '../request/when-closed';

/**
 * The wall clock of a request, from its arrival until its last byte is sent. After it the signal of the request
 * aborts. The client gets 504, or a cut connection when an answer is already flowing.
 * @source spec 7, 8; reliability.md 1.12
 */
@Injectable()
export class TimeoutInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const context = contextOf(execution.switchToHttp().getRequest<Request>());
    const response = execution.switchToHttp().getResponse<Response>();
    if (!this.reflector.get<true | undefined>(OPEN_ENDED, execution.getHandler())) {
      const timer = this.start(execution, context, response);
      whenClosed(response, () => this.clock.clearTimeout(timer));
    }
    return untilAborted(next.handle(), context.signal);
  }

  private budgetOf(execution: ExecutionContext): number {
    const targets = [execution.getHandler(), execution.getClass()];
    const own = this.reflector.getAllAndOverride<'WEBHOOK_TEST_TIMEOUT_MS' | undefined>(WALL_CLOCK, targets);
    const isHeavy = this.reflector.getAllAndOverride<boolean | undefined>(HEAVY, targets);
    return this.config[own ?? (isHeavy ? 'HEAVY_TIMEOUT_MS' : 'LIGHT_TIMEOUT_MS')];
  }

  private start(execution: ExecutionContext, context: RequestContext, response: Response): Timer {
    const budgetMs = this.budgetOf(execution);
    return this.clock.setTimeout(
      () => {
        context.abort(context.isReceiving ? new SlowBody() : new DeadlineExceeded(`after ${budgetMs} ms`));
        if (response.headersSent) response.destroy();
      },
      Math.max(0, budgetMs - context.elapsedMs()),
    );
  }
}

/** Fails as soon as the signal aborts. Later results of the handler are dropped. */
const untilAborted = <T>(source: Observable<T>, signal: AbortSignal): Observable<T> =>
  new Observable<T>((subscriber) => {
    const fail = () => subscriber.error(signal.reason);
    if (signal.aborted) return fail();
    signal.addEventListener('abort', fail, { once: true });
    const subscription = source.subscribe(subscriber);
    return () => {
      signal.removeEventListener('abort', fail);
      subscription.unsubscribe();
    };
  });
