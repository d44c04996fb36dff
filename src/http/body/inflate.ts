import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { AppError } from '../../domain/kernel/errors';
import { tooLarge } from './receive';

const DECODERS = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
} as const satisfies Record<string, () => NodeJS.ReadWriteStream>;

export type Encoding = keyof typeof DECODERS;

/** Ledgers compress to a tenth, ledgers of equal rows to a fiftieth. Small bodies can compress better. */
const MAX_RATIO = 100;
const FREE_BYTES = 1024 * 1024;

/** Null for no Content-Encoding. @throws AppError INVALID_REQUEST for an unsupported encoding */
export function encodingOf(header: string | undefined): Encoding | null {
  const encoding = (header ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity') return null;
  if (!Object.hasOwn(DECODERS, encoding)) throw invalid('This Content-Encoding is not supported');
  return encoding as Encoding;
}

/**
 * Decompresses piece by piece, outside the event loop.
 * @param onChunk its errors end the work
 * @throws AppError PAYLOAD_TOO_LARGE for more output than the limit, or out of proportion to the body;
 *   INVALID_REQUEST for a body that does not decompress
 */
export function inflate(
  packed: Buffer,
  encoding: Encoding,
  limitBytes: number,
  onChunk: (chunk: Buffer) => void,
): Promise<void> {
  const limit = Math.min(limitBytes, Math.max(FREE_BYTES, packed.length * MAX_RATIO));
  const decoder = DECODERS[encoding]();
  return new Promise((resolve, reject: (reason: Error) => void) => {
    let size = 0;
    decoder.on('data', (chunk: Buffer) => {
      size += chunk.length;
      try {
        if (size > limit) throw tooLarge(limit);
        onChunk(chunk);
      } catch (error) {
        decoder.destroy();
        reject(error as Error);
      }
    });
    decoder.once('end', resolve);
    decoder.on('error', () => reject(invalid('The body does not decompress')));
    decoder.end(packed);
  });
}

const invalid = (message: string): AppError => new AppError('INVALID_REQUEST', undefined, { message });
