import type { Type } from '@nestjs/common';
import { jsonParts } from '../../../common/json-parts';
import { AppError } from '../../../domain/kernel/errors';
import { checkedBody, refusalAsData, valueOfBody, type InvalidBody } from '../../../http/body/body-in-thread';
import type { ComputeTask } from '../../../ports/work/compute';
import { LEDGER_LIMITS } from './ledger-limits';
import type { PostedSettings } from './posted-ledger';

/** Input of both tasks. */
export interface PostedInput {
  /** JSON. */
  body: Uint8Array;
  settings: PostedSettings;
}

/** An answer as JSON text in UTF-8, in parts. */
export interface PostedAnswer {
  json: Uint8Array[];
  /** Time of the replay alone. */
  engineSeconds: number;
}

/** A task that answers a posted body. @param T its answer to a valid body */
export type PostedTask<T = PostedAnswer> = ComputeTask<PostedInput, T | InvalidBody>;

/**
 * Reads a body as the pipe of the routes does, then passes it on.
 * @returns the violations of an invalid body; else what `work` returns
 * @throws AppError UNAUTHORIZED for more rows than a caller without a credential may send; PAYLOAD_TOO_LARGE for more than
 * any caller may send
 */
export function withPostedBody<T extends object, R>(
  input: PostedInput,
  type: Type<T>,
  work: (request: T) => R,
): Promise<R | InvalidBody> {
  return refusalAsData(async () => work(await requestOf(input, type)));
}

/** A function of its own: the parsed body is not kept while its ledger is computed. */
async function requestOf<T extends object>({ body, settings }: PostedInput, type: Type<T>): Promise<T> {
  const value = valueOfBody(body, true);
  refuseLongLedger(value, settings.anonymousRows);
  return checkedBody(value, type, settings);
}

/** Counts the rows before any of them is read. */
function refuseLongLedger(body: unknown, limit: number | null): void {
  if (typeof body !== 'object' || body === null) return;
  const rows: unknown = Object.getOwnPropertyDescriptor(body, 'transactions')?.value;
  if (!Array.isArray(rows)) return;
  if (limit !== null && rows.length > limit)
    throw new AppError(
      'UNAUTHORIZED',
      { limit },
      { message: `A ledger of more than ${limit} transactions needs a credential (ANONYMOUS_LEDGER_ROWS)` },
    );
  const { rows: most } = LEDGER_LIMITS;
  if (rows.length > most)
    throw new AppError(
      'PAYLOAD_TOO_LARGE',
      { limit_rows: most },
      { message: `A ledger has at most ${most} transactions` },
    );
}

/** @param work computes the answer and reports the time of its replay */
export function answerOf(work: (onReplayed: (seconds: number) => void) => object): PostedAnswer {
  let engineSeconds = 0;
  const answer = work((seconds) => (engineSeconds = seconds));
  return { json: jsonParts(answer), engineSeconds };
}
