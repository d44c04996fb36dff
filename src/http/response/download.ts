import { StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { Readable } from 'node:stream';
import { breathe } from '../../common/turns';
import { worstOf, type FormStatus } from '../../domain/forms';
import { hideKeys } from '../../domain/kernel/bitcoin/extended-key';

/** Facts about an export. @source spec 4.5; api.md 0 (plan caps), 1.2 */
export interface ExportFacts {
  count: number;
  /** An upstream hit its page cap, or the plan cut a form. */
  isTruncated: boolean;
  /** Rows may be missing for another reason, or rows wait for a value. */
  isIncomplete: boolean;
  /** The plan shows only part of the history. */
  isLimited: boolean;
  isApproximate?: boolean;
  /** Of a form. A file with missing rows is never better than `INCOMPLETE`. Absent: `COMPLETE`. */
  status?: FormStatus;
}

type Pieces = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/** Sent as an attachment in pieces, alike in every dialect. */
export class Download {
  /**
   * @param pieces made while they are sent: the whole text is never in memory
   * @param file `name` in plain ASCII without quotes; `type` as in Content-Type
   */
  constructor(
    readonly pieces: Pieces,
    readonly file: { name: string; type: string },
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  toStream(response: Response): StreamableFile {
    for (const [name, value] of Object.entries(this.headers)) response.setHeader(name, value);
    return new StreamableFile(Readable.from(sentInTurns(bytes(this.pieces)), { objectMode: false }), {
      type: this.file.type,
      disposition: `attachment; filename="${this.file.name}"`,
    });
  }
}

/** `X-Export-Incomplete`, `X-Export-Limited` and `X-Export-Approximate` are sent only when true. */
export const exportHeaders = ({
  count,
  isTruncated,
  isIncomplete,
  isLimited,
  isApproximate = false,
  status,
}: ExportFacts): Record<string, string> => ({
  'X-Export-Count': String(count),
  'X-Export-Status': exportStatus({ isTruncated, isIncomplete, isLimited, status }),
  'X-Export-Truncated': String(isTruncated),
  ...(isIncomplete && { 'X-Export-Incomplete': 'true' }),
  ...(isLimited && { 'X-Export-Limited': 'true' }),
  ...(isApproximate && { 'X-Export-Approximate': 'true' }),
});

const MAX_LABEL = 80;

/** `form-8949-0x003d…53f3-2024`. */
export const yearStem = (form: string, address: string, year: number): string =>
  `${form}-${addressLabel(address)}-${year}`;

/** An address, descriptor or id as part of a file name. Extended keys appear as fingerprints. */
export const addressLabel = (address: string): string =>
  hideKeys(address)
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, MAX_LABEL);

type NameFacts = Omit<ExportFacts, 'count' | 'isApproximate'>;

const exportStatus = ({ isTruncated, isIncomplete, isLimited, status = 'COMPLETE' }: NameFacts): FormStatus =>
  worstOf([status, isTruncated || isIncomplete || isLimited ? 'INCOMPLETE' : 'COMPLETE']);

const SUFFIXES = { COMPLETE: '', REVIEW: '-review', INCOMPLETE: '-incomplete' } as const;

/** States the status unless it is `COMPLETE`. */
export const exportName = (stem: string, extension: string, facts: NameFacts): string =>
  `${stem}${SUFFIXES[exportStatus(facts)]}.${extension}`;

const PIECE_CHARACTERS = 64 * 1024;
/** Bytes between two yields: a fast client takes a whole file at once. */
const SENT_AT_ONCE = 256 * 1024;

/** Short pieces, with yields between them. */
export async function* sentInTurns(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let sent = 0;
  for await (const chunk of chunks)
    for (let start = 0; start < chunk.length; start += SENT_AT_ONCE) {
      const piece = chunk.subarray(start, start + SENT_AT_ONCE);
      yield piece;
      sent += piece.length;
      if (sent < SENT_AT_ONCE) continue;
      await breathe();
      sent = 0;
    }
}

/** Short pieces of text are sent together. */
async function* bytes(pieces: Pieces): AsyncGenerator<Uint8Array> {
  let text = '';
  for await (const piece of pieces) {
    if (typeof piece === 'string') text += piece;
    if (typeof piece === 'string' && text.length < PIECE_CHARACTERS) continue;
    if (text !== '') yield Buffer.from(text);
    text = '';
    if (typeof piece !== 'string') yield piece;
  }
  if (text !== '') yield Buffer.from(text);
}
