import type { Journey, Json } from './journey';

/** One thing a customer does with the product. It may rest on the stories before it. */
export interface Story {
  name: string;
  walk(journey: Journey): Promise<void>;
}

/** The year of the trades that were there before the customer came. */
export const YEAR = 2024;
export const day = (month: number, date: number): number => Date.UTC(YEAR, month - 1, date, 12);

/** A route of one wallet. */
export const wallet = (address: string, path: string): string => `/api/v1/wallets/${address}/${path}`;

export const quantities = (holdings: Json): Record<string, string> =>
  Object.fromEntries((holdings as Json[]).map(({ symbol, quantity }) => [symbol, quantity]));

/**
 * The next full second, when it has begun: blocks carry whole seconds, and events are about what happens after the
 * watching began.
 */
export async function nextSecond(): Promise<number> {
  const next = Math.ceil((Date.now() + 1) / 1000) * 1000;
  await new Promise((resolve) => setTimeout(resolve, next - Date.now() + 5));
  return next;
}
