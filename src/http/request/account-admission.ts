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

/** Requests that anyone may send and that cost much more than they cost their sender: queries, a hash, a mail. */
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
/** Answers that prove an account of the caller. */
const PROOFS: ReadonlySet<string> = new Set(['/api/v1/auth/login', '/api/v1/auth/refresh']);
/** Fewer than the queues behind them take: what they refuse was read, validated and looked up before. */
const MAX_AT_ONCE = 32;
const MAX_NETWORKS = 50_000;
const RETRY_AFTER_SECONDS = 2;
const LOG_EVERY_MS = 10_000;

const refusals = new WeakSet<ServerResponse>();
/** True for the answer to a request that was refused here. The log of requests leaves it out: a line for each costs as much. */
export const isRefusedInFlood = (response: ServerResponse): boolean => refusals.has(response);

/**
 * Bounds the costly requests of networks in which this process has seen no credential. Without it the hundreds of
 * requests of a flood are all read, validated and looked up before a queue refuses them: other connections wait for seconds.
 */
export function accountAdmission(clock: Clock): RequestHandler {
  const known = new LRUCache<string, true>({ max: MAX_NETWORKS });
  /** Whose body is here and whose answer is not. One whose body arrives slowly keeps no place. */
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

/** Counts refusals, and logs their number from time to time. */
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

/** Written here: the filter of errors would log each one, and Express looks through each body. */
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
