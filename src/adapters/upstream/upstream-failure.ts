import { AppError, type ErrorCode } from '../../domain/kernel/errors';

/**
 * The ways an upstream fails, and what follows from each: the public code, whether asking again may help, and
 * whether it says something about the upstream's health (feeds the circuit).
 * @source providers.md 1.6, reliability.md 1.11
 */
export const FAILURES = {
  /** Down, slow, disconnected, 5xx. */
  transient: { code: 'DATA_PROVIDER_ERROR', isRetried: true, isIllness: true },
  /** Too many calls, for now. */
  rate: { code: 'DATA_PROVIDER_ERROR', isRetried: true, isIllness: true },
  /** HTML, cut or broken JSON, another shape than agreed. */
  malformed: { code: 'DATA_PROVIDER_ERROR', isRetried: true, isIllness: true },
  oversized: { code: 'DATA_PROVIDER_ERROR', isRetried: false, isIllness: true },
  /** This one query is too heavy for it; a smaller one may pass. */
  query_timeout: { code: 'DATA_PROVIDER_ERROR', isRetried: false, isIllness: false },
  /** Beyond its page window. */
  window: { code: 'DATA_PROVIDER_ERROR', isRetried: false, isIllness: false },
  /** It will not answer this, however often it is asked. */
  rejected: { code: 'DATA_PROVIDER_ERROR', isRetried: false, isIllness: false },
  /** Not asked: it failed too often just now. */
  circuit_open: { code: 'DATA_PROVIDER_ERROR', isRetried: false, isIllness: false },
  /** It does not know this chain or this list. */
  unsupported: { code: 'PROVIDER_ENTITLEMENT_ERROR', isRetried: false, isIllness: false },
  /** Our plan or key does not cover it. */
  entitlement: { code: 'PROVIDER_ENTITLEMENT_ERROR', isRetried: false, isIllness: false },
} as const satisfies Record<string, { code: ErrorCode; isRetried: boolean; isIllness: boolean }>;

export type FailureKind = keyof typeof FAILURES;

/** Why an answer is no answer. `text` is the upstream's own words, or ours where it had none. */
export interface Verdict {
  kind: FailureKind;
  text: string;
}

/** A failed call. It is an AppError already: where nobody mends it, it leaves with the right public code. */
export class UpstreamFailure extends AppError {
  constructor(
    readonly provider: string,
    readonly kind: FailureKind,
    /** Keys removed, at most 300 characters. */
    text: string,
    readonly retryAfterMs: number | null = null,
    cause?: unknown,
  ) {
    super(FAILURES[kind].code, { provider, error: text }, { cause });
    this.name = 'UpstreamFailure';
  }
}

/**
 * What to tell when every provider failed: an outage before an entitlement, since waiting may mend it.
 * @param failures in the order asked; at least one
 */
export function worstOf(failures: readonly [UpstreamFailure, ...UpstreamFailure[]]): UpstreamFailure {
  const outage = failures.find((failure) => failure.code === 'DATA_PROVIDER_ERROR');
  return outage ?? failures.find((failure) => failure.kind === 'entitlement') ?? failures[0];
}
