import { CHAIN_NAMES } from '../../domain/kernel/chain';
import { METHOD_NAMES } from '../../domain/engine';
import { PERMISSIONS } from '../../domain/access/permissions';
import { ERRORS } from '../../domain/kernel/errors';
import { TRANSACTION_TYPES } from '../../domain/chain';
import { EVENT_TYPES } from '../../domain/webhooks/events';
import type { Schema } from './schemas';

/** Any node of a document. */
interface Node {
  [keyword: string]: unknown;
}

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

/**
 * A schema of OpenAPI 3.0, which the library writes, as one of OpenAPI 3.1: `null` is a type, `example` is a list, and
 * closed lists, decimals and moments of input refer to their named schemas.
 */
export const toJsonSchema = (schema: Schema): Schema => converted(schema as unknown as Node);

/** The same for a schema that has a name: it refers to others, and never to itself. */
export const toNamedSchema = (schema: Schema): Schema => typed(schema as unknown as Node);

function converted(node: Node): Node {
  const { nullable, ...rest } = node;
  const schema = referring(typed(rest));
  return nullable === true ? orNull(schema) : schema;
}

/** Without `example`; its parts converted. A schema of nullable values keeps its flag for the caller. */
function typed(node: Node): Node {
  const { example, ...rest } = node;
  const schema: Node = {};
  for (const [keyword, value] of Object.entries(rest)) schema[keyword] = part(keyword, value);
  if (example !== undefined) schema['examples'] = [example];
  return schema;
}

function referring(schema: Node): Node {
  const { allOf, enum: values, format } = schema;
  if (Array.isArray(allOf) && allOf.length === 1 && isReference(allOf[0]))
    return { ...without(schema, 'allOf', 'type'), ...allOf[0] };
  const name = Array.isArray(values) ? NAME_OF_LIST.get(keyOf(values)) : NAME_OF_FORMAT[String(format)];
  if (name === undefined) return schema;
  return { $ref: `#/components/schemas/${name}`, ...without(schema, 'type', 'enum', 'format') };
}

function orNull(schema: Node): Node {
  const { type, enum: values, $ref, allOf, anyOf } = schema;
  const alternatives =
    $ref === undefined ? ((anyOf ?? (allOf && [{ allOf }])) as Node[] | undefined) : [{ $ref }];
  if (alternatives)
    return {
      ...without(schema, '$ref', 'allOf', 'anyOf', 'type'),
      anyOf: [...alternatives, { type: 'null' }],
    };
  return {
    ...schema,
    ...(type !== undefined && { type: [type, 'null'] }),
    ...(Array.isArray(values) && { enum: withNull(values) }),
  };
}

const withNull = (values: readonly unknown[]): unknown[] => [
  ...values.filter((value) => value !== null),
  null,
];

function part(keyword: string, value: unknown): unknown {
  switch (keyword) {
    case 'properties':
      return Object.fromEntries(Object.entries(value as Node).map(([name, each]) => [name, inner(each)]));
    case 'items':
    case 'additionalProperties':
      return inner(value);
    case 'allOf':
    case 'anyOf':
    case 'oneOf':
      return (value as unknown[]).map(inner);
    default:
      return value;
  }
}

const inner = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? converted(value as Node) : value;

const isReference = (value: unknown): value is { $ref: string } =>
  typeof value === 'object' && value !== null && '$ref' in value;

const without = (schema: Node, ...keywords: string[]): Node =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));
