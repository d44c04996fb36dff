import { Injectable } from '@nestjs/common';
import { ExchangeInventory, type ReviewedExchangeAccount } from '../../ports/access/access-inventory';
import { ExchangeAccounts } from '../../ports/exchanges/exchange-accounts';

@Injectable()
export class StoredExchangeInventory extends ExchangeInventory {
  constructor(private readonly accounts: ExchangeAccounts) {
    super();
  }

  override all(userId: string | null): Promise<ReviewedExchangeAccount[]> {
    return this.accounts.inventory(userId);
  }
}
