import { AppError } from '../../domain/kernel/errors';
import { malformed, MAX_DEPTH } from './json';

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Counts the values and the depth of JSON while its bytes arrive, so that a body with too many of either is refused
 * before it is whole, and before it is parsed. It does not check that the text is JSON.
 */
export class JsonMeter {
  /** At least the number of values: each value follows a comma or an opening bracket, or is the whole text. */
  values = 1;
  private depth = 0;
  private isText = false;
  private isEscaped = false;
  private offset = 0;

  constructor(private readonly limitValues: number) {}

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
      } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        this.values++;
        if (++this.depth > MAX_DEPTH)
          throw malformed(this.offset + i, `JSON is nested deeper than ${MAX_DEPTH} levels`);
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        this.depth--;
      }
    }
    this.offset += chunk.length;
    if (this.values > this.limitValues)
      throw new AppError('PAYLOAD_TOO_LARGE', { limit_values: this.limitValues });
  }
}
