/**
 * Purposes of a secret key. Each purpose has its own keys, and they never decrypt data of another purpose.
 */
export type KeyPurpose = 'jwt' | 'encryption';

/**
 * Secrets of the operator, or generated once and stored outside production. The first of a list signs or
 * encrypts. All of them verify or decrypt, so that keys can be rotated without downtime.
 */
export abstract class SecretKeys {
  /** At least one key. Each has at least 32 bytes as UTF-8. */
  abstract of(purpose: KeyPurpose): readonly string[];
}
