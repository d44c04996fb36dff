import { HttpException } from '@nestjs/common';
import { AppError, ERRORS, type ErrorCode } from '../../domain/kernel/errors';
import { deletedParent, isConflict, isOutage } from '../../ports/storage/outage';
import { ComputeStopped } from '../../ports/work/compute';
import type { Failure } from '../dialects';
import { InvalidInput } from './invalid-input';

/** Anything thrown -> Failure. What is not known here is INTERNAL_ERROR without details. */

/** The wall clock of the request ran out. */
export class DeadlineExceeded extends Error {
  override name = 'DeadlineExceeded';
}

/** The client closed the connection; there is no one to answer. */
export class ClientGone extends Error {
  override name = 'ClientGone';
}

/** Statuses of the framework and of body streams, in our codes. */
const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'RESOURCE_NOT_FOUND',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  429: 'RATE_LIMIT_EXCEEDED',
  503: 'SERVICE_UNAVAILABLE',
};

/** The account of the caller, or an object of it, that another request deleted while this one wrote, by foreign key. */
const DELETED: Readonly<Partial<Record<string, AppError>>> = {
  user: new AppError('UNAUTHORIZED'),
  portfolio: new AppError('RESOURCE_NOT_FOUND', { resource: 'portfolio' }),
  account: new AppError('RESOURCE_NOT_FOUND', { resource: 'exchange_account' }),
  webhook: new AppError('WEBHOOK_NOT_FOUND'),
};

/** Client errors whose status means more than 400, kept on the wire under INVALID_REQUEST. */
const KEPT_STATUS = new Set([405, 408, 431]);

export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof AppError) return ofAppError(thrown);
  if (thrown instanceof HttpException) return ofStatus(thrown.getStatus());
  if (thrown instanceof URIError) return ofCode('INVALID_REQUEST');
  if (thrown instanceof ComputeStopped) return { ...ofCode('SERVICE_UNAVAILABLE'), message: thrown.message };
  if (isOutage(thrown) || isConflict(thrown)) return ofCode('SERVICE_UNAVAILABLE');
  const gone = DELETED[deletedParent(thrown) ?? ''];
  if (gone) return ofAppError(gone);
  const status = clientStatus(thrown);
  return status === null ? ofCode('INTERNAL_ERROR') : ofStatus(status);
}

/** Seconds after which a caller can retry; null when the failure does not state them. */
export function retryAfterOf(thrown: unknown): number | null {
  if (thrown instanceof ComputeStopped) return thrown.retryAfterSeconds;
  const seconds = thrown instanceof AppError ? thrown.details?.['retry_after_seconds'] : undefined;
  return typeof seconds === 'number' ? seconds : null;
}

/** True when the time for an answer ran out: 504 in every dialect. */
export const isTimeout = (thrown: unknown): boolean =>
  thrown instanceof DeadlineExceeded || (thrown instanceof ComputeStopped && thrown.reason === 'time');

const ofAppError = (error: AppError): Failure => ({
  status: error.status,
  code: error.code,
  message: error.message,
  details: error.details,
  field: error.field,
  violations: error instanceof InvalidInput ? error.violations : undefined,
});

const ofCode = (code: ErrorCode): Failure => ({ ...ERRORS[code], code });

/** The framework answers 404 by itself only when no route matches. */
function ofStatus(status: number): Failure {
  if (status === 404) return { ...ofCode('RESOURCE_NOT_FOUND'), isUnknownRoute: true };
  const known = BY_STATUS[status];
  if (known) return ofCode(known);
  if (status >= 500) return ofCode('INTERNAL_ERROR');
  return { ...ofCode('INVALID_REQUEST'), ...(KEPT_STATUS.has(status) ? { status } : {}) };
}

/** Errors in the style of `http-errors` (router, compression): only client statuses are used. */
function clientStatus(thrown: unknown): number | null {
  const status = property(thrown, 'status') ?? property(thrown, 'statusCode');
  return typeof status === 'number' && status >= 400 && status < 500 ? status : null;
}

const property = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
