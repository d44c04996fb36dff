import { SOLD_PLANS, type SoldPlan } from '../../../domain/plans/plans';
import { OneOf } from '../../../http/validation/fields';

export class OpenCheckoutRequest {
  @OneOf(SOLD_PLANS, { required: true, description: 'what to buy', example: 'professional' })
  plan!: SoldPlan;
}
