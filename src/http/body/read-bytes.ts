import type { IncomingMessage } from 'node:http';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { AppError } from '../../domain/kernel/errors';
import { ClientGone } from '../errors/failures';

const DECODERS = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
} as const satisfies Record<string, () => NodeJS.ReadWriteStream>;

/** A sender of too much is read on to the end, so that it hears the answer; beyond this it is cut off. */
const DRAIN_BYTES = 64 * 1024 * 1024;

/**
 * The body, decompressed unless the caller asks for the bytes as sent. Reading stops at the limit, so a
 * decompression bomb costs no more than the limit.
 * @throws AppError PAYLOAD_TOO_LARGE; INVALID_REQUEST for an unknown or broken Content-Encoding
 */
export async function readBytes(
  request: IncomingMessage,
  limitBytes: number,
  { decompress }: { decompress: boolean } = { decompress: true },
): Promise<Buffer> {
  try {
    if (Number(request.headers['content-length']) > limitBytes) throw tooLarge(limitBytes);
    return await collect(request, decompress ? decoderOf(request) : null, limitBytes);
  } catch (error) {
    await drain(request);
    throw error;
  }
}

function decoderOf(request: IncomingMessage) {
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity') return null;
  if (!Object.hasOwn(DECODERS, encoding)) throw invalid('This Content-Encoding is not supported');
  return DECODERS[encoding as keyof typeof DECODERS]();
}

function collect(
  request: IncomingMessage,
  decoder: ReturnType<typeof decoderOf>,
  limitBytes: number,
): Promise<Buffer> {
  const source = decoder ? request.pipe(decoder) : request;
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise<Buffer>((resolve, reject) => {
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > limitBytes) fail(tooLarge(limitBytes));
      else chunks.push(chunk);
    };
    const fail = (error: Error): void => {
      source.off('data', onData);
      if (decoder) {
        request.unpipe(decoder);
        decoder.destroy();
      }
      reject(error);
    };
    source.on('data', onData);
    source.once('end', () => resolve(Buffer.concat(chunks)));
    // The listener stays on: a broken archive may fail again while it is torn down.
    decoder?.on('error', () => fail(invalid('The body does not decompress')));
    request.once('error', () => fail(new ClientGone('while sending the body')));
    request.once('close', () => {
      if (!request.complete) fail(new ClientGone('while sending the body'));
    });
  });
}

function drain(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) {
    request.resume();
    return Promise.resolve();
  }
  return new Promise((resolve) => {
    let size = 0;
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > DRAIN_BYTES) resolve();
    };
    request.on('data', onData);
    request.once('end', resolve);
    request.once('close', resolve);
    request.resume();
  });
}

const tooLarge = (limitBytes: number): AppError =>
  new AppError('PAYLOAD_TOO_LARGE', { limit_bytes: limitBytes });

const invalid = (message: string): AppError => new AppError('INVALID_REQUEST', undefined, { message });
