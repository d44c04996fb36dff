import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { ValidateBy, ValidateIf, type ValidationArguments } from 'class-validator';

/** What a parser may need to know of the request. Handed down by the validation pipe. */
export interface FieldContext {
  /** Query strings are parsed; in a body a wrong JSON type is refused. */
  source: 'query' | 'body';
  /** The tax year of today in REPORT_TIMEZONE. */
  currentYear: number;
}

/** What is wrong inside a value; `at` is the way down from the field itself. */
export interface Flaw {
  at: readonly (string | number)[];
  type: string;
  msg: string;
}

/** A value that did not parse, with the words of Pydantic v2 for why. */
export class Rejected {
  readonly flaws: readonly Flaw[];

  constructor(type: string, msg: string, inside: readonly Flaw[] = []) {
    this.flaws = inside.length > 0 ? inside : [{ at: [], type, msg }];
  }
}

/** @param raw never undefined: an absent field is not parsed */
export type FieldParser<T> = (raw: unknown, context: FieldContext, name: string) => T | Rejected;

export interface FieldOptions {
  /** Absent is a violation. Default: absent is `undefined` or the initialiser of the property. */
  required?: boolean;
  description?: string;
  example?: unknown;
}

export const MISSING = new Rejected('missing', 'Field required');

const PARSER = Symbol('parser of a field');

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
    (target, property) => Reflect.defineMetadata(PARSER, parse, target, property),
    ValidateBy({
      name: 'field',
      validator: {
        validate: (value) => value !== undefined && !(value instanceof Rejected),
        defaultMessage: (args?: ValidationArguments) => rejectionOf(args?.value).flaws[0]?.msg ?? '',
      },
    }),
  ];
  if (!required) decorators.push(ValidateIf((_, value) => value !== undefined));
  return applyDecorators(...decorators);
}

export const rejectionOf = (value: unknown): Rejected => (value instanceof Rejected ? value : MISSING);

/** @returns null for a property that is not declared with `field` */
export const parserOf = (prototype: object, property: string): FieldParser<unknown> | null =>
  (Reflect.getMetadata(PARSER, prototype, property) as FieldParser<unknown> | undefined) ?? null;
