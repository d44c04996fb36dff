import { CHAIN_NAMES } from '../../domain/kernel/chain';
import { METHOD_NAMES } from '../../domain/engine';
import { PERMISSIONS } from '../../domain/access/permissions';
import { ERRORS } from '../../domain/kernel/errors';
import { TRANSACTION_TYPES } from '../../domain/chain';
import { EVENT_TYPES } from '../../domain/webhooks/events';
import type { Schema } from './schemas';

/** CLOSED_LISTS: the name of a list of values that many fields have. */
const CLOSED_LISTS: Readonly<Record<string, readonly string[]>> = {
  ChainName: CHAIN_NAMES,
  CostBasisMethod: METHOD_NAMES,
  ErrorCode: Object.keys(ERRORS),
  EventType: EVENT_TYPES,
  Permission: Object.keys(PERMISSIONS),
  TransactionType: TRANSACTION_TYPES,
};

/** Schemas of the closed lists, by name. */
export const listSchemas = (): Record<string, Schema> =>
  Object.fromEntries(
    Object.entries(CLOSED_LISTS).map(([name, values]) => [name, { type: 'string', enum: [...values] }]),
  );

const keyOf = (values: readonly unknown[]): string => values.toSorted().join();
const NAME_OF_LIST = new Map(Object.entries(CLOSED_LISTS).map(([name, values]) => [keyOf(values), name]));
/** Formats of our own -> the schema that describes them. */
const NAME_OF_FORMAT: Readonly<Record<string, string>> = { decimal: 'Decimal', moment: 'DateOrTime' };

/** Any node of a document. */
type Node = Readonly<Record<string, unknown>>;

/**
 * A part of a document, which the library writes with the `example` of OpenAPI 3.0, in the words of 3.1: examples are a
 * list. Closed lists, decimals and moments of input refer to their named schemas.
 */
export function toJsonSchema<T>(part: T): T;
export function toJsonSchema(part: unknown): unknown {
  if (Array.isArray(part)) return part.map((each: unknown) => toJsonSchema(each));
  if (typeof part !== 'object' || part === null) return part;
  const { example, anyOf, ...rest } = part as Node;
  return referring({
    ...Object.fromEntries(Object.entries(rest).map(([keyword, value]) => [keyword, toJsonSchema(value)])),
    ...(example !== undefined && { examples: [example] }),
    ...(anyOf !== undefined && { anyOf: toJsonSchema(anyOf) }),
  });
}

function referring(schema: Node): Node {
  const { type, enum: values, format, allOf, ...rest } = schema;
  if (Array.isArray(allOf) && allOf.length === 1) return { ...allOf[0], ...rest };
  const name = Array.isArray(values)
    ? NAME_OF_LIST.get(keyOf(values.filter((value) => value !== null)))
    : NAME_OF_FORMAT[String(format)];
  if (name === undefined) return schema;
  const $ref = `#/components/schemas/${name}`;
  return [type].flat().includes('null')
    ? { ...rest, anyOf: [{ $ref }, { type: 'null' }] }
    : { $ref, ...rest };
}
