import type { Request } from './tour';
import { flatten, typeOf, type Media, type OpenApi, type Operation, type Schema } from './schema';
import { VAULT } from './wallets';

/** A request that differs from a good one in a single field. */
export interface Probe {
  /** Of the query or the body. */
  field: string;
  /** What is tried, in words. */
  about: string;
  request: Request;
  /** Whether the field is to be taken. */
  isGood: boolean;
}

/** A value of a field, and whether it is one. */
type Trial = [about: string, value: unknown, isGood: boolean];

/** Fields whose schema states only part of their values: other tests check the values. */
const SAID_OTHERWISE: Readonly<Record<string, string>> = {
  accepted_terms: 'must be true',
  cursor: 'only the next_cursor of the same list',
  redirect_url: 'only to an origin of ours',
  chain_type: 'must be that of the address',
  'Jobs address': 'must be an address',
  basis_order: 'only for a global allocation',
  'classifyTransaction type': 'must fit the units that the transaction moved',
  'classifyTransaction income_type': 'only with the type income',
};

/** What lists of text are lists of. */
const ENTRIES: Readonly<Record<string, string>> = {
  owned_wallets: VAULT,
  lot_ids: '00000000-0000-5000-8000-000000000000',
};

/** Nothing: the field is left out. */
const ABSENT = Symbol('absent');
const LONGEST_LIST = 1_000;

/**
 * For every field a schema describes: values just inside and just outside of its bounds. Most fields belong to many
 * operations, by one class: after the first of these, one bad value shows that the class is in use.
 * @param known fields of the operations before, filled here
 */
export function probesOf(
  operation: Operation,
  base: Request,
  document: OpenApi,
  known: Set<string>,
): Probe[] {
  const [tag = ''] = operation.tags ?? [];
  const isOtherwise = (field: string) =>
    [field, `${tag} ${field}`, `${operation.operationId} ${field}`].some((name) => name in SAID_OTHERWISE);
  const fields = [...queryProbes(operation, base, document), ...bodyProbes(operation, base, document)];
  return fields.flatMap(({ field, schema, probes }) => {
    const wanted = probes.filter(({ isGood }) => !isGood || !isOtherwise(field));
    const name = `${field} ${JSON.stringify(schema)}`;
    if (known.has(name)) return wanted.filter(({ isGood }) => !isGood).slice(0, 1);
    known.add(name);
    return wanted;
  });
}

interface Field {
  field: string;
  schema: Schema;
  probes: Probe[];
}

function queryProbes({ parameters = [] }: Operation, base: Request, document: OpenApi): Field[] {
  return parameters
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => ({ ...parameter, schema: flatten(parameter.schema, document) }))
    .map(({ name, schema, required }) => ({
      field: name,
      schema,
      probes: trialsOf(name, schema, required, base.query?.[name] ?? schema.examples?.[0], true).map(
        ([about, value, isGood]) => {
          const { [name]: _known, ...query } = base.query ?? {};
          const changed = value === ABSENT ? query : { ...query, [name]: String(value) };
          return { field: name, about, isGood, request: { ...base, query: changed } };
        },
      ),
    }));
}

function bodyProbes({ requestBody }: Operation, base: Request, document: OpenApi): Field[] {
  const media: Media | undefined = requestBody?.content['application/json'];
  if (!media?.schema || base.files) return [];
  const { properties = {}, required = [] } = flatten(media.schema, document);
  const body = (base.body ?? {}) as Record<string, unknown>;
  return Object.entries(properties).map(([name, given]) => {
    const schema = flatten(given, document);
    const sample = body[name] ?? schema.examples?.[0];
    const probes = trialsOf(name, schema, required.includes(name), sample, false).map(
      ([about, value, isGood]) => {
        const { [name]: _known, ...rest } = body;
        const changed = value === ABSENT ? rest : { ...rest, [name]: value };
        return { field: name, about, isGood, request: { ...base, body: changed } };
      },
    );
    return { field: name, schema, probes };
  });
}

function trialsOf(
  name: string,
  schema: Schema,
  required: boolean,
  sample: unknown,
  isQuery: boolean,
): Trial[] {
  const trials: Trial[] = required ? [['nothing', ABSENT, false]] : [];
  if (!isQuery) trials.push(['another type', typeOf(schema) === 'object' ? 'x' : {}, false]);
  if (schema.enum)
    return [
      ...trials,
      ['no such value', 'nonsense', false],
      ...schema.enum.map((value): Trial => [`${String(value)}`, value, true]),
    ];
  switch (typeOf(schema)) {
    case 'integer':
      return [...trials, ...numberTrials(schema)];
    case 'boolean':
      return [...trials, ['a word', 'maybe', false], ['no', isQuery ? 'off' : false, true]];
    case 'array':
      return [...trials, ...listTrials(name, schema, isQuery)];
    case 'string':
      return [...trials, ...textTrials(schema, sample)];
    default:
      return trials;
  }
}

function numberTrials({ minimum, maximum }: Schema): Trial[] {
  const trials: Trial[] = [
    ['a word', 'many', false],
    ['a fraction', 1.5, false],
  ];
  if (minimum !== undefined) trials.push(['the least', minimum, true], ['below it', minimum - 1, false]);
  if (maximum !== undefined) trials.push(['the most', maximum, true], ['above it', maximum + 1, false]);
  return trials;
}

function listTrials(name: string, { minItems, maxItems, items }: Schema, isQuery: boolean): Trial[] {
  const trials: Trial[] = [];
  if (minItems !== undefined && minItems > 0) trials.push(['too few', [], false]);
  if (maxItems === undefined || maxItems > LONGEST_LIST) return trials;
  const text = ENTRIES[name] ?? 'x';
  const entry = items && typeOf(items) === 'string' ? text : {};
  const value = (length: number) =>
    isQuery ? Array.from({ length }, () => text).join() : Array.from({ length }, () => entry);
  trials.push(['too many', value(maxItems + 1), false]);
  // Whether as many as there may be are taken depends on what they are, where they are no addresses.
  if (isQuery) trials.push(['the most', value(maxItems), true]);
  return trials;
}

function textTrials({ minLength, maxLength, format, pattern }: Schema, sample: unknown): Trial[] {
  if (pattern !== undefined) return [['a word', 'much', false]];
  if (format !== undefined) return [];
  // Blanks at the ends are cut off.
  const text = typeof sample === 'string' ? sample.replaceAll(' ', '-') : '';
  const sized = (length: number) => [...text.padEnd(length, 'x')].slice(0, length).join('');
  const trials: Trial[] = [];
  if (maxLength !== undefined)
    trials.push(['the longest', sized(maxLength), true], ['too long', sized(maxLength + 1), false]);
  if (minLength !== undefined && minLength > 0)
    trials.push(['too short', sized(minLength - 1), false], ['the shortest', sized(minLength), true]);
  return trials;
}
