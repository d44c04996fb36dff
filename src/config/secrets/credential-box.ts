import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SecretBox } from './secret-box';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

export interface SealedCredentials {
  dataKey: string;
  sealed: string;
}

/**
 * Encrypts the credentials of an exchange account under their own key. `ENCRYPTION_KEY` seals only that key, so a
 * rotation changes no credentials. Owner and account are associated data: no row can take the text of another.
 */
@Injectable()
export class CredentialBox {
  constructor(private readonly box: SecretBox) {}

  seal(text: string, userId: string, accountId: string): SealedCredentials {
    const key = randomBytes(KEY_BYTES);
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, key, iv).setAAD(associated(userId, accountId));
    const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return {
      dataKey: this.box.seal(key.toString('base64url'), 'exchange data key', accountId),
      sealed: sealed.toString('base64url'),
    };
  }

  /** @throws Error when the key is missing, the owner or the account differs, or the text was changed */
  open({ dataKey, sealed }: SealedCredentials, userId: string, accountId: string): string {
    const key = Buffer.from(this.box.open(dataKey, 'exchange data key', accountId), 'base64url');
    const bytes = Buffer.from(sealed, 'base64url');
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES))
      .setAAD(associated(userId, accountId))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  }
}

const associated = (userId: string, accountId: string): Buffer =>
  Buffer.from(JSON.stringify(['exchange credentials', userId, accountId]));
