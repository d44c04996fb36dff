import { AppError, type ErrorCode } from '../../domain/kernel/errors';

/**
 * Effects of a failure: the public code, whether a retry can help, and whether it counts for the circuit.
 * @source providers.md 1.6, reliability.md 1.11
 */
export const FAILURES = {
  /** Down, slow, disconnected, 5xx. */
  transient: { code: 'DATA_PROVIDER_ERROR', isRetried: true, isIllness: true },
  rate: { code: 'DATA_PROVIDER_ERROR', isRetried: true, isIllness: true },
  /** HTML, truncated or invalid JSON, or an unexpected shape. */
  malformed: { code: 'DATA_PROVIDER_ERROR', isRetried: true, isIllness: true },
  oversized: { code: 'DATA_PROVIDER_ERROR', isRetried: false, isIllness: true },
  /** This query is too heavy. A smaller one can succeed. */
  query_timeout: { code: 'DATA_PROVIDER_ERROR', isRetried: false, isIllness: false },
  /** Beyond the page window of the upstream. */
  window: { code: 'DATA_PROVIDER_ERROR', isRetried: false, isIllness: false },
  rejected: { code: 'DATA_PROVIDER_ERROR', isRetried: false, isIllness: false },
  /** Not called: the circuit is open after recent failures. */
  circuit_open: { code: 'DATA_PROVIDER_ERROR', isRetried: false, isIllness: false },
  /** The upstream does not support this chain or list. */
  unsupported: { code: 'PROVIDER_ENTITLEMENT_ERROR', isRetried: false, isIllness: false },
  /** The plan or key does not cover the query. */
  entitlement: { code: 'PROVIDER_ENTITLEMENT_ERROR', isRetried: false, isIllness: false },
} as const satisfies Record<string, { code: ErrorCode; isRetried: boolean; isIllness: boolean }>;

export type FailureKind = keyof typeof FAILURES;

export interface Verdict {
  kind: FailureKind;
  text: string;
}

/** An AppError: when no caller handles it, it has the right public code. */
export class UpstreamFailure extends AppError {
  constructor(
    readonly provider: string,
    readonly kind: FailureKind,
    /** Secrets removed, at most 300 characters. */
    text: string,
    readonly retryAfterMs: number | null = null,
    cause?: unknown,
  ) {
    super(FAILURES[kind].code, { provider, error: text }, { cause });
    this.name = 'UpstreamFailure';
  }
}

/** A later call can succeed: an outage, not a refusal. */
export const mayPass = ({ kind }: UpstreamFailure): boolean =>
  FAILURES[kind].isIllness || kind === 'circuit_open';

/** An outage before an entitlement, because a retry can help. @param failures in call order; at least one */
export function worstOf(failures: readonly [UpstreamFailure, ...UpstreamFailure[]]): UpstreamFailure {
  const outage = failures.find((failure) => failure.code === 'DATA_PROVIDER_ERROR');
  return outage ?? failures.find((failure) => failure.kind === 'entitlement') ?? failures[0];
}
