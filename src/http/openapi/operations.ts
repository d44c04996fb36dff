import type { Access } from '../auth/decorators';
import { SPACE_PARAMETER } from '../auth/space';
import { normalPath } from '../dialects';
import { KEY_HEADER, REPLAYED_HEADER } from '../idempotent';
import { EXPORT_HEADERS, schemaOf, type Declarations, type Operation } from './documented';
import { EXAMPLES, type Example } from './examples';
import { failuresOf } from './failure-examples';
import { headersOf, type Headers } from './headers';
import { NOTES, type NoteName } from './wire.dto';
import { ref, type Schema } from './schemas';

type Response = Exclude<NonNullable<Operation['responses'][string]>, { $ref: string }>;

/** What each access kind asks for, any one of the list; an empty requirement is "nothing". */
const SECURITY = {
  public: [],
  data: [{ session: [] }, { api_key: [] }, { partner: [] }],
  optional: [{}, { session: [] }, { api_key: [] }, { partner: [] }],
  user: [{ session: [] }, { api_key: [] }],
  session: [{ session: [] }],
  key: [{ api_key: [] }],
  'session-or-key': [{ session: [] }],
  partner: [{ partner: [] }],
  'optional-partner': [{}, { partner: [] }],
  admin: [{ session: [] }, { api_key: [] }],
  scraper: [],
} as const satisfies Record<Access['kind'], readonly Record<string, never[]>[]>;

/** Adds what handlers cannot know: who may call, what surrounds data, every failure, and what really was answered. */
export function completeOperation(method: string, path: string, operation: Operation): void {
  const declared = declarationsOf(operation);
  const { 'x-access': access = { kind: 'public' }, 'x-notes': notes = [], 'x-fails': fails = [] } = declared;
  const isKeyed = takes(operation, KEY_HEADER);
  documentAccess(operation, access);
  if (declared['x-space'] === 'query') documentSpace(operation, access);
  for (const [status, response] of Object.entries(operation.responses)) {
    if (!isResponse(response)) continue;
    response.description ||= status === '201' ? 'Created' : 'Success';
    if (!/^2/.test(status)) continue;
    surround(path, operation, response, notes);
    addFiles(response, declared['x-files'] ?? []);
    if (isKeyed) response.headers = { ...REPLAYED, ...response.headers };
  }
  const example = EXAMPLES[`${method.toUpperCase()} ${path}`];
  const failures = failuresOf(path, operation, {
    access,
    fails: isKeyed ? [...fails, 'CONFLICT'] : fails,
    notes,
    takesAnyQuery: declared['x-any-query'] ?? false,
    recorded: example?.failures ?? {},
  });
  operation.responses = { ...operation.responses, ...failures };
  addHeaders(operation, isLimited(path));
  if (example) showExample(operation, example);
}

/** What its decorators declared by `ApiExtension`, which is no part of the document. */
function declarationsOf(operation: Operation): Declarations {
  const declared = Object.entries(operation).filter(([name]) => name.startsWith('x-'));
  for (const [name] of declared) Reflect.deleteProperty(operation, name);
  return Object.fromEntries(declared);
}

const takes = ({ parameters = [] }: Operation, name: string): boolean =>
  parameters.some((parameter) => 'name' in parameter && parameter.name === name);

/** @source integrators.md 5 */
const REPLAYED: Headers = {
  [REPLAYED_HEADER]: {
    description: '`true`, and there at all, for the repeated answer of an earlier request',
    schema: { type: 'string', enum: ['true'] },
  },
};

/** Health and the calls of the payment processor have no limit of clients. */
const isLimited = (path: string): boolean => !path.includes('/health') && path !== '/api/v1/checkout/webhook';

function addHeaders({ responses }: Operation, hasLimit: boolean): void {
  for (const [status, response] of Object.entries(responses))
    if (isResponse(response)) response.headers = { ...headersOf(status, hasLimit), ...response.headers };
}

function documentAccess(operation: Operation, access: Access): void {
  operation.security = [...SECURITY[access.kind]];
  const permission =
    'permission' in access ? access.permission : access.kind === 'admin' ? 'admin:api-keys' : null;
  const note =
    access.kind === 'session-or-key'
      ? `With \`${access.when}=true\` an API key that holds \`${access.permission}\` is accepted too.`
      : `An API key needs \`${permission}\`.`;
  if (permission) operation.description = [operation.description, note].filter(Boolean).join('\n\n');
}

