import { Global, Module } from '@nestjs/common';
import { ExchangeInventory } from '../../ports/access/access-inventory';
import { ExchangeAccountsController } from './exchange-accounts.controller';
import { ExchangeAccountsService } from './exchange-accounts.service';
import { StoredExchangeInventory } from './stored-exchange-inventory';

/** Exchange accounts. Global for the port that the review of access asks. */
@Global()
@Module({
  controllers: [ExchangeAccountsController],
  providers: [ExchangeAccountsService, { provide: ExchangeInventory, useClass: StoredExchangeInventory }],
  exports: [ExchangeInventory],
})
export class ExchangesModule {}
