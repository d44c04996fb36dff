export const MOST_CALLS = 16;

export interface DirectCall {
  to: string | null;
  data: string;
}

/** Words have 32 bytes. Offsets count in words from the start. */
export class Words {
  constructor(private readonly hex: string) {}

  address(word: number): string | null {
    const text = this.word(word);
    return text === null ? null : `0x${text.slice(24).toLowerCase()}`;
  }

  integer(word: number): bigint | null {
    const text = this.word(word);
    return text === null ? null : BigInt(`0x${text}`);
  }

  /** The byte string that the word points to, from the start of its tuple. */
  bytesAt(tuple: number, word: number): string | null {
    const offset = this.offset(tuple + word);
    return offset === null ? null : this.bytes(tuple + offset);
  }

  /** The byte string whose length is in that word, cut where the data is cut. */
  bytes(word: number): string | null {
    const length = this.number(word);
    if (length === null) return null;
    const start = 64 * (word + 1);
    return `0x${this.hex.slice(start, start + 2 * length)}`;
  }

  /** From the word after the length of the array. @param tuple that contains the word */
  items(word: number, tuple = 0): { start: number; offset: number }[] {
    const array = this.pointer(tuple, word);
    const length = array === null ? null : this.number(array);
    if (array === null || length === null) return [];
    const start = array + 1;
    const items: { start: number; offset: number }[] = [];
    for (let i = 0; i < Math.min(length, MOST_CALLS); i++) {
      const offset = this.offset(start + i);
      if (offset !== null) items.push({ start, offset });
    }
    return items;
  }

  addresses(word: number): (string | null)[] {
    const array = this.offset(word);
    const length = array === null ? null : this.number(array);
    if (array === null || length === null) return [];
    return Array.from({ length: Math.min(length, MOST_CALLS) }, (_, i) => this.address(array + 1 + i));
  }

  itemOf(word: number, index: number): string | null {
    const array = this.offset(word);
    return array === null ? null : this.word(array + 1 + index);
  }

  pointer(tuple: number, word: number): number | null {
    const offset = this.offset(tuple + word);
    return offset === null ? null : tuple + offset;
  }

  private offset(word: number): number | null {
    const bytes = this.number(word);
    return bytes === null || bytes % 32 !== 0 ? null : bytes / 32;
  }

  private number(word: number): number | null {
    const text = this.word(word);
    if (text === null || !/^0{56}/.test(text)) return null;
    const value = Number.parseInt(text.slice(56), 16);
    return value > this.hex.length ? null : value;
  }

  word(word: number): string | null {
    const text = this.hex.slice(64 * word, 64 * (word + 1));
    return text.length === 64 && /^[0-9a-f]+$/i.test(text) ? text : null;
  }
}
