import { ACCESS_EXTENSION, type Access } from '../auth/decorators';
import { normalPath } from '../dialects';
import { EXPORT_HEADERS, FAILS_EXTENSION, FILES_EXTENSION, schemaOf, NOTES_EXTENSION } from './documented';
import { IDEMPOTENT_EXTENSION, KEY_HEADER, MAX_KEY_CHARS, REPLAYED_HEADER } from '../idempotent';
import { ANY_QUERY_EXTENSION } from '../validation/undeclared-input.guard';
import { EXAMPLES, type Example } from './examples';
import { failuresOf, inputFailuresOf } from './failure-examples';
import { headersOf } from './headers';
import { notesSchema, type NoteName } from './notes';
import type { Operation } from './operation';
import { refTo, type Schema } from './schemas';

type Response = Operation['responses'][string];
type Content = NonNullable<Exclude<NonNullable<Response>, { $ref: string }>['content']>;

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

const EXTENSIONS = [
  ACCESS_EXTENSION,
  NOTES_EXTENSION,
  FAILS_EXTENSION,
  FILES_EXTENSION,
  ANY_QUERY_EXTENSION,
  IDEMPOTENT_EXTENSION,
] as const;

/** Adds what handlers cannot know: who may call, what surrounds data, every failure, and what really was answered. */
export function completeOperation(method: string, path: string, operation: Operation): void {
  const access: Access = operation[ACCESS_EXTENSION] ?? { kind: 'public' };
  const notes = operation[NOTES_EXTENSION] ?? [];
  const isKeyed = operation[IDEMPOTENT_EXTENSION] ?? false;
  const fails = [...(operation[FAILS_EXTENSION] ?? []), ...(isKeyed ? (['CONFLICT'] as const) : [])];
  const files = operation[FILES_EXTENSION] ?? [];
  const takesAnyQuery = operation[ANY_QUERY_EXTENSION] ?? false;
  for (const extension of EXTENSIONS) delete operation[extension];
  documentAccess(operation, access);
  for (const [status, response] of Object.entries(operation.responses))
    if (isResponse(response)) response.description ||= status === '201' ? 'Created' : 'Success';
  const example = EXAMPLES[`${method.toUpperCase()} ${path}`];
  if (isHealth(path)) operation.responses = { ...operation.responses, ...inputFailuresOf(path, operation) };
  else {
    if (normalPath(path).startsWith('/api/v1/')) envelop(operation, notes);
    else addNotes(operation, notes);
    addFiles(operation, files);
    operation.responses = {
      ...operation.responses,
      ...failuresOf(path, operation, {
        access,
        fails,
        notes,
        takesAnyQuery,
        isFloodable: !path.includes('/health'),
        recorded: example?.failures ?? {},
      }),
    };
  }
  addHeaders(operation, isLimited(path));
  if (isKeyed) takeKey(operation);
  if (example) showExample(operation, example);
}

/** @source integrators.md 5 */
function takeKey(operation: Operation): void {
  operation.parameters = [
    ...(operation.parameters ?? []),
    {
      name: KEY_HEADER,
      in: 'header',
      required: false,
      description:
        'A text of your choice for this request. Repeated within a day it has no second effect, and the same answer; with another body it is refused (409)',
      schema: { type: 'string', minLength: 1, maxLength: MAX_KEY_CHARS },
    },
  ];
  for (const [status, response] of Object.entries(operation.responses))
    if (/^2/.test(status) && isResponse(response))
      response.headers = {
        ...response.headers,
        [REPLAYED_HEADER]: {
          description: '`true`, and there at all, for the repeated answer of an earlier request',
          schema: { type: 'string', enum: ['true'] },
        },
      };
}

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

const isHealth = (path: string): boolean => /\/health(\/ready)?$/.test(path) && path !== '/api/v1/health';

/** Handlers declare what `data` is; on the wire it stands in the envelope. Files stay files. */
function envelop(operation: Operation, notes: readonly NoteName[]): void {
  const takes = (name: string) =>
    operation.parameters?.some((parameter) => 'name' in parameter && parameter.name === name) ?? false;
  const hasPages = notes.includes('page') || takes('per_page');
  const pages = takes('cursor') ? 'CursorPagination' : hasPages ? 'Pagination' : null;
  for (const [status, response] of Object.entries(operation.responses))
    if (/^2/.test(status) && isResponse(response)) response.content ??= {};
  for (const content of jsonAnswers(operation)) {
    const schema = envelopeOf(content['application/json']?.schema ?? {}, pages, notes);
    content['application/json'] = { schema };
  }
}

/** Files that are sent instead of the JSON of a success, and what they state about themselves. */
function addFiles(operation: Operation, types: readonly string[]): void {
  if (types.length === 0) return;
  for (const [status, response] of Object.entries(operation.responses)) {
    if (!/^2/.test(status) || !isResponse(response)) continue;
    const files = Object.fromEntries(types.map((type) => [type, { schema: schemaOf(type) }]));
    response.content = { ...response.content, ...files };
    response.headers = { ...EXPORT_HEADERS, ...response.headers };
  }
}

/** Without an envelope they stand among the fields of the body. */
function addNotes(operation: Operation, notes: readonly NoteName[]): void {
  const extra = notesSchema(notes, 'any');
  if (extra === null) return;
  for (const content of jsonAnswers(operation)) {
    const body = content['application/json']?.schema ?? {};
    content['application/json'] = { schema: { allOf: [body, extra] } };
  }
}

/** The contents of successes that are JSON and nothing else. */
function jsonAnswers(operation: Operation): Content[] {
  return Object.entries(operation.responses).flatMap(([status, response]) => {
    if (!/^2/.test(status) || !isResponse(response)) return [];
    const { content } = response;
    const isFile = Object.keys(content ?? {}).some((type) => type !== 'application/json');
    return isFile || !content ? [] : [content];
  });
}

const isResponse = (response: Response): response is Exclude<NonNullable<Response>, { $ref: string }> =>
  response !== undefined && !('$ref' in response);

function envelopeOf(
  data: Schema,
  pages: 'Pagination' | 'CursorPagination' | null,
  notes: readonly NoteName[],
): Schema {
  const siblings = notesSchema(notes, 'sibling');
  const meta = notesSchema(notes, 'meta');
  return {
    type: 'object',
    required: ['success', 'data', 'meta', ...(pages ? ['pagination'] : []), ...(siblings?.required ?? [])],
    properties: {
      success: { type: 'boolean', enum: [true] },
      data,
      ...(pages ? { pagination: refTo(pages) } : {}),
      ...siblings?.properties,
      meta: meta ? { allOf: [refTo('Meta'), meta] } : refTo('Meta'),
    },
  };
}

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
