/**
 * A number of a JSON body with its own digits, so that money never passes through a float.
 */
export class JsonNumber {
  constructor(readonly text: string) {}

  toJSON(): number {
    return Number(this.text);
  }
}
