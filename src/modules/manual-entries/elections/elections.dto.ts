import { ELECTABLE, type ElectableMethod } from '../../../domain/engine';
import type { Address } from '../../../domain/kernel/address';
import { IsAddress, IsMoment, IsOneOf, IsOwnedWallets, IsText } from '../../../http/validation/fields';

export class ElectionInput {
  @IsAddress({ required: true })
  address!: Address;

  @IsOneOf(ELECTABLE, { required: true, description: 'how lots are consumed from then on' })
  method!: ElectableMethod;

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
