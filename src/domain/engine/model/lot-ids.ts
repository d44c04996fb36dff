import { UUID_BYTES, uuidInto, uuidOf, uuidText } from '../../kernel/hash';
import type { LotColumns } from './lot-record';
import type { Acquire, LedgerEvent } from './transaction';

/** The byte with the version of a UUID. It is 0 only where no id is stored. */
const VERSION = 6;

/**
 * Ids are computed on first read and kept as bytes: keeping a million strings costs the garbage collector more than
 * writing the text again.
 * @source tax-rules 13.1
 */
export class LotIds {
  private bytes = new Uint8Array(0);

  constructor(private readonly lots: LotColumns) {}

  of(row: number): string {
    const at = row * UUID_BYTES;
    if (at >= this.bytes.length) this.grow(row);
    if (this.bytes[at + VERSION] === 0) uuidInto(this.keyOf(row), this.bytes, at);
    return uuidText(this.bytes, at);
  }

  truncate(length: number): void {
    this.bytes.fill(0, length * UUID_BYTES);
  }

  private keyOf(row: number): string {
    const event = this.lots.events[row] as LedgerEvent;
    const detail = this.lots.details[row] ?? null;
    const end = `${event.leg}|${detail?.part ?? 0}`;
    if (detail !== null && detail.parent !== null)
      return `v1|${this.of(detail.parent.row)}|${event.stem}|${end}`;
    const isKnown = detail === null ? event.kind === 'acquire' : detail.root !== null;
    return `${rootKey(event)}${isKnown ? '' : '|untracked'}|${end}`;
  }

  private grow(row: number): void {
    const rows = Math.max(this.lots.length, row + 1);
    const bytes = new Uint8Array(Math.max(rows * UUID_BYTES, 2 * this.bytes.length));
    bytes.set(this.bytes);
    this.bytes = bytes;
  }
}

export const acquiredLotId = (event: Acquire): string => uuidOf(`${rootKey(event)}|${event.leg}|0`);

const rootKey = ({ wallet, asset, stem }: LedgerEvent): string =>
  `v1|${wallet}|${asset.id}|${asset.chain}|${stem}`;
