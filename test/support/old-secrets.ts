import { createCipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { loadConfig } from '../../src/config/env';
import { SecretKeys } from '../../src/config/secrets/secret-keys';

export const keysOf = (...secrets: string[]): SecretKeys =>
  new SecretKeys(loadConfig({ ENCRYPTION_KEY: secrets.join(',') }));

/** Text as earlier releases sealed it: AES-256-GCM, the purpose alone as associated data. */
export function oldForm(secret: string, text: string, purpose: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'secret box', 32));
  const id = createHash('sha256').update(key).digest('hex').slice(0, 8);
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(purpose));
  const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `1.${id}.${sealed.toString('base64url')}`;
}
