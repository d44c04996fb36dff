import { ApiProperty } from '@nestjs/swagger';
import { SOLD_PLANS } from '../../../domain/plans/plans';

/** What the checkout routes answer, as it goes over the wire. @source spec 4.8; api.md 1.9 */

export class OpenedCheckoutResponse {
  /** @example "cs_test_a1B2c3D4e5F6g7H8i9J0" */
  session_id!: string;
  /** For the processor's embedded form; shown here and in no later answer. @example "cs_test_a1B2c3D4e5F6g7H8i9J0_secret_fidwbEhqYWAn" */
  client_secret!: string;
  @ApiProperty({ type: String, enum: [...SOLD_PLANS], example: 'professional' })
  plan!: string;
  /** @example "149" */
  amount!: string;
  /** @example "usd" */
  currency!: string;
  /** It cannot be paid after that. @example "2026-01-31T13:00:00.000Z" */
  expires_at!: string;
}

export class CheckoutResponse {
  /** @example "cs_test_a1B2c3D4e5F6g7H8i9J0" */
  session_id!: string;
  /** `complete`: the customer is through with the form; the money may still be under way. */
  @ApiProperty({ type: String, enum: ['open', 'complete', 'expired'], example: 'complete' })
  status!: string;
  @ApiProperty({ type: String, enum: ['paid', 'unpaid'], example: 'paid' })
  payment_status!: string;
  @ApiProperty({ type: String, enum: [...SOLD_PLANS], example: 'professional' })
  plan!: string;
  /** @example "149" */
  amount!: string;
  /** @example "usd" */
  currency!: string;
  /** What was bought here is in force now: paid, not given back, not run out. @example true */
  plan_active!: boolean;
}

export class ReceivedResponse {
  /** @example true */
  received!: true;
}
