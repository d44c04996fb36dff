import type { Address } from '../../../domain/kernel/address';
import type { Decimal } from '../../../domain/kernel/decimal';
import { BatchAddressesField } from '../../../http/validation/batch';
import { ChainField, DecimalField, OwnedWalletsField } from '../../../http/validation/fields';

export class BatchHoldingsInput {
  @BatchAddressesField()
  addresses!: string[];

  @ChainField({ description: 'only holdings on this chain' })
  chain?: string;

  @DecimalField({ min: '0', description: 'least current value in USD', example: '1' })
  min_value?: Decimal;

  @OwnedWalletsField()
  owned_wallets: Address[] = [];
}
