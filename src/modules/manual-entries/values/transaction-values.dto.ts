import type { Decimal } from '../../../domain/kernel/decimal';
import { IsExactDecimal } from '../../../http/validation/fields';
import { EntryInput } from '../manual-entries.dto';

export class TransactionValueInput extends EntryInput {
  @IsExactDecimal({ required: true, min: '0', description: 'USD of each side of the trade, or of all units' })
  value_usd!: Decimal;
}
