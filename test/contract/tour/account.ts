import { DataSource } from 'typeorm';
import { UsageMeter } from '../../../src/modules/api-keys/usage/usage-meter';
import { TOTP } from 'otpauth';
import { account, login, mail, PASSWORD, post, signIn, someEmail, type Account } from '../../accounts/client';
import type { Tour } from './tour';
import { until } from '../../support/until';

const API = '/api/v1';
const AUTH = `${API}/auth`;

/** Accounts, sessions, keys, linked wallets. */
export async function visitAccounts(tour: Tour): Promise<void> {
  await sessions(tour);
  await mails(tour);
  await ownAccount(tour);
  await secondFactor(tour);
  await keys(tour);
  await usage(tour);
  await linkedWallets(tour);
}

async function sessions(tour: Tour): Promise<void> {
  const { app, ada } = tour;
  const email = 'grace@example.com';
  const body = { email, password: PASSWORD, full_name: 'Grace Hopper', accepted_terms: true };
  await tour.visit(`POST ${AUTH}/signup`, { as: 'nobody', body });
  const login_ = { as: 'nobody', body: { email, password: PASSWORD } } as const;
  await tour.refuse(`POST ${AUTH}/login`, 'EMAIL_NOT_VERIFIED', login_);
  const { token } = await mail(app, email);
  const verification = { token, password: PASSWORD };
  await tour.visit(`POST ${AUTH}/verify-email`, { as: 'nobody', body: verification });
  await tour.refuse(`POST ${AUTH}/verify-email`, 'INVALID_TOKEN', { as: 'nobody', body: verification });
  await tour.visit(`POST ${AUTH}/login`, login_);
  const wrong = { email, password: 'not the one' };
  await tour.refuse(`POST ${AUTH}/login`, 'UNAUTHORIZED', { as: 'nobody', body: wrong });
  const cookie = (more = {}) => ({ Cookie: `refresh_token=${ada.refreshToken}`, ...more });
  await tour.visit(`POST ${AUTH}/refresh`, { as: cookie() });
  await tour.refuse(`POST ${AUTH}/refresh`, 'UNAUTHORIZED', { as: 'nobody' });
  const elsewhere = { Origin: 'https://elsewhere.example' };
  await tour.refuse(`POST ${AUTH}/refresh`, 'FORBIDDEN', { as: cookie(elsewhere) });
  await tour.visit(`GET ${AUTH}/me`, { as: 'ada' });
  await tour.refuse(`POST ${AUTH}/logout`, 'FORBIDDEN', { as: cookie(elsewhere) });
  await tour.refuse(`POST ${AUTH}/logout`, 'UNAUTHORIZED', { as: 'nobody' });
  const { body: session } = await login(app, email);
  await tour.visit(`POST ${AUTH}/logout`, { as: { Authorization: `Bearer ${session.data.access_token}` } });
}

async function mails(tour: Tour): Promise<void> {
  const { app } = tour;
  const email = 'ada@example.com';
  await tour.visit(`POST ${AUTH}/resend-verification`, { as: 'ada' });
  await tour.visit(`POST ${AUTH}/resend-verification/public`, { as: 'nobody', body: { email } });
  await tour.visit(`POST ${AUTH}/magic-link`, { as: 'partner', body: { email: someEmail() } });
  await tour.visit(`POST ${AUTH}/magic-link`, { as: 'nobody', body: { email } });
  await tour.refuse(`POST ${AUTH}/magic-link`, 'UNAUTHORIZED', {
    as: { 'X-Partner-Key': 'cbp_unknown' },
    body: { email },
  });
  const link = await mailed(tour, email, /sign/i);
  await tour.visit(`POST ${AUTH}/magic-link/verify`, { as: 'nobody', body: { token: link } });
  await tour.refuse(`POST ${AUTH}/magic-link/verify`, 'INVALID_TOKEN', {
    as: 'nobody',
    body: { token: link },
  });
  const { email: forgetful } = await account(app);
  await tour.visit(`POST ${AUTH}/forgot-password`, { as: 'nobody', body: { email: forgetful } });
  const { token } = await mail(app, forgetful, 2);
  const body = { token, password: 'another long and rare passphrase' };
  await tour.visit(`POST ${AUTH}/reset-password`, { as: 'nobody', body });
  await tour.refuse(`POST ${AUTH}/reset-password`, 'INVALID_TOKEN', { as: 'nobody', body });
  await tour.visit(`POST ${API}/partners/validate`, { as: 'partner' });
}

