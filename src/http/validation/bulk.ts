import { applyDecorators, type Type } from '@nestjs/common';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import { finished, type Sliced } from '../../domain/kernel/slices';
import { Property, type PropertyOptions } from './property';

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

/** A reader of long values, which can also read them in slices. */
export interface SlicedReader<T> extends BulkReader<T> {
  inSlices(raw: unknown, timezone?: string): Sliced<T | Rejected>;
}

export const slicedReader = <T>(inSlices: SlicedReader<T>['inSlices']): SlicedReader<T> =>
  Object.assign((raw: unknown, timezone?: string) => finished(inSlices(raw, timezone)), { inSlices });

/** A value that was read before class-transformer runs. */
class ReadValue {
  constructor(readonly value: unknown) {}
}

const READERS = Symbol('readers of long values');
type Readers = ReadonlyMap<string, SlicedReader<unknown>>;
const readersOf = (type: object): Readers =>
  (Reflect.getMetadata(READERS, type) as Readers | undefined) ?? new Map();

/** A property that a reader both reads and checks. Property type: what the reader returns. */
export const IsBulk = <T>(
  read: SlicedReader<T>,
  options: PropertyOptions,
  schema: Partial<ApiPropertyOptions>,
): PropertyDecorator =>
  applyDecorators(
    (target: object, name: string | symbol) => {
      const readers = new Map([...readersOf(target.constructor), [String(name), read]]);
      Reflect.defineMetadata(READERS, readers, target.constructor);
    },
    Property(
      (raw) => (raw instanceof ReadValue ? raw.value : read(raw)),
      options,
      schema,
      ValidateBy({
        name: 'bulk',
        validator: { validate: (value) => value !== undefined && !(value instanceof Rejected) },
      }),
    ),
  );

/** The input of a DTO with its long values read already, in slices. */
export function* readLongValues(type: Type | undefined, input: object, timezone: string): Sliced<object> {
  const read: Record<string, ReadValue> = {};
  for (const [name, reader] of type ? readersOf(type) : []) {
    const raw: unknown = Object.getOwnPropertyDescriptor(input, name)?.value;
    if (raw !== undefined) read[name] = new ReadValue(yield* reader.inSlices(raw, timezone));
  }
  return { ...input, ...read };
}
