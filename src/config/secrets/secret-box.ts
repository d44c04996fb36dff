import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SecretKeys } from './secret-keys';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

interface Key {
  id: string;
  bytes: Buffer;
}

/**
 * Encrypts text so that only this service can read it: AES-256-GCM with the key id as prefix, so that keys can be
 * rotated. `1.<key id>.<iv + text + tag>`
 */
@Injectable()
export class SecretBox {
  private readonly keys = new Map<string, Key>();
  private first: Key | null = null;

  constructor(private readonly secrets: SecretKeys) {}

  /** @param purpose use of the text. Decryption needs the same purpose, so one text cannot replace another */
  seal(text: string, purpose: string): string {
    const key = this.sealingKey();
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, key.bytes, iv).setAAD(Buffer.from(purpose));
    const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `1.${key.id}.${sealed.toString('base64url')}`;
  }

  /** @throws Error when the key is missing, the purpose differs, or the text was changed */
  open(sealed: string, purpose: string): string {
    const [version, id = '', data = ''] = sealed.split('.');
    this.sealingKey();
    const key = this.keys.get(id);
    if (version !== '1' || !key) throw new Error(`Encrypted with a key that is not in ENCRYPTION_KEY: ${id}`);
    const bytes = Buffer.from(data, 'base64url');
    const decipher = createDecipheriv(CIPHER, key.bytes, bytes.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(purpose))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  }

  /** Read on first use: outside production the secret is generated then. */
  private sealingKey(): Key {
    if (this.first) return this.first;
    for (const secret of this.secrets.of('encryption')) {
      const key = keyOf(secret);
      this.keys.set(key.id, key);
      this.first ??= key;
    }
    if (!this.first) throw new Error('There is no encryption key');
    return this.first;
  }
}

function keyOf(secret: string): Key {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'secret box', 32));
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), bytes };
}
