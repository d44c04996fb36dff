import { Injectable } from '@nestjs/common';
import { Config } from '../../config/env';
import { asUser, type Principal } from '../../domain/access/principal';
import { Overlays } from '../../ports/storage/overlays';
import { taxRules, type TaxRules } from '../policies';

/** Zone and policies of a caller, where no wallet is read. */
@Injectable()
export class Taxpayers {
  constructor(
    private readonly overlays: Overlays,
    private readonly config: Config,
  ) {}

  async rulesOf(principal: Principal): Promise<TaxRules> {
    const user = asUser(principal);
    return taxRules(this.config, user ? await this.overlays.of(user.userId, []) : {});
  }
}
