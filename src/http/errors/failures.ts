import { HttpException } from '@nestjs/common';
import { AppError, ERRORS, type ErrorCode } from '../../domain/kernel/errors';
import { deletedParent, isConflict, isOutage } from '../../ports/storage/outage';
import { ComputeStopped } from '../../ports/work/compute';
import type { Failure } from '../dialects';
import { InvalidInput } from './invalid-input';

/** An unknown error is INTERNAL_ERROR without details. */

export class DeadlineExceeded extends Error {
  override name = 'DeadlineExceeded';
}

export class ClientGone extends Error {
  override name = 'ClientGone';
}

const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'RESOURCE_NOT_FOUND',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  429: 'RATE_LIMIT_EXCEEDED',
  503: 'SERVICE_UNAVAILABLE',
};

/** By foreign key: another request deleted the account or an object of the caller while this one wrote. */
const DELETED: Readonly<Partial<Record<string, AppError>>> = {
  user: new AppError('UNAUTHORIZED'),
  space_owner: new AppError('UNAUTHORIZED'),
  space: new AppError('RESOURCE_NOT_FOUND', { resource: 'space' }),
  portfolio: new AppError('RESOURCE_NOT_FOUND', { resource: 'portfolio' }),
  account: new AppError('RESOURCE_NOT_FOUND', { resource: 'exchange_account' }),
  webhook: new AppError('WEBHOOK_NOT_FOUND'),
};

/** Client errors whose status says more than 400. They keep it under INVALID_REQUEST. */
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

export function retryAfterOf(thrown: unknown): number | null {
  if (thrown instanceof ComputeStopped) return thrown.retryAfterSeconds;
  const seconds = thrown instanceof AppError ? thrown.details?.['retry_after_seconds'] : undefined;
  return typeof seconds === 'number' ? seconds : null;
}

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

/** The framework itself answers 404 only when no route matches. */
function ofStatus(status: number): Failure {
  if (status === 404) return { ...ofCode('RESOURCE_NOT_FOUND'), isUnknownRoute: true };
  const known = BY_STATUS[status];
  if (known) return ofCode(known);
  if (status >= 500) return ofCode('INTERNAL_ERROR');
  return { ...ofCode('INVALID_REQUEST'), ...(KEPT_STATUS.has(status) ? { status } : {}) };
}

/** Only client statuses of `http-errors` (router, compression) are used. */
function clientStatus(thrown: unknown): number | null {
  const status = property(thrown, 'status') ?? property(thrown, 'statusCode');
  return typeof status === 'number' && status >= 400 && status < 500 ? status : null;
}

const property = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
