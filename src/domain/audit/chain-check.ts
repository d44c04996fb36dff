import { canonicalRow, erased, personalText, type Digest, type Link } from './chain';
import type { ChainedEntry } from './record';

export const FINDINGS = {
  changed: 'its content is not what was written',
  unlinked: 'it does not follow the entry before it',
  missing: 'entries are gone',
  truncated: 'entries at the end are gone',
  foreign: 'it was not written by the service',
  head: 'the last entry is not the one the head names',
  anchor: 'the entry noted elsewhere is not the one in the chain',
  early: 'entries that had to be kept were dropped',
} as const satisfies Record<string, string>;

export interface Finding {
  readonly kind: keyof typeof FINDINGS;
  readonly from: number;
  readonly to: number;
  readonly id: string | null;
}

const MAX_FINDINGS = 100;

/**
 * Compares each entry, in the order of `seq`, with its own hash and with the entry before. Continues with the stored
 * hash, so that one changed entry gives one finding and not a thousand.
 */
export class ChainCheck {
  readonly findings: Finding[] = [];
  #found = 0;
  #rows = 0;
  #missed = 0;
  #erased = 0;
  #placeOnly = 0;

  /**
   * @param last start of the check: GENESIS, or the checkpoint of deleted entries
   * @param anchor a link of this chain, stored elsewhere. The chain must contain it
   */
  constructor(
    private last: Link,
    private readonly digest: Digest,
    private readonly anchor: Link | null = null,
  ) {
    this.holdAgainstAnchor(last, null);
  }

  get found(): number {
    return this.#found;
  }

  get rows(): number {
    return this.#rows;
  }

  get missed(): number {
    return this.#missed;
  }

  get erased(): number {
    return this.#erased;
  }

  /** Erased entries of version 1. Their hash contains the erased fields, so only their place is verified. */
  get placeOnly(): number {
    return this.#placeOnly;
  }

  take(entry: ChainedEntry): void {
    this.#rows++;
    this.#missed += entry.missed;
    const { seq, id } = entry;
    if (seq <= this.last.count) return this.find('foreign', seq, seq, id);
    if (seq > this.last.count + 1) this.find('missing', this.last.count + 1, seq - 1);
    else if (entry.prevHash !== this.last.hash) this.find('unlinked', seq, seq, id);
    if (entry.isErased) this.#erased++;
    if (!this.isAsWritten(entry)) this.find('changed', seq, seq, id);
    this.last = { count: seq, hash: entry.hash };
    this.holdAgainstAnchor(this.last, id);
  }

  /** @param head end of the chain, stored separately. Null: missing too */
  end(head: Link | null): void {
    const { count, hash } = this.last;
    if (head === null) this.find('head', count, count);
    else if (count < head.count) this.find('truncated', count + 1, head.count);
    else if (count > head.count) this.find('foreign', head.count + 1, count);
    else if (hash !== head.hash) this.find('head', count, count);
    if (this.anchor && this.anchor.count > count) this.find('anchor', this.anchor.count, this.anchor.count);
  }

  find(kind: Finding['kind'], from: number, to: number, id: string | null = null): void {
    this.#found++;
    if (this.findings.length < MAX_FINDINGS) this.findings.push({ kind, from, to, id });
  }

  private isAsWritten(entry: ChainedEntry): boolean {
    if (entry.isErased && !isEmptied(entry)) return false;
    if (entry.version === 1 && entry.isErased) {
      this.#placeOnly++;
      return true;
    }
    if (this.digest(canonicalRow(entry.seq, entry.prevHash, entry)) !== entry.hash) return false;
    return entry.version === 1 || entry.isErased || this.isPersonalPartAsWritten(entry);
  }

  private isPersonalPartAsWritten(entry: ChainedEntry): boolean {
    return (
      entry.personalSalt !== null &&
      this.digest(personalText(entry.personalSalt, entry)) === entry.personalHash
    );
  }

  private holdAgainstAnchor({ count, hash }: Link, id: string | null): void {
    if (this.anchor?.count === count && this.anchor.hash !== hash) this.find('anchor', count, count, id);
  }
}

function isEmptied(entry: ChainedEntry): boolean {
  const empty = erased(entry);
  return entry.personalSalt === null && personalText('', entry) === personalText('', empty);
}
