import { Agent, errors, request } from 'undici';
import {
  type Answer,
  jsonLines,
  type NumberReading,
  OversizedResponse,
  readBody,
  readJson,
  readLines,
  UnreadableResponse,
} from './answer';
import type { FailureKind } from './upstream-failure';

export interface Exchange {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: unknown;
  numbers?: NumberReading;
  maxBytes?: number;
  /** The body is one JSON value a line, and `json` their list. A body that breaks off counts up to its last line. */
  isLines?: true;
}

const MAX_BYTES = 32 * 1024 * 1024;

/** Follows no redirect and limits body size while reading. */
export class Transport {
  private readonly agent: Agent;

  constructor(connectMs: number) {
    this.agent = new Agent({ connect: { timeout: connectMs }, connections: 16, keepAliveTimeout: 10_000 });
  }

  /** @throws any network error; `transportFault` classifies it */
  async exchange(
    { url, method, headers: extra, body: question, numbers, maxBytes = MAX_BYTES, isLines }: Exchange,
    signal: AbortSignal,
  ): Promise<Answer> {
    const isPosting = question !== undefined;
    const { statusCode, headers, body } = await request(url, {
      method: method ?? 'GET',
      headers: {
        accept: 'application/json',
        'accept-encoding': 'gzip, deflate, br',
        ...(isPosting ? { 'content-type': 'application/json' } : {}),
        ...extra,
      },
      ...(isPosting ? { body: JSON.stringify(question) } : {}),
      dispatcher: this.agent,
      signal,
    });
    const flat = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    try {
      const encoding = flat['content-encoding'];
      const text = await (isLines ? readLines : readBody)(body, encoding, maxBytes);
      const json = isLines ? jsonLines(text) : readJson(text, numbers ?? 'plain');
      return { status: statusCode, headers: flat, text, json };
    } finally {
      body.destroy();
    }
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }
}

/** Classifies an error below HTTP as public text: no addresses, no stack. */
export function transportFault(error: unknown): [FailureKind, string] {
  if (error instanceof OversizedResponse) return ['oversized', 'the answer is larger than allowed'];
  if (error instanceof UnreadableResponse)
    return ['malformed', `the answer cannot be read: ${error.message}`];
  const { name, code } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError' || name === 'AbortError') return ['transient', 'no complete answer in time'];
  if (error instanceof errors.ConnectTimeoutError) return ['transient', 'no connection in time'];
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return ['transient', 'its name does not resolve'];
  if (code?.startsWith('UND_ERR_HEADERS') || code?.startsWith('UND_ERR_BODY'))
    return ['transient', 'no complete answer in time'];
  return ['transient', `the connection failed (${code ?? name ?? 'unknown'})`];
}
