import { STATUS_CODES } from 'node:http';
import { isSuccess } from '../../../domain/webhooks/retry';
import type { OutboundOutcome } from '../../../ports/upstream/outbound-http';

/** `error_message` of a log entry: the name of a status (never the receiver's text), or why no answer came. */
export function errorOf(outcome: Extract<OutboundOutcome, { kind: 'answered' | 'failed' }>): string | null {
  if (outcome.kind === 'failed') return outcome.error;
  if (isSuccess(outcome.statusCode)) return null;
  return `HTTP ${outcome.statusCode} ${STATUS_CODES[outcome.statusCode] ?? ''}`.trim();
}
