import { ELECTABLE, type ElectableMethod } from '../../../domain/engine';
import type { Address } from '../../../domain/kernel/address';
import { IsAddress, IsOneOf } from '../../../http/validation/fields';
import { StandingOrderInput } from './standing-order.dto';

const EXAMPLE_ACCOUNT = '3f2b8c1e-6d4a-4f0b-9a57-1c2d3e4f5a6b';

export class ElectionInput extends StandingOrderInput {
  @IsAddress({
    description: 'of the wallet; without it and account_id: all wallets and accounts, also later ones',
  })
  address?: Address;

  @IsAddress({
    description: 'of the exchange account, in place of address',
    format: 'uuid',
    example: EXAMPLE_ACCOUNT,
  })
  account_id?: Address;

  @IsOneOf(ELECTABLE, { required: true, description: 'how lots are consumed from then on' })
  method!: ElectableMethod;
}
