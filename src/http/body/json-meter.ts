import { AppError } from '../../domain/kernel/errors';
import type { BodyRule } from './body-rules';
import { malformed, MAX_DEPTH } from './json';

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Refuses a body before it is complete or parsed. Does not check that the text is JSON. */
export class JsonMeter {
  /** An upper bound: each value follows a comma or an opening bracket, or is the whole text. */
  values = 1;
  /** Commas of each open object; null for a list. */
  private readonly commas: (number | null)[] = [];
  private keys = 0;
  private isText = false;
  private isEscaped = false;
  private offset = 0;

  constructor(private readonly limit: Pick<BodyRule, 'limitValues' | 'limitKeys'>) {}

  /** @throws AppError PAYLOAD_TOO_LARGE for too many values; InvalidInput INVALID_REQUEST for too deep ones */
  add(chunk: Uint8Array): void {
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i];
      if (this.isText) {
        if (this.isEscaped) this.isEscaped = false;
        else if (byte === BACKSLASH) this.isEscaped = true;
        else if (byte === QUOTE) this.isText = false;
      } else if (byte === QUOTE) {
        this.isText = true;
      } else if (byte === COMMA) {
        this.values++;
        this.countKey();
      } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        this.values++;
        this.commas.push(byte === OPEN_OBJECT ? 0 : null);
        if (this.commas.length > MAX_DEPTH)
          throw malformed(this.offset + i, `JSON is nested deeper than ${MAX_DEPTH} levels`);
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        this.commas.pop();
      }
    }
    this.offset += chunk.length;
    const { limitValues, limitKeys } = this.limit;
    if (this.values > limitValues) throw new AppError('PAYLOAD_TOO_LARGE', { limit_values: limitValues });
    if (this.keys > limitKeys) throw new AppError('PAYLOAD_TOO_LARGE', { limit_keys: limitKeys });
  }

  private countKey(): void {
    const before = this.commas.at(-1) ?? null;
    if (before === null) return;
    this.commas[this.commas.length - 1] = before + 1;
    this.keys = Math.max(this.keys, before + 2);
  }
}
