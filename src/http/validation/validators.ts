import { applyDecorators } from '@nestjs/common';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsIn,
  IsString,
  ValidateBy,
  type ValidationArguments,
  type ValidationOptions,
} from 'class-validator';
import { JsonNumber } from './json-number';
import { isTimeZone } from '../../config/env-checks';
import type { Decimal } from '../../domain/kernel/decimal';
import {
  longListMessage,
  longTextMessage,
  minMessage,
  oneOfMessage,
  shortListMessage,
  shortTextMessage,
} from './messages';
import { isJsonObject } from './readers';
import type { ViolationContext, Words } from './violations';

/** Validators that class-validator does not have, and those it has with the messages of the service. */

/** A decimal of at least `min`. */
export const AtLeast = (min: Decimal): PropertyDecorator =>
  ValidateBy({
    name: 'min',
    validator: {
      validate: (value: Decimal) => value.gte(min),
      defaultMessage: () => minMessage(min.toFixed()),
    },
  });

/** Lengths in code points, as the database counts them; `MaxLength` does not count variation selectors. Blank text is empty. */
export const HasLength = (min: number, max: number): PropertyDecorator =>
  applyDecorators(
    ValidateBy({
      name: 'maxLength',
      validator: { validate: (text) => isText(text, max), defaultMessage: () => longTextMessage(max) },
    }),
    ValidateBy({
      name: 'minLength',
      validator: {
        validate: (text: string) => [...(min > 0 ? text.trim() : text)].length >= min,
        defaultMessage: () => shortTextMessage(min),
      },
    }),
  );

export const isText = (text: unknown, max: number): text is string =>
  typeof text === 'string' && (text.length <= max || (text.length <= 2 * max && [...text].length <= max));

/** A list of so many entries. */
export const HasSize = (min: number, max: number): PropertyDecorator =>
  applyDecorators(
    ArrayMaxSize(max, { message: ({ value }) => longListMessage(max, value) }),
    ArrayMinSize(min, { message: ({ value }) => shortListMessage(min, value) }),
  );

/** One of a closed list. */
export const IsInList = (values: readonly string[]): PropertyDecorator =>
  IsIn(values, { message: ({ value }: ValidationArguments) => oneOfMessage(values, value) });

/** A list with entries of a closed list. The error names the entries that are not. */
export const EachIsOneOf = (values: readonly string[]): PropertyDecorator =>
  IsIn(
    values,
    each((entry) =>
      values.some((value) => value === entry) ? null : { type: 'enum', msg: oneOfMessage(values, entry) },
    ),
  );

/** A list of texts of at most so many characters. The error names the entries that are not. */
export const EachIsText = (max = Infinity): PropertyDecorator =>
  applyDecorators(
    IsString(
      each((entry) =>
        typeof entry === 'string' ? null : { type: 'string_type', msg: 'Input should be a valid string' },
      ),
    ),
    ValidateBy(
      { name: 'maxLength', validator: { validate: (text) => isText(text, max) } },
      each((entry) => (isText(entry, max) ? null : { type: 'string_too_long', msg: longTextMessage(max) })),
    ),
  );

const each = (explain: (entry: unknown) => Required<Words> | null): ValidationOptions => ({
  each: true,
  context: { explain } satisfies ViolationContext,
});

/** A JSON object of any keys, of so many UTF-8 bytes as JSON, which is how it is stored. */
export const IsJsonOfSize = (maxBytes = Infinity): PropertyDecorator =>
  applyDecorators(
    ValidateBy({ name: 'isJsonObject', validator: { validate: isJsonObject } }),
    ValidateBy({
      name: 'isExactJson',
      validator: {
        validate: (value) => inexactIn(value) === null,
        defaultMessage: (args) =>
          `The number ${inexactIn(args?.value)?.text.slice(0, MAX_SHOWN)} has more digits than JSON readers keep; send it as text`,
      },
    }),
    ValidateBy({
      name: 'arrayMaxSize',
      validator: {
        validate: (value) => maxBytes === Infinity || bytesOf(value) <= maxBytes,
        defaultMessage: (args) =>
          `Object should have at most ${maxBytes} bytes as JSON, not ${bytesOf(args?.value)}`,
      },
    }),
  );

const MAX_SHOWN = 40;

function inexactIn(value: unknown): JsonNumber | null {
  if (value instanceof JsonNumber) return value;
  if (typeof value !== 'object' || value === null) return null;
  for (const item of Object.values(value)) {
    const found = inexactIn(item);
    if (found) return found;
  }
  return null;
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** Offsets such as `+01:00` are no zones: they have no clock changes. */
export const IsTimeZoneName = (): PropertyDecorator =>
  ValidateBy({
    name: 'isTimeZone',
    validator: {
      validate: (value) => typeof value === 'string' && /^[A-Za-z]/.test(value) && isTimeZone(value),
      defaultMessage: () => 'Input should be an IANA time zone',
    },
  });

/** The end of a range, on the property that holds it; the other end is the property named. */
export const NotBefore = (start: string): PropertyDecorator =>
  ValidateBy({
    name: 'notBefore',
    validator: {
      validate: (end: unknown, args) => {
        const from: unknown = args && Reflect.get(args.object, start);
        return typeof end !== 'number' || typeof from !== 'number' || !(from > end);
      },
      defaultMessage: () => `Input should not be before ${start}`,
    },
  });
