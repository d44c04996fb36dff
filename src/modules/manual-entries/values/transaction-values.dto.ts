import type { Address } from '../../../domain/kernel/address';
import type { Decimal } from '../../../domain/kernel/decimal';
import { IsExactDecimal, IsOwnedWallets, IsText } from '../../../http/validation/fields';

export class TransactionValueInput {
  @IsExactDecimal({ required: true, min: '0', description: 'USD of each side of the trade, or of all units' })
  value_usd!: Decimal;

  @IsText({ max: 1000 })
  note: string = '';

  @IsOwnedWallets()
  owned_wallets: Address[] = [];
}
