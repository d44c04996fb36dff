import type { Answer, FailureRule } from '../../upstream/answer';
import { wordsOf } from '../../upstream/http-failure';
import type { FailureKind } from '../../upstream/upstream-failure';

/**
 * The first matching line decides. These APIs return errors with HTTP 200. "Max daily" means the plan, although the
 * text mentions a rate. "temporarily unavailable" does not mean the plan, although the text advertises one.
 * @source providers.md 1.6
 */
const WORDS: readonly [RegExp, FailureKind][] = [
  [/result window is too large/i, 'window'],
  [/query timeout/i, 'query_timeout'],
  [/max daily/i, 'entitlement'],
  [/max calls per sec|max rate limit|temporarily unavailable|too many requests|rate limit/i, 'rate'],
  [
    /too many invalid api key|invalid api key|missing.{0,20}api key|api key (is )?(missing|required)/i,
    'entitlement',
  ],
  [
    /not supported for this chain|upgrade your|api pro|payment required|credits? (are|is) exhausted/i,
    'entitlement',
  ],
  [/chain not (supported|found)|unsupported chain|missing or unsupported chainid/i, 'unsupported'],
  [/unknown action|unknown module|invalid (action|module) name/i, 'unsupported'],
  [/^error!/i, 'rejected'],
  [/invalid address/i, 'rejected'],
];

const EMPTY = /^no .{0,60}found/i;

/** Null: a list, a value, or a valid "nothing found". */
export const etherscanFailure: FailureRule = (answer) => {
  const body = bodyOf(answer);
  if (!body || answer.status === 429) return null;
  if (answer.status >= 200 && answer.status < 300) return body.status === '0' ? refusal(body) : null;
  const kind = kindOf(wordsOf(answer.json));
  return kind && kind !== 'rejected'
    ? { kind, text: `HTTP ${answer.status}: ${wordsOf(answer.json)}` }
    : null;
};

interface Body {
  status: string;
  message: string;
  result: unknown;
}

function bodyOf({ json }: Answer): Body | null {
  if (typeof json !== 'object' || json === null || !('status' in json)) return null;
  const { status, message, result } = json as Record<string, unknown>;
  return { status: String(status), message: typeof message === 'string' ? message : '', result };
}

function refusal(body: Body): ReturnType<FailureRule> {
  if (EMPTY.test(body.message) && isNothing(body.result)) return null;
  const text = wordsOf(body) || body.message || 'refused without a reason';
  // A bare NOTOK has no reason. It can be temporary.
  return { kind: kindOf(text) ?? 'transient', text };
}

const isNothing = (result: unknown): boolean =>
  result === null || result === undefined || (Array.isArray(result) && result.length === 0);

const kindOf = (text: string): FailureKind | undefined => WORDS.find(([words]) => words.test(text))?.[1];
