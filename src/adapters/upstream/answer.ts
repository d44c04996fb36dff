import { pipeline, type Readable, type Transform } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliDecompress,
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  gunzip,
  inflate,
} from 'node:zlib';
import { parse as parseLossless } from 'lossless-json';
import type { Verdict } from './upstream-failure';

export type NumberReading = 'plain' | 'text';

export interface Answer {
  status: number;
  headers: Record<string, string>;
  text: string;
  /** Undefined when the text is not JSON. */
  json: unknown;
}

/** Detects failures in the response format of one upstream. Null: no failure. */
export type FailureRule = (answer: Answer) => Verdict | null;

const UNPACKERS = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const satisfies Record<
  string,
  (buffer: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>
>;

/** Internal to the client: the body exceeds the limit, compressed or decompressed. */
export class OversizedResponse extends Error {}
/** Internal to the client: the body cannot be decompressed. */
export class UnreadableResponse extends Error {}

/** @throws OversizedResponse as soon as more than `maxBytes` have arrived; the rest is not read */
export async function readBody(
  stream: AsyncIterable<Uint8Array>,
  encoding: string | undefined,
  maxBytes: number,
): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of stream) {
    size += part.byteLength;
    if (size > maxBytes) throw new OversizedResponse();
    parts.push(part);
  }
  return (
    await unpack(Buffer.concat(parts), encoding?.trim().toLowerCase() ?? 'identity', maxBytes)
  ).toString('utf8');
}

async function unpack(body: Buffer, encoding: string, maxBytes: number): Promise<Buffer> {
  if (encoding === 'identity' || encoding === '') return body;
  const unpacker = Object.hasOwn(UNPACKERS, encoding)
    ? UNPACKERS[encoding as keyof typeof UNPACKERS]
    : undefined;
  if (!unpacker) throw new UnreadableResponse(`content-encoding ${encoding}`);
  try {
    return await unpacker(body, { maxOutputLength: maxBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new OversizedResponse();
    throw new UnreadableResponse('the compressed body is broken');
  }
}

const UNPACKING = {
  gzip: () => createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }),
  deflate: () => createInflate({ finishFlush: constants.Z_SYNC_FLUSH }),
  br: () => createBrotliDecompress(),
} as const satisfies Record<string, () => Transform>;

/**
 * The complete lines of a body. A body that breaks off, or is longer than `maxBytes`, is read as far as it came: the
 * caller sees from the lines where to go on.
 * @throws the fault that ended the body before its first line
 */
export async function readLines(
  stream: Readable,
  encoding: string | undefined,
  maxBytes: number,
): Promise<string> {
  const name = encoding?.trim().toLowerCase() ?? 'identity';
  const unpacking = Object.hasOwn(UNPACKING, name) ? UNPACKING[name as keyof typeof UNPACKING] : null;
  if (!unpacking && name !== 'identity' && name !== '')
    throw new UnreadableResponse(`content-encoding ${name}`);
  const plain: Readable = unpacking ? pipeline(stream, unpacking(), () => undefined) : stream;
  const parts: Buffer[] = [];
  let size = 0;
  const text = (): string => Buffer.concat(parts).toString('utf8');
  const lines = (all: string): string => all.slice(0, all.lastIndexOf('\n') + 1);
  try {
    for await (const part of plain as AsyncIterable<Buffer>) {
      parts.push(part);
      if ((size += part.byteLength) > maxBytes) return wholeOr(lines(text()), new OversizedResponse());
    }
    return text();
  } catch (error) {
    return wholeOr(lines(text()), error);
  }
}

function wholeOr(lines: string, fault: unknown): string {
  if (lines === '') throw fault;
  return lines;
}

/** Up to the first line that is not JSON. */
export function jsonLines(text: string): unknown[] {
  const found: unknown[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const json = readJson(line, 'plain');
    if (json === undefined) break;
    found.push(json);
  }
  return found;
}

/** Undefined when the text is not JSON (NaN and Infinity are not JSON). */
export function readJson(text: string, numbers: NumberReading): unknown {
  try {
    return numbers === 'text' ? parseLossless(text, null, (digits) => digits) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const isHtml = ({ headers, text }: Pick<Answer, 'headers' | 'text'>): boolean =>
  /^text\/html/i.test(headers['content-type'] ?? '') || /^\s*<(!doctype|html)/i.test(text);

export function retryAfterMs(header: string | undefined, now: number): number | null {
  if (!header) return null;
  if (/^\s*\d{1,6}\s*$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
