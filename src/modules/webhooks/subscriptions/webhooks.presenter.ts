import { accountOf } from '../../../domain/kernel/address';
import { EVENT_TYPES, EVENTS } from '../../../domain/webhooks/events';
import type { AvailableEventsResponse, DeliveryLogResponse, WebhookResponse } from './webhooks.shapes.dto';

/** A secret never passes through here. */

interface Row {
  id: string;
  url: string;
  events: string[];
  addressesFilter: string[];
  description: string;
  isActive: boolean;
  successfulDeliveries: number;
  failedDeliveries: number;
  lastDeliveryAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

interface LogRow {
  id: string;
  eventType: string;
  eventId: string;
  attempt: number;
  status: string;
  statusCode: number | null;
  responseTimeMs: number;
  errorMessage: string | null;
  deliveredAt: Date | null;
  createdAt: Date;
}

export const toWebhook = (row: Row, headers: Record<string, string>): WebhookResponse => ({
  id: row.id,
  url: row.url,
  events: row.events,
  addresses_filter: row.addressesFilter.map((address) => accountOf(address) ?? address),
  is_active: row.isActive,
  description: row.description,
  headers,
  total_deliveries: row.successfulDeliveries + row.failedDeliveries,
  successful_deliveries: row.successfulDeliveries,
  failed_deliveries: row.failedDeliveries,
  last_delivery_at: row.lastDeliveryAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});

export const toDeliveryLog = (row: LogRow): DeliveryLogResponse => ({
  id: row.id,
  event_type: row.eventType,
  event_id: row.eventId,
  attempt: row.attempt,
  status: row.status,
  status_code: row.statusCode,
  response_time_ms: row.responseTimeMs,
  error_message: row.errorMessage,
  delivered_at: row.deliveredAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
});

export function toAvailableEvents(): AvailableEventsResponse {
  const events = EVENT_TYPES.map((event) => ({ event, description: EVENTS[event].description }));
  return { events, total: events.length };
}
