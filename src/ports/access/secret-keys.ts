/** Purposes a secret key may serve. Each has its own, and keys of one never open what another locked. */
export type KeyPurpose = 'jwt' | 'encryption';

/**
 * Secrets of the operator, or made once and kept outside production. The first of a list signs or encrypts, all of
 * them verify or decrypt, so that one can follow another without a break.
 */
export abstract class SecretKeys {
  /** At least one; each at least 32 bytes long as UTF-8. */
  abstract of(purpose: KeyPurpose): readonly string[];
}
