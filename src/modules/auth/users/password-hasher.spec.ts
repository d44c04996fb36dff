import { PasswordHasher } from './password-hasher';

describe('the password hasher', () => {
  it('hashes as argon2id with 19 MiB, two passes and one lane, each time anew', async () => {
    const hasher = new PasswordHasher();
    const [one, two] = await Promise.all([hasher.hash('secret'), hasher.hash('secret')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect([await hasher.verify(one, 'secret'), await hasher.verify(one, 'Secret')]).toEqual([true, false]);
  });

  it('is never content with a password of nobody', async () => {
    const hasher = new PasswordHasher();
    for (const guess of ['', 'x', 'password']) expect(await hasher.verify(null, guess)).toBe(false);
  });

  it('lets fifty wait behind four, turns the next away, and takes new ones afterwards', async () => {
    const hasher = new PasswordHasher();
    const settled = await Promise.allSettled(
      Array.from({ length: 60 }, (_, i) => hasher.verify(null, `${i}`)),
    );
    expect(settled.slice(0, 54).every(({ status }) => status === 'fulfilled')).toBe(true);
    for (const turned of settled.slice(54))
      expect(turned).toMatchObject({ status: 'rejected', reason: { code: 'SERVICE_UNAVAILABLE' } });
    expect(await hasher.verify(null, 'again')).toBe(false);
  });
});
