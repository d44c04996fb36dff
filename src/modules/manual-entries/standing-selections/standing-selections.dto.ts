import { OUTFLOWS, type OutflowKind } from '../../../domain/engine';
import type { Address } from '../../../domain/kernel/address';
import type { Decimal } from '../../../domain/kernel/decimal';
import { IsAddress, IsExactDecimal, IsListOf, IsListOfValues, IsText } from '../../../http/validation/fields';
import { StandingOrderInput } from '../elections/standing-order.dto';
import { LotNameInput } from '../manual-entries.dto';

const MAX_LOTS = 1000;

/** Units of one lot. */
export class NamedLotInput extends LotNameInput {
  @IsExactDecimal({ min: '0', description: 'default: all that the lot holds' })
  quantity?: Decimal;

  @IsText({ min: 1, max: 100, description: 'id by which the broker knows the lot, for the instructions' })
  broker_lot_id?: string;
}

export class StandingSelectionInput extends StandingOrderInput {
  @IsAddress({ required: true })
  address!: Address;

  @IsText({ required: true, min: 1, max: 300, description: '`chain:symbol` of a token of the wallet' })
  token_key!: string;

  @IsListOf(() => NamedLotInput, {
    required: true,
    min: 1,
    max: MAX_LOTS,
    description: 'the lots in the order in which they leave',
  })
  lots!: NamedLotInput[];

  @IsListOfValues(OUTFLOWS, {
    description:
      'what takes these lots: `disposals` without fees, own `transfers`, `fees`; default disposals',
  })
  applies_to: OutflowKind[] = ['disposals'];
}
