import type { Type } from '@nestjs/common';
import type { Config } from '../../config/env';
import type { Clock } from '../../ports/clock';
import { InvalidInput, type Violation } from '../errors/invalid-input';
import { BodyPipe } from '../validation/validation.pipe';
import { decodeJson, parseJson } from './json';

/** For routes whose body stays bytes: a thread parses and checks the body. */

export interface BodySettings {
  /** ms UTC */
  now: number;
  timezone: string;
}

/** Errors with violations do not cross threads as objects. */
export interface InvalidBody {
  invalid: { code: 'VALIDATION_ERROR' | 'INVALID_REQUEST'; violations: readonly Violation[] };
}

/** @throws InvalidInput */
export async function checkedBody<T extends object>(
  value: unknown,
  type: Type<T>,
  { now, timezone }: BodySettings,
): Promise<T> {
  const pipe = new BodyPipe({ now: () => now } as Clock, { REPORT_TIMEZONE: timezone } as Config);
  return (await pipe.transform(value, { type: 'body', metatype: type })) as T;
}

/** @returns undefined for an empty body @throws AppError as `parseJson` */
export const valueOfBody = (body: Uint8Array, keepDigits: boolean): unknown =>
  body.length === 0 ? undefined : parseJson(decodeJson(body), keepDigits);

/** @returns what `work` returns, or the violations of an invalid body */
export async function refusalAsData<R>(work: () => Promise<R>): Promise<R | InvalidBody> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const code = error.code === 'VALIDATION_ERROR' ? error.code : 'INVALID_REQUEST';
    return { invalid: { code, violations: error.violations } };
  }
}

/** @throws InvalidInput for an invalid body */
export function validOutput<R extends object>(output: R | InvalidBody): R {
  if (!('invalid' in output)) return output;
  throw new InvalidInput(output.invalid.code, output.invalid.violations);
}
