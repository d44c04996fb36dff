import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { isInPieces, readInTurns, TURN_BYTES } from './body/receive';

/** A client that still sends after its answer is read for this long, so that it receives the answer. */
const DISCARD_MS = 10_000;
const DISCARD_BYTES = 64 * 1024 * 1024;
const CHECK_MS = 250;

/** Discards the rest of a body after the answer, and closes the connection of a client that goes on. */
export const discardUnread: RequestHandler = (request, response, next) => {
  discardWhenAnswered(request, response);
  next();
};

export function discardWhenAnswered(request: IncomingMessage, response: ServerResponse): void {
  // Before Node does: Node reads a body without any limit when no handler has begun to.
  response.prependOnceListener('finish', () => {
    if (request.complete) return;
    request.read(0);
    discard(request);
  });
}

/** Requests whose connection is closed when the rest is discarded. */
const closing = new WeakSet<IncomingMessage>();

/**
 * Call it before an answer that does not wait for the body. Closing while bytes arrive resets the connection, and the
 * client loses the answer. A client that asked to close is therefore read on first.
 */
export function closeWhenRead(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete || response.shouldKeepAlive || request.headers.expect !== undefined) return;
  response.shouldKeepAlive = true;
  closing.add(request);
}

/** All connections together are read at 64 MiB a second. */
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
 * `Expect: 100-continue`: a client that was not asked to continue may or may not send its body, so the connection
 * cannot be reused. Other expectations are ignored: Node would answer them, and read the body without any limit.
 */
export function awaitContinue(server: Server): void {
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    response.shouldKeepAlive = false;
    server.emit('request', request, response);
  };
  server.on('checkContinue', answer).on('checkExpectation', answer);
}
