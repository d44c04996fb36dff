import type { Type } from '@nestjs/common';
import { getMetadataStorage, validateSync, type ValidationError } from 'class-validator';
import { PARTNER_KEY_PARAMETER } from '../auth/credential';
import { parserOf, rejectionOf, type FieldContext, type Flaw } from './field';
import { pydanticWords } from './pydantic';
import { unknownFlaws } from './unknown-input';

/**
 * Plain input -> an instance of a DTO class and what is wrong with it. Unknown properties come first: a misspelt name
 * explains the missing field. Values without a parser are handed on as they are: copying a stranger's object key by key (as
 * class-transformer does, in quadratic time) would let one small body stop the server for seconds.
 */
export function readDto<T extends object>(
  type: Type<T>,
  input: object,
  context: FieldContext,
): { dto: T; flaws: Flaw[] } {
  const dto = new type();
  const declared = declaredBy(type);
  const isKnown = (name: string) =>
    declared.includes(name) || (context.source === 'query' && isParameterOfEveryRoute(name));
  const unknown = unknownFlaws(input, isKnown, declared, context.source);
  for (const property of declared) {
    const raw: unknown = Object.getOwnPropertyDescriptor(input, property)?.value;
    if (raw === undefined) continue;
    const parse = parserOf(type.prototype as object, property);
    Reflect.set(dto, property, parse ? parse(raw, context, property) : raw);
  }
  const errors = validateSync(dto, { stopAtFirstError: true, forbidUnknownValues: false });
  return { dto, flaws: [...unknown, ...errors.flatMap((error) => flawsOf(error, []))] };
}

/** Authentication reads it before any route does. */
export const isParameterOfEveryRoute = (name: string): boolean => name === PARTNER_KEY_PARAMETER;

const DECLARED = new WeakMap<Type<object>, readonly string[]>();

/** Properties that carry a validation decorator, inherited ones included, in the order of declaration. */
export function declaredBy(type: Type<object>): readonly string[] {
  const known = DECLARED.get(type);
  if (known) return known;
  const metadata = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  const declared = [...new Set(metadata.map(({ propertyName }) => propertyName))];
  DECLARED.set(type, declared);
  return declared;
}

function flawsOf(error: ValidationError, path: readonly (string | number)[]): Flaw[] {
  const at = [...path, /^\d+$/.test(error.property) ? Number(error.property) : error.property];
  const nested = (error.children ?? []).flatMap((child) => flawsOf(child, at));
  const [constraint, msg] = Object.entries(error.constraints ?? {})[0] ?? [];
  if (constraint === undefined || msg === undefined) return nested;
  if (constraint !== 'field') return [{ at, ...pydanticWords(constraint, msg, error.value) }, ...nested];
  return rejectionOf(error.value).flaws.map((flaw) => ({ ...flaw, at: [...at, ...flaw.at] }));
}
