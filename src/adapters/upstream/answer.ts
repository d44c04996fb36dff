import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
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
