import { ACCESS_EXTENSION, type Access } from '../decorators';
import { normalPath } from '../dialects';
import { failuresOf } from './failure-examples';
import { refTo, type Operation, type Schema } from './schemas';

type Response = Operation['responses'][string];

/** What each access kind asks for, any one of the list; an empty requirement is "nothing". */
const SECURITY = {
  public: [],
  data: [{ session: [] }, { api_key: [] }, { partner: [] }],
  optional: [{}, { session: [] }, { api_key: [] }, { partner: [] }],
  user: [{ session: [] }, { api_key: [] }],
  session: [{ session: [] }],
  partner: [{ partner: [] }],
  'optional-partner': [{}, { partner: [] }],
  admin: [{ session: [] }, { api_key: [] }],
} as const satisfies Record<Access['kind'], readonly Record<string, never[]>[]>;

/** Adds what the decorators of a handler cannot know: who may call, the envelope, and every failure of the family. */
export function completeOperation(path: string, operation: Operation): void {
  const access: Access = operation[ACCESS_EXTENSION] ?? { kind: 'public' };
  delete operation[ACCESS_EXTENSION];
  operation.security = [...SECURITY[access.kind]];
  const permission =
    'permission' in access ? access.permission : access.kind === 'admin' ? 'admin:api-keys' : null;
  if (permission)
    operation.description = [operation.description, `An API key needs \`${permission}\`.`]
      .filter(Boolean)
      .join('\n\n');
  for (const [status, response] of Object.entries(operation.responses))
    if (isResponse(response)) response.description ||= status === '201' ? 'Created' : 'Success';
  if (isHealth(path)) return;
  if (normalPath(path).startsWith('/api/v1/')) envelop(operation);
  operation.responses = { ...operation.responses, ...failuresOf(path, operation, access) };
}

const isHealth = (path: string): boolean => /\/health(\/ready)?$/.test(path) && path !== '/api/v1/health';

/** Handlers say what `data` is; on the wire it stands in the envelope. Files stay files. */
function envelop(operation: Operation): void {
  const hasPages = operation.parameters?.some(
    (parameter) => 'name' in parameter && parameter.name === 'per_page',
  );
  for (const [status, response] of Object.entries(operation.responses)) {
    if (!/^2/.test(status) || !isResponse(response)) continue;
    if (Object.keys(response.content ?? {}).some((type) => type !== 'application/json')) continue;
    const data = response.content?.['application/json']?.schema ?? {};
    const schema = envelopeOf(data, hasPages ?? false);
    response.content = { ...response.content, 'application/json': { schema } };
  }
}

const isResponse = (response: Response): response is Exclude<NonNullable<Response>, { $ref: string }> =>
  response !== undefined && !('$ref' in response);

const envelopeOf = (data: Schema, hasPages: boolean): Schema => ({
  type: 'object',
  required: ['success', 'data', 'meta', ...(hasPages ? ['pagination'] : [])],
  properties: {
    success: { type: 'boolean', enum: [true] },
    data,
    ...(hasPages ? { pagination: refTo('Pagination') } : {}),
    meta: refTo('Meta'),
  },
});
