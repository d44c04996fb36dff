import { DataSource } from 'typeorm';
import { MAIN, VAULT } from '../../src/adapters/providers/demo/demo.addresses';
import { RouteAccessTable, type RouteAccess } from '../../src/http/auth/route-access-table';
import { call, PASSWORD, type Answer } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { memberOf, someone, SpaceClient } from './space-client';

/** A space owns its sources, settings, decisions and matches: nothing of it is in the account or in another space. */

let app: TestApp;
let ada: SpaceClient;
let one: SpaceClient;
let other: SpaceClient;
let routes: RouteAccess[];

const SUMMARY = `/api/v1/tax-reports/${VAULT}/summary?tax_year=2024`;
const NOBODY = '00000000-0000-4000-8000-000000000000';

beforeAll(async () => {
  app = await startApp({ EVM_CHAINS: 'ethereum' });
  routes = app.app.get(RouteAccessTable, { strict: false }).routes();
  ada = await someone(app);
  [one, other] = [await ada.opened(VAULT), await ada.opened(VAULT)];
});
afterAll(() => app?.close());

it('a wallet linked in one space changes nothing in the other, in the account, and the reverse', async () => {
  const summaries = () => Promise.all([one, other, ada].map((each) => each.data('GET', SUMMARY)));
  const before = await summaries();
  expect(before[0]).toEqual(before[1]);
  await ada.data('POST', `/api/v1/portfolios/${one.spaceId}/addresses`, { address: MAIN });
  const [changed, same, account] = await summaries();
  expect(changed).not.toEqual(before[0]);
  expect([same, account]).toEqual(before.slice(1));

  await ada.data('POST', '/api/v1/linked-wallets', { address: MAIN });
  const after = await summaries();
  expect(after.slice(0, 2)).toEqual([changed, same]);
  expect(after[2]).toEqual(changed);
  const linked = await Promise.all(
    [one, other, ada].map((each) => each.data('GET', '/api/v1/linked-wallets')),
  );
  expect(linked.map((rows: { address: string }[]) => rows.map(({ address }) => address))).toEqual([
    [VAULT, MAIN],
    [VAULT],
    [MAIN],
  ]);
  await ada.data('DELETE', `/api/v1/linked-wallets/${MAIN}`);
  expect((await summaries())[0]).toEqual(changed);
});

it('the portfolio of a space has its sources and its decisions', async () => {
  const path = `/api/v1/portfolios/${one.spaceId}`;
  expect(await ada.data('GET', path)).toMatchObject({
    id: one.spaceId,
    is_space: true,
    role: 'owner',
    metadata: { user: 'u-1' },
    addresses: [{ address: VAULT }, { address: MAIN }],
    address_count: 2,
  });
  const wallet = await one.data('GET', SUMMARY);
  const joint = await ada.data('GET', `${path}/tax-summary?tax_year=2024`);
  const { by_address: parts } = joint as { by_address: { address: string }[] };
  expect(parts.map(({ address }) => address)).toEqual([VAULT, MAIN]);
  expect(parts[0]).toMatchObject({ total_realized_gl: wallet.total_realized_gl });
});

it('settings and decisions hold where they were made', async () => {
  await one.data('PUT', '/api/v1/tax-settings', { timezone: 'America/Los_Angeles' });
  await one.data('POST', '/api/v1/method-elections', { address: VAULT, method: 'hifo' });
  const settings = await Promise.all(
    [one, other, ada].map((each) => each.data('GET', '/api/v1/tax-settings')),
  );
  expect(settings.map(({ timezone }) => timezone)).toEqual([
    'America/Los_Angeles',
    settings[2].timezone,
    settings[2].timezone,
  ]);
  expect(settings[2].timezone).not.toBe('America/Los_Angeles');
  const elections = await Promise.all(
    [one, other, ada].map((each) => each.data('GET', '/api/v1/method-elections')),
  );
  expect(elections.map(({ length }) => length)).toEqual([1, 0, 0]);
  const { id } = elections[0][0];
  for (const each of [other, ada])
    expect((await each.ask('DELETE', `/api/v1/method-elections/${id}`)).status).toBe(404);
});

it('exchange accounts match within their space alone', async () => {
  const hash = 'cd'.repeat(32);
  const sent = `2024-02-01T00:00:00Z,withdrawal,BTC,1,a,${hash}`;
  const received = `2024-02-01T00:10:00Z,deposit,BTC,1,b,${hash}`;
  const account = await one.imported('gemini', sent);
  await other.imported('okx', received);
  await ada.imported('kraken', received);
  const matches = (each: SpaceClient) =>
    each.data('GET', '/api/v1/unified/transfer-matches?status=confirmed');
  expect(await Promise.all([one, other, ada].map(matches))).toEqual([[], [], []]);
  await one.imported('okx', received);
  expect((await Promise.all([one, other, ada].map(matches))).map(({ length }) => length)).toEqual([1, 0, 0]);
  const accounts = await Promise.all(
    [one, other, ada].map((each) => each.data('GET', '/api/v1/exchange-accounts')),
  );
  expect(accounts.map(({ length }) => length)).toEqual([2, 1, 1]);
  for (const each of [other, ada])
    expect((await each.ask('GET', `/api/v1/exchange-accounts/${account}`)).status).toBe(404);
  const { addresses } = await ada.data('GET', `/api/v1/portfolios/${one.spaceId}`);
  expect(addresses).toHaveLength(4);
});

