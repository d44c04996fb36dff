import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform, type ClassTransformOptions } from 'class-transformer';
import { ValidateBy, ValidateIf, type ValidationArguments } from 'class-validator';

/** What a parser may need to know of the request. Handed down by the validation pipe. */
export interface FieldContext extends ClassTransformOptions {
  /** Query strings are parsed; in a body a wrong JSON type is refused. */
  source: 'query' | 'body';
  /** The tax year of today in REPORT_TIMEZONE. */
  currentYear: number;
}

/** A value that did not parse, with the words of Pydantic v2 for why. */
export class Rejected {
  constructor(
    readonly type: string,
    readonly msg: string,
  ) {}
}

export type FieldParser<T> = (raw: unknown, context: FieldContext, name: string) => T | Rejected;

export interface FieldOptions {
  /** Absent is a violation. Default: absent is `undefined` or the initialiser of the property. */
  required?: boolean;
  description?: string;
  example?: unknown;
}

export const MISSING = new Rejected('missing', 'Field required');

/**
 * A DTO property with one parser that both reads and judges it; documents itself.
 * `null` is not "absent": it reaches the parser.
 */
export function field<T>(
  parse: FieldParser<T>,
  options: FieldOptions,
  schema: Partial<ApiPropertyOptions>,
): PropertyDecorator {
  const { required = false, description, example } = options;
  const documented = { required, description, example, ...schema } as ApiPropertyOptions;
  const decorators: PropertyDecorator[] = [
    ApiProperty(documented),
    Transform(({ obj, key, options: context }) => read(parse, obj, key, context as FieldContext)),
    ValidateBy({
      name: 'field',
      validator: {
        validate: (value) => value !== undefined && !(value instanceof Rejected),
        defaultMessage: (args?: ValidationArguments) => rejectionOf(args?.value).msg,
      },
    }),
  ];
  if (!required) decorators.push(ValidateIf((_, value) => value !== undefined));
  return applyDecorators(...decorators);
}

export const rejectionOf = (value: unknown): Rejected => (value instanceof Rejected ? value : MISSING);

function read<T>(parse: FieldParser<T>, source: unknown, key: string, context: FieldContext) {
  const raw: unknown = Object.getOwnPropertyDescriptor(source, key)?.value;
  return raw === undefined ? undefined : parse(raw, context, key);
}
