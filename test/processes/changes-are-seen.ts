import { DEMO_ADDRESSES } from '../../src/adapters/providers/demo';
import { StoredChanges } from '../../src/common/stored-changes';
import { PartnerKeysService } from '../../src/modules/auth/partner-keys/partner-keys.service';
import { account, call, post, type Account, type Answer } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { onPlan } from '../portfolios/portfolio-client';
import { type MainProcess, startMain } from '../support/main-process';
import { cachedRoutes } from './cached-routes';
import { until } from '../support/until';

/** Two of one owner, with transfers between them. */
const [DEMO = '', VAULT = ''] = DEMO_ADDRESSES.map(({ address }) => address);
const PERMISSIONS = ['read:holdings', 'read:lots', 'read:transactions', 'read:tax-reports'];

/** What differs from one computation of the same answer to the next. */
const textOf = ({ text }: Answer): string =>
  text
    .replace(/"(request_id|timestamp)":"[^"]*"/g, '')
    .replace(/"(price_at|last_indexed_at|read_at)":"[^"]*"/g, '')
    // A chain whose read takes long is named meanwhile.
    .replace(/,?"stale_chains":\[[^\]]*\]/g, '');

/** Where two texts differ first. */
function differences(url = '', text: string, wanted = ''): { url: string; text: string; wanted: string }[] {
  if (text === wanted) return [];
  let at = 0;
  while (text[at] === wanted[at]) at += 1;
  const near = (whole: string) => whole.slice(Math.max(0, at - 120), at + 120);
  return [{ url, text: near(text), wanted: near(wanted) }];
}

/** Changes are made in one process. Both have the answers of before at hand, and the other is a process of its own. */
export function changesAreSeen(env: () => Record<string, string>): void {
  let first: TestApp;
  let second: MainProcess;
  let ada: Account;
  let urls: string[];
  let key: { id: string; key: string };

  beforeAll(async () => {
    // However busy the machine is, no answer is partial.
    const settings = { ...env(), EVM_CHAINS: 'ethereum' };
    first = await startApp(settings);
    second = await startMain({ ...settings, ...first.database, DATA_DIR: first.dataDir });
    for (const wallet of [DEMO, VAULT])
      await until(async () => (await first.get(`/api/v1/wallets/${wallet}/holdings`)).body.partial === false);
    ada = await account(first);
    urls = cachedRoutes(first, DEMO).map(({ url }) => url);
    key = (await post(first, '/api/v1/api-keys', { name: 'k', permissions: PERMISSIONS }, session())).body
      .data;
  });
  afterAll(async () => {
    second?.child.kill('SIGTERM');
    await second?.ended;
    await first?.close();
  });

  const session = () => ({ headers: { Authorization: `Bearer ${ada.token}` } });
  const withKey = () => ({ headers: { 'X-API-Key': key.key } });
  type Credentials = { headers: Record<string, string> };
  /** Every cached route at once: all of it within the second for which an answer is trusted. */
  const askAll = (where: { url: string }, who: Credentials): Promise<Answer[]> =>
    Promise.all(urls.map((url) => call(where, 'GET', url, who)));

  /** @returns answers that were computed now */
  async function computed(who: Credentials): Promise<string[]> {
    first.app.get(StoredChanges, { strict: false }).noteClearing();
    return (await askAll(first, who)).map(textOf);
  }

  /**
   * Sessions and keys of the user, on every cached route.
   * @param change made in the first process
   * @param least number of routes whose answers differ afterwards
   */
  async function isSeen(change: () => Promise<unknown>, least: number): Promise<void> {
    const both = [session(), withKey()];
    const all = both.flatMap((who) => [first, second].map((where) => ({ who, where })));
    const known = await Promise.all(all.map(({ where, who }) => askAll(where, who)));
    for (const { status, headers } of known.flat())
      expect([status, headers.get('etag')]).toEqual([200, expect.any(String)]);
    await change();
    const here = await Promise.all(both.map((who) => askAll(first, who)));
    const now = await computed(session());
    const stale = (answers: Answer[][]) =>
      answers.flatMap((all) => all.flatMap((answer, i) => differences(urls[i], textOf(answer), now[i])));
    expect(stale(here)).toEqual([]);
    const before = known[0]?.map(textOf) ?? [];
    const changed = [...now.keys()].filter((i) => now[i] !== before[i]);
    expect(changed.length).toBeGreaterThanOrEqual(least);
    const [at = 0] = changed;
    // One route until the other process has heard of it: all of them are asked again and again for a second else.
    await until(
      async () => textOf(await call(second, 'GET', urls[at] ?? '', session())),
      (text) => text === now[at],
    );
    await until(
      async () => stale(await Promise.all(both.map((who) => askAll(second, who)))),
      ({ length }) => length === 0,
    );
  }

  it('a plan', () => isSeen(() => onPlan(first, ada, 'defi'), 3));

  it('an addition to the history', async () => {
    const { data } = (await call(first, 'GET', `/api/v1/wallets/${DEMO}/positions`, session())).body;
    const [held] = data as { token_key: string; quantity: string }[];
    const entry = {
      address: DEMO,
      token_key: held?.token_key,
      quantity: held?.quantity,
      disposed_at: new Date().toISOString(),
      disposal_type: 'lost',
    };
    await isSeen(async () => {
      const { status } = await post(first, '/api/v1/manual-entries/disposal-entries', entry, session());
      expect(status).toBe(201);
    }, 5);
  });

  it('a wallet that is linked', () =>
    isSeen(async () => {
      expect((await post(first, '/api/v1/linked-wallets', { address: VAULT }, session())).status).toBe(201);
    }, 1));

  it('a wallet that is unlinked', () =>
    isSeen(async () => {
      expect((await call(first, 'DELETE', `/api/v1/linked-wallets/${VAULT}`, session())).status).toBe(200);
    }, 1));

  /** Refused on every cached route: at once here, and soon there. */
  async function isRefused(who: Credentials, change: () => Promise<unknown>, status: number): Promise<void> {
    const statuses = async (where: { url: string }) => [
      ...new Set((await askAll(where, who)).map((answer) => answer.status)),
    ];
    for (const where of [first, second]) expect(await statuses(where)).toEqual([200]);
    await change();
    expect(await statuses(first)).toEqual([status]);
    await until(async () => (await call(second, 'GET', urls[0] ?? '', who)).status === status);
    await until(
      () => statuses(second),
      (found) => found.join() === String(status),
    );
  }

  it('a permission that an API key has no more', () =>
    isRefused(
      withKey(),
      async () => {
        const changed = await call(first, 'PUT', `/api/v1/api-keys/${key.id}`, {
          ...session(),
          body: { permissions: ['write:webhooks'] },
        });
        expect(changed.status).toBe(200);
      },
      403,
    ));

  it('an API key that is revoked', async () => {
    const made = await post(first, '/api/v1/api-keys', { name: 'k', permissions: PERMISSIONS }, session());
    const { id, key: text } = made.body.data as { id: string; key: string };
    await isRefused(
      { headers: { 'X-API-Key': text } },
      () => call(first, 'DELETE', `/api/v1/api-keys/${id}`, session()),
      401,
    );
  });

  it('a partner key that is revoked', async () => {
    const partners = first.app.get(PartnerKeysService, { strict: false });
    const made = await partners.create('short');
    await isRefused({ headers: { 'X-Partner-Key': made.key } }, () => partners.revoke(made.id), 401);
  });

  it('a session that ends', () =>
    isRefused(session(), () => post(first, '/api/v1/auth/logout', {}, session()), 401));
}
