import { ACCEPTED, acceptedText, forbiddenText } from '../auth/challenge';
import type { Permission } from '../../domain/access/permissions';
import { AppError, type ErrorCode } from '../../domain/kernel/errors';
import { ruleOf } from '../body/body-rules';
import type { Access } from '../auth/decorators';
import { dialectOf, TIMEOUT, type Dialect, type Meta, type Rendered } from '../dialects';
import { failureOf } from '../errors/failures';
import { InvalidInput, UNKNOWN_FIELD } from '../errors/invalid-input';
import { RateLimited } from '../rate-limit/rate-limited';
import type { Example as RecordedExample } from './examples';
import type { NoteName } from './notes';
import type { Operation } from './operation';
import { refTo, type Schema } from './schemas';

/** The failures of an operation, each example written by the dialect that will write the real one. */

const META: Meta = {
  request_id: '7f8d3c52-5b1e-4d7a-9c33-0a1b2c3d4e5f',
  timestamp: '2025-06-15T12:00:00.000Z',
  version: '1.0.0',
};

interface Example {
  name: string;
  rendered: Rendered;
}

/** What a route declares, and the failures that were seen there, by code. */
interface Facts {
  access: Access;
  fails: readonly ErrorCode[];
  notes: readonly NoteName[];
  takesAnyQuery: boolean;
  /** Whether a flood of one network is refused. */
  isFloodable: boolean;
  recorded: NonNullable<RecordedExample['failures']>;
}

export function failuresOf(
  path: string,
  operation: Operation,
  { access, fails, notes, takesAnyQuery, isFloodable, recorded }: Facts,
): Operation['responses'] {
  const errors = errorsOf(path, operation, access, takesAnyQuery);
  if (isFloodable) errors.push(new RateLimited({ limit: 60, window: 'minute', retry_after_seconds: 12 }));
  if (notes.includes('syncStatus') && !fails.includes('WALLET_NOT_FOUND')) errors.push(...upstreamErrors());
  const own = fails.map((code) => new AppError(code));
  const examples = examplesOf([...errors, ...own], path, recorded);
  return responsesOf([...examples, { name: 'timeout', rendered: TIMEOUT }]);
}

/** Of a route that only refuses input that it does not know. */
export const inputFailuresOf = (path: string, operation: Operation): Operation['responses'] =>
  responsesOf(examplesOf(inputErrors(path, operation, false), path, {}));

function examplesOf(errors: readonly AppError[], path: string, recorded: Facts['recorded']): Example[] {
  const dialect = dialectOf(path);
  const examples: Example[] = [];
  for (const each of errors.map((error) => example(error, dialect)))
    if (!examples.some(({ name, rendered }) => isSame(each, name, rendered.status)))
      examples.push(seen(each, recorded));
  return examples;
}

function responsesOf(examples: readonly Example[]): Operation['responses'] {
  const statuses = [...new Set(examples.map(({ rendered }) => rendered.status))];
  return Object.fromEntries(
    statuses.map((status) => [
      String(status),
      responseOf(examples.filter(({ rendered }) => rendered.status === status)),
    ]),
  );
}

const responseOf = (group: readonly Example[]): Operation['responses'][string] => ({
  description: group.map(({ name }) => name).join(', '),
  content: {
    'application/json': {
      schema: schemaOf(group[0]?.rendered ?? TIMEOUT),
      examples: Object.fromEntries(group.map(({ name, rendered }) => [name, { value: rendered.body }])),
    },
  },
});

const example = (error: AppError, dialect: Dialect): Example => ({
  name: error.code,
  rendered: dialect.failure(failureOf(error), META, true),
});

const isSame = (example: Example, name: string, status: number): boolean =>
  example.name === name && example.rendered.status === status;

/** As it was really answered, where it was. */
function seen(example: Example, recorded: Facts['recorded']): Example {
  const answer = recorded[example.name];
  return answer && answer.status === example.rendered.status ? { ...example, rendered: answer } : example;
}

function schemaOf({ status, body }: Rendered): Schema {
  if (status === TIMEOUT.status) return refTo('RequestTimeout');
  if ('success' in body) return refTo('ErrorEnvelope');
  return refTo(Array.isArray(body['detail']) ? 'ValidationErrorDetail' : 'ErrorDetail');
}

function errorsOf(path: string, operation: Operation, access: Access, takesAnyQuery: boolean): AppError[] {
  return [
    ...inputErrors(path, operation, takesAnyQuery),
    ...accessErrors(access),
    ...pathErrors(path),
    new AppError('INTERNAL_ERROR'),
    new AppError('SERVICE_UNAVAILABLE'),
  ];
}

function inputErrors(path: string, operation: Operation, takesAnyQuery: boolean): AppError[] {
  const query = (operation.parameters ?? []).find(
    (parameter) => 'in' in parameter && parameter.in === 'query',
  );
  const errors: AppError[] = [];
  if (query && 'name' in query)
    errors.push(invalid('VALIDATION_ERROR', ['query', query.name], 'Input should be valid', 'value_error'));
  else if (!takesAnyQuery)
    errors.push(
      invalid('VALIDATION_ERROR', ['query', 'year'], 'Unknown query parameter `year`', UNKNOWN_FIELD),
    );
  if (operation.requestBody)
    errors.push(
      invalid('VALIDATION_ERROR', ['body', 'owned_wallets'], 'Input should be a valid list', 'list_type'),
      invalid('INVALID_REQUEST', ['body', 1], 'JSON decode error', 'json_invalid'),
      new AppError('PAYLOAD_TOO_LARGE', { limit_bytes: ruleOf(path).limitBytes }),
    );
  return errors;
}

function accessErrors(access: Access): AppError[] {
  if (access.kind === 'public') return [];
  const permission = access.kind === 'admin' ? 'admin:api-keys' : permissionOf(access);
  return [
    new AppError('UNAUTHORIZED', undefined, { message: acceptedText(ACCEPTED[access.kind]) }),
    ...(permission
      ? [
          new AppError(
            'FORBIDDEN',
            { required_permission: permission },
            { message: forbiddenText(permission) },
          ),
        ]
      : []),
  ];
}

/** Keys that a variable lets in are refused as any other where it is not set. */
const permissionOf = (access: Access): Permission | null =>
  'permission' in access && access.kind !== 'session-or-key' ? access.permission : null;

/** What an id in a path that leads nowhere is called. */
const MISSING: Readonly<Record<string, ErrorCode>> = {
  address: 'INVALID_ADDRESS',
  lot_id: 'LOT_NOT_FOUND',
  webhook_id: 'WEBHOOK_NOT_FOUND',
};

function pathErrors(path: string): AppError[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  return [...new Set(names.map((name) => MISSING[name] ?? 'RESOURCE_NOT_FOUND'))].map(
    (code) => new AppError(code, code === 'INVALID_ADDRESS' ? { provided: '0x12ab' } : undefined),
  );
}

/** Stored ledgers call no upstream. */
function upstreamErrors(): AppError[] {
  const upstream = { provider: 'etherscan', error: 'timeout' };
  return [
    new AppError('DATA_PROVIDER_ERROR', upstream),
    new AppError('PROVIDER_ENTITLEMENT_ERROR', { ...upstream, error: 'plan' }),
  ];
}

const invalid = (
  code: Extract<ErrorCode, 'VALIDATION_ERROR' | 'INVALID_REQUEST'>,
  loc: (string | number)[],
  msg: string,
  type: string,
): InvalidInput => new InvalidInput(code, [{ loc, msg, type }]);
