/** The part of OpenAPI 3.1 the document uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  allOf?: Schema[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  description?: string;
  examples?: unknown[];
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
}

export interface Media {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

export interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
  responses: Record<string, Answered>;
}

/** A documented answer. */
export interface Answered {
  description: string;
  headers?: Record<string, unknown>;
  content?: Record<string, Media>;
}

export interface OpenApi {
  openapi: string;
  webhooks: Record<string, Record<string, Operation>>;
  paths: Record<string, Record<string, Operation>>;
  tags: { name: string; description?: string }[];
  components: {
    schemas: Record<string, Schema>;
    securitySchemes: Record<string, { description?: string }>;
  };
}

/** `GET /api/v1/wallets/{address}/lots` -> its operation. */
export function operationsOf({ paths }: OpenApi): Map<string, Operation> {
  return new Map(
    Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(
        ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
      ),
    ),
  );
}

/**
 * What is wrong with a value, strictly: every field that is there must be in the schema, every field the schema
 * requires must be there.
 */
export function flawsOf(value: unknown, given: Schema, document: OpenApi, at = '$'): string[] {
  const schema = flatten(given, document);
  const options = schema.oneOf ?? schema.anyOf;
  if (value === null && !options) return isNullable(schema) || isAnything(schema) ? [] : [`${at}: null`];
  if (options) {
    const tries = options.map((option) => flawsOf(value, option, document, at));
    return tries.some((flaws) => flaws.length === 0) ? [] : [`${at}: fits none`, ...(tries[0] ?? [])];
  }
  if (schema.enum && !schema.enum.includes(value))
    return [`${at}: ${JSON.stringify(value)} is no value of it`];
  const flaw = flawOfType(value, schema);
  if (flaw) return [`${at}: ${JSON.stringify(value)?.slice(0, 80)} is ${flaw}`];
  if (Array.isArray(value))
    return value.flatMap((entry, i) => flawsOf(entry, schema.items ?? {}, document, `${at}[${i}]`));
  return typeof value === 'object' && value !== null ? flawsOfObject(value, schema, document, at) : [];
}

function flawsOfObject(value: object, schema: Schema, document: OpenApi, at: string): string[] {
  const { properties = {}, required = [], additionalProperties: further } = schema;
  if (isAnything(schema)) return [`${at}: nothing is said of what is in it`];
  return [
    ...required.filter((name) => !(name in value)).map((name) => `${at}.${name}: missing`),
    ...Object.entries(value).flatMap(([name, entry]) => {
      const known = properties[name];
      if (known) return flawsOf(entry, known, document, `${at}.${name}`);
      if (typeof further === 'object') return flawsOf(entry, further, document, `${at}.${name}`);
      return further === true ? [] : [`${at}.${name}: not documented`];
    }),
  ];
}

const isNullable = ({ type }: Schema): boolean => [type].flat().includes('null');

/** The type of a value that is not null. */
export const typeOf = ({ type }: Schema): string | undefined => [type].flat().find((each) => each !== 'null');

const isAnything = (schema: Schema): boolean => {
  const { properties, additionalProperties, items, oneOf, anyOf } = schema;
  const isOpen = schema.type === undefined || typeOf(schema) === 'object';
  return isOpen && !properties && !additionalProperties && !items && !oneOf && !anyOf;
};

const DATE = /^\d{4}-\d\d-\d\d$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function flawOfType(value: unknown, schema: Schema): string | null {
  const { format, pattern } = schema;
  switch (typeOf(schema)) {
    case 'string':
      if (typeof value !== 'string') return 'no text';
      if (format === 'uuid' && !UUID.test(value)) return 'no UUID';
      if (format === 'date' && !DATE.test(value)) return 'no date';
      if (pattern !== undefined && !new RegExp(pattern).test(value)) return `not ${pattern}`;
      return format === 'date-time' && !MOMENT.test(value) ? 'no moment' : null;
    case 'integer':
      return Number.isInteger(value) ? null : 'no whole number';
    case 'number':
      return typeof value === 'number' ? null : 'no number';
    case 'boolean':
      return typeof value === 'boolean' ? null : 'no boolean';
    case 'array':
      return Array.isArray(value) ? null : 'no list';
    case 'object':
      return typeof value === 'object' && !Array.isArray(value) ? null : 'no object';
    case 'null':
      return value === null ? null : 'not null';
    default:
      return null;
  }
}

/** References followed, and what is composed of several made one. */
export function flatten(schema: Schema, document: OpenApi): Schema {
  if (schema.$ref) {
    const { $ref, ...own } = schema;
    return { ...flatten(named($ref, document), document), ...own };
  }
  if (!schema.allOf) return schema;
  const { allOf, ...own } = schema;
  return [...allOf.map((part) => flatten(part, document)), own].reduce((all, part) => ({
    ...all,
    ...part,
    properties: { ...all.properties, ...part.properties },
    required: [...(all.required ?? []), ...(part.required ?? [])],
  }));
}

function named(reference: string, { components }: OpenApi): Schema {
  const schema = components.schemas[reference.split('/').at(-1) ?? ''];
  if (!schema) throw new Error(`${reference} is not in the document`);
  return schema;
}
