import { z } from 'zod';

/** A node of a provider can lag behind. A removal counts when the same answer is given this much later. */
const BELIEVED_AFTER_MS = 10 * 60_000;

/** An answer whose newest row is below the newest known one. Null: there is none. */
export const doubtSchema = z
  .object({
    /** Block of the newest row of the answer. Null: it has no row. */
    newest: z.number().int().nonnegative().nullable(),
    /** When it was first given, in milliseconds UTC. */
    since: z.number().int(),
  })
  .nullable();
export type Doubt = z.infer<typeof doubtSchema>;

/** The doubt after one more answer. */
export const doubtAfter = (doubt: Doubt, newest: number | null, now: number): NonNullable<Doubt> =>
  doubt?.newest === newest ? doubt : { newest, since: now };

export const isBelieved = ({ since }: NonNullable<Doubt>, now: number): boolean =>
  now - since >= BELIEVED_AFTER_MS;
