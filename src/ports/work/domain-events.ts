import type { EventData, EventType } from '../../domain/webhooks/events';

/** Something that happened, to be sent to its subscribers. */
export interface NewEvent {
  type: EventType;
  /** In normal form (`Address.value`). Null: about the owner alone (an exchange sync). */
  address: string | null;
  /** Sent to this user only. Null: to all users who watch the address. */
  userId: string | null;
  /** When it happened, ms UTC. Users who started to watch later do not receive it. Null: now. */
  occurredAt: number | null;
  /** At most one event with this key is ever stored, so that appending may be repeated. */
  key: string | null;
  data: EventData;
}

/** The caller's database transaction. Only its store can interpret it. */
export type CallerTransaction = object;

/**
 * The outbox. An event is stored in one transaction with its data. Delivery happens later, in another place.
 */
export abstract class DomainEvents {
  /**
   * @param within the caller's transaction. Without one, the events are stored at once
   * @returns how many were new
   */
  abstract append(events: readonly NewEvent[], within?: CallerTransaction): Promise<number>;
  /**
   * Appends an event unless an event with one of the keys `others` is stored. Two calls of one topic run one
   * at a time, across all processes.
   * @returns whether it was appended
   */
  abstract appendUnless(topic: string, others: readonly string[], event: NewEvent): Promise<boolean>;
  /**
   * The time up to which the outbox contains all findings in watched wallets, ms UTC. Null before the first
   * pass. It does not advance while no process checks, and events do not age meanwhile: none is lost.
   */
  abstract caughtUpAt(): Promise<number | null>;
  /** Moves that time forward, never back. */
  abstract catchUp(at: number): Promise<void>;
  /** After the commit of `within`: announces new deliveries. Never waits and never fails. */
  abstract notify(): void;
}
