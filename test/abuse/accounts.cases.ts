import { PASSWORD, someEmail } from '../accounts/client';
import type { Attacked } from './attacked';
import { send } from './connections';

/** What an attacker who knows a mail address does to its owner. The partner's part: `test/accounts/attacks`. */

const AUTH = '/api/v1/auth';
/** Networks of their own: accounts are counted by /24. */
const [STRANGER, OWNER] = ['127.77.1.1', '127.88.1.1'];
const GUESSES = 6;
const FLOOD = { isFlood: true };

/** The 901st of 901 requests that arrive at once, on two cores: the bar of every single answer. */
const LOGIN_MS = 5_000;

export function describeAccounts({ target, size, endure }: Attacked): void {
  const post = async (path: string, body: object, from: string): Promise<number> => {
    const bytes = Buffer.from(JSON.stringify(body));
    const headers = { 'Content-Type': 'application/json' };
    return (await send(target().url, `${AUTH}/${path}`, { bytes, headers }, { from })).status;
  };

  describe('accounts', () => {
    it('wrong guesses from elsewhere do not lock the owner out', () =>
      endure(async () => {
        const { email } = await target().account();
        const login = (password: string, from: string) => post('login', { email, password }, from);
        const guesses: number[] = [];
        for (let i = 0; i < GUESSES; i++) guesses.push(await login('a wrong guess', STRANGER));
        expect(guesses).toEqual([...Array.from({ length: GUESSES - 1 }, () => 401), 429]);
        expect(await login(PASSWORD, OWNER)).toBe(200);
      }));

    it('a flood of logins from many networks does not make one from a known network wait', () =>
      endure(async () => {
        const { email } = await target().account();
        expect(await post('login', { email, password: PASSWORD }, OWNER)).toBe(200);
        const networks = Array.from(
          { length: size.connections * 3 },
          (_, i) => `127.${110 + (i >> 8)}.${i & 255}.1`,
        );
        const flood = networks.flatMap((from) =>
          [1, 2, 3].map(() => post('login', { email: someEmail(), password: 'a wrong guess' }, from)),
        );
        const began = performance.now();
        expect(await post('login', { email, password: PASSWORD }, OWNER)).toBe(200);
        if (size.isFull) expect(performance.now() - began).toBeLessThan(LOGIN_MS);
        expect(new Set([...(await Promise.all(flood)), 503])).toEqual(new Set([401, 503]));
      }, FLOOD));

    it('sign-ups by a stranger neither use up the mails of the owner nor set the password', () =>
      endure(async () => {
        const email = someEmail();
        const signup = (password: string, from: string) =>
          post('signup', { email, password, full_name: 'A name', accepted_terms: true }, from);
        for (let i = 0; i < GUESSES; i++)
          expect(await signup('the password of a stranger', STRANGER)).toBe(201);
        expect(await signup(PASSWORD, OWNER)).toBe(201);
        const token = await target().mailedToken(email);
        expect(await post('verify-email', { token, password: PASSWORD }, OWNER)).toBe(200);
        expect(await post('login', { email, password: 'the password of a stranger' }, STRANGER)).toBe(401);
        expect(await post('login', { email, password: PASSWORD }, OWNER)).toBe(200);
      }));
  });
}
