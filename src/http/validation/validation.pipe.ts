import { Injectable, type ArgumentMetadata, type PipeTransform, type Type } from '@nestjs/common';
import { Config } from '../../config/env';
import { taxYearOf } from '../../domain/kernel/calendar';
import { Clock } from '../../ports/clock';
import { declaredBy, readDto } from './dto';
import type { FieldContext } from './field';
import { InvalidInput, type Violation } from '../errors/invalid-input';

const OPTIONAL_BODY = Symbol('optional body');

/** A body DTO whose absence means "all defaults". */
export const OptionalBody = (): ClassDecorator => (target) => {
  Reflect.defineMetadata(OPTIONAL_BODY, true, target);
};

/** class-validator at the edge: failures, unknown fields among them, become one InvalidInput with every violation. */
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
      currentYear: taxYearOf(this.clock.now(), this.config.REPORT_TIMEZONE),
    };
    const { dto, flaws } = readDto(metatype, input, context);
    if (flaws.length === 0) return dto;
    throw new InvalidInput(
      'VALIDATION_ERROR',
      flaws.map(({ at, msg, type: kind }) => ({ loc: [type, ...at], msg, type: kind })),
    );
  }
}

const BUILT_IN: ReadonlySet<unknown> = new Set([String, Boolean, Number, Array, Object]);
const isDto = (metatype: unknown): metatype is Type<object> =>
  typeof metatype === 'function' && !BUILT_IN.has(metatype);

function bodyOf(value: unknown, metatype: Type<object>): object {
  if (value === undefined && Reflect.getMetadata(OPTIONAL_BODY, metatype)) return {};
  if (isPlainObject(value)) return value;
  throw new InvalidInput('INVALID_REQUEST', [
    value === undefined
      ? { loc: ['body'], msg: 'Field required', type: 'missing' }
      : { loc: ['body'], msg: 'Input should be a JSON object', type: 'model_attributes_type' },
  ]);
}

/** A JSON number that kept its digits is an instance, and no object on the wire. */
const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** `page[]=1` and `page[x]=1` are misspelt known parameters, not unknown ones. */
function queryOf(value: unknown, metatype: Type<object>): object {
  const query = value as Readonly<Record<string, unknown>>;
  const known = new Set(declaredBy(metatype));
  const violations = Object.entries(query).flatMap(([name, given]): Violation[] => {
    const base = name.split('[', 1)[0] ?? name;
    if (base !== name && known.has(base)) return [refusedQuery(base, 'Brackets are not understood')];
    return known.has(name) && String(given).includes('\0')
      ? [refusedQuery(name, 'Input should not contain NUL')]
      : [];
  });
  if (violations.length > 0) throw new InvalidInput('VALIDATION_ERROR', violations);
  return query;
}

const refusedQuery = (name: string, msg: string): Violation => ({
  loc: ['query', name],
  msg,
  type: 'value_error',
});
