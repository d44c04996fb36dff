import { ACCEPTED, acceptedText, forbiddenText } from '../auth/challenge';
import type { Permission } from '../../domain/access/permissions';
import { AppError, type ErrorCode } from '../../domain/kernel/errors';
import { ruleOf } from '../body/body-rules';
import type { Access } from '../auth/decorators';
import { dialectOf, TIMEOUT, type Rendered } from '../dialects';
import { failureOf } from '../errors/failures';
import { InvalidInput, UNKNOWN_FIELD } from '../errors/invalid-input';
import { RateLimited } from '../rate-limit/rate-limited';
import type { Example as RecordedExample } from './examples';
import type { Meta, NoteName } from './wire.dto';
import type { Operation } from './documented';
import { ref, type Schema } from './schemas';

/** The failures of an operation, each example written by the dialect that will write the real one. */

const META: Meta = {
  request_id: '7f8d3c52-5b1e-4d7a-9c33-0a1b2c3d4e5f',
  timestamp: '2025-06-15T12:00:00.000Z',
  version: '1.0.0',
};

/** What a route declares, and the failures that were seen there, by code. */
interface Facts {
  access: Access;
  fails: readonly ErrorCode[];
  notes: readonly NoteName[];
  takesAnyQuery: boolean;
  recorded: NonNullable<RecordedExample['failures']>;
}

export function failuresOf(path: string, operation: Operation, facts: Facts): Operation['responses'] {
  const dialect = dialectOf(path);
  const failures = errorsOf(path, operation, facts).map((error) => ({
    name: error.code as string,
    rendered: dialect.failure(failureOf(error), META, true),
  }));
  if (!isProbe(path)) failures.push({ name: 'timeout', rendered: TIMEOUT });
  const byStatus = new Map<number, { schema: Schema; examples: Record<string, { value: unknown }> }>();
  for (const { name, rendered } of failures) {
    const group = byStatus.get(rendered.status) ?? { schema: schemaOf(rendered), examples: {} };
    byStatus.set(rendered.status, group);
    // As it was really answered, where it was.
    const seen = facts.recorded[name];
    group.examples[name] ??= { value: (seen?.status === rendered.status ? seen : rendered).body };
  }
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      { description: Object.keys(group.examples).join(', '), content: { 'application/json': group } },
    ]),
  );
}

function schemaOf({ status, body }: Rendered): Schema {
  if (status === TIMEOUT.status) return ref('RequestTimeout');
  if ('success' in body) return ref('ErrorEnvelope');
  return ref(Array.isArray(body['detail']) ? 'ValidationErrorDetail' : 'ErrorDetail');
}

function errorsOf(
  path: string,
  operation: Operation,
  { access, fails, notes, takesAnyQuery }: Facts,
): AppError[] {
  const input = inputErrors(path, operation, takesAnyQuery);
  if (isProbe(path)) return input;
  const readsUpstream = notes.includes('syncStatus') && !fails.includes('WALLET_NOT_FOUND');
  return [
    ...input,
    ...accessErrors(access),
    ...pathErrors(path),
    new AppError('INTERNAL_ERROR'),
    new AppError('SERVICE_UNAVAILABLE'),
    ...(path.includes('/health') ? [] : [TOO_MANY]),
    ...(readsUpstream ? upstreamErrors() : []),
    ...fails.map((code) => new AppError(code)),
  ];
}

/** It only refuses input that it does not know. */
const isProbe = (path: string): boolean => /\/health(\/ready)?$/.test(path) && path !== '/api/v1/health';

const TOO_MANY = new RateLimited({ limit: 60, window: 'minute', retry_after_seconds: 12 });

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
