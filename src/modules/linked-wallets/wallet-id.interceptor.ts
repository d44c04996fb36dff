import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { asUser } from '../../domain/access/principal';
import { isUuid } from '../../http/validation/fields';
import { contextOf } from '../../http/request-context';
import { LinkedWalletRepository } from './linked-wallet.repository';

/**
 * Accepts the id of a linked wallet for `{address}` in a path: the text of an output descriptor does not fit there.
 * The id of another user's wallet stays, and is refused as no address.
 */
@Injectable()
export class WalletIdInterceptor implements NestInterceptor {
  constructor(private readonly wallets: LinkedWalletRepository) {}

  async intercept(execution: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = execution.switchToHttp().getRequest<Request>();
    const user = asUser(contextOf(request).principal);
    const id = request.params.address;
    if (user && typeof id === 'string' && isUuid(id)) {
      const wallet = await this.wallets.byId(user.userId, id.toLowerCase());
      if (wallet) request.params.address = wallet.given;
    }
    return next.handle();
  }
}
