import { Injectable, type ArgumentMetadata, type PipeTransform, type Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync, type ValidationError } from 'class-validator';
import { Config } from '../config/env';
import { Clock } from '../ports/clock';
import { rejectionOf, type FieldContext } from './field';
import { InvalidInput, type Violation } from './invalid-input';
import { pydanticWords } from './pydantic';

const OPTIONAL_BODY = Symbol('optional body');

/** A body DTO whose absence means "all defaults". */
export const OptionalBody = (): ClassDecorator => (target) => {
  Reflect.defineMetadata(OPTIONAL_BODY, true, target);
};

/** class-validator at the edge: unknown fields are stripped, failures become one InvalidInput with every violation. */
@Injectable()
export class EdgeValidationPipe implements PipeTransform {
  constructor(
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || !isDto(metatype)) return value;
    const input = type === 'body' ? bodyOf(value, metatype) : queryOf(value, metatype);
    const context: FieldContext = {
      source: type,
      currentYear: yearIn(this.config.REPORT_TIMEZONE, this.clock),
    };
    const dto: object = plainToInstance(metatype, input, context);
    const errors = validateSync(dto, { whitelist: true, stopAtFirstError: true, forbidUnknownValues: false });
    const violations = errors.flatMap((error) => violationsOf(error, [type], type));
    if (violations.length > 0) throw new InvalidInput('VALIDATION_ERROR', violations);
    return dto;
  }
}

const BUILT_IN: ReadonlySet<unknown> = new Set([String, Boolean, Number, Array, Object]);
const isDto = (metatype: unknown): metatype is Type<object> =>
  typeof metatype === 'function' && !BUILT_IN.has(metatype);

function bodyOf(value: unknown, metatype: Type<object>): object {
  if (value === undefined && Reflect.getMetadata(OPTIONAL_BODY, metatype)) return {};
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && isPlain(value)) return value;
  throw new InvalidInput('INVALID_REQUEST', [
    value === undefined
      ? { loc: ['body'], msg: 'Field required', type: 'missing' }
      : { loc: ['body'], msg: 'Input should be a JSON object', type: 'model_attributes_type' },
  ]);
}

/** A JSON number that kept its digits is an instance, and no object on the wire. */
const isPlain = (value: object): boolean => Object.getPrototypeOf(value) === Object.prototype;

/** `page[]=1` and `page[x]=1` are misspelt known parameters, not unknown ones. */
function queryOf(value: unknown, metatype: Type<object>): object {
  const query = { ...(value as Record<string, unknown>) };
  const known = new Set(
    getMetadataStorage()
      .getTargetValidationMetadatas(metatype, '', false, false)
      .map((metadata) => metadata.propertyName),
  );
  const violations: Violation[] = [];
  for (const [name, given] of Object.entries(query)) {
    const base = name.split('[', 1)[0] ?? name;
    if (base !== name && known.has(base))
      violations.push({ loc: ['query', base], msg: 'Brackets are not understood', type: 'value_error' });
    else if (known.has(name) && String(given).includes('\0'))
      violations.push({ loc: ['query', name], msg: 'Input should not contain NUL', type: 'value_error' });
  }
  if (violations.length > 0) throw new InvalidInput('VALIDATION_ERROR', violations);
  return query;
}

function violationsOf(
  error: ValidationError,
  path: readonly (string | number)[],
  source: 'body' | 'query',
): Violation[] {
  const loc = [...path, /^\d+$/.test(error.property) ? Number(error.property) : error.property];
  const nested = (error.children ?? []).flatMap((child) => violationsOf(child, loc, source));
  const [constraint, msg] = Object.entries(error.constraints ?? {})[0] ?? [];
  if (constraint === undefined || msg === undefined) return nested;
  if (constraint === 'field') {
    const { type, msg: words } = rejectionOf(error.value);
    return [{ loc, msg: words, type }, ...nested];
  }
  return [{ loc, ...pydanticWords(constraint, msg, error.value) }, ...nested];
}

const yearIn = (timeZone: string, clock: Clock): number =>
  Number(
    new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', calendar: 'iso8601' }).format(clock.now()),
  );
