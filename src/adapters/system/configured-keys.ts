import { mkdirSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { Config } from '../../config/env';
import { type KeyPurpose, SecretKeys } from '../../ports/access/secret-keys';
import { keptSecret } from './private-file';

/** Variable and file name of each purpose. */
const SOURCES = {
  jwt: { variable: 'JWT_SECRET', file: 'jwt' },
  encryption: { variable: 'ENCRYPTION_KEY', file: 'encryption' },
} as const satisfies Record<KeyPurpose, { variable: keyof Config; file: string }>;

/**
 * Reads secrets from the environment. A missing secret is generated once in DATA_DIR and used by later
 * starts.
 */
@Injectable()
export class ConfiguredKeys extends SecretKeys {
  private readonly known = new Map<KeyPurpose, readonly string[]>();

  constructor(private readonly config: Config) {
    super();
  }

  of(purpose: KeyPurpose): readonly string[] {
    const known = this.known.get(purpose) ?? this.read(purpose);
    this.known.set(purpose, known);
    return known;
  }

  private read(purpose: KeyPurpose): readonly string[] {
    const { variable, file } = SOURCES[purpose];
    const given = this.config[variable];
    if (given.length > 0) return given;
    mkdirSync(this.config.DATA_DIR, { recursive: true, mode: 0o700 });
    return [keptSecret(this.config.DATA_DIR, file)];
  }
}
