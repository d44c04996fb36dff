import { createHash } from 'node:crypto';
import { z } from 'zod';

/** A node can lag behind. A removal counts when the same answer is given this much later. */
const BELIEVED_AFTER_MS = 10 * 60_000;

/** An answer that lacks known rows. */
export const doubtSchema = z
  .object({
    /** Block of the newest row of the answer. Null: no row. */
    newest: z.number().int().nonnegative().nullable(),
    /** The missing known rows. Null: only the end was compared. */
    lacks: z.string().nullable().default(null),
    /** Start of the answer. Null: not stated. */
    from: z.number().int().nonnegative().nullable().default(null),
    /** First seen, in milliseconds UTC. */
    since: z.number().int(),
  })
  .nullable();
export type Doubt = z.infer<typeof doubtSchema>;
type Answer = Omit<NonNullable<Doubt>, 'since'>;

/** Newer rows do not change which known rows are missing. */
export function doubtAfter(doubt: Doubt, answer: Answer, now: number): NonNullable<Doubt> {
  const isSame = doubt?.lacks === answer.lacks && (answer.lacks !== null || doubt.newest === answer.newest);
  return isSame ? doubt : { ...answer, since: now };
}

export const isBelieved = ({ since }: NonNullable<Doubt>, now: number): boolean =>
  now - since >= BELIEVED_AFTER_MS;

/** @returns a short text for the known rows that an answer lacks; null when it has them all */
export function lackedRows(known: readonly string[], answer: readonly { key: string }[]): string | null {
  const given = new Set(answer.map(({ key }) => key));
  const lacked = known.filter((key) => !given.has(key));
  return lacked.length === 0
    ? null
    : createHash('sha256').update(lacked.toSorted().join('\n')).digest('base64url');
}
