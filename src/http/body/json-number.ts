/**
 * A number of a JSON body with its own digits, so that money never passes through a float.
 * Every argument is optional because class-transformer copies values by calling constructors without any.
 */
export class JsonNumber {
  constructor(readonly text: string = '0') {}

  toJSON(): number {
    return Number(this.text);
  }
}