it('jobs and webhooks of a space are not of the account', async () => {
  const { job_id: job } = await one.data('POST', `/api/v1/tax-reports/${VAULT}/generate`, { tax_year: 2023 });
  expect((await one.ask('GET', `/api/v1/jobs/${job}`)).status).toBe(200);
  for (const each of [other, ada]) expect((await each.ask('GET', `/api/v1/jobs/${job}`)).status).toBe(404);
  const hook = { url: 'http://127.0.0.1:8099/', events: ['transaction.new'] };
  const { id } = await one.data('POST', '/api/v1/webhooks', hook);
  for (const each of [other, ada]) expect((await each.ask('GET', `/api/v1/webhooks/${id}`)).status).toBe(404);
});

/** Routes of the account, by the first part of their path: every other route is also one of a space. */
const OF_ACCOUNTS =
  /^\/api\/(v1\/)?(auth|api-keys|usage|checkout|audit-logs|rwa|partners|law|health|space-invitations|portfolios$)/;

it('every route about records takes a space', () => {
  const without = routes.filter(({ space, path }) => space === null && path.startsWith('/api/'));
  const others = without.filter(({ path }) => !OF_ACCOUNTS.test(path));
  expect(others.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});

it('streams of all spaces count as those of their reader', async () => {
  const database = app.app.get(DataSource);
  const jobs = new Map<SpaceClient, string>();
  for (const space of [one, other]) {
    const [made] = await database.query<{ id: string }[]>(
      `INSERT INTO jobs (type, dedupe_key, payload, owner, status, lease_until)
       VALUES ('precompute', $1, '{}', $1, 'running', now() + interval '1 hour') RETURNING id`,
      [`user:${space.spaceId}`],
    );
    jobs.set(space, made?.id ?? '');
  }
  const end = new AbortController();
  const open = async (space: SpaceClient): Promise<number> => {
    const url = `${app.url}/api/v1/jobs/${jobs.get(space)}/events?space_id=${space.spaceId}`;
    const headers = { Authorization: `Bearer ${ada.who.token}` };
    return (await fetch(url, { headers, signal: end.signal })).status;
  };
  for (let i = 0; i < 10; i++) expect(await open(one)).toBe(200);
  expect(await open(other)).toBe(429);
  end.abort();
  await database.query('DELETE FROM jobs WHERE id = ANY ($1)', [[...jobs.values()]]);
});

/** Every route of a space, with ids that lead nowhere: the guard is asked before. */
const ofSpaces = (): [string, string, RouteAccess][] =>
  routes.flatMap((route) =>
    route.space === null
      ? []
      : [
          [
            route.method,
            route.path
              .replace(':address', VAULT)
              .replace(':portfolio_id', one.spaceId ?? '')
              .replace(/:\w+/g, NOBODY),
            route,
          ] as [string, string, RouteAccess],
        ],
  );

/** As this client, in the space that a query names; a path names its own. */
const askEach = async (client: SpaceClient, spaceId: string, isAsked = (_method: string) => true) => {
  const answers: { route: string; answer: Answer }[] = [];
  for (const [method, path, route] of ofSpaces()) {
    if (!isAsked(method)) continue;
    const named = route.space?.from === 'path' ? new SpaceClient(app, client.who) : client.in(spaceId);
    const answer = await named.ask(method, path.replace(one.spaceId ?? '', spaceId));
    answers.push({ route: `${method} ${route.path}`, answer });
  }
  return answers;
};

it('every route of a space answers 404 to others, as for a space that does not exist', async () => {
  const eve = await someone(app);
  const foreign = await askEach(eve, one.spaceId ?? '');
  const none = await askEach(eve, NOBODY);
  const shown = ({ route, answer }: (typeof foreign)[number]) => [route, answer.status, answer.body.error];
  expect(foreign.length).toBeGreaterThan(100);
  expect(foreign.map(shown)).toEqual(none.map(shown));
  // A path says nothing of a portfolio before the rest of the request is right.
  const named = foreign.filter(({ route }) => !route.includes('/api/v1/portfolios/'));
  expect(named.filter(({ answer }) => answer.status !== 404).map(shown)).toEqual([]);
});

it('a reader writes nothing, by any route', async () => {
  const reader = await memberOf(one, 'reader');
  const writes = await askEach(reader, one.spaceId ?? '', (method) => method !== 'GET');
  expect(writes.length).toBeGreaterThan(50);
  const allowed = writes.filter(({ answer }) => answer.status !== 403).map(({ route }) => route);
  // These store nothing.
  expect(allowed.sort()).toEqual([
    'POST /api/calculate/cost-basis',
    'POST /api/calculate/unrealized-gl',
    'POST /api/v1/batch/holdings',
    'POST /api/v1/batch/tax-summary',
    'POST /api/v1/portfolios/:portfolio_id/law-comparison',
    'POST /api/v1/portfolios/:portfolio_id/tool-comparison',
    'POST /api/v1/tax-reports/:address/law-comparison',
    'POST /api/v1/tax-reports/:address/tool-comparison',
  ]);
  const kept = await reader.ask('GET', `/api/calculate/tax-summary/${VAULT}?persist_lineage=true`);
  expect(kept.status).toBe(403);
  expect(await reader.data('GET', SUMMARY)).toEqual(await one.data('GET', SUMMARY));
});

it('space_id is refused as unknown by routes of the account, and has to be an id', async () => {
  const unknown = await one.ask('GET', '/api/v1/api-keys');
  expect([unknown.status, unknown.body.error.field]).toEqual([400, 'space_id']);
  const bad = await ada.ask('GET', '/api/v1/issues?space_id=mine');
  expect([bad.status, bad.body.error.field]).toEqual([400, 'space_id']);
  const plain = await ada.data('POST', '/api/v1/portfolios', { name: 'no space' });
  expect((await ada.in(plain.id).ask('GET', '/api/v1/issues')).status).toBe(404);
});

it('a key of the owner that may write portfolios works in a space without a session', async () => {
  const { key } = await ada.data('POST', '/api/v1/api-keys', {
    name: 'backend',
    permissions: ['write:portfolios', 'read:tax-reports'],
  });
  const put = (query: string) =>
    call(app, 'PUT', `/api/v1/tax-settings${query}`, {
      headers: { 'X-API-Key': key },
      body: { timezone: 'America/Denver' },
    });
  expect((await put('')).status).toBe(401);
  expect((await put(`?space_id=${other.spaceId}`)).status).toBe(200);
  const { key: lesser } = await ada.data('POST', '/api/v1/api-keys', {
    name: 'reader',
    permissions: ['read:tax-reports'],
  });
  const refused = await call(app, 'PUT', `/api/v1/tax-settings?space_id=${other.spaceId}`, {
    headers: { 'X-API-Key': lesser },
    body: { timezone: 'America/Denver' },
  });
  expect(refused.status).toBe(403);
});

/** Tables with rows of a space, without the list of erasures. */
async function tablesWith(spaceId: string): Promise<string[]> {
  const database = app.app.get(DataSource);
  const columns = await database.query<{ name: string; column: string }[]>(
    `SELECT table_name AS name, column_name AS column FROM information_schema.columns
     JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> 'audit_erasures'
       AND (column_name IN ('user_id', 'owner', 'space_id') OR (table_name, column_name) IN (('users', 'id'), ('portfolios', 'id')))`,
  );
  const found: string[] = [];
  for (const { name, column } of columns) {
    const rows = await database.query<unknown[]>(
      `SELECT FROM ${name} WHERE ${column}::text IN ($1, 'user:' || $1) LIMIT 1`,
      [spaceId],
    );
    if (rows.length > 0) found.push(name);
  }
  return [...new Set(found)].sort();
}

it('a space is deleted with all of its records, and with its owner', async () => {
  const owner = await someone(app);
  const gone = await owner.opened(MAIN);
  const fill = async (space: SpaceClient) => {
    await space.imported('gemini', '2024-02-01T00:00:00Z,deposit,BTC,1,a,');
    await space.data('POST', '/api/v1/method-elections', { address: MAIN, method: 'hifo' });
    await space.data('POST', `/api/v1/wallets/${MAIN}/track`, {});
    await space.data('GET', SUMMARY);
    await memberOf(space, 'reader');
    const tables = [
      'exchange_accounts',
      'jobs',
      'linked_wallets',
      'manual_entries',
      'space_members',
      'users',
    ];
    expect(await tablesWith(space.spaceId ?? '')).toEqual(expect.arrayContaining(tables));
  };
  await fill(gone);
  const left = await owner.opened(MAIN);
  await fill(left);
  expect((await owner.ask('DELETE', `/api/v1/portfolios/${gone.spaceId}`)).status).toBe(200);
  expect((await gone.ask('GET', SUMMARY)).status).toBe(404);
  expect((await owner.ask('GET', `/api/v1/portfolios/${gone.spaceId}`)).status).toBe(404);
  expect(await tablesWith(gone.spaceId ?? '')).toEqual([]);

  const file = await owner.data('GET', '/api/v1/auth/me/export');
  expect(file.exchange_accounts).toHaveLength(1);
  const deleted = await owner.ask('DELETE', '/api/v1/auth/me', { password: PASSWORD });
  expect(deleted.status).toBe(200);
  expect(await tablesWith(left.spaceId ?? '')).toEqual([]);
});
