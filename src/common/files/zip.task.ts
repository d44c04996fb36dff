import { zipSync } from 'fflate';
import type { ComputeTask } from '../../ports/work/compute';

export interface ZipEntry {
  /** ASCII. */
  name: string;
  content: Uint8Array;
}

export interface ZipInput {
  entries: readonly ZipEntry[];
  /** ms UTC, written as the time of every entry in steps of two seconds. */
  at: number;
}

/** A ZIP archive of deflated entries. Same entries and date, same bytes. */
export const task: ComputeTask<ZipInput, Uint8Array> = {
  name: 'zip_archive',
  file: __filename,
  run: ({ entries, at }) => {
    const files = Object.fromEntries(entries.map(({ name, content }) => [name, content]));
    return zipSync(files, { mtime: asLocalTime(at) });
  },
};

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
