import { applyDecorators } from '@nestjs/common';
import { ValidateBy } from 'class-validator';
import { JsonNumber } from './json-number';
import { isTimeZone } from '../../config/env-checks';
import type { Decimal } from '../../domain/kernel/decimal';
import { minMessage } from './messages';
import { isJsonObject } from './readers';

/** Validators that class-validator does not have. */

/** A decimal of at least `min`. */
export const AtLeast = (min: Decimal): PropertyDecorator =>
  ValidateBy({
    name: 'min',
    validator: {
      validate: (value: Decimal) => value.gte(min),
      defaultMessage: () => minMessage(min.toFixed()),
    },
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
