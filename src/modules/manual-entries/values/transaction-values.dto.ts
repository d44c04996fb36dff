import type { Decimal } from '../../../domain/kernel/decimal';
import { IsExactDecimal } from '../../../http/validation/fields';
import { EntryInput } from '../manual-entries.dto';

export class TransactionValueInput extends EntryInput {
  @IsExactDecimal({
    min: '0',
    description: 'USD of each side of the trade, or of all units; this or fee_value_usd, or both',
  })
  value_usd?: Decimal;

  @IsExactDecimal({
    min: '0',
    description: 'USD of the fees that `needs-price` lists in `fees`, together',
  })
  fee_value_usd?: Decimal;
}
