import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keptSecret, writePrivate } from './private-file';

describe('kept secrets', () => {
  let dir: string;
  beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'secrets-'))));
  afterEach(() => rmSync(dir, { recursive: true }));

  it('are made once, differ by name and are their owner’s alone', () => {
    const first = keptSecret(dir, 'postgres');
    expect(Buffer.from(first, 'base64url')).toHaveLength(32);
    expect(keptSecret(dir, 'postgres')).toBe(first);
    expect(keptSecret(dir, 'other')).not.toBe(first);
    expect(statSync(join(dir, 'postgres.secret')).mode & 0o777).toBe(0o600);
    expect(readdirSync(dir).sort()).toEqual(['other.secret', 'postgres.secret']);
  });

  it('are private even where a readable file stood before', () => {
    const file = join(dir, 'connection');
    writeFileSync(file, 'old', { mode: 0o644 });
    writePrivate(file, 'new');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});
