import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import {
  BackupError,
  type BackupHead,
  type BackupTable,
  END_OF_ROWS,
  parseCopy,
  parseHead,
  parseTail,
  type RowCounts,
} from './backup-format';

export interface BackupVisitor {
  head?(head: BackupHead): Promise<void> | void;
  /** Rows are in the text format of COPY. @returns their number */
  table(table: BackupTable, rows: AsyncIterable<Buffer>): Promise<number>;
}

/**
 * @returns the number of rows by table
 * @throws BackupError when the file is damaged, is not complete, or is no backup
 */
export async function readBackup(file: string, visitor: BackupVisitor): Promise<RowCounts> {
  const source = createReadStream(file);
  const unpacked = createGunzip();
  source.on('error', (error) => unpacked.destroy(error)).pipe(unpacked);
  const text = new TextParts(unpacked);
  try {
    const head = parseHead(await text.line());
    await visitor.head?.(head);
    return await readTables(text, visitor);
  } catch (error) {
    if (/^Z_/.test((error as { code?: string }).code ?? ''))
      throw new BackupError(`${file} is damaged or is no backup: ${(error as Error).message}.`);
    throw error;
  } finally {
    source.destroy();
    unpacked.destroy();
  }
}

export async function verifyBackup(file: string): Promise<{ head: BackupHead; counts: RowCounts }> {
  let found: BackupHead | undefined;
  const counts = await readBackup(file, {
    head: (head) => void (found = head),
    table: (_, rows) => countRows(rows),
  });
  return { head: found as BackupHead, counts };
}

async function countRows(rows: AsyncIterable<Buffer>): Promise<number> {
  let count = 0;
  for await (const part of rows) for (const byte of part) if (byte === NEWLINE) count++;
  return count;
}

async function readTables(text: TextParts, visitor: BackupVisitor): Promise<RowCounts> {
  const counts: RowCounts = {};
  for (;;) {
    const line = await text.line();
    if (line === null) throw new BackupError('The backup is not complete: its end is missing.');
    const stated = parseTail(line);
    if (stated) {
      checkCounts(stated, counts);
      await text.end();
      return counts;
    }
    const table = parseCopy(line);
    if (table) counts[table.name] = await visitor.table(table, text.rows());
    else if (line !== '') throw new BackupError(`The backup contains an unknown line: ${line.slice(0, 60)}`);
  }
}

function checkCounts(stated: RowCounts, found: RowCounts): void {
  const names = new Set([...Object.keys(stated), ...Object.keys(found)]);
  const wrong = [...names].filter((name) => stated[name] !== found[name]);
  if (wrong.length > 0)
    throw new BackupError(`The backup is damaged: the number of rows differs in ${wrong.join(', ')}.`);
}

const NEWLINE = 10;
const END_LINE = Buffer.from(`${END_OF_ROWS}\n`);
const END_AFTER_ROW = Buffer.from(`\n${END_OF_ROWS}\n`);

/** Rows between two lines come in parts of any size. */
class TextParts {
  private buffer: Buffer = Buffer.alloc(0);
  private readonly chunks: AsyncIterator<Buffer>;

  constructor(stream: AsyncIterable<Buffer>) {
    this.chunks = stream[Symbol.asyncIterator]();
  }

  async line(): Promise<string | null> {
    for (;;) {
      const end = this.buffer.indexOf(NEWLINE);
      if (end >= 0) return this.take(end + 1).toString('utf8', 0, end);
      if (!(await this.more())) return null;
    }
  }

  /** Also reads the end mark. Each row ends with a newline. */
  async *rows(): AsyncGenerator<Buffer> {
    while (this.buffer.length < END_LINE.length) await this.moreOrFail();
    if (this.buffer.subarray(0, END_LINE.length).equals(END_LINE)) {
      this.take(END_LINE.length);
      return;
    }
    for (;;) {
      const end = this.buffer.indexOf(END_AFTER_ROW);
      if (end >= 0) {
        yield this.take(end + 1);
        this.take(END_LINE.length);
        return;
      }
      // The mark can continue in the next chunk.
      const whole = this.buffer.length - END_AFTER_ROW.length;
      if (whole > 0) yield this.take(whole);
      await this.moreOrFail();
    }
  }

  /** Reads the rest, so that the checksum is verified. */
  async end(): Promise<void> {
    while (await this.more()) this.buffer = Buffer.alloc(0);
  }

  private take(bytes: number): Buffer {
    const taken = this.buffer.subarray(0, bytes);
    this.buffer = this.buffer.subarray(bytes);
    return taken;
  }

  private async more(): Promise<boolean> {
    const next = await this.chunks.next();
    if (next.done === true) return false;
    this.buffer = this.buffer.length === 0 ? next.value : Buffer.concat([this.buffer, next.value]);
    return true;
  }

  private async moreOrFail(): Promise<void> {
    if (!(await this.more())) throw new BackupError('The backup is not complete: rows end without a mark.');
  }
}
