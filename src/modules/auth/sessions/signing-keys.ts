import { createHash, createSecretKey, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SecretKeys } from '../../../config/secrets/secret-keys';

/** By key id. The first key signs; all verify. */
@Injectable()
export class SigningKeys {
  /** Key objects: the library tries a string as a public key first, which is slow. */
  private keys: ReadonlyMap<string, KeyObject> | null = null;

  constructor(private readonly secrets: SecretKeys) {}

  current(): { keyid: string; key: KeyObject } {
    for (const [keyid, key] of this.ring()) return { keyid, key };
    throw new Error('there is no key to sign with');
  }

  keyOf(token: string): KeyObject | null {
    return this.ring().get(keyIdOf(token)) ?? null;
  }

  private ring(): ReadonlyMap<string, KeyObject> {
    this.keys ??= new Map(
      this.secrets.of('jwt').map((secret) => [keyId(secret), createSecretKey(Buffer.from(secret))]),
    );
    return this.keys;
  }
}

/** Names the secret without revealing it: a prefix of a hash of a hash. */
const keyId = (secret: string): string =>
  createHash('sha256').update('key id').update(secret).digest('hex').slice(0, 12);

/** Not verified: only compared with the known ids. */
function keyIdOf(token: string): string {
  try {
    const header: unknown = JSON.parse(
      Buffer.from(token.split('.', 1)[0] ?? '', 'base64url').toString('utf8'),
    );
    const kid: unknown = typeof header === 'object' && header !== null ? Reflect.get(header, 'kid') : null;
    return typeof kid === 'string' ? kid : '';
  } catch {
    return '';
  }
}
