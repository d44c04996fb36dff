import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { SealedPurpose } from './sealed-columns';
import { SecretKeys } from './secret-keys';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

interface Key {
  id: string;
  bytes: Buffer;
}

/** Form 1 does not bind the row. It is read, but never written. */
const FORM = '2';
const ASSOCIATED: Readonly<Record<string, (purpose: SealedPurpose, row: string) => string>> = {
  '1': (purpose) => purpose,
  [FORM]: (purpose, row) => JSON.stringify([purpose, row]),
};

/**
 * Encrypts text of one column and row with AES-256-GCM. The key id is a prefix, so that keys can be rotated. Purpose
 * and row are associated data. `2.<key id>.<iv + text + tag>`
 */
@Injectable()
export class SecretBox {
  private readonly keys = new Map<string, Key>();
  private first: Key | null = null;

  constructor(private readonly secrets: SecretKeys) {}

  /** Decryption needs the same purpose and row, so no row can take the text of another. */
  seal(text: string, purpose: SealedPurpose, row: string): string {
    const key = this.sealingKey();
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, key.bytes, iv).setAAD(associated(FORM, purpose, row));
    const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${FORM}.${key.id}.${sealed.toString('base64url')}`;
  }

  /** @throws Error when the key is missing, the purpose or the row differs, or the text was changed */
  open(sealed: string, purpose: SealedPurpose, row: string): string {
    const [form = '', id = '', data = ''] = sealed.split('.');
    this.sealingKey();
    const key = this.keys.get(id);
    if (!key) throw new Error(`Encrypted with a key that is not in ENCRYPTION_KEY: ${id}`);
    const bytes = Buffer.from(data, 'base64url');
    const decipher = createDecipheriv(CIPHER, key.bytes, bytes.subarray(0, IV_BYTES))
      .setAAD(associated(form, purpose, row))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  }

  ageOf(sealed: string): 'current' | 'old key' | 'old form' {
    if (!sealed.startsWith(`${FORM}.`)) return 'old form';
    return sealed.startsWith(`${FORM}.${this.sealingKey().id}.`) ? 'current' : 'old key';
  }

  /** Lazy: outside production the first use generates the secret. */
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

function associated(form: string, purpose: SealedPurpose, row: string): Buffer {
  const text = Object.hasOwn(ASSOCIATED, form) ? ASSOCIATED[form]?.(purpose, row) : undefined;
  if (text === undefined) throw new Error(`Encrypted in an unknown form: ${form}`);
  return Buffer.from(text);
}

function keyOf(secret: string): Key {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'secret box', 32));
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), bytes };
}
