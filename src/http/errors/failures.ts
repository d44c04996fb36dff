import { isNativeError } from 'node:util/types';
import { HttpException } from '@nestjs/common';
import { AppError, ERRORS, type ErrorCode } from '../../domain/kernel/errors';
import type { Failure } from '../dialects';
import { InvalidInput } from './invalid-input';

/** Anything thrown -> Failure. What is not known here is INTERNAL_ERROR and tells nothing. */

/** The wall clock of the request ran out. */
export class DeadlineExceeded extends Error {
  override name = 'DeadlineExceeded';
}

/** The client went away; nobody is left to answer. */
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

/** Client errors whose status says more than 400, kept on the wire under INVALID_REQUEST. */
const KEPT_STATUS = new Set([405, 408, 431]);

/** Socket failures towards a dependency. */
const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'EMFILE',
]);

/**
 * SQLSTATE of a database that cannot serve now: connections (08), a login or a database that is not there (28, 3D000),
 * insufficient resources such as a full disk or too many clients (53), operator intervention such as a restart or a
 * cancelled query (57), I/O (58), a read-only standby (25006), a lock nobody gave back in time (55P03).
 */
const UNAVAILABLE_SQLSTATE = /^(08...|28...|3D000|53...|57...|58...|25006|55P03)$/;

/** node-postgres says these without a code. */
const POOL_MESSAGES =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Driver not Connected|Cannot use a pool after calling end)/;

export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof AppError) return ofAppError(thrown);
  if (thrown instanceof HttpException) return ofStatus(thrown.getStatus());
  if (thrown instanceof URIError) return ofCode('INVALID_REQUEST');
  if (isDependencyDown(thrown)) return ofCode('SERVICE_UNAVAILABLE');
  const status = clientStatus(thrown);
  return status === null ? ofCode('INTERNAL_ERROR') : ofStatus(status);
}

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

/** Errors in the style of `http-errors` (router, compression): only client statuses are believed. */
function clientStatus(thrown: unknown): number | null {
  const status = property(thrown, 'status') ?? property(thrown, 'statusCode');
  return typeof status === 'number' && status >= 400 && status < 500 ? status : null;
}

/** Duck-typed: this floor does not know the database, and the driver wraps its errors in several ways. */
export function isDependencyDown(thrown: unknown, depth = 0): boolean {
  if (!isNativeError(thrown) || depth > 3) return false;
  const code = property(thrown, 'code');
  if (typeof code === 'string' && (CONNECTION_CODES.has(code) || UNAVAILABLE_SQLSTATE.test(code)))
    return true;
  if (POOL_MESSAGES.test(thrown.message)) return true;
  return [property(thrown, 'driverError'), thrown.cause, ...inner(thrown)].some((next) =>
    isDependencyDown(next, depth + 1),
  );
}

const inner = (error: Error): unknown[] => {
  const errors = property(error, 'errors');
  return Array.isArray(errors) ? errors : [];
};

const property = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
