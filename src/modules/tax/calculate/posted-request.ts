import type { Type } from '@nestjs/common';
import type { Config } from '../../../config/env';
import { AppError } from '../../../domain/kernel/errors';
import { decodeJson, parseJson } from '../../../http/body/json';
import { InvalidInput, type Violation } from '../../../http/errors/invalid-input';
import { BodyPipe } from '../../../http/validation/validation.pipe';
import type { ComputeTask } from '../../../ports/work/compute';
import type { Clock } from '../../../ports/clock';
import type { PostedSettings } from './posted-ledger';

/** Input of both tasks. */
export interface PostedInput {
  /** JSON. */
  body: Uint8Array;
  settings: PostedSettings;
}

/** A body that the checks refuse. Errors with violations do not cross threads as objects. */
export interface InvalidBody {
  invalid: { code: 'VALIDATION_ERROR' | 'INVALID_REQUEST'; violations: readonly Violation[] };
}

/** An answer as JSON text in UTF-8. */
export interface PostedAnswer {
  json: Uint8Array;
  /** Time of the replay alone. */
  engineSeconds: number;
}

/** A task that answers a posted body. @param T its answer to a valid body */
export type PostedTask<T = PostedAnswer> = ComputeTask<PostedInput, T | InvalidBody>;

/**
 * Reads a body as the pipe of the routes does, then passes it on.
 * @returns the violations of an invalid body; else what `work` returns
 * @throws AppError UNAUTHORIZED for more rows than a caller without a credential may send
 */
export async function withPostedBody<T extends object, R>(
  { body, settings }: PostedInput,
  type: Type<T>,
  work: (request: T) => R,
): Promise<R | InvalidBody> {
  const clock = { now: () => settings.now } as Clock;
  const pipe = new BodyPipe(clock, { REPORT_TIMEZONE: settings.timezone } as Config);
  try {
    const value = body.length === 0 ? undefined : parseJson(decodeJson(body), true);
    refuseLongLedger(value, settings.anonymousRows);
    return work((await pipe.transform(value, { type: 'body', metatype: type })) as T);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const code = error.code === 'VALIDATION_ERROR' ? error.code : 'INVALID_REQUEST';
    return { invalid: { code, violations: error.violations } };
  }
}

/** Counts the rows before any of them is read. */
function refuseLongLedger(body: unknown, limit: number | null): void {
  if (limit === null || typeof body !== 'object' || body === null) return;
  const rows: unknown = Object.getOwnPropertyDescriptor(body, 'transactions')?.value;
  if (!Array.isArray(rows) || rows.length <= limit) return;
  throw new AppError(
    'UNAUTHORIZED',
    { limit },
    { message: `A ledger of more than ${limit} transactions needs a credential (ANONYMOUS_LEDGER_ROWS)` },
  );
}

/** @throws InvalidInput for an invalid body */
export function validAnswer<R extends object>(output: R | InvalidBody): R {
  if (!('invalid' in output)) return output;
  throw new InvalidInput(output.invalid.code, output.invalid.violations);
}

/** @param work computes the answer and reports the time of its replay */
export function answerOf(work: (onReplayed: (seconds: number) => void) => object): PostedAnswer {
  let engineSeconds = 0;
  const answer = work((seconds) => (engineSeconds = seconds));
  return { json: new TextEncoder().encode(JSON.stringify(answer)), engineSeconds };
}
