/** JSON that is already written, so that the event loop does not write it again. */
export class JsonText {
  /** @param bytes UTF-8 */
  constructor(private readonly bytes: Uint8Array) {}

  get text(): string {
    return new TextDecoder().decode(this.bytes);
  }
}
