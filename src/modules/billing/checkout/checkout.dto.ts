import { SOLD_PLANS, type SoldPlan } from '../../../domain/plans/plans';
import { IsOneOf } from '../../../http/validation/fields';

export class OpenCheckoutRequest {
  @IsOneOf(SOLD_PLANS, { required: true, description: 'what to buy', example: 'professional' })
  plan!: SoldPlan;
}
