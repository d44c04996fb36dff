import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { contextOf } from '../../../http/request-context';
import { inDateZone } from '../../../common/date-zone';
import { Taxpayers } from '../../../pipeline/ledger/taxpayers.service';

/** Reads dates of a body in the zone of the taxpayer. @source tax-rules 1.6 */
@Injectable()
export class TaxpayerZoneInterceptor implements NestInterceptor {
  constructor(private readonly taxpayers: Taxpayers) {}

  async intercept(execution: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = execution.switchToHttp().getRequest<Request>();
    if (request.method === 'GET') return next.handle();
    const { timezone } = await this.taxpayers.rulesOf(contextOf(request).principal);
    return inDateZone(timezone, () => next.handle());
  }
}
