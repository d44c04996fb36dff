import RECORDED from '../../../openapi/examples.json';

/** What one request was and what came of it. */
export interface Example {
  request: {
    path?: Record<string, string>;
    query?: Record<string, string>;
    body?: unknown;
  };
  status: number;
  /** Content type, without parameters. */
  type: string;
  /** JSON, or the text of a file. Absent for files that are no text. */
  body?: unknown;
  /** Failures, by code. */
  failures?: Record<string, { status: number; body: Record<string, unknown> }>;
}

/**
 * EXAMPLES: operation as in `GET /api/v1/wallets/{address}/lots` -> an answer of the service itself. Written by
 * `npm run examples`, out of the bundled demo wallets; longer lists are cut to two entries.
 */
export const EXAMPLES = RECORDED as unknown as Readonly<Record<string, Example | undefined>>;
