import type { Address } from '../../../domain/kernel/address';
import { IsAddress, IsListOf, IsText } from '../../../http/validation/fields';
import { EntryAtBrokerInput } from '../broker/broker-notice.dto';
import { LotChoiceInput, MAX_CHOICES } from '../manual-entries.dto';

export class LotSelectionInput extends EntryAtBrokerInput {
  @IsAddress({ required: true })
  address!: Address;

  @IsText({
    required: true,
    min: 1,
    max: 200,
    description: 'the transaction with which the units leave; of one that is on no chain its transaction_id',
  })
  tx_hash!: string;

  @IsText({ required: true, min: 1, max: 300, description: '`chain:symbol` of the units' })
  token_key!: string;

  @IsListOf(() => LotChoiceInput, {
    required: true,
    min: 1,
    max: MAX_CHOICES,
    description: 'the lots that went; what they leave over follows the method of the wallet',
  })
  lot_selections!: LotChoiceInput[];
}
