import type { EventData, EventType } from '../domain/webhooks/events';

/** Something that happened, to be told to whoever subscribed. */
export interface NewEvent {
  type: EventType;
  /** In the form to compare (`Address.value`); null: of the owner alone (an exchange sync). */
  address: string | null;
  /** Told to this user alone; null: to everybody who watches the address. */
  userId: string | null;
  /** When it happened, ms UTC; who began to watch later is not told. Null: now. */
  occurredAt: number | null;
  /** At most one event with this key is ever kept, so that appending may be repeated. */
  key: string | null;
  data: EventData;
}

/** The transaction of the caller, as its store knows it; opaque to everyone between. */
export type CallerTransaction = object;

/** The outbox. An event is kept with what it speaks of or not at all; delivering it comes later, and elsewhere. */
export abstract class DomainEvents {
  /**
   * @param within the caller's transaction; without one the events are kept at once
   * @returns how many were new
   */
  abstract append(events: readonly NewEvent[], within?: CallerTransaction): Promise<number>;
  /** True when an event with one of these keys is kept. */
  abstract anyKept(keys: readonly string[]): Promise<boolean>;
  /** After the commit of `within`: says that there is something to deliver. Never waits, never fails. */
  abstract announce(): void;
}
