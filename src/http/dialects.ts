import type { ErrorCode } from '../domain/kernel/errors';
import type { Violation } from './errors/invalid-input';
import type { Meta } from './meta.dto';
import { Reply, type Siblings } from './reply';

/**
 * DIALECTS: path prefix -> how success and failure look. The whole wire contract in one file. Keyed by path, because
 * an unknown route has no handler with metadata.
 * @source spec 2.1, 7; api.md 0, 3
 */

export const API_VERSION = '1.0.0';

export interface Failure {
  status: number;
  code: ErrorCode;
  message: string;
  details?: Readonly<Record<string, unknown>>;
  field?: string;
  violations?: readonly Violation[];
  isUnknownRoute?: boolean;
}

export interface Rendered {
  status: number;
  body: Record<string, unknown>;
}

/** Parts of a success as JSON text. Data of each request goes between them. */
export interface AnswerText {
  head: string;
  tail: string;
}

export interface Dialect {
  success(value: unknown, meta: Meta): unknown;
  textOf(value: unknown): AnswerText;
  /** @returns the same text as JSON.stringify of `success` */
  complete(text: AnswerText, meta: Meta): string;
  failure(failure: Failure, meta: Meta, isRead: boolean): Rendered;
}

const ENVELOPE: Dialect = {
  success(value, meta) {
    const { data, siblings } = asReply(value);
    return { ...withoutMeta(data, siblings), meta: { ...meta, ...siblings.meta } };
  },
  textOf(value) {
    const { data, siblings } = asReply(value);
    const rest = JSON.stringify(withoutMeta(data, siblings)).slice(0, -1);
    const further = JSON.stringify(siblings.meta ?? {}).slice(1);
    return { head: `${rest},"meta":`, tail: further === '}' ? '}}' : `,${further}}` };
  },
  complete({ head, tail }, meta) {
    return head + JSON.stringify(meta).slice(0, -1) + tail;
  },
  failure({ status, code, message, details, field }, meta) {
    return { status, body: { success: false, error: { code, message, details, field }, meta } };
  },
};

/** Bodies without an envelope. Failures are `{detail, error_code}`, violations are in the format of FastAPI. */
const BARE: Dialect = {
  success(value) {
    const { data, siblings } = asReply(value);
    return siblings.meta && isRecord(data) ? { ...data, ...siblings.meta } : data;
  },
  textOf(value) {
    return { head: JSON.stringify(BARE.success(value, NO_META)), tail: '' };
  },
  complete({ head, tail }) {
    return head + tail;
  },
  failure(failure, _meta, isRead) {
    if (failure.isUnknownRoute) return { status: failure.status, body: { detail: 'Not Found' } };
    const violations = failure.violations ?? violationsOf(failure, isRead);
    if (violations) return { status: 422, body: { detail: violations } };
    return { status: failure.status, body: { detail: detailOf(failure), error_code: failure.code } };
  },
};

const DIALECTS = {
  '/api/v1': ENVELOPE,
  '/api/calculate': BARE,
  '/api/wallets': BARE,
  '/api/rwa': BARE,
  // Failures before a message is read. Answers to messages are JSON-RPC.
  '/mcp': ENVELOPE,
} as const satisfies Record<string, Dialect>;

/** After the wall clock, in every dialect (spec 7). */
export const TIMEOUT: Rendered = { status: 504, body: { error: 'Request timeout' } };

export function dialectOf(path: string): Dialect {
  const known = normalPath(path);
  const prefix = Object.entries(DIALECTS).find(([start]) => known === start || known.startsWith(`${start}/`));
  return prefix ? prefix[1] : BARE;
}

/** As the router does: letter case and doubled slashes do not matter. */
export const normalPath = (path: string): string => path.toLowerCase().replace(/\/{2,}/g, '/');

const NO_META: Meta = { request_id: '', timestamp: '', version: API_VERSION };

const withoutMeta = (data: unknown, { pagination, partial, still_indexing }: Siblings) => ({
  success: true,
  data,
  ...(pagination ? { pagination: toPagination(pagination) } : {}),
  ...(partial === undefined ? {} : { partial }),
  ...(still_indexing === undefined ? {} : { still_indexing }),
});

const asReply = (value: unknown): { data: unknown; siblings: Siblings } =>
  value instanceof Reply ? value : { data: value ?? null, siblings: {} };

const toPagination = ({ page, perPage, total, nextCursor }: NonNullable<Siblings['pagination']>) => {
  const totalPages = Math.ceil(total / perPage);
  const pages = { page, per_page: perPage, total, total_pages: totalPages };
  return nextCursor === undefined
    ? { ...pages, has_more: page < totalPages }
    : { ...pages, has_more: nextCursor !== null, next_cursor: nextCursor };
};

/** These bodies have no `details`: the text contains the reason. */
const detailOf = ({ message, details }: Failure): string =>
  typeof details?.['reason'] === 'string' ? `${message}: ${details['reason']}` : message;

/** A check of a service also answers as a violation. */
const violationsOf = ({ code, field, message }: Failure, isRead: boolean): Violation[] | undefined =>
  code === 'VALIDATION_ERROR'
    ? [{ loc: [isRead ? 'query' : 'body', ...(field ? [field] : [])], msg: message, type: 'value_error' }]
    : undefined;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
