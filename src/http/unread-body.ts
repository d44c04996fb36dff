import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { isInPieces, readInTurns, TURN_BYTES } from './body/receive';

/** A client that still sends after its answer is read on for this long, so that it receives the answer. */
const DISCARD_MS = 10_000;
const DISCARD_BYTES = 64 * 1024 * 1024;
const CHECK_MS = 250;

/** Discards the rest of a body that the answer did not wait for, and closes the connection of a client that goes on. */
export const discardUnread: RequestHandler = (request, response, next) => {
  discardWhenAnswered(request, response);
  next();
};

export function discardWhenAnswered(request: IncomingMessage, response: ServerResponse): void {
  // Before Node does: it reads a body without any limit when no handler has begun to.
  response.prependOnceListener('finish', () => {
    if (request.complete) return;
    request.read(0);
    discard(request);
  });
}

/** Requests whose connection is closed when their rest is discarded. */
const closing = new WeakSet<IncomingMessage>();

/**
 * Call it before an answer that does not wait for the body. A connection that is closed while bytes arrive is reset,
 * and its client loses the answer; so a client that asked to close is read on first.
 */
export function closeWhenRead(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete || response.shouldKeepAlive || request.headers.expect !== undefined) return;
  response.shouldKeepAlive = true;
  closing.add(request);
}

/** Connections that are read on now. All of them together are read at 64 MiB a second. */
let discarding = 0;
const restMs = (): number => Math.ceil((discarding * 1_000 * TURN_BYTES) / DISCARD_BYTES);

function discard(request: IncomingMessage): void {
  const { socket } = request;
  const before = socket.bytesRead;
  const endsAt = performance.now() + DISCARD_MS;
  let pieces = 0;
  discarding++;
  const take = (): void => {
    if (isInPieces(++pieces, socket.bytesRead - before)) socket.destroy();
  };
  const stop = readInTurns(request, take, restMs);
  request.resume();
  const timer = setInterval(() => {
    const isOver = performance.now() > endsAt || socket.bytesRead - before > DISCARD_BYTES;
    if (isOver && !request.complete) socket.destroy();
    if (request.complete && closing.has(request)) socket.end();
    if (!isOver && !request.complete && !socket.destroyed) return;
    clearInterval(timer);
    stop();
    request.resume();
    discarding--;
  }, CHECK_MS);
}

/**
 * `Expect: 100-continue`: a client that was not asked to continue may send its body or not, so that its connection
 * cannot be used again. Another expectation is not met, and the request is one like others: Node would answer it, and
 * read its body without any limit.
 */
export function awaitContinue(server: Server): void {
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    response.shouldKeepAlive = false;
    server.emit('request', request, response);
  };
  server.on('checkContinue', answer).on('checkExpectation', answer);
}
