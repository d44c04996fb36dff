import type { IncomingMessage } from 'node:http';
import { AppError } from '../../domain/kernel/errors';
import { ClientGone } from '../errors/failures';
import { SlowBody } from '../errors/refusals';
import { FewPerTurn } from '../request/few-per-turn';

const WINDOW_MS = 5_000;
const WINDOW_BYTES = 8 * 1024;
/** Pieces allowed for any body. Further ones must have this size on average: each costs about ten microseconds. */
const FREE_PIECES = 4_000;
const PIECE_BYTES = 16;

/** Bytes of one connection, and connections, that are read in one turn of the event loop. */
export const TURN_BYTES = 64 * 1024;
const READ_PER_TURN = 4;
const reads = new FewPerTurn(READ_PER_TURN);

/**
 * Reads a little in each turn of the event loop, and of few connections. Without pauses, a turn reads up to 2 MiB per
 * connection: a hundred connections delay all others for seconds.
 * @param restMs milliseconds until the next turn; undefined: the next turn of the event loop
 * @returns a function that stops the reading
 */
export function readInTurns(
  request: IncomingMessage,
  onChunk: (chunk: Buffer) => void,
  restMs?: () => number,
): () => void {
  let bytes = 0;
  let isStopped = false;
  const goOn = (): void => {
    bytes = 0;
    if (!isStopped) request.resume();
  };
  const wait = (): void => reads.add(goOn);
  let turn: NodeJS.Immediate | undefined;
  let rest: NodeJS.Timeout | undefined;
  const take = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes >= TURN_BYTES) {
      request.pause();
      if (restMs === undefined) turn = setImmediate(wait);
      else rest = setTimeout(wait, restMs());
    }
    onChunk(chunk);
  };
  request.on('data', take);
  return () => {
    isStopped = true;
    clearImmediate(turn);
    clearTimeout(rest);
    request.off('data', take);
  };
}

/**
 * Reading stops at the first error, and the caller answers at once.
 * @param signal its reason refuses the request
 * @param onChunk its errors refuse the request
 * @throws AppError PAYLOAD_TOO_LARGE, INVALID_REQUEST; SlowBody; ClientGone
 */
export function receive(
  request: IncomingMessage,
  { limitBytes, signal }: { limitBytes: number; signal: AbortSignal },
  onChunk: (chunk: Buffer) => void,
): Promise<void> {
  if (Number(request.headers['content-length']) > limitBytes) return Promise.reject(tooLarge(limitBytes));
  if (signal.aborted) return Promise.reject(signal.reason as Error);
  return new Promise((resolve, reject) => {
    let size = 0;
    let sizeBefore = 0;
    let pieces = 0;
    const check = (): void => {
      if (size - sizeBefore < WINDOW_BYTES) refuse(new SlowBody());
      sizeBefore = size;
    };
    // Bytes that arrived while the process was busy are read first.
    const windows = setInterval(() => setImmediate(check), WINDOW_MS);
    const finish = (settle: () => void): void => {
      clearInterval(windows);
      signal.removeEventListener('abort', onAbort);
      stop();
      settle();
    };
    const refuse = (error: Error): void => {
      request.pause();
      finish(() => reject(error));
    };
    const onAbort = (): void => refuse(signal.reason as Error);
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      try {
        if (size > limitBytes) throw tooLarge(limitBytes);
        if (isInPieces(++pieces, size)) throw inPieces();
        onChunk(chunk);
      } catch (error) {
        refuse(error as Error);
      }
    };
    signal.addEventListener('abort', onAbort, { once: true });
    const stop = readInTurns(request, take);
    request.once('end', () => finish(resolve));
    request.once('error', () => finish(() => reject(new ClientGone('while sending the body'))));
    request.once('close', () => {
      if (!request.complete) finish(() => reject(new ClientGone('while sending the body')));
    });
  });
}

export const isInPieces = (pieces: number, size: number): boolean =>
  pieces > FREE_PIECES + size / PIECE_BYTES;

const inPieces = (): AppError =>
  new AppError('INVALID_REQUEST', undefined, { message: 'The body arrives in too many small pieces' });

export const tooLarge = (limitBytes: number): AppError =>
  new AppError('PAYLOAD_TOO_LARGE', { limit_bytes: limitBytes });
