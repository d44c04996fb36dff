import type { EventData, EventType } from '../../domain/webhooks/events';

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
  /**
   * Appends an event unless one with one of `others` is kept. Two calls of one topic take turns, in all processes.
   * @returns whether it was appended
   */
  abstract appendUnless(topic: string, others: readonly string[], event: NewEvent): Promise<boolean>;
  /**
   * The moment up to which all that was found in watched wallets is in the outbox, ms UTC; null before the first
   * time. It stands still while no process looks, and so does the age of events: none is forgotten meanwhile.
   */
  abstract caughtUpAt(): Promise<number | null>;
  /** Moves that moment forward, never back. */
  abstract catchUp(at: number): Promise<void>;
  /** After the commit of `within`: says that there is something to deliver. Never waits, never fails. */
  abstract notify(): void;
}
