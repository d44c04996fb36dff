/** Text that is kept so that only this service can read it again. */
export abstract class SecretBox {
  /** @param purpose what the text is for; needed again to open it, so that one cannot stand in for another */
  abstract seal(text: string, purpose: string): string;
  /** @throws Error when it was sealed by a key that is gone, for another purpose, or changed since */
  abstract open(sealed: string, purpose: string): string;
}
