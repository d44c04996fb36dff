import { DAY_MS, HOUR_MS } from '../kernel/durations';

/**
 * HELD: why an event had no effect. The event is kept until it has an effect or a person has reviewed it.
 * `isRetried`: a later retry may succeed.
 * @source reliability.md 2.8
 */
export const HELD = {
  unknown: { isRetried: true, text: 'the payment is unknown' },
  unreadable: { isRetried: true, text: 'this release does not know its format' },
  mismatched: { isRetried: false, text: 'the paid amount differs from the price' },
  ownerless: { isRetried: false, text: 'the account that it was paid for is deleted' },
} as const satisfies Record<string, { isRetried: boolean; text: string }>;

export type HeldReason = keyof typeof HELD;

const FIRST_RETRY_MS = 60_000;
const LONGEST_RETRY_MS = 6 * HOUR_MS;
/** The processor also redelivers an event for this long. */
const RETRY_FOR_MS = 30 * DAY_MS;

/**
 * @param tries so far, at least 1
 * @param heldForMs time since the event arrived
 * @returns ms until the next retry, or null: a person must review the event
 */
export function nextRetryMs(reason: HeldReason, tries: number, heldForMs: number): number | null {
  if (!HELD[reason].isRetried || heldForMs >= RETRY_FOR_MS) return null;
  return Math.min(FIRST_RETRY_MS * 2 ** Math.min(tries - 1, 16), LONGEST_RETRY_MS);
}
