import { ELECTABLE, type ElectableMethod } from '../../../domain/engine';
import type { Address } from '../../../domain/kernel/address';
import { IsAddress, IsOneOf } from '../../../http/validation/fields';
import { StandingOrderInput } from './standing-order.dto';

export class ElectionInput extends StandingOrderInput {
  @IsAddress({ required: true })
  address!: Address;

  @IsOneOf(ELECTABLE, { required: true, description: 'how lots are consumed from then on' })
  method!: ElectableMethod;
}
