import type { OpenApi, Operation, Schema } from './document';
import { docOf, NOTE, quoted, typeOf } from './types';

const KEY_HEADER = 'Idempotency-Key';
/** What a processor sends, and pages of the service itself. */
const NOT_FOR_CLIENTS = /^\/api\/v1\/checkout\/webhook$/;
const REF = /#\/components\/schemas\/(\w+)/g;

/** Of the generated files. */
const PARENT = '../';
const HEAD = `import type { Download } from '${PARENT}download.js';
import type { CallOptions } from '${PARENT}options.js';
import type { Input, OperationFacts } from '${PARENT}transport.js';
`;

interface Named {
  method: string;
  path: string;
  operation: Operation;
}

/** The operations of a document as one class, with a method for each. */
export function operationsClass(document: OpenApi): string {
  const all: Named[] = Object.entries(document.paths)
    .filter(([path]) => !NOT_FOR_CLIENTS.test(path))
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
    );
  const used = new Set([...JSON.stringify(all.map(typesIn)).matchAll(REF)].map(([, name = '']) => name));
  return [
    NOTE,
    HEAD,
    `import type {\n${[...used]
      .sort()
      .map((name) => `  ${name},\n`)
      .join('')}} from './schemas.js';\n\n`,
    `export const OPERATIONS = {\n${all.map(factsOf).join('')}} as const satisfies Record<string, OperationFacts>;\n\n`,
    ...all.map(inputOf),
    ...all.map(answerType),
    'type Call = (operation: OperationFacts, input: Input, options: CallOptions) => Promise<unknown>;\n\n',
    '/** A method for each operation. It answers with the body as documented. */\n',
    'export class Operations {\n  readonly #call: Call;\n\n  constructor(call: Call) {\n    this.#call = call;\n  }\n',
    ...all.map(methodOf),
    '}\n',
  ].join('');
}

const typesIn = ({ operation }: Named) => [operation.parameters, operation.requestBody, successOf(operation)];

function factsOf({ method, path, operation }: Named): string {
  const { operationId: id, parameters = [] } = operation;
  const namesIn = (place: string) =>
    parameters
      .filter((each) => each.in === place && each.name !== KEY_HEADER)
      .map(({ name }) => quoted(name));
  const [query, headers] = [namesIn('query'), namesIn('header')];
  const body = bodyKind(operation);
  const facts = [
    `method: '${method}'`,
    `path: ${quoted(path)}`,
    ...(query.length > 0 ? [`query: [${query.join(', ')}]`] : []),
    ...(headers.length > 0 ? [`headers: [${headers.join(', ')}]`] : []),
    ...(body ? [`body: '${body}'`] : []),
    ...(isKeyed(operation) ? ['isKeyed: true'] : []),
    ...(fileKind(operation) === 'none' ? [] : ['sendsFiles: true']),
  ];
  return `  ${id}: { ${facts.join(', ')} },\n`;
}

const isKeyed = ({ parameters = [] }: Operation): boolean =>
  parameters.some(({ name }) => name === KEY_HEADER);

function bodyKind({ requestBody }: Operation): 'json' | 'form' | 'either' | null {
  if (!requestBody) return null;
  const types = Object.keys(requestBody.content);
  if (types.length > 1) return 'either';
  return types[0] === 'multipart/form-data' ? 'form' : 'json';
}

const capital = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1);

function inputOf({ operation }: Named): string {
  const { operationId: id, parameters = [], requestBody } = operation;
  const fields = parameters
    .filter(({ name }) => name !== KEY_HEADER)
    .map(
      ({ name, required = false, description = '', schema }) =>
        `${docOf({ description }, '  ')}  ${/^\w+$/.test(name) ? name : quoted(name)}${required ? '' : '?'}: ${typeOf(schema, '  ')};\n`,
    );
  const media = Object.values(requestBody?.content ?? {});
  const bodies = new Set(media.map(({ schema }) => typeOf(schema ?? {}, '  ')));
  if (bodies.size > 0)
    fields.push(`  body${requestBody?.required === false ? '?' : ''}: ${[...bodies].join(' | ')};\n`);
  return fields.length === 0 ? '' : `export interface ${capital(id)}Params {\n${fields.join('')}}\n\n`;
}

function methodOf({ operation }: Named): string {
  const { operationId: id, summary = '', description = '', deprecated } = operation;
  const type = hasInput(operation) ? `${capital(id)}Params` : 'Record<string, never>';
  const isOptional = !needsInput(operation);
  const text = [summary, description].filter(Boolean).join('\n\n');
  return [
    '\n',
    docOf({ description: text, ...(deprecated && { deprecated }) }, '  '),
    `  ${id}(input: ${type}${isOptional ? ' = {}' : ''}, options: CallOptions = {}): Promise<${capital(id)}Answer> {\n`,
    `    return this.#call(OPERATIONS.${id}, { ...input }, options) as Promise<${capital(id)}Answer>;\n`,
    '  }\n',
  ].join('');
}

const inputs = ({ parameters = [] }: Operation) => parameters.filter(({ name }) => name !== KEY_HEADER);
const hasInput = (operation: Operation): boolean => inputs(operation).length > 0 || !!operation.requestBody;
const needsInput = (operation: Operation): boolean =>
  inputs(operation).some(({ required }) => required) ||
  (operation.requestBody !== undefined && operation.requestBody.required !== false);

const answerType = ({ operation }: Named): string =>
  `export type ${capital(operation.operationId)}Answer = ${answerOf(operation)};\n\n`;

function answerOf(operation: Operation): string {
  const json = successOf(operation)['application/json']?.schema ?? {};
  switch (fileKind(operation)) {
    case 'always':
      return 'Download';
    case 'on request':
      return `${typeOf(json, '')} | Download`;
    case 'none':
      return typeOf(json, '');
  }
}

/** An export is a file in each of its formats, JSON too. */
function fileKind(operation: Operation): 'none' | 'on request' | 'always' {
  const content = successOf(operation);
  if (Object.keys(content).every((type) => type === 'application/json')) return 'none';
  const json: Schema | undefined = content['application/json']?.schema;
  return json && json.additionalProperties !== true ? 'on request' : 'always';
}

function successOf({ responses }: Operation): Record<string, { schema?: Schema }> {
  const found = Object.entries(responses).find(([status]) => status.startsWith('2'));
  return found?.[1].content ?? {};
}