function documentSpace(operation: Operation, access: Access): void {
  const note =
    access.kind === 'session' ? ' An API key that holds `write:portfolios` is accepted there.' : '';
  operation.parameters = [
    ...(operation.parameters ?? []),
    {
      name: SPACE_PARAMETER,
      in: 'query',
      required: false,
      description: `id of a space: the records of that space instead of those of the account.${note}`,
      schema: { type: 'string', format: 'uuid' },
    },
  ];
}

const JSON_TYPE = 'application/json';

/** Handlers declare what `data` is. On the wire it stands in the envelope, or has its notes among its fields. Files stay files. */
function surround(path: string, operation: Operation, response: Response, notes: readonly NoteName[]): void {
  const isEnveloped = normalPath(path).startsWith('/api/v1/');
  if (isEnveloped) response.content ??= {};
  const { content } = response;
  if (!content || Object.keys(content).some((type) => type !== JSON_TYPE)) return;
  const body = content[JSON_TYPE]?.schema ?? {};
  content[JSON_TYPE] = { schema: isEnveloped ? envelopeOf(body, operation, notes) : withNotes(body, notes) };
}

function envelopeOf(data: Schema, operation: Operation, notes: readonly NoteName[]): Schema {
  const hasPages = notes.includes('page') || takes(operation, 'per_page');
  const pages = takes(operation, 'cursor') ? 'CursorPagination' : hasPages ? 'Pagination' : null;
  const isHoldings = notes.includes('partial');
  const partial = isHoldings || notes.includes('syncStatus') ? PARTIAL : {};
  return {
    type: 'object',
    required: [
      ...['success', 'data', 'meta', ...(pages ? ['pagination'] : [])],
      ...(isHoldings ? Object.keys(partial) : []),
    ],
    properties: {
      success: { type: 'boolean', enum: [true] },
      data,
      ...(pages && { pagination: ref(pages) }),
      ...partial,
      meta: withNotes(ref('Meta'), notes),
    },
  };
}

const PARTIAL: Readonly<Record<string, Schema>> = {
  partial: {
    type: 'boolean',
    description:
      'true when the basis or the history was not available within the time budget; retry. On other answers than holdings present only when true',
  },
  still_indexing: { type: 'boolean', description: 'the same: work goes on in the background' },
};

function withNotes(schema: Schema, names: readonly NoteName[]): Schema {
  const notes = names.flatMap((name) => (name in NOTES ? [ref(NOTES[name as keyof typeof NOTES].name)] : []));
  return notes.length > 0 ? { allOf: [schema, ...notes] } : schema;
}

/** Files that are sent instead of the JSON of a success, and what they state about themselves. */
function addFiles(response: Response, types: readonly string[]): void {
  if (types.length === 0) return;
  const files = Object.fromEntries(types.map((type) => [type, { schema: schemaOf(type) }]));
  response.content = { ...response.content, ...files };
  response.headers = { ...EXPORT_HEADERS, ...response.headers };
}

const isResponse = (response: Operation['responses'][string]): response is Response =>
  response !== undefined && !('$ref' in response);

/** Text of a query as what it stands for. */
function typed(text: string, schema: Schema | undefined): unknown {
  const type = schema && 'type' in schema ? schema.type : 'string';
  if (type === 'integer' || type === 'number') return Number(text);
  if (type === 'boolean') return text === 'true';
  return type === 'array' ? text.split(',') : text;
}

/** The request that was sent, in its parameters and body, and the answer it had. */
function showExample(operation: Operation, { request, status, type, body }: Example): void {
  for (const parameter of operation.parameters ?? []) {
    if (!('name' in parameter)) continue;
    const { path = {}, query = {} } = request;
    const sent = (parameter.in === 'path' ? path : query)[parameter.name];
    // The page fills examples into its form: an optional parameter would narrow the first answer.
    if (sent !== undefined && parameter.required) parameter.example = typed(sent, parameter.schema);
  }
  const { requestBody } = operation;
  if (request.body !== undefined && requestBody && 'content' in requestBody)
    for (const media of Object.values(requestBody.content)) media.example = request.body;
  const response = operation.responses[String(status)];
  const media = isResponse(response) ? response.content?.[type] : undefined;
  if (media && body !== undefined) media.example = body;
}
