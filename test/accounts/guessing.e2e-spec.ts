import { startApp, type TestApp } from '../app.factory';
import { FakeClock } from '../fakes/fake-clock';
import {
  account,
  codeOf,
  login,
  mail,
  mailsTo,
  PASSWORD,
  post,
  signup,
  someEmail,
  somewhere,
} from './client';

/** Guessing passwords and addresses, without Redis: the counters are in Postgres. */

const clock = new FakeClock(Date.UTC(2026, 1, 3, 10));
const MINUTE = 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ TRUST_PROXY: 'true' }, clock);
});
afterAll(() => app?.close());

const guess = (email: string, from = somewhere()) =>
  login(app, email, 'a wrong guess', { 'X-Forwarded-For': from });
const times = <T>(count: number, work: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)));

it('an unknown address, a wrong password and a sign-up under way are answered alike', async () => {
  const known = await account(app);
  const pending = someEmail();
  await signup(app, pending);
  const answers = [await guess(someEmail()), await guess(known.email), await guess(pending)];
  const seen = answers.map(({ status, body, headers }) => {
    const named = [...headers.keys()].filter((name) => name !== 'date').sort();
    return JSON.stringify([status, body.error, named]);
  });
  expect(new Set(seen).size).toBe(1);
  expect(codeOf(answers[0] ?? (await guess('')))).toEqual([401, 'UNAUTHORIZED']);
  expect((await login(app, pending)).body.error).toEqual({
    code: 'EMAIL_NOT_VERIFIED',
    message: expect.any(String),
    details: { email: pending },
  });
});

it('five wrong passwords for one account from one network, and it is closed there for a quarter of an hour', async () => {
  const { email } = await account(app);
  const network = somewhere();
  const right = () => login(app, email, PASSWORD, { 'X-Forwarded-For': network });
  for (let i = 0; i < 5; i++) expect((await guess(email, network)).status).toBe(401);
  for (const answer of await times(20, () => guess(email, network))) {
    expect(codeOf(answer)).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
    expect(answer.body.error.details).toEqual({ limit: 5, window: '15 minutes', retry_after_seconds: 900 });
    expect(answer.headers.get('retry-after')).toBe('900');
    expect(answer.headers.get('x-ratelimit-limit-minute')).toBeNull();
  }
  expect((await right()).status).toBe(429);
  clock.advance(15 * MINUTE - 1);
  expect((await right()).status).toBe(429);
  clock.advance(1);
  expect((await right()).status).toBe(200);
});

it('an account that is closed looks like one that does not exist and is closed', async () => {
  const [nobody, network] = [someEmail(), somewhere()];
  for (let i = 0; i < 5; i++) await guess(nobody, network);
  expect(codeOf(await guess(nobody, network))).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
});

it('the right password clears what was wrong before', async () => {
  const { email } = await account(app);
  const network = somewhere();
  for (let round = 0; round < 3; round++) {
    for (let i = 0; i < 4; i++) expect((await guess(email, network)).status).toBe(401);
    expect((await login(app, email, PASSWORD, { 'X-Forwarded-For': network })).status).toBe(200);
    clock.advance(MINUTE);
  }
});

