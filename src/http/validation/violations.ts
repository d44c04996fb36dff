import type { ValidationError } from 'class-validator';
import type { AppError } from '../../domain/kernel/errors';
import { InvalidInput, inAddition, type Violation } from '../errors/invalid-input';
import { Rejected, type Flaw, type Source } from './property';
import { declaredNames } from './readers';
import { MAX_UNKNOWN, unknownFlaw } from './unknown-input';

/** An error type of Pydantic v2. Without a message the one of the validator counts. */
interface Words {
  type: string;
  msg?: string;
}

/** Constraint of class-validator -> words of Pydantic v2, which callers of the calculation family expect. */
const WORDS: Readonly<Record<string, Words | undefined>> = {
  isInt: { type: 'int_type', msg: 'Input should be a valid integer' },
  isBoolean: { type: 'bool_type', msg: 'Input should be a valid boolean' },
  isArray: { type: 'list_type', msg: 'Input should be a valid list' },
  isObject: { type: 'dict_type' },
  nestedValidation: { type: 'model_attributes_type', msg: 'Input should be a JSON object' },
  min: { type: 'greater_than_equal' },
  max: { type: 'less_than_equal' },
};

/** Where text is parsed. */
const PARSED: typeof WORDS = {
  isInt: {
    type: 'int_parsing',
    msg: 'Input should be a valid integer, unable to parse string as an integer',
  },
  isBoolean: { type: 'bool_parsing', msg: 'Input should be a valid boolean, unable to interpret input' },
};

/**
 * The exception factory of a source. Unknown names come first: a misspelt name explains the missing field. An error with
 * a code of its own comes before them, and lists the others.
 */
export const exceptionFactory =
  (source: Source) =>
  (errors: readonly ValidationError[]): AppError => {
    const found = firstOf(flawsOf(errors, [], source));
    const refused = found.filter(({ error }) => error !== undefined);
    const first = refused.find(({ error }) => error?.code !== 'VALIDATION_ERROR') ?? refused[0];
    if (!first?.error) return invalidInput(source, found);
    if (found.length === 1) return first.error;
    const details = Object.fromEntries(
      [...refused, first].flatMap(({ error }) => Object.entries(error?.details ?? {})),
    );
    if (first.error.code === 'VALIDATION_ERROR') return invalidInput(source, found, details);
    const others = found.filter((flaw) => flaw !== first);
    return inAddition(first.error, details, violationsOf(source, [first, ...others]));
  };

export const invalidInput = (
  source: Source,
  flaws: readonly Flaw[],
  details?: AppError['details'],
): InvalidInput => new InvalidInput('VALIDATION_ERROR', violationsOf(source, flaws), details);

const violationsOf = (source: Source, flaws: readonly Flaw[]): Violation[] =>
  flaws.map(({ at, msg, type }) => ({ loc: [source, ...at], msg, type }));

/** Reported of one request: a suggestion for each of some thousand unknown names takes too long. */
const MAX_FLAWS = 100;

function firstOf(flaws: Iterable<Flaw>): Flaw[] {
  const first: Flaw[] = [];
  for (const flaw of flaws) if (first.push(flaw) === MAX_FLAWS) break;
  return first;
}

function* flawsOf(errors: readonly ValidationError[], path: Flaw['at'], source: Source): Generator<Flaw> {
  const unknown = errors.filter(isUnknown);
  const known = unknown[0] ? namesOf(unknown[0]) : [];
  const within = (flaw: Flaw): Flaw => ({ ...flaw, at: [...path, ...flaw.at] });
  for (const { property } of unknown.slice(0, MAX_UNKNOWN)) yield within(nameFlaw(property, known, source));
  for (const error of errors)
    if (!isUnknown(error)) for (const flaw of valueFlaws(error, source)) yield within(flaw);
}

const isUnknown = ({ constraints }: ValidationError): boolean =>
  constraints?.['whitelistValidation'] !== undefined;

/** The properties of the class that an error is about. */
const namesOf = ({ target }: ValidationError): string[] =>
  target ? declaredNames(target.constructor as new () => object) : [];

/** `page[]=1` and `page[x]=1` are misspelt known parameters. */
function nameFlaw(given: string, known: readonly string[], source: Source): Flaw {
  const base = given.split('[', 1)[0] ?? given;
  if (source === 'query' && base !== given && known.includes(base))
    return { at: [base], type: 'value_error', msg: 'Brackets are not understood' };
  return unknownFlaw(given, known, source);
}

function valueFlaws(error: ValidationError, source: Source): Iterable<Flaw> {
  const path = [/^\d+$/.test(error.property) ? Number(error.property) : error.property];
  const [constraint, message] = Object.entries(error.constraints ?? {})[0] ?? [];
  if (constraint === undefined || message === undefined) return flawsOf(error.children ?? [], path, source);
  const value: unknown = error.value;
  if (value === undefined) return [{ at: path, type: 'missing', msg: 'Field required' }];
  if (value instanceof Rejected) return value.flaws.map((flaw) => ({ ...flaw, at: [...path, ...flaw.at] }));
  const words = (source === 'query' ? PARSED[constraint] : undefined) ?? WORDS[constraint];
  return [{ at: path, type: words?.type ?? 'value_error', msg: words?.msg ?? message }];
}
