import type { Answer, FailureRule } from '../../upstream/answer';
import type { FailureKind } from '../../upstream/upstream-failure';

/**
 * 10002: no key. 10005: the plan. 10010, 10011: the wrong host for the key. 10012: older than the plan allows.
 * @source providers.md 1.6
 */
const CODES: ReadonlyMap<number, FailureKind> = new Map([
  [429, 'rate'],
  [1020, 'transient'],
  [10002, 'entitlement'],
  [10005, 'entitlement'],
  [10010, 'entitlement'],
  [10011, 'entitlement'],
  [10012, 'entitlement'],
]);
const USED_UP = /monthly|daily|quota|credits/i;

/** Errors have two formats, sometimes with HTTP 200. A 403 comes from the CDN, not from the API. */
export const coinGeckoFailure: FailureRule = (answer) => {
  const error = errorOf(answer);
  if (error) {
    const { code, message } = error;
    const kind = CODES.get(code) ?? (code >= 500 || code === 408 ? 'transient' : undefined);
    if (kind === 'rate' && USED_UP.test(message)) return { kind: 'entitlement', text: message };
    if (kind) return { kind, text: `${code}: ${message}` };
  }
  if (answer.status === 403) return { kind: 'transient', text: 'HTTP 403 from its CDN' };
  // The text of a 429 advertises plans. It must not be classified as an exhausted plan.
  if (answer.status === 429) return { kind: 'rate', text: 'HTTP 429: too many requests' };
  return null;
};

function errorOf({ json }: Answer): { code: number; message: string } | null {
  const body = asRecord(json);
  const status = asRecord(body?.status) ?? asRecord(asRecord(body?.error)?.status);
  if (!status || status.error_code === undefined) return null;
  return {
    code: Number(status.error_code),
    message: typeof status.error_message === 'string' ? status.error_message : 'refused',
  };
}

const asRecord = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
