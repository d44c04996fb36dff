import { PasswordHasher } from './password-hasher';

describe('the password hasher', () => {
  it('hashes as argon2id with 19 MiB, two passes and one lane, each time anew', async () => {
    const hasher = new PasswordHasher();
    const [one, two] = await Promise.all([hasher.hash('secret', 'known'), hasher.hash('secret', 'known')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect([
      await hasher.verify(one, 'secret', 'known'),
      await hasher.verify(one, 'Secret', 'known'),
    ]).toEqual([true, false]);
  });

  it('is never content with a password of nobody', async () => {
    const hasher = new PasswordHasher();
    for (const guess of ['', 'x', 'password'])
      expect(await hasher.verify(null, guess, 'stranger')).toBe(false);
  });

  it('lets fifty strangers wait behind two, turns the next away, and takes new ones afterwards', async () => {
    const hasher = new PasswordHasher();
    const settled = await Promise.allSettled(
      Array.from({ length: 60 }, (_, i) => hasher.verify(null, `${i}`, 'stranger')),
    );
    expect(settled.slice(0, 52).every(({ status }) => status === 'fulfilled')).toBe(true);
    for (const turned of settled.slice(52))
      expect(turned).toMatchObject({
        status: 'rejected',
        reason: { code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 2 },
      });
    expect(await hasher.verify(null, 'again', 'stranger')).toBe(false);
  });

  it('keeps a place for those it knows, however many strangers wait', async () => {
    const hasher = new PasswordHasher();
    let answered = 0;
    const strangers = Array.from({ length: 52 }, () =>
      hasher.verify(null, 'guess', 'stranger').then(() => answered++),
    );
    await hasher.verify(null, 'password', 'known');
    expect(answered).toBeLessThan(10);
    await Promise.all(strangers);
  });
});
