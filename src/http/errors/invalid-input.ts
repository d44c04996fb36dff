import { AppError, type ErrorCode } from '../../domain/kernel/errors';

/** In the words of Pydantic v2, which callers of /api/calculate expect. */
export interface Violation {
  /** `body`, `query` or `path`, then keys and indices. */
  loc: readonly (string | number)[];
  msg: string;
  type: string;
}

/** Type of an extra key of a closed model in Pydantic v2. The message names the key. */
export const UNKNOWN_FIELD = 'extra_forbidden';

/** /api/v1 names the first field. The other families list every violation with 422. */
export class InvalidInput extends AppError {
  constructor(
    code: Extract<ErrorCode, 'VALIDATION_ERROR' | 'INVALID_REQUEST'>,
    readonly violations: readonly Violation[],
    details?: AppError['details'],
  ) {
    const first = violations[0];
    const isNamed = code === 'VALIDATION_ERROR';
    super(code, isNamed && violations.length > 1 ? { ...details, ...listOf(violations) } : details, {
      field: isNamed && first ? fieldOf(first) : undefined,
      message: first && messageOf(first),
    });
  }
}

/** An error with its own code, listed first in `violations`. */
export const inAddition = (
  { code, field, message }: AppError,
  details: AppError['details'],
  violations: readonly Violation[],
) => new AppError(code, { ...details, ...listOf(violations) }, { field, message });

/** Errors listed in `details` of the envelope. @source api.md 0 */
const MAX_LISTED = 20;

const listOf = (violations: readonly Violation[]) => ({
  errors: violations
    .slice(0, MAX_LISTED)
    .map((violation) => ({ field: fieldOf(violation), message: messageOf(violation) })),
  error_count: violations.length,
});

function messageOf(violation: Violation): string {
  const field = fieldOf(violation);
  return field && violation.type !== UNKNOWN_FIELD ? `${field}: ${violation.msg}` : violation.msg;
}

/** `["body","parts",0,"quantity"]` -> `parts.0.quantity`. Undefined for the input as a whole. */
const fieldOf = (violation: Violation): string | undefined =>
  violation.loc.length > 1 ? violation.loc.slice(1).join('.') : undefined;
