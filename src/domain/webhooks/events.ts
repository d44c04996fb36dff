/** EVENTS: what a webhook may subscribe to. @source spec 6 */
export const EVENTS = {
  'transaction.new': { description: 'new transaction detected for a watched address' },
  'lot.created': { description: 'new tax lot created from an inflow transaction' },
  'lot.consumed': { description: 'tax lot partially or fully consumed' },
  'wash_sale.detected': { description: 'wash-sale rule triggered' },
  'price.alert': { description: 'price threshold crossed for a watched asset' },
  'calculation.complete': { description: 'background calculation job completed' },
} as const satisfies Record<string, { description: string }>;

export type EventType = keyof typeof EVENTS;
export const EVENT_TYPES = Object.keys(EVENTS) as readonly EventType[];

/** Sent only on request. A webhook cannot subscribe to it. */
export const TEST_EVENT = 'test';

export const isEventType = (text: string): text is EventType => Object.hasOwn(EVENTS, text);

/** Fixed keys, integer numbers, everything else as text. */
export type EventData = Readonly<Record<string, CanonicalValue>>;
export type CanonicalValue =
  string | number | boolean | null | readonly CanonicalValue[] | { readonly [key: string]: CanonicalValue };

export const eventId = (uuid: string): string => `evt_${uuid}`;
