import type { ErrorCode } from './generated/schemas.js';

/** What the service answered instead of a result. Branch on `code` and `status`. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    /** Null for a failure without a code: a timeout (504), or an answer that is not of the service. */
    readonly code: ErrorCode | null,
    message: string,
    readonly details: Readonly<Record<string, unknown>>,
    /** The offending field of a validation error. */
    readonly field: string | null,
    /** `X-Request-Id` of the answer. */
    readonly requestId: string | null,
    readonly retryAfterSeconds: number | null,
    /** The whole answer. */
    readonly body: unknown,
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

/** No answer in time, in any of the attempts. */
export class TimeoutError extends Error {
  constructor(readonly timeoutMs: number) {
    super(`No answer within ${timeoutMs} ms`);
    this.name = 'TimeoutError';
  }
}

interface ErrorBody {
  error?: { code?: ErrorCode; message?: string; details?: Record<string, unknown>; field?: string } | string;
  detail?: string | { loc?: (string | number)[]; msg?: string }[];
  error_code?: ErrorCode;
}

/** An answer of 400 or above -> the error of any route family. */
export async function apiErrorOf(response: Response): Promise<ApiError> {
  const text = await response.text();
  const body = parsed(text);
  const { code, message, details, field } = factsOf(isObject(body) ? body : {}, text);
  return new ApiError(
    response.status,
    code,
    message || `HTTP ${response.status}`,
    details,
    field,
    response.headers.get('X-Request-Id'),
    secondsOf(response.headers.get('Retry-After')),
    body,
  );
}

interface Facts {
  code: ErrorCode | null;
  message: string;
  details: Record<string, unknown>;
  field: string | null;
}

function factsOf({ error, detail, error_code }: ErrorBody, text: string): Facts {
  if (typeof error === 'object')
    return {
      code: error.code ?? null,
      message: error.message ?? '',
      details: error.details ?? {},
      field: error.field ?? null,
    };
  if (Array.isArray(detail)) {
    const [first] = detail;
    return {
      code: 'VALIDATION_ERROR',
      message: first?.msg ?? '',
      details: { errors: detail },
      field: first?.loc?.slice(1).join('.') ?? null,
    };
  }
  const message = typeof error === 'string' ? error : (detail ?? text.slice(0, 200));
  return { code: error_code ?? null, message, details: {}, field: null };
}

/** Seconds of `Retry-After`; null when it has none, or a date. */
export function secondsOf(header: string | null): number | null {
  return header !== null && /^\d+$/.test(header) ? Number(header) : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

const isObject = (value: unknown): value is ErrorBody => typeof value === 'object' && value !== null;
