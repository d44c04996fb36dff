import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { map, type Observable } from 'rxjs';
import { reply, Reply } from '../reply';
import { stated, STATES_COMPLETENESS } from './completeness';

/** Answers of routes that declare `syncStatus` state how complete they are. The only place that adds these fields. */
@Injectable()
export class CompletenessInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (!this.reflector.get<boolean | undefined>(STATES_COMPLETENESS, execution.getHandler()))
      return next.handle();
    return next
      .handle()
      .pipe(
        map((value: unknown) =>
          value instanceof Reply ? reply(value.data as unknown, stated(value.data, value.siblings)) : value,
        ),
      );
  }
}
