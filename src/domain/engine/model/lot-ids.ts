import { SAVED_WORDS, uuidName, uuidText } from '../../kernel/hash';
import type { LotColumns } from './lot-record';
import type { Acquire, LedgerEvent } from './transaction';

/** 32-bit words of an id. */
const WORDS = 4;
const NONE = -1;
/** Saved states. Slices of one lot are near each other, and slices of other pools are between them. */
const SAVED = 4_096;

/** The unfinished name of the lots of one wallet and asset. */
interface Start {
  readonly chain: string;
  readonly saved: Int32Array;
}

/**
 * The ids of the lots of a table, computed on first read. They are kept as bytes: a million strings that stay
 * cost the garbage collector more than to write the text again.
 * @source tax-rules 13.1
 */
export class LotIds {
  private words = new Int32Array(0);
  private readonly saved = new Int32Array(SAVED * SAVED_WORDS);
  private readonly savedRows = new Int32Array(SAVED).fill(NONE);
  private savedPrefix = '';
  /** Unfinished names by wallet and asset id, and those of the wallet that was read last. */
  private readonly startsByWallet = new Map<string, Map<string, Start>>();
  private starts = new Map<string, Start>();
  private wallet: string | null = null;

  constructor(private readonly lots: LotColumns) {}

  of(row: number): string {
    this.compute(row);
    return uuidText(this.words, row * WORDS);
  }

  /** Starts a name with a prefix and the id of a lot. Most slices of one lot hash this part once. */
  startName(prefix: string, row: number): void {
    const slot = row % SAVED;
    if (row === this.savedRows[slot] && prefix === this.savedPrefix) {
      uuidName.restart(this.saved, slot * SAVED_WORDS);
      return;
    }
    // First, because one name is open at a time.
    this.compute(row);
    uuidName.start();
    uuidName.add(prefix);
    uuidName.addUuid(this.words, row * WORDS);
    uuidName.save(this.saved, slot * SAVED_WORDS);
    if (prefix !== this.savedPrefix) this.savedRows.fill(NONE);
    this.savedRows[slot] = row;
    this.savedPrefix = prefix;
  }

  /** Deletes the ids of every row from `length` on. */
  truncate(length: number): void {
    this.savedRows.fill(NONE);
    this.words.fill(0, length * WORDS);
  }

  private compute(row: number): void {
    if (row * WORDS >= this.words.length) this.grow(row);
    // The second word contains the version of the UUID, so it is never 0.
    if (this.words[row * WORDS + 1] !== 0) return;
    const event = this.lots.events[row] as LedgerEvent;
    const detail = this.lots.details[row] ?? null;
    if (detail !== null && detail.parent !== null) {
      this.startName('v1|', detail.parent.row);
      uuidName.add('|');
      uuidName.add(event.stem);
    } else {
      this.startStem(event);
      const isKnown = detail === null ? event.kind === 'acquire' : detail.root !== null;
      if (!isKnown) uuidName.add('|untracked');
    }
    addLeg(event.leg, detail === null ? 0 : detail.part);
    uuidName.endInto(this.words, row * WORDS);
  }

  /** Starts the name of a lot that has no parent. Lots of one wallet and asset hash the first part once. */
  private startStem(event: LedgerEvent): void {
    const { wallet, asset, stem } = event;
    if (wallet !== this.wallet) {
      this.wallet = wallet;
      this.starts = this.startsByWallet.get(wallet) ?? new Map<string, Start>();
      this.startsByWallet.set(wallet, this.starts);
    }
    const start = this.starts.get(asset.id);
    if (start?.chain === asset.chain) uuidName.restart(start.saved, 0);
    else {
      startOwner(event);
      const saved = new Int32Array(SAVED_WORDS);
      uuidName.save(saved, 0);
      this.starts.set(asset.id, { chain: asset.chain, saved });
    }
    uuidName.add(stem);
  }

  /** Doubles the space: a table may grow between any two reads. */
  private grow(row: number): void {
    const words = new Int32Array(
      Math.max(this.lots.length * WORDS, (row + 1) * WORDS, 2 * this.words.length),
    );
    words.set(this.words);
    this.words = words;
  }
}

/** The id of the lot that an acquisition opens. It needs no replay. */
export function acquiredLotId(event: Acquire): string {
  startOwner(event);
  uuidName.add(event.stem);
  addLeg(event.leg, 0);
  return uuidName.end();
}

function startOwner({ wallet, asset }: LedgerEvent): void {
  uuidName.start();
  uuidName.add('v1|');
  uuidName.add(wallet);
  uuidName.add('|');
  uuidName.add(asset.id);
  uuidName.add('|');
  uuidName.add(asset.chain);
  uuidName.add('|');
}

function addLeg(leg: number, part: number): void {
  uuidName.add('|');
  uuidName.addNumber(leg);
  uuidName.add('|');
  uuidName.addNumber(part);
}
