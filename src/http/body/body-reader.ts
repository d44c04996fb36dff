import type { Request, RequestHandler } from 'express';
import { AppError } from '../../domain/kernel/errors';
import { normalPath } from '../dialects';
import { parseJson } from './json';
import { isMultipart, readMultipart } from './multipart';
import { readBytes } from './read-bytes';

export interface BodyRule {
  limitBytes: number;
  /** Numbers are money: they keep their digits as JsonNumber. */
  keepDigits: boolean;
  /** A form with files is taken as well. */
  takesForms?: boolean;
  /** The bytes as they came, whatever their declared type: the sender signed them. */
  isRaw?: boolean;
}

const MIB = 1024 * 1024;

/** BODIES: path prefix -> what a body may be there. @source api.md 7 */
const BODIES = {
  '/api/calculate': { limitBytes: 32 * MIB, keepDigits: true },
  '/api/v1/wallets': { limitBytes: MIB, keepDigits: true },
  '/api/v1/manual-entries': { limitBytes: MIB, keepDigits: true },
  '/api/v1/batch': { limitBytes: MIB, keepDigits: true },
} as const satisfies Record<string, BodyRule>;

/** FORMS: paths that take files. @source api.md 1.11 (Import) */
const FORMS = [{ path: /^\/api\/v1\/wallets\/[^/]+\/import$/, limitBytes: 32 * MIB }] as const;

/** RAW: paths whose sender signs the bytes. @source api.md 1.9 (Webhook receiver) */
const RAW = [{ path: /^\/api\/v1\/checkout\/webhook\/?$/, limitBytes: MIB }] as const;

const OTHER: BodyRule = { limitBytes: MIB, keepDigits: false };

const WITHOUT_BODY = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/**
 * Raw bytes -> size -> content type -> JSON, or a form where one is taken -> safe values, in `request.body`; `undefined` when nothing was sent.
 * @source reliability.md D20
 */
export const bodyReader: RequestHandler = (request, response, next) => {
  if (WITHOUT_BODY.has(request.method) || !hasBody(request)) return next();
  readBody(request).then(
    (body) => {
      request.body = body;
      next();
    },
    (error: unknown) => {
      // No more data of a client that still sends is read on this connection.
      if (!request.complete && !response.headersSent) response.setHeader('Connection', 'close');
      next(error);
    },
  );
};

async function readBody(request: Request): Promise<unknown> {
  const rule = ruleOf(request.path);
  if (rule.isRaw) return readBytes(request, rule.limitBytes, { decompress: false });
  const bytes = await readBytes(request, rule.limitBytes);
  if (bytes.length === 0) return undefined;
  const contentType = request.headers['content-type'] ?? '';
  if (rule.takesForms && isMultipart(contentType)) return readMultipart(bytes, contentType);
  checkContentType(contentType);
  return parseJson(decode(bytes), rule.keepDigits);
}

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** What a body may be under a path. */
export function ruleOf(path: string): BodyRule {
  const known = normalPath(path);
  const form = FORMS.find((candidate) => candidate.path.test(known));
  if (form) return { limitBytes: form.limitBytes, keepDigits: false, takesForms: true };
  const raw = RAW.find((candidate) => candidate.path.test(known));
  if (raw) return { limitBytes: raw.limitBytes, keepDigits: false, isRaw: true };
  return Object.entries(BODIES).find(([prefix]) => known.startsWith(`${prefix}/`))?.[1] ?? OTHER;
}

function checkContentType(given: string): void {
  const [type = '', ...parameters] = given.split(';').map((part) => part.trim().toLowerCase());
  if (!/^application\/([\w.+-]+\+)?json$/.test(type))
    throw invalid('Content-Type should be application/json');
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  if (charset !== undefined && !['utf-8', 'utf8', 'us-ascii'].includes(charset.replaceAll('"', '')))
    throw invalid('The charset should be utf-8');
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid('The body is not valid UTF-8');
  }
}

const invalid = (message: string): AppError => new AppError('INVALID_REQUEST', undefined, { message });
