import { STATUS_CODES, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { urlOf } from '../../common/url';
import type { Config } from '../../config/env';
import { ERRORS } from '../../domain/kernel/errors';
import type { Clock } from '../../ports/clock';
import { API_VERSION, dialectOf } from '../dialects';
import { discardWhenAnswered } from '../unread-body';
import { FewPerTurn } from './few-per-turn';

/** Limits for the headers and for the whole request. @source reliability.md 2.1 row 45 */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** Longer than the idle timeout of the usual load balancers (60 s), so that they close first. */
const KEEP_ALIVE_MS = 65_000;
const CHECK_EVERY_MS = 1_000;
/** Unanswered requests of one connection. One turn of the event loop works on all requests that are read ahead. */
const MAX_AHEAD = 8;
/** Connections that wait to be accepted. Others retry seconds to a minute later. */
export const BACKLOG = 4_096;
const STARTS_PER_TURN = 16;
/** Probes do not wait for other requests: a busy process is no broken one. */
const PROBES: ReadonlySet<string> = new Set(['/api/v1/health', '/health', '/api/health', '/health/ready']);
/** After the longest time limit of a request, an idle connection ends: its answer stays in memory. */
const IDLE_MARGIN_MS = 30_000;

/** Requests that the HTTP parser refuses, by error code; else 400. */
const PARSER_STATUS: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

interface ParserError extends Error {
  code?: string;
  rawPacket?: Buffer;
  bytesParsed?: number;
}

const JSON_TYPE = 'application/json; charset=utf-8';

type Source = Pick<Clock, 'now' | 'newId'>;
type TimeLimits = Pick<Config, 'LIGHT_TIMEOUT_MS' | 'HEAVY_TIMEOUT_MS' | 'WEBHOOK_TEST_TIMEOUT_MS'>;

/** JSON answers to requests that reach no route. @param methodsOf empty for an unknown path */
export function limitServer(
  server: Server,
  clock: Source,
  limits: TimeLimits,
  methodsOf: (path: string) => readonly string[],
): void {
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  const { LIGHT_TIMEOUT_MS, HEAVY_TIMEOUT_MS, WEBHOOK_TEST_TIMEOUT_MS } = limits;
  // The bytes of headers are limited. A limit of their number would hide a second Host.
  server.maxHeadersCount = 0;
  server.timeout = Math.max(LIGHT_TIMEOUT_MS, HEAVY_TIMEOUT_MS, WEBHOOK_TEST_TIMEOUT_MS) + IDLE_MARGIN_MS;
  // Read when the server begins to listen. By default slow requests are checked only every 30 s.
  Object.assign(server, { connectionsCheckingInterval: CHECK_EVERY_MS });
  refuseTargets(server, clock);
  limitAhead(server);
  const answering = new WeakMap<Socket, ServerResponse>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    answering.set(request.socket, response);
  });
  server.on('clientError', (error: ParserError, socket: Socket) => {
    const isMidAnswer = answering.get(socket)?.headersSent && !answering.get(socket)?.writableFinished;
    // Text in the middle of another answer would be taken for a part of it.
    if (isMidAnswer || !socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else refuse(error, socket, clock, methodsOf);
  });
}

/**
 * Refuses HTTP/1.1 requests without a host. An absolute target is reduced to its path, and refused without one: the
 * router would answer by itself.
 */
function refuseTargets(server: Server, clock: Source): void {
  beforeHandlers(server, (request, response, handle) => {
    const path = pathOf(request.url ?? '');
    const hasHost = request.headers.host !== undefined || request.httpVersion === '1.0';
    if (path === null || !hasHost) refuseTarget(request, response, clock, path ?? '/');
    else {
      request.url = path;
      handle();
    }
  });
}

/** The handlers of the server get the request when `handle` is called. */
function beforeHandlers(
  server: Server,
  take: (request: IncomingMessage, response: ServerResponse, handle: () => void) => void,
): void {
  const handlers = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) =>
    take(request, response, () => {
      for (const handle of handlers) void handle.call(server, request, response);
    }),
  );
}

function pathOf(target: string): string | null {
  if (target.startsWith('/') || target === '*') return target;
  const url = /^https?:/i.test(target) ? urlOf(target) : null;
  return url && url.pathname + url.search;
}

function refuseTarget(request: IncomingMessage, response: ServerResponse, clock: Source, path: string): void {
  const { json, requestId } = malformed(path, 400, clock);
  response.shouldKeepAlive = false;
  discardWhenAnswered(request, response);
  response
    .writeHead(400, {
      'Content-Type': JSON_TYPE,
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': requestId,
      'Content-Length': Buffer.byteLength(json),
    })
    .end(json);
}

/** Ends a connection with too many requests ahead of their answers. Starts the others a few per turn. */
function limitAhead(server: Server): void {
  const ahead = new WeakMap<Socket, number>();
  const move = (socket: Socket, by: number): number => {
    const count = (ahead.get(socket) ?? 0) + by;
    ahead.set(socket, count);
    return count;
  };
  const starts = new FewPerTurn(STARTS_PER_TURN);
  server.on('connection', () => starts.connected());
  beforeHandlers(server, (request, response, handle) => {
    const { socket } = request;
    if (socket.destroyed) return;
    response.once('close', () => move(socket, -1));
    if (move(socket, 1) > MAX_AHEAD) socket.destroy();
    else {
      const start = (): void => {
        if (!socket.destroyed) handle();
      };
      if (PROBES.has(request.url ?? '')) start();
      else starts.add(start);
    }
  });
}

function refuse(
  error: ParserError,
  socket: Socket,
  clock: Source,
  methodsOf: (path: string) => readonly string[],
): void {
  const [, method = '', path = '/'] =
    /^([A-Z]+) (\S+) HTTP\/1/.exec(error.rawPacket?.toString('latin1', 0, 2048) ?? '') ?? [];
  const isUnknownMethod = error.code === 'HPE_INVALID_METHOD' && (error.bytesParsed ?? 0) < method.length;
  const status = isUnknownMethod ? 405 : (PARSER_STATUS[error.code ?? ''] ?? 400);
  const { json, requestId } = malformed(path, status, clock);
  const allowed = isUnknownMethod ? methodsOf(pathOf(path)?.split('?', 1)[0] ?? '') : [];
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Connection: close',
      `Content-Type: ${JSON_TYPE}`,
      'X-Content-Type-Options: nosniff',
      `X-Request-Id: ${requestId}`,
      `Content-Length: ${Buffer.byteLength(json)}`,
      ...(isUnknownMethod ? [`Allow: ${allowed.join(', ')}`] : []),
      '',
      json,
    ].join('\r\n'),
  );
}

function malformed(path: string, status: number, clock: Source): { json: string; requestId: string } {
  const requestId = clock.newId();
  const meta = {
    request_id: requestId,
    timestamp: new Date(clock.now()).toISOString(),
    version: API_VERSION,
  };
  const code = status === 405 ? 'METHOD_NOT_ALLOWED' : 'INVALID_REQUEST';
  const { message } = ERRORS[code];
  const { body } = dialectOf(path).failure({ status, code, message }, meta, false);
  return { json: JSON.stringify(body), requestId };
}
