import type { Address } from '../../../domain/kernel/address';
import type { Decimal } from '../../../domain/kernel/decimal';
import { IsBatchOfAddresses } from '../../../http/validation/batch';
import { IsChain, IsExactDecimal, IsOwnedWallets } from '../../../http/validation/fields';

export class BatchHoldingsInput {
  @IsBatchOfAddresses()
  addresses!: string[];

  @IsChain({ description: 'only holdings on this chain' })
  chain?: string;

  @IsExactDecimal({ description: 'least current value in USD', example: '1' })
  min_value?: Decimal;

  @IsOwnedWallets()
  owned_wallets: Address[] = [];
}