/** Of accounts that ask for nothing else: their sessions end, and so do they. */
async function ownAccount(tour: Tour): Promise<void> {
  const { app, clock } = tour;
  const grace = await account(app);
  const as = bearer(grace);
  // Sessions are listed by their time.
  clock.advance(1_000);
  await signIn(app, grace.email);
  const { body } = await tour.visit(`GET ${AUTH}/sessions`, { as });
  const path = { session_id: otherOf(body.data) };
  await tour.visit(`DELETE ${AUTH}/sessions/{session_id}`, { as, path });
  await tour.refuse(`DELETE ${AUTH}/sessions/{session_id}`, 'RESOURCE_NOT_FOUND', { as, path });
  const change = { current_password: PASSWORD, new_password: 'another long and rare passphrase' };
  await tour.visit(`POST ${AUTH}/change-password`, { as, body: change });
  await tour.refuse(`POST ${AUTH}/change-password`, 'FORBIDDEN', { as, body: change });
  const led = bearer({ token: await ledByPartner(tour) });
  await tour.refuse(`POST ${AUTH}/change-password`, 'CONFLICT', { as: led, body: change });
  await logged(tour, grace.id, 2);
  await app.app.get(UsageMeter, { strict: false }).flush();
  await tour.visit(`GET ${AUTH}/me/export`, { as });
  const password = { password: change.new_password };
  await tour.refuse(`DELETE ${AUTH}/me`, 'FORBIDDEN', { as, body: { password: PASSWORD } });
  await tour.refuse(`DELETE ${AUTH}/me`, 'CONFLICT', { as: led, body: password });
  await tour.visit(`DELETE ${AUTH}/me`, { as, body: password });
}

async function secondFactor(tour: Tour): Promise<void> {
  const { app, clock } = tour;
  const mary = await account(app);
  const as = bearer(mary);
  const led = bearer({ token: await ledByPartner(tour) });
  const password = { password: PASSWORD };
  await tour.refuse(`POST ${AUTH}/totp/confirm`, 'CONFLICT', { as, body: { otp: '123456' } });
  await tour.refuse(`DELETE ${AUTH}/totp`, 'RESOURCE_NOT_FOUND', { as, body: password });
  await tour.refuse(`DELETE ${AUTH}/totp`, 'CONFLICT', { as: led, body: password });
  const codes = `POST ${AUTH}/totp/recovery-codes`;
  await tour.refuse(codes, 'RESOURCE_NOT_FOUND', { as, body: password });
  const { body } = await tour.visit(`POST ${AUTH}/totp`, { as, body: password });
  const totp = new TOTP({ secret: body.data.secret as string });
  const next = (): string => {
    clock.advance(30_000);
    // The visit itself moves the clock by a second.
    return totp.generate({ timestamp: clock.now() });
  };
  await tour.refuse(codes, 'CONFLICT', { as, body: password });
  await tour.refuse(`POST ${AUTH}/totp`, 'FORBIDDEN', { as, body: { password: 'not the one' } });
  await tour.refuse(`POST ${AUTH}/totp/confirm`, 'FORBIDDEN', { as, body: { otp: 'no code' } });
  await tour.visit(`POST ${AUTH}/totp/confirm`, { as, body: { otp: next() } });
  await tour.refuse(`POST ${AUTH}/totp`, 'CONFLICT', { as, body: password });
  const credentials = { email: mary.email, password: PASSWORD };
  await tour.refuse(`POST ${AUTH}/login`, 'OTP_REQUIRED', { as: 'nobody', body: credentials });
  await post(app, `${AUTH}/magic-link`, { email: mary.email });
  const token = await mailed(tour, mary.email, /sign-in/i);
  await tour.refuse(`POST ${AUTH}/magic-link/verify`, 'OTP_REQUIRED', { as: 'nobody', body: { token } });
  const wrong = { token, otp: 'no code' };
  await tour.refuse(`POST ${AUTH}/magic-link/verify`, 'UNAUTHORIZED', { as: 'nobody', body: wrong });
  await tour.refuse(`DELETE ${AUTH}/me`, 'OTP_REQUIRED', { as, body: password });
  await tour.refuse(codes, 'OTP_REQUIRED', { as, body: password });
  await tour.refuse(codes, 'FORBIDDEN', { as, body: { ...password, otp: 'no code' } });
  await tour.visit(codes, { as, body: { ...password, otp: next() } });
  await tour.refuse(`DELETE ${AUTH}/totp`, 'OTP_REQUIRED', { as, body: password });
  await tour.refuse(`DELETE ${AUTH}/totp`, 'FORBIDDEN', { as, body: { ...password, otp: 'no code' } });
  await tour.visit(`DELETE ${AUTH}/totp`, { as, body: { ...password, otp: next() } });
}

const bearer = ({ token }: Pick<Account, 'token'>) => ({ Authorization: `Bearer ${token}` });
const otherOf = (sessions: { session_id: string; is_current: boolean }[]): string =>
  sessions.find(({ is_current }) => !is_current)?.session_id ?? '';

/** The session of an account that a partner created. It has no password. */
async function ledByPartner({ app }: Tour): Promise<string> {
  const headers = { 'X-Partner-Key': app.partnerKey };
  const made = await post(app, `${AUTH}/magic-link`, { email: someEmail() }, { headers });
  const token = new URL(made.body.data.magic_link).searchParams.get('token');
  return (await post(app, `${AUTH}/magic-link/verify`, { token })).body.data.access_token as string;
}

