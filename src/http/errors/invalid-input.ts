import { AppError, type ErrorCode } from '../../domain/kernel/errors';

/** One thing wrong with the input, in the words of Pydantic v2 (what callers of /api/calculate expect). */
export interface Violation {
  /** Where: `body`, `query` or `path`, then keys and indices. */
  loc: readonly (string | number)[];
  msg: string;
  type: string;
}

/** The type Pydantic v2 gives to a key that a closed model does not have. The message names the key itself. */
export const UNKNOWN_FIELD = 'extra_forbidden';

/** Input that failed a check. /api/v1 names the first field; the other families list every violation with 422. */
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

/** An error with a code of its own among others: `violations` lists all of them, it first. */
export const inAddition = (
  { code, field, message }: AppError,
  details: AppError['details'],
  violations: readonly Violation[],
) => new AppError(code, { ...details, ...listOf(violations) }, { field, message });

/** Errors listed in `details` of the envelope. @source api.md 0 */
const MAX_LISTED = 20;

/** Several errors of one request: the first of them, and how many there are. */
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

/** `["body","parts",0,"quantity"]` -> `parts.0.quantity`; undefined when the input as a whole is meant. */
const fieldOf = (violation: Violation): string | undefined =>
  violation.loc.length > 1 ? violation.loc.slice(1).join('.') : undefined;
