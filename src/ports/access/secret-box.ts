/** Encrypts text so that only this service can read it. */
export abstract class SecretBox {
  /** @param purpose use of the text. Decryption needs the same purpose, so one text cannot replace another */
  abstract seal(text: string, purpose: string): string;
  /** @throws Error when the key is missing, the purpose differs, or the text was changed */
  abstract open(sealed: string, purpose: string): string;
}
