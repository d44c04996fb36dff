import { STATUS_CODES } from 'node:http';
import { type Answer, isHtml, type FailureRule } from './answer';
import type { FailureKind, Verdict } from './upstream-failure';

/** A 429 with one of these words refers to the plan, not to the current rate. @source providers.md 1.6, last line */
const QUOTA_WORDS = /\b(daily|monthly|quotas?|credits?|plans?|upgrade)\b/i;

/** Used when the rules of the upstream found no failure. @source providers.md 1.6; reliability.md 1.11 */
export const httpFailure: FailureRule = (answer) => {
  const { status } = answer;
  const html = isHtml(answer);
  if (status >= 200 && status < 300) return bodyFailure(answer, html);
  return { kind: kindOfStatus(status, html ? '' : answer.text), text: messageOf(answer, html) };
};

function kindOfStatus(status: number, text: string): FailureKind {
  if (status === 429) return QUOTA_WORDS.test(text) ? 'entitlement' : 'rate';
  if (status === 401 || status === 402 || status === 403) return 'entitlement';
  if (status === 408 || status >= 500) return 'transient';
  return 'rejected';
}

function bodyFailure({ text, json }: Answer, html: boolean): Verdict | null {
  if (json !== undefined) return null;
  const what = html ? 'an HTML page' : text.trim() === '' ? 'an empty body' : 'a body that is not JSON';
  return { kind: 'malformed', text: `answered with ${what}` };
}

function messageOf({ status, text, json }: Answer, html: boolean): string {
  const words = html ? 'an HTML page' : wordsOf(json) || text;
  return `HTTP ${status} ${STATUS_CODES[status] ?? ''}: ${words}`;
}

export function wordsOf(json: unknown, depth = 0): string {
  if (typeof json === 'string') return json;
  if (typeof json !== 'object' || json === null || depth > 3) return '';
  const body = json as Record<string, unknown>;
  const found = ['error_message', 'message', 'result', 'error', 'status']
    .map((name) => wordsOf(body[name], depth + 1))
    .filter((words) => words !== '' && words !== 'NOTOK' && !/^\d+$/.test(words));
  return [...new Set(found)].join(': ');
}
