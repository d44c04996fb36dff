import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SecretKeys } from '../../config/secrets/secret-keys';

/**
 * Proof that a preview was shown: a keyed hash of the call and of the preview. A confirmation of another call, or of
 * a changed preview, is not valid.
 */
@Injectable()
export class Confirmations {
  constructor(private readonly keys: SecretKeys) {}

  of(parts: readonly unknown[]): string {
    const [key = ''] = this.keys.of('jwt');
    return createHmac('sha256', key)
      .update(`mcp confirmation\0${JSON.stringify(parts)}`)
      .digest('base64url')
      .slice(0, 32);
  }

  isValid(given: string, parts: readonly unknown[]): boolean {
    const [one, other] = [Buffer.from(given), Buffer.from(this.of(parts))];
    return one.length === other.length && timingSafeEqual(one, other);
  }
}
