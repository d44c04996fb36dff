import type { Address } from '../../../domain/kernel/address';
import type { Decimal } from '../../../domain/kernel/decimal';
import {
  BooleanField,
  ChainField,
  DecimalField,
  OwnedWalletsField,
  TextField,
} from '../../../http/validation/fields';

export class TransactionValueInput {
  @DecimalField({ required: true, min: '0', description: 'USD of each side of the trade, or of all units' })
  value_usd!: Decimal;

  @TextField({ max: 1000 })
  note: string = '';

  @OwnedWalletsField()
  owned_wallets: Address[] = [];
}

export class TransactionValueQuery {
  @BooleanField({ description: 'compute the impact, store nothing; default false' })
  preview: boolean = false;

  @ChainField({ description: 'which of two transactions with the same hash' })
  chain?: string;
}

export class RemoveValueQuery extends TransactionValueQuery {
  @OwnedWalletsField()
  owned_wallets: Address[] = [];
}
