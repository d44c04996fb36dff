import { logicalShardOf, ROUTED_KEY } from '../shards/shard-map';
import { BackupError, type BackupTable } from './backup-format';

const NEWLINE = 10;
const TAB = 9;
const BACKSLASH = 92;

/** The rows of a routed table that belong to one database. */
export class RoutedRows {
  /** All rows that were read, of every database. */
  seen = 0;
  readonly #column: number;
  readonly #shards: ReadonlySet<number>;

  constructor(
    private readonly table: BackupTable,
    shards: readonly number[],
  ) {
    this.#column = table.columns.indexOf(ROUTED_KEY);
    this.#shards = new Set(shards);
    if (this.#column < 0)
      throw new BackupError(`The table ${table.name} of the backup has no ${ROUTED_KEY}.`);
  }

  /** @param rows in the text format of COPY, in parts of any size */
  async *of(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let begun: Buffer[] = [];
    for await (const part of rows) {
      const whole = part.lastIndexOf(NEWLINE) + 1;
      if (whole > 0) {
        yield this.kept(Buffer.concat([...begun, part.subarray(0, whole)]));
        begun = [];
      }
      begun.push(part.subarray(whole));
    }
    if (begun.some(({ length }) => length > 0))
      throw new BackupError('The backup is damaged: a row has no end.');
  }

  private kept(lines: Buffer): Buffer {
    const kept: Buffer[] = [];
    for (let start = 0; start < lines.length;) {
      const end = lines.indexOf(NEWLINE, start) + 1;
      const line = lines.subarray(start, end);
      if (this.#shards.has(logicalShardOf(this.addressOf(line)))) kept.push(line);
      this.seen += 1;
      start = end;
    }
    return Buffer.concat(kept);
  }

  private addressOf(line: Buffer): string {
    let start = 0;
    for (let column = 0; column < this.#column; column++) {
      const tab = line.indexOf(TAB, start);
      if (tab < 0) throw new BackupError(`The backup is damaged: a row of ${this.table.name} is too short.`);
      start = tab + 1;
    }
    const tab = line.indexOf(TAB, start);
    const value = line.subarray(start, tab < 0 ? line.length - 1 : tab);
    // COPY would have escaped something, which no address contains.
    if (value.includes(BACKSLASH))
      throw new BackupError(`The backup is damaged: ${this.table.name} names no address.`);
    return value.toString('utf8');
  }
}
