import { OUTFLOWS, type OutflowKind } from '../../../domain/engine';
import type { Address } from '../../../domain/kernel/address';
import type { Decimal } from '../../../domain/kernel/decimal';
import {
  IsAddress,
  IsExactDecimal,
  IsListOf,
  IsListOfValues,
  IsMoment,
  IsOwnedWallets,
  IsText,
} from '../../../http/validation/fields';

const MAX_LOTS = 1000;

/** Units of one lot. */
export class NamedLotInput {
  @IsText({ min: 1, max: 100, description: 'the lot; or acquired_tx_id' })
  lot_id?: string;

  @IsText({ min: 1, max: 100, description: '`transaction_id` of the acquisition: its lots, oldest first' })
  acquired_tx_id?: string;

  @IsExactDecimal({ min: '0', description: 'default: all that the lot holds' })
  quantity?: Decimal;
}

export class StandingSelectionInput {
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

  @IsMoment('start', {
    description: 'default: now. A time before now needs stated_recorded_at: a late order is not applied',
  })
  effective_from?: number;

  @IsMoment('start', {
    description:
      'when your own books and records held the order, not after effective_from; reports print it as stated by you',
  })
  stated_recorded_at?: number;

  @IsText({ max: 1000 })
  note: string = '';

  @IsOwnedWallets()
  owned_wallets: Address[] = [];
}
