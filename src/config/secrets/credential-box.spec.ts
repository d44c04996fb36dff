import { CredentialBox } from './credential-box';
import { SecretBox } from './secret-box';
import type { SecretKeys } from './secret-keys';

const OLD = 'an old encryption key of thirty-two bytes';
const NEW = 'a new encryption key of thirty-two bytes!';
const ADA = 'd0000000-0000-4000-8000-00000000000a';
const BOB = 'd0000000-0000-4000-8000-00000000000b';
const ACCOUNT = 'a0000000-0000-4000-8000-000000000001';
const OTHER = 'a0000000-0000-4000-8000-000000000002';

const secretBox = (...keys: string[]): SecretBox =>
  new SecretBox({ of: () => keys } as unknown as SecretKeys);

describe('CredentialBox', () => {
  const box = new CredentialBox(secretBox(OLD));
  const sealed = box.seal('key and secret', ADA, ACCOUNT);

  it('opens what it sealed, and shows nothing of it', () => {
    expect(box.open(sealed, ADA, ACCOUNT)).toBe('key and secret');
    expect(JSON.stringify(sealed)).not.toContain('secret');
    expect(box.seal('key and secret', ADA, ACCOUNT).sealed).not.toBe(sealed.sealed);
  });

  it('refuses a text that was moved to another owner or account, or changed', () => {
    expect(() => box.open(sealed, BOB, ACCOUNT)).toThrow();
    expect(() => box.open(sealed, ADA, OTHER)).toThrow();
    const other = box.seal('other', ADA, OTHER);
    expect(() => box.open({ ...other, sealed: sealed.sealed }, ADA, OTHER)).toThrow();
    const changed = sealed.sealed.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect(() => box.open({ ...sealed, sealed: changed }, ADA, ACCOUNT)).toThrow();
  });

  it('needs only the sealed key again after a rotation', () => {
    const both = secretBox(NEW, OLD);
    const dataKey = both.seal(
      both.open(sealed.dataKey, 'exchange data key', ACCOUNT),
      'exchange data key',
      ACCOUNT,
    );
    expect(new CredentialBox(secretBox(NEW)).open({ dataKey, sealed: sealed.sealed }, ADA, ACCOUNT)).toBe(
      'key and secret',
    );
  });
});
