import { zipSync } from 'fflate';

export interface ZipEntry {
  /** ASCII. */
  name: string;
  content: Uint8Array;
}

/**
 * A ZIP archive of deflated entries. Same entries and date, same bytes.
 * @param at ms UTC, written as the time of every entry in steps of two seconds
 */
export function zip(entries: readonly ZipEntry[], at: number): Buffer {
  const files = Object.fromEntries(entries.map(({ name, content }) => [name, content]));
  return Buffer.from(zipSync(files, { mtime: asLocalTime(at) }));
}

/** The library writes the local time of a date. Its digits are here those of UTC. */
function asLocalTime(at: number): Date {
  const utc = new Date(at);
  return new Date(
    utc.getUTCFullYear(),
    utc.getUTCMonth(),
    utc.getUTCDate(),
    utc.getUTCHours(),
    utc.getUTCMinutes(),
    utc.getUTCSeconds(),
  );
}
