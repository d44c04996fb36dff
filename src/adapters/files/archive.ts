import { Unzip, UnzipInflate, type UnzipFile } from 'fflate';
import { UnreadableFile } from '../../ports/upstream/history-files';

/** Limits of unpacked data. Stated sizes are not trusted. */
export interface ArchiveLimits {
  entries: number;
  bytes: number;
  /** Unpacked bytes per packed byte. Text of tables compresses less than a hundredfold. */
  ratio: number;
}

const MIB = 1024 * 1024;
export const ARCHIVE_LIMITS: ArchiveLimits = { entries: 200, bytes: 96 * MIB, ratio: 200 };

/** Allowance of a small archive beyond the ratio. */
const SLACK = MIB;
/** Packed bytes per step, which bounds the output before it is counted. */
const STEP = 16 * 1024;

const HEADER = [0x50, 0x4b, 0x03, 0x04];
export const isArchive = (bytes: Uint8Array): boolean => HEADER.every((byte, at) => bytes[at] === byte);

/** Stops as soon as the output exceeds the limits. @returns the file entries by path @throws UnreadableFile */
export function unpacked(archive: Uint8Array, limits = ARCHIVE_LIMITS): Map<string, Uint8Array> {
  const most = Math.min(limits.bytes, archive.length * limits.ratio + SLACK);
  const entries = new Map<string, Uint8Array[]>();
  let open = 0;
  let total = 0;
  const onFile = (file: UnzipFile): void => {
    if (entries.size >= limits.entries || entries.has(file.name))
      throw new UnreadableFile(`An archive may have ${limits.entries} files, each under its own name`);
    const chunks: Uint8Array[] = [];
    entries.set(file.name, chunks);
    open++;
    file.ondata = (error, chunk, isLast) => {
      if (error) throw error;
      total += chunk.length;
      if (total > most)
        throw new UnreadableFile(
          'The archive unpacks to more than a table may have. Send its files one by one',
        );
      chunks.push(chunk);
      if (isLast) open--;
    };
    file.start();
  };
  try {
    const unzip = new Unzip(onFile);
    unzip.register(UnzipInflate);
    for (let at = 0; at < archive.length; at += STEP)
      unzip.push(archive.subarray(at, at + STEP), at + STEP >= archive.length);
  } catch (error) {
    throw error instanceof UnreadableFile ? error : damaged();
  }
  if (open > 0 || entries.size === 0) throw damaged();
  return new Map(
    [...entries]
      .filter(([name]) => !name.endsWith('/'))
      .map(([name, chunks]) => [name, chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)]),
  );
}

const damaged = () =>
  new UnreadableFile('The archive is damaged or has a password. Unpack it, and send its files');