/** Entries of the log are written after the answers. */
async function logged({ app: { app } }: Tour, userId: string, atLeast: number): Promise<void> {
  const count = 'SELECT count(*)::integer AS n FROM audit_logs WHERE user_id = $1';
  await until(
    () => app.get(DataSource).query<{ n: number }[]>(count, [userId]),
    ([row]) => (row?.n ?? 0) >= atLeast,
  );
}

/** The token of the latest mail about something. */
async function mailed({ app }: Tour, email: string, subject: RegExp): Promise<string> {
  for (let i = 1; i < 10; i++) {
    const found = await mail(app, email, i);
    if (subject.test(found.subject)) return found.token ?? '';
  }
  throw new Error(`no such mail to ${email}`);
}

async function keys(tour: Tour): Promise<void> {
  const list = `${API}/api-keys`;
  const one = `${list}/{key_id}`;
  const key = { name: 'Bookkeeping', permissions: ['read:holdings', 'read:tax-reports'] };
  const { body } = await tour.visit(`POST ${list}`, { as: 'ada', body: key });
  const path = { key_id: body.data.id as string };
  await tour.visit(`GET ${list}`, { as: 'ada' });
  await tour.visit(`GET ${list}/permissions`, { as: 'ada' });
  await tour.visit(`GET ${one}`, { as: 'ada', path });
  await tour.visit(`PUT ${one}`, { as: 'ada', path, body: { name: 'Bookkeeping, Munich' } });
  await tour.visit(`POST ${one}/rotate`, { as: 'ada', path, body: { overlap_hours: 48 } });
  await tour.visit(`DELETE ${one}`, { as: 'ada', path, query: { reason: 'no longer needed' } });
  await tour.refuse(`POST ${one}/rotate`, 'CONFLICT', { as: 'ada', path });
  await tour.refuse(`PUT ${one}`, 'CONFLICT', { as: 'ada', path, body: { name: 'again' } });
  for (let i = 0; i < 20; i++) await tour.send(`POST ${list}`, { as: 'bob', body: key });
  await tour.refuse(`POST ${list}`, 'FORBIDDEN', { as: 'bob', body: key });
}

/** Of an account that asks for nothing else, so that the counts are always the same. */
async function usage(tour: Tour): Promise<void> {
  const { app } = tour;
  const { id, token } = await account(app);
  const as = { Authorization: `Bearer ${token}` };
  const body = { name: 'Dashboard', permissions: ['read:holdings'] };
  const key = (await tour.send(`POST ${API}/api-keys`, { as, body })).body.data as {
    id: string;
    key: string;
  };
  for (let i = 0; i < 3; i++) await tour.send(`GET ${API}/jobs`, { as: { 'X-API-Key': key.key } });
  await written(tour, id, 4);
  await tour.visit(`GET ${API}/usage`, { as, query: { days: '7' } });
  const path = { key_id: key.id };
  await tour.visit(`GET ${API}/api-keys/{key_id}/usage`, { as, path, query: { days: '7' } });
}

/** Counts are written after the answers. */
export async function written({ app: { app } }: Tour, userId: string, requests: number): Promise<void> {
  const sum = 'SELECT coalesce(sum(requests), 0)::integer AS sum FROM usage_days WHERE user_id = $1';
  await until(async () => {
    await app.get(UsageMeter, { strict: false }).flush();
    const [row] = await app.get(DataSource).query<{ sum: number }[]>(sum, [userId]);
    return row?.sum === requests;
  });
}

async function linkedWallets(tour: Tour): Promise<void> {
  const list = `${API}/linked-wallets`;
  const body = { address: '0xde300000000000000000000000000000000a11ce', label: 'Everyday' };
  await tour.visit(`POST ${list}`, { as: 'bob', body });
  await readThrough(tour);
  await tour.refuse(`POST ${list}`, 'CONFLICT', { as: 'bob', body });
  await tour.refuse(`POST ${list}`, 'INVALID_ADDRESS', { as: 'bob', body: { address: 'vitalik.eth' } });
  const other = { address: '0xde30000000000000000000000000000000005afe' };
  await tour.refuse(`POST ${list}`, 'WALLET_LIMIT_EXCEEDED', { as: 'bob', body: other });
  await tour.visit(`GET ${list}`, { as: 'bob' });
  const path = { address: body.address };
  await tour.visit(`DELETE ${list}/{address}`, { as: 'bob', path });
  await tour.refuse(`DELETE ${list}/{address}`, 'RESOURCE_NOT_FOUND', { as: 'bob', path });
}

/** Reading begins by itself. */
async function readThrough(tour: Tour): Promise<void> {
  await until(
    () => tour.send(`GET ${API}/linked-wallets`, { as: 'bob' }),
    ({ body }) => body.data[0].status === 'ready',
  );
}
