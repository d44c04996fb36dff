import { ApiProperty } from '@nestjs/swagger';
import { ApiKeyResponse } from '../../presenters/api-keys.shapes.dto';

/** What the audit routes answer, as it goes over the wire. Moments are ISO 8601 UTC. @source api.md 1.8, 2 */

export class AuditLogResponse {
  /** @example "6a1f0c52-93d1-4b7a-8f0e-2d5c7b9e4a10" */
  id!: string;
  /** When the request arrived. @example "2026-01-31T12:00:00.000Z" */
  timestamp!: string;
  /** The `X-Request-Id` of the answer. @example "7f8d3c52-5b1e-4d7a-9c33-0a1b2c3d4e5f" */
  request_id!: string;
  /** @example "GET" */
  method!: string;
  /** Without the query. @example "/api/v1/usage" */
  path!: string;
  /** The template of the route; `(no route)` for a path none has. @example "/api/v1/usage" */
  route!: string;
  /** 499: the client left before its answer. @example 200 */
  status_code!: number;
  /** @example null */
  error_code!: string | null;
  /** @example 12 */
  duration_ms!: number;
  @ApiProperty({ enum: ['bearer', 'api_key', 'partner', 'anonymous'], example: 'api_key' })
  auth_type!: string;
  /** @example "0f8fad5b-d9cb-469f-a165-70867728950e" */
  user_id!: string | null;
  /** @example "3f2b8c1e-6d4a-4f0b-9a57-1c2d3e4f5a6b" */
  api_key_id!: string | null;
  /** @example "cbk_0aB1cD2e" */
  key_prefix!: string | null;
  /** @example null */
  partner_id!: string | null;
  /** @example "203.0.113.7" */
  ip_address!: string;
  /** @example "curl/8.7.1" */
  user_agent!: string;
}

export class PeriodResponse {
  /** @example "2026-01-01T00:00:00.000Z" */
  start!: string;
  /** @example "2026-01-31T23:59:59.999Z" */
  end!: string;
}

export class EndpointSummaryResponse {
  /** @example "GET" */
  method!: string;
  /** The template of the route. @example "/api/v1/usage" */
  path!: string;
  /** @example 120 */
  requests!: number;
  /** Answers of 400 and above. @example 3 */
  errors!: number;
}

export class AuditSummaryResponse {
  period!: PeriodResponse;
  /** @example 120 */
  total_requests!: number;
  /** Below 400. @example 117 */
  successful!: number;
  /** 400 to 499. @example 3 */
  client_errors!: number;
  /** 500 and above. @example 0 */
  server_errors!: number;
  /** Errors of both kinds as a part of all requests. @example "0.025" */
  error_rate!: string;
  /** Null without requests. @example 8 */
  @ApiProperty({ type: 'integer', nullable: true })
  p50_ms!: number | null;
  /** Null without requests. @example 41 */
  @ApiProperty({ type: 'integer', nullable: true })
  p95_ms!: number | null;
  /** @example 2 */
  unique_ips!: number;
  /** @example 1 */
  unique_keys!: number;
  /** Most used first. */
  by_endpoint!: EndpointSummaryResponse[];
  /** Status -> requests. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'integer' }, example: { 200: 117, 404: 3 } })
  by_status!: Record<string, number>;
  /** Kind of credential -> requests. */
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    example: { bearer: 20, api_key: 100 },
  })
  by_auth_type!: Record<string, number>;
}

export class ErrorCodeResponse {
  /** Null: the client left before its answer. @example "RATE_LIMIT_EXCEEDED" */
  code!: string | null;
  /** @example 429 */
  status!: number;
  /** @example 3 */
  count!: number;
  /** @example "2026-01-31T12:00:00.000Z" */
  last_seen_at!: string;
}

export class EndpointErrorsResponse extends EndpointSummaryResponse {
  /** @example "0.025" */
  error_rate!: string;
}

export class ErrorHourResponse {
  /** Its first instant. @example "2026-01-31T12:00:00.000Z" */
  hour!: string;
  /** @example 3 */
  errors!: number;
}

export class ErrorAnalysisResponse {
  period!: PeriodResponse;
  /** @example 3 */
  total_errors!: number;
  /** @example "0.025" */
  error_rate!: string;
  /** Most frequent first. */
  by_code!: ErrorCodeResponse[];
  /** Routes with errors, most first. */
  by_endpoint!: EndpointErrorsResponse[];
  /** Hours with errors, oldest first. */
  by_hour!: ErrorHourResponse[];
  /** Newest first. */
  recent!: AuditLogResponse[];
}

export class ReviewedKeyResponse extends ApiKeyResponse {
  /** @example "0f8fad5b-d9cb-469f-a165-70867728950e" */
  user_id!: string;
  /** Null: never. @example 12 */
  @ApiProperty({ type: 'integer', nullable: true })
  days_since_used!: number | null;
  @ApiProperty({ type: [String], enum: ['never_used', 'inactive', 'admin', 'all_permissions'] })
  flags!: string[];
}

export class ReviewedWebhookResponse {
  /** @example "0f8fad5b-d9cb-469f-a165-70867728950e" */
  id!: string;
  /** @example "0f8fad5b-d9cb-469f-a165-70867728950e" */
  user_id!: string;
  /** @example "example.com" */
  url_host!: string;
  /** @example true */
  is_active!: boolean;
  /** Its last delivery failed. @example false */
  failing!: boolean;
}

export class ReviewedExchangeAccountResponse {
  /** @example "0f8fad5b-d9cb-469f-a165-70867728950e" */
  id!: string;
  /** @example "0f8fad5b-d9cb-469f-a165-70867728950e" */
  user_id!: string;
  /** @example "kraken" */
  exchange!: string;
  /** @example null */
  last_sync_at!: string | null;
}

/** Of all there are, however many are listed. */
export class AccessCountsResponse {
  /** Not revoked. @example 4 */
  keys!: number;
  /** @example 3 */
  active_keys!: number;
  /** @example 1 */
  never_used!: number;
  /** @example 1 */
  inactive!: number;
  /** @example 1 */
  admin!: number;
  /** @example 0 */
  all_permissions!: number;
  /** @example 2 */
  webhooks!: number;
  /** @example 2 */
  active_webhooks!: number;
  /** @example 0 */
  failing_webhooks!: number;
  /** @example 0 */
  exchange_accounts!: number;
}

export class AccessReviewResponse {
  /** @example "2026-01-31T12:00:00.000Z" */
  generated_at!: string;
  /** Keys not revoked, those with flags first; at most 500. */
  keys!: ReviewedKeyResponse[];
  /** At most 500. */
  webhooks!: ReviewedWebhookResponse[];
  /** At most 500. */
  exchange_accounts!: ReviewedExchangeAccountResponse[];
  summary!: AccessCountsResponse;
}