it('of thirty guesses at once from one network at most five are judged', async () => {
  const { email } = await account(app);
  const network = (i: number) => `10.77.88.${i}`;
  const answers = await times(30, (i) => guess(email, network(i)));
  const judged = answers.filter(({ status }) => status === 401);
  expect(judged.length).toBeLessThanOrEqual(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(30 - judged.length);
  expect((await login(app, email, PASSWORD, { 'X-Forwarded-For': network(99) })).status).toBe(429);
});

it('of seventy guesses from seventy networks, thirty at once, at most fifty are judged', async () => {
  const { email } = await account(app);
  // A process takes 32 of unknown networks at a time.
  const some = (count: number) => times(count, () => guess(email));
  const answers = [...(await some(30)), ...(await some(30)), ...(await some(10))];
  const judged = answers.filter(({ status }) => status === 401);
  expect(judged.length).toBeLessThanOrEqual(50);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(70 - judged.length);
});

it('a reset by the owner opens a closed account', async () => {
  const { email } = await account(app);
  for (let i = 0; i < 51; i++) await guess(email);
  expect((await login(app, email)).status).toBe(429);
  await post(app, '/api/v1/auth/forgot-password', { email });
  const { token } = await mail(app, email, 2);
  await post(app, '/api/v1/auth/reset-password', { token, password: PASSWORD });
  expect((await login(app, email)).status).toBe(200);
});

it('ten failures a minute from one network, and that network waits; others do not', async () => {
  const { email } = await account(app);
  const network = somewhere();
  for (let i = 0; i < 10; i++) expect((await guess(someEmail(), network)).status).toBe(401);
  const refused = await login(app, email, PASSWORD, { 'X-Forwarded-For': network });
  expect(refused.body.error.details).toEqual({ limit: 10, window: 'minute', retry_after_seconds: 60 });
  expect((await login(app, email)).status).toBe(200);
  clock.advance(MINUTE);
  expect((await login(app, email, PASSWORD, { 'X-Forwarded-For': network })).status).toBe(200);
});

it('addresses of one IPv6 network count together', async () => {
  const network = '2001:db8:77:1';
  for (let i = 0; i < 10; i++) await guess(someEmail(), `${network}::${i + 1}`);
  expect((await guess(someEmail(), `${network}:ffff::1`)).status).toBe(429);
  expect((await guess(someEmail(), `2001:db8:ffff:2::1`)).status).toBe(401);
});

it('sixty sign-ups an hour from one network', async () => {
  const network = { 'X-Forwarded-For': somewhere() };
  const sign = () =>
    post(
      app,
      '/api/v1/auth/signup',
      { email: someEmail(), password: PASSWORD, accepted_terms: true },
      {
        headers: network,
      },
    );
  const statuses: number[] = [];
  for (let i = 0; i < 8; i++) statuses.push(...(await times(8, sign)).map(({ status }) => status));
  expect(statuses.filter((status) => status === 201)).toHaveLength(60);
  expect(statuses.filter((status) => status === 429)).toHaveLength(4);
  clock.advance(60 * MINUTE);
  expect((await sign()).status).toBe(201);
});

it('without a trusted proxy nobody can claim to come from elsewhere', async () => {
  const direct = await startApp({}, clock);
  try {
    const at = (from: string) =>
      login(direct, someEmail(), 'a wrong guess', { 'X-Forwarded-For': from, 'X-Real-IP': from });
    for (let i = 0; i < 10; i++) expect((await at(`10.0.0.${i}`)).status).toBe(401);
    expect((await at('10.9.9.9')).status).toBe(429);
  } finally {
    await direct.close();
  }
});

it('mail is not flooded: three resets, five sign-in links and five sign-ups an hour for one address', async () => {
  const { email } = await account(app);
  const counts = async (path: string, tries: number) => {
    for (let i = 0; i < tries; i++)
      expect((await post(app, `/api/v1/auth/${path}`, { email })).status).toBe(200);
  };
  await counts('forgot-password', 6);
  await counts('magic-link', 8);
  await mail(app, email, 1 + 3 + 5);
  for (let i = 0; i < 6; i++) expect((await signup(app, email)).status).toBe(201);
  // One sign-up was the account's own.
  await mail(app, email, 1 + 3 + 5 + 4);
  const last = someEmail();
  await signup(app, last);
  await mail(app, last);
  const subjects = (await mailsTo(app, email)).map(({ subject }) => subject);
  const counted = (subject: string) => subjects.filter((each) => each === subject).length;
  expect([counted('Choose a new password'), counted('Your sign-in link')]).toEqual([3, 5]);
  expect(counted('You already have an account')).toBe(4);
  expect(subjects).toHaveLength(13);
});
