import { ApiProperty } from '@nestjs/swagger';
import { EVENT_TYPES, TEST_EVENT, type EventType } from '../../../domain/webhooks/events';

/** What the webhook routes answer, as it goes over the wire. Moments are ISO 8601 UTC. @source spec 2.4, 2.5 */

export class WebhookResponse {
  /** @example "0f8fad5b-d9cb-469f-a165-70867728950e" */
  id!: string;
  /** @example "https://example.com/hooks" */
  url!: string;
  @ApiProperty({ type: [String], enum: [...EVENT_TYPES] })
  events!: string[];
  /** Lower-case; empty: all watched addresses. */
  @ApiProperty({ type: [String] })
  addresses_filter!: string[];
  /** @example true */
  is_active!: boolean;
  /** @example "bookkeeping" */
  description!: string;
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  headers!: Record<string, string>;
  /** Deliveries that ended, tests included. @example 3 */
  total_deliveries!: number;
  /** @example 2 */
  successful_deliveries!: number;
  /** @example 1 */
  failed_deliveries!: number;
  /** End of the last attempt. @example "2026-01-31T12:00:00.000Z" */
  @ApiProperty({ type: String, nullable: true })
  last_delivery_at!: string | null;
  /** @example "2026-01-31T12:00:00.000Z" */
  created_at!: string;
  /** @example "2026-01-31T12:00:00.000Z" */
  updated_at!: string;
}

export class CreatedWebhookResponse extends WebhookResponse {
  /** Shown here and after a rotation, and nowhere else. @example "whsec_Zm9yIGV4YW1wbGUgb25seSwgbm90IGEgc2VjcmV0ISE" */
  secret!: string;
  /** The same secret for the libraries of Standard Webhooks. @example "whsec_Zm9yIGV4YW1wbGUgb25seSwgbm90IGEgc2VjcmV0ISE=" */
  standard_secret!: string;
}

export class DeletedWebhookResponse {
  /** @example true */
  deleted!: boolean;
  /** @example "0f8fad5b-d9cb-469f-a165-70867728950e" */
  webhook_id!: string;
}

export class RotatedSecretResponse {
  /** @example "0f8fad5b-d9cb-469f-a165-70867728950e" */
  webhook_id!: string;
  /** @example "whsec_Zm9yIGV4YW1wbGUgb25seSwgbm90IGEgc2VjcmV0ISE" */
  secret!: string;
  /** The same secret for the libraries of Standard Webhooks. @example "whsec_Zm9yIGV4YW1wbGUgb25seSwgbm90IGEgc2VjcmV0ISE=" */
  standard_secret!: string;
  /** @example "The new secret signs X-Service-Signature from now on; webhook-signature also carries the old one for 24 h." */
  message!: string;
}

export class DeliveryLogResponse {
  /** @example "7b1c2f5e-0d3a-4a53-9f2c-6a1c0f1e2d3b" */
  id!: string;
  /** An event type, or `test`. */
  @ApiProperty({ enum: [...EVENT_TYPES, TEST_EVENT], example: 'transaction.new' })
  event_type!: string;
  /** @example "evt_7b1c2f5e-0d3a-4a53-9f2c-6a1c0f1e2d3b" */
  event_id!: string;
  /** From 1. @example 1 */
  attempt!: number;
  @ApiProperty({ enum: ['pending', 'success', 'failed', 'retrying'] })
  status!: string;
  /** @example 200 */
  @ApiProperty({ type: 'integer', nullable: true })
  status_code!: number | null;
  /** @example 42 */
  response_time_ms!: number;
  /** @example "HTTP 503 Service Unavailable" */
  @ApiProperty({ type: String, nullable: true })
  error_message!: string | null;
  /** When the receiver accepted it. @example "2026-01-31T12:00:00.000Z" */
  @ApiProperty({ type: String, nullable: true })
  delivered_at!: string | null;
  /** @example "2026-01-31T12:00:00.000Z" */
  created_at!: string;
}

export class TestResultResponse {
  @ApiProperty({ enum: ['success', 'failed'] })
  test_result!: 'success' | 'failed';
  log!: DeliveryLogResponse;
}

/** An event that is sent again. */
export class RedeliveryResponse {
  /** @example "0f8fad5b-d9cb-469f-a165-70867728950e" */
  webhook_id!: string;
  @ApiProperty({ enum: [...EVENT_TYPES], example: 'transaction.new' })
  event_type!: EventType;
  /** That of the first delivery. @example "evt_7b1c2f5e-0d3a-4a53-9f2c-6a1c0f1e2d3b" */
  event_id!: string;
  /** Number of the attempt, which is in the log as soon as it begins. @example 4 */
  attempt!: number;
}

export class AvailableEventResponse {
  /** @example "transaction.new" */
  event!: EventType;
  /** @example "new transaction detected for a watched address" */
  description!: string;
}

export class AvailableEventsResponse {
  @ApiProperty({ type: [AvailableEventResponse] })
  events!: AvailableEventResponse[];
  /** @example 6 */
  total!: number;
}
