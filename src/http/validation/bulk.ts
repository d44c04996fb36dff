import type { ApiPropertyOptions } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import { Property, timezoneOf, type PropertyOptions } from './property';

/**
 * Posted ledgers have up to 50,000 rows of 20 fields. An instance and a validation of each by class-transformer and
 * class-validator takes seconds, so readers written by hand read them, and report what is wrong in the same form.
 */

/** One thing wrong inside a value, in the words of Pydantic v2. */
export interface Flaw {
  /** The way down from the value itself. */
  at: readonly (string | number)[];
  type: string;
  msg: string;
}

/** A value that could not be read, and why. */
export class Rejected {
  readonly flaws: readonly Flaw[];

  constructor(type: string, msg: string, inside: readonly Flaw[] = []) {
    this.flaws = inside.length > 0 ? inside : [{ at: [], type, msg }];
  }
}

/** @param raw never undefined @param timezone of dates without a time; default UTC */
export type BulkReader<T> = (raw: unknown, timezone?: string) => T | Rejected;

/** A property that a reader both reads and checks. Property type: what the reader returns. */
export const IsBulk = <T>(
  read: BulkReader<T>,
  options: PropertyOptions,
  schema: Partial<ApiPropertyOptions>,
): PropertyDecorator =>
  Property(
    (raw, params) => read(raw, timezoneOf(params)),
    options,
    schema,
    ValidateBy({
      name: 'bulk',
      validator: { validate: (value) => value !== undefined && !(value instanceof Rejected) },
    }),
  );
