import type { ServerResponse } from 'node:http';
import { Logger } from '@nestjs/common';
import type { Request, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { ERRORS } from '../../domain/kernel/errors';
import type { Clock, Timer } from '../../ports/clock';
import { API_VERSION, dialectOf, normalPath } from '../dialects';
import { contextOf } from '../request-context';
import { whenClosed } from './when-closed';
import { closeWhenRead } from '../unread-body';
import { accountNetwork } from '../rate-limit/client';

/** Requests that anyone can send, and that cost this service a hash, queries or a mail. */
const COSTLY: ReadonlySet<string> = new Set(
  [
    'signup',
    'login',
    'verify-email',
    'resend-verification/public',
    'forgot-password',
    'reset-password',
    'magic-link',
    'magic-link/verify',
  ].map((name) => `/api/v1/auth/${name}`),
);
const PROOFS: ReadonlySet<string> = new Set(['/api/v1/auth/login', '/api/v1/auth/refresh']);
/** Less than the queues behind take. Those queues refuse only after reading, validation and lookups. */
const MAX_AT_ONCE = 32;
const MAX_NETWORKS = 50_000;
const RETRY_AFTER_SECONDS = 2;
const LOG_EVERY_MS = 10_000;

const refusals = new WeakSet<ServerResponse>();
/** The request log leaves them out: a line costs as much as the refusal. */
export const isRefusedInFlood = (response: ServerResponse): boolean => refusals.has(response);

/**
 * Bounds costly requests of networks without a credential seen in this process. Otherwise each request of a flood is
 * read, validated and looked up before a queue refuses it. Other connections would wait for seconds.
 */
export function accountAdmission(clock: Clock): RequestHandler {
  const known = new LRUCache<string, true>({ max: MAX_NETWORKS });
  /** Requests with a complete body and no answer yet. A slow body occupies no place. */
  let atOnce = 0;
  const log = refusalLog(clock);
  return (request, response, next) => {
    const network = accountNetwork(request.ip);
    const path = normalPath(request.path).replace(/\/$/, '');
    whenClosed(response, () => {
      const isProved = PROOFS.has(path) && response.statusCode === 200;
      if (isProved || contextOf(request).principal.kind !== 'anonymous') known.set(network, true);
    });
    if (request.method !== 'POST' || !COSTLY.has(path) || known.has(network)) {
      next();
      return;
    }
    if (atOnce >= MAX_AT_ONCE) {
      refuse(request, response);
      log();
      return;
    }
    request.once('end', () => {
      if (response.closed) return;
      atOnce++;
      whenClosed(response, () => atOnce--);
    });
    next();
  };
}

function refusalLog(clock: Clock): () => void {
  const logger = new Logger('Admission');
  let refused = 0;
  let timer: Timer | undefined;
  const report = (): void => {
    logger.warn(
      `${refused} requests about accounts were refused: too many came at once from unknown networks`,
    );
    refused = 0;
    timer = undefined;
  };
  return () => {
    refused++;
    timer ??= clock.setTimeout(report, LOG_EVERY_MS).unref();
  };
}

/** Written directly: the error filter would log each refusal, and Express inspects each body. */
function refuse(request: Request, response: Response): void {
  const context = contextOf(request);
  context.errorCode = 'SERVICE_UNAVAILABLE';
  const { status, message } = ERRORS.SERVICE_UNAVAILABLE;
  const details = { dependency: 'requests', retry_after_seconds: RETRY_AFTER_SECONDS };
  const meta = {
    request_id: context.requestId,
    timestamp: new Date(context.startedAt).toISOString(),
    version: API_VERSION,
  };
  const failure = { status, code: 'SERVICE_UNAVAILABLE', message, details } as const;
  const { body } = dialectOf(request.path).failure(failure, meta, false);
  closeWhenRead(request, response);
  refusals.add(response);
  const json = JSON.stringify(body);
  response
    .writeHead(status, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(json),
      'Retry-After': RETRY_AFTER_SECONDS,
    })
    .end(json);
}
