import { mkdirSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { Config } from '../env';
import { keptSecret } from './private-file';

/** Each purpose has its own keys. They never decrypt data of another purpose. */
export type KeyPurpose = 'jwt' | 'encryption';

export const SECRET_SOURCES = {
  jwt: { variable: 'JWT_SECRET', file: 'jwt' },
  encryption: { variable: 'ENCRYPTION_KEY', file: 'encryption' },
} as const satisfies Record<KeyPurpose, { variable: keyof Config; file: string }>;

/**
 * Secrets of the operator, from the environment. A missing one is generated once in DATA_DIR. The first of a list
 * signs or encrypts, all verify or decrypt: keys can be rotated.
 */
@Injectable()
export class SecretKeys {
  private readonly known = new Map<KeyPurpose, readonly string[]>();

  constructor(private readonly config: Config) {}

  /** At least one key of at least 32 bytes as UTF-8. */
  of(purpose: KeyPurpose): readonly string[] {
    const known = this.known.get(purpose) ?? this.read(purpose);
    this.known.set(purpose, known);
    return known;
  }

  private read(purpose: KeyPurpose): readonly string[] {
    const { variable, file } = SECRET_SOURCES[purpose];
    const given = this.config[variable];
    if (given.length > 0) return given;
    mkdirSync(this.config.DATA_DIR, { recursive: true, mode: 0o700 });
    return [keptSecret(this.config.DATA_DIR, file)];
  }
}
