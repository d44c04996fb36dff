import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform, Type, type ClassTransformOptions, type TransformFnParams } from 'class-transformer';
import { ValidateBy, ValidateIf } from 'class-validator';
import { dateZone } from '../../common/date-zone';
import { AppError } from '../../domain/kernel/errors';

/** Where input comes from. Query strings are parsed; in a body a wrong JSON type is refused. */
export type Source = 'query' | 'body';

/** The pipe of a source passes its name, and the zone of dates, as groups of class-transformer. */
export const optionsOf = (source: Source, timezone: string): ClassTransformOptions => ({
  groups: [source, ZONE + timezone],
});
const ZONE = 'zone:';
/** The zone of a date without a time. */
export const timezoneOf = ({ options }: Pick<TransformFnParams, 'options'>): string =>
  dateZone() ?? options.groups?.find((group) => group.startsWith(ZONE))?.slice(ZONE.length) ?? 'UTC';
export const isQuery = ({ options }: Pick<TransformFnParams, 'options'>): boolean =>
  options.groups?.includes('query') ?? false;

/** One thing wrong inside a value, in the words of Pydantic v2. */
export interface Flaw {
  /** The way down from the value itself. */
  at: readonly (string | number)[];
  type: string;
  msg: string;
  /** With a code of its own. */
  error?: AppError;
}

/** A value that could not be read, and why. The other properties are read all the same. */
export class Rejected {
  readonly flaws: readonly Flaw[];

  constructor(type: string, msg: string, inside: readonly Flaw[] = []) {
    this.flaws = inside.length > 0 ? inside : [{ at: [], type, msg }];
  }
}

/**
 * Raw value -> typed value, or `Rejected`, or a value that the validators of the property refuse. A failure with a code
 * of its own is thrown as AppError.
 * @param raw never undefined: an absent property is not read. `null` is not absent
 */
export type Read = (raw: unknown, params: TransformFnParams) => unknown;

function readOrRejected(read: Read, raw: unknown, params: TransformFnParams): unknown {
  try {
    return read(raw, params);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The list of violations adds the name of the field.
    const msg = error.message.replace(`${error.field}: `, '');
    return new Rejected('value_error', msg, [{ at: [], type: 'value_error', msg, error }]);
  }
}

/** Stands before the other validators, which expect what the reader returns. */
const IsRead = (): PropertyDecorator =>
  ValidateBy({
    name: 'isRead',
    validator: { validate: (value) => value !== undefined && !(value instanceof Rejected) },
  });

export interface PropertyOptions {
  /** Absent is a violation. Default: absent is `undefined` or the initialiser of the property. */
  required?: boolean;
  description?: string;
  example?: unknown;
}

/**
 * A property of a DTO: documented, read, then checked by validators, of which the first that fails is reported.
 * class-transformer copies values without a type key by key, in quadratic time. It does not descend into a Boolean, so
 * that type keeps large values out of it; `read` gets the value from the parent.
 */
export function Property(
  read: Read,
  { required = false, description, example }: PropertyOptions,
  schema: Partial<ApiPropertyOptions>,
  ...validators: PropertyDecorator[]
): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ required, description, example, ...schema } as ApiPropertyOptions),
    Type(() => Boolean),
    Transform((params) => readOrRejected(read, (params.obj as Record<string, unknown>)[params.key], params)),
    ...(required ? [] : [ValidateIf((_, value) => value !== undefined)]),
    IsRead(),
    ...validators,
  );
}
