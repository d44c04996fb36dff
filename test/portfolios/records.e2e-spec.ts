import { DataSource } from 'typeorm';
import type { PlanName } from '../../src/domain/plans/plans';
import { ReadSchedule } from '../../src/ports/storage/read-schedule';
import { WatchList } from '../../src/ports/storage/watch-list';
import { account, call, codeOf, post } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { integer, list, moment, object, only, record, text, uuid, type Shape } from '../tax/shape';
import { envelope } from '../tax/shapes';
import { onPlan, PortfolioClient, PORTFOLIOS } from './portfolio-client';

/** Portfolios as records: what they hold, their bounds, and whose they are. */

let app: TestApp;
/** Whose requests are refused. */
let bob: PortfolioClient;
beforeAll(async () => {
  app = await startApp({ EVM_CHAINS: '' });
  bob = await someone();
});
afterAll(() => app?.close());

const evm = (n: number): string => `0x${n.toString(16).padStart(40, '0')}`;
const BITCOIN = 'bc1qjh2gnfsltj06v4e6ysgp578hgl3p5u3ph7khe4';
const SOLANA = '4StQ87uUY55GUcCqNcD8m6UTQhifPe7qq9sfnR88ASSH';
const NOBODY = '00000000-0000-4000-8000-000000000000';

async function someone(plan: PlanName = 'defi'): Promise<PortfolioClient> {
  const who = await account(app);
  if (plan !== 'free') await onPlan(app, who, plan);
  return new PortfolioClient(app, who);
}
const sql = <T>(query: string, values: unknown[] = []): Promise<T[]> =>
  app.app.get(DataSource).query<T[]>(query, values);
const watchedBy = async ({ who }: PortfolioClient): Promise<string[]> => {
  const rows = await sql<{ given: string }>(
    `SELECT given FROM watches WHERE user_id = $1 AND reason = 'portfolio' ORDER BY given`,
    [who.id],
  );
  return rows.map(({ given }) => given);
};

const portfolio = object({
  id: uuid,
  portfolio_id: uuid,
  name: text,
  description: text,
  metadata: record(() => []),
  addresses: list(
    object({ address: text, chain_type: only('evm', 'bitcoin', 'solana'), label: text, added_at: moment }),
  ),
  address_count: integer,
  created_at: moment,
  updated_at: moment,
});
const deleted = object({ deleted: only(true), portfolio_id: uuid });
const fits = (shape: Shape, body: unknown): void => expect(shape(body, 'body')).toEqual([]);

it('a portfolio is made, listed, read, changed and deleted', async () => {
  const ada = await someone();
  const made = await ada.create({
    name: 'Family',
    description: 'ours together',
    metadata: { client: 'A-17', nested: { list: [1, null, 'x'] } },
    addresses: [evm(1), { address: BITCOIN, label: 'mine' }, SOLANA],
  });
  expect(made.status).toBe(201);
  fits(envelope(portfolio), made.body);
  const { id } = made.body.data;
  expect(made.body.data).toEqual({
    id,
    portfolio_id: id,
    name: 'Family',
    description: 'ours together',
    metadata: { client: 'A-17', nested: { list: [1, null, 'x'] } },
    addresses: [
      { address: evm(1), chain_type: 'evm', label: '', added_at: made.body.data.created_at },
      { address: BITCOIN, chain_type: 'bitcoin', label: 'mine', added_at: made.body.data.created_at },
      { address: SOLANA, chain_type: 'solana', label: '', added_at: made.body.data.created_at },
    ],
    address_count: 3,
    created_at: made.body.data.created_at,
    updated_at: made.body.data.created_at,
  });
  const read = await ada.get(`/${id.toUpperCase()}`);
  fits(envelope(portfolio), read.body);
  expect(read.body.data).toEqual(made.body.data);

  const second = (await ada.create({ name: 'Mine' })).body.data;
  expect(second).toMatchObject({ description: '', metadata: {}, addresses: [], address_count: 0 });
  const listed = await ada.get('');
  fits(envelope(list(portfolio), true), listed.body);
  expect(listed.body.data).toEqual([second, made.body.data]);
  expect((await ada.get('', '?page=2&per_page=1')).body).toMatchObject({
    data: [made.body.data],
    pagination: { page: 2, per_page: 1, total: 2, total_pages: 2, has_more: false },
  });
  expect((await ada.get('', '?page=9')).body.data).toEqual([]);

  const changed = await ada.update(id, { name: 'Ours', metadata: { only: true } });
  fits(envelope(portfolio), changed.body);
  expect(changed.body.data).toEqual({
    ...made.body.data,
    name: 'Ours',
    metadata: { only: true },
    updated_at: changed.body.data.updated_at,
  });
  expect(Date.parse(changed.body.data.updated_at)).toBeGreaterThan(Date.parse(made.body.data.updated_at));
  const foreign = await ada.update(id, { user_id: NOBODY, id: NOBODY, created_at: 'never' });
  expect([foreign.status, foreign.body.error.field]).toEqual([400, 'user_id']);
  for (const nothing of [{}, undefined]) {
    const same = await ada.update(id, nothing);
    expect([same.status, same.body.data]).toEqual([200, changed.body.data]);
  }

  const gone = await ada.remove(id);
  fits(envelope(deleted), gone.body);
  expect([gone.status, gone.body.data]).toEqual([200, { deleted: true, portfolio_id: id }]);
  for (const answer of [await ada.remove(id), await ada.get(`/${id}`), await ada.update(id, { name: 'x' })])
    expect([...codeOf(answer), answer.body.error.details]).toEqual([
      404,
      'RESOURCE_NOT_FOUND',
      { resource: 'portfolio' },
    ]);
  expect((await ada.get('')).body.data).toEqual([second]);
});

it('an exchange account of another user is in no portfolio, as one of nobody', async () => {
  const [ada, eve] = [await someone(), await someone()];
  const connected = await post(
    app,
    '/api/v1/exchange-accounts',
    { exchange: 'kraken', source: 'csv' },
    { token: ada.who.token },
  );
  const account = `exchange:${connected.body.data.id}`;
  const own = await ada.create({ name: 'mine', addresses: [account] });
  expect([own.status, own.body.data.address_count]).toEqual([201, 1]);
  const id = await eve.made();
  for (const address of [account, `exchange:${NOBODY}`])
    for (const answer of [
      await eve.create({ name: 'theirs', addresses: [evm(1), address] }),
      await eve.add(id, address),
    ])
      expect([...codeOf(answer), answer.body.error.details]).toEqual([
        404,
        'RESOURCE_NOT_FOUND',
        { resource: 'exchange_account' },
      ]);
  expect((await eve.get('')).body.pagination.total).toBe(1);
  expect(await watchedBy(eve)).toEqual([]);
});

const BYTES = 16 * 1024;
const sized = (bytes: number): object => ({ k: 'x'.repeat(bytes - JSON.stringify({ k: '' }).length) });
const REFUSED: [string, object, string, string | undefined][] = [
  ['an empty name', { name: '' }, 'VALIDATION_ERROR', 'name'],
  ['a blank name', { name: '   ' }, 'VALIDATION_ERROR', 'name'],
  ['a name of 256 characters', { name: 'x'.repeat(256) }, 'VALIDATION_ERROR', 'name'],
  ['a name of 256 emoji', { name: '😀'.repeat(256) }, 'VALIDATION_ERROR', 'name'],
  ['a number for a name', { name: 7 }, 'VALIDATION_ERROR', 'name'],
  ['no name but null', { name: null }, 'VALIDATION_ERROR', 'name'],
  ['a list for a name', { name: ['x'] }, 'VALIDATION_ERROR', 'name'],
  ['NUL in a name', { name: 'a\0b' }, 'VALIDATION_ERROR', 'name'],
  ['half a character in a name', { name: 'a\ud83d' }, 'VALIDATION_ERROR', 'name'],
  ['a long description', { description: 'x'.repeat(2001) }, 'VALIDATION_ERROR', 'description'],
  ['null for a description', { description: null }, 'VALIDATION_ERROR', 'description'],
  ['a list for metadata', { metadata: [] }, 'VALIDATION_ERROR', 'metadata'],
  ['text for metadata', { metadata: '{}' }, 'VALIDATION_ERROR', 'metadata'],
  ['null for metadata', { metadata: null }, 'VALIDATION_ERROR', 'metadata'],
  ['large metadata', { metadata: sized(BYTES + 1) }, 'VALIDATION_ERROR', 'metadata'],
  ['NUL in metadata', { metadata: { a: ['\0'] } }, 'VALIDATION_ERROR', 'metadata.a.0'],
];

it.each(REFUSED)('%s is refused, when made and when changed', async (_name, body, code, field) => {
  const id = await bob.made();
  const before = (await bob.get(`/${id}`)).body.data;
  const others = (await bob.get('')).body.pagination.total;
  const made = await bob.create({ name: 'fine', ...body });
  const changed = await bob.update(id, body);
  expect([...codeOf(made), made.body.error.field]).toEqual([400, code, field]);
  expect([...codeOf(changed), changed.body.error.field]).toEqual([400, code, field]);
  expect((await bob.get(`/${id}`)).body.data).toEqual(before);
  expect((await bob.get('')).body.pagination.total).toBe(others);
});

it.each<[string, object | undefined, string, string | undefined]>([
  ['nothing', undefined, 'INVALID_REQUEST', undefined],
  ['no name', {}, 'VALIDATION_ERROR', 'name'],
  ['a name for an address', { addresses: [evm(1), 'vitalik.eth'] }, 'INVALID_ADDRESS', 'addresses'],
  ['a number for an address', { addresses: [7] }, 'VALIDATION_ERROR', 'addresses.0'],
  ['no address', { addresses: [{ label: 'x' }] }, 'VALIDATION_ERROR', 'addresses.0.address'],
  [
    'a long label',
    { addresses: [{ address: evm(1), label: 'x'.repeat(101) }] },
    'VALIDATION_ERROR',
    'addresses.0.label',
  ],
  ['text for addresses', { addresses: evm(1) }, 'VALIDATION_ERROR', 'addresses'],
  [
    'a hundred and one addresses',
    { addresses: Array.from({ length: 101 }, (_, i) => evm(i)) },
    'VALIDATION_ERROR',
    'addresses',
  ],
])('%s makes no portfolio', async (_name, body, code, field) => {
  const before = (await bob.get('')).body.data;
  const answer = await bob.create(body && ('addresses' in body ? { name: 'x', ...body } : body));
  expect([...codeOf(answer), answer.body.error.field]).toEqual([400, code, field]);
  expect((await bob.get('')).body.data).toEqual(before);
});

it('the most of everything fits, and comes back as it was sent', async () => {
  const ada = await someone();
  const body = {
    name: '😀'.repeat(255),
    description: 'é'.repeat(2000),
    metadata: sized(BYTES),
    addresses: Array.from({ length: 100 }, (_, i) => evm(i + 1)),
  };
  const { status, body: answer } = await ada.create(body);
  expect([status, answer.data.address_count]).toEqual([201, 100]);
  const { name, description, metadata, addresses } = (await ada.get(`/${answer.data.id}`)).body.data;
  expect({ name, description, metadata }).toEqual({
    name: body.name,
    description: body.description,
    metadata: body.metadata,
  });
  expect(addresses.map(({ address }: { address: string }) => address)).toEqual(body.addresses);
});

it('keys that reach for the prototype are refused or kept as data', async () => {
  const ada = await someone();
  const id = await ada.made();
  const send = (metadata: string) =>
    fetch(`${app.url}${PORTFOLIOS}/${id}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${ada.who.token}` },
      body: `{"metadata":${metadata}}`,
    });
  for (const bad of [
    '{"__proto__":{"polluted":1}}',
    '{"a":{"__proto__":{"polluted":1}}}',
    '{"constructor":{"prototype":{"polluted":1}}}',
  ])
    expect([bad, (await send(bad)).status]).toEqual([bad, 400]);
  const odd = { prototype: { polluted: 1 }, constructor: 'x', toString: 1, '': 2, hasOwnProperty: 3 };
  expect((await send(JSON.stringify(odd))).status).toBe(200);
  const kept = (await ada.get(`/${id}`)).body.data.metadata;
  expect(Object.entries(kept)).toEqual(Object.entries(odd));
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  const deep = `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`;
  expect((await send(deep)).status).toBe(400);
});

it('numbers of metadata are kept exactly, or refused', async () => {
  const ada = await someone();
  const id = await ada.made();
  const send = (metadata: string) =>
    fetch(`${app.url}${PORTFOLIOS}/${id}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${ada.who.token}` },
      body: `{"metadata":${metadata}}`,
    });
  const exact = '{"a":9007199254740991,"b":[0.1,-1.50,1e3,0.0,-0,1e-7],"c":12345678901234567000}';
  expect((await send(exact)).status).toBe(200);
  expect((await ada.get(`/${id}`)).body.data.metadata).toEqual(JSON.parse(exact.replace('-0,', '0,')));
  for (const number of ['12345678901234567890', '9007199254740993', '0.12345678901234567891', '1e400']) {
    const answer = await send(`{"a":[{"b":${number}}]}`);
    expect([answer.status, (await answer.json()) as object]).toEqual([
      400,
      expect.objectContaining({
        error: expect.objectContaining({ code: 'VALIDATION_ERROR', field: 'metadata' }),
      }),
    ]);
  }
});

it('addresses come and go, each once, in whatever case they are written', async () => {
  const ada = await someone();
  const id = await ada.made(`0x${'aB'.repeat(20)}`, `0x${'ab'.repeat(20)}`);
  const added = await ada.add(id, evm(2), { label: 'second' });
  expect(added.status).toBe(201);
  fits(envelope(portfolio), added.body);
  expect(
    added.body.data.addresses.map(({ address, label }: Record<string, string>) => [address, label]),
  ).toEqual([
    [`0x${'aB'.repeat(20)}`, ''],
    [evm(2), 'second'],
  ]);
  const twice = await ada.add(id, `0x${'AB'.repeat(20)}`);
  expect([...codeOf(twice), twice.body.error.details]).toEqual([
    409,
    'CONFLICT',
    { address: `0x${'AB'.repeat(20)}` },
  ]);
  const less = await ada.drop(id, `0x${'ab'.repeat(20)}`);
  fits(envelope(portfolio), less.body);
  expect([less.status, less.body.data.address_count]).toEqual([200, 1]);
  const again = await ada.drop(id, `0x${'ab'.repeat(20)}`);
  expect([...codeOf(again), again.body.error.details]).toEqual([
    404,
    'RESOURCE_NOT_FOUND',
    { resource: 'portfolio_address' },
  ]);
  expect((await ada.add(id, `0x${'ab'.repeat(20)}`)).body.data.addresses.at(-1).address).toBe(
    `0x${'ab'.repeat(20)}`,
  );
  expect(codeOf(await ada.drop(id, 'vitalik.eth'))).toEqual([400, 'INVALID_ADDRESS']);
  for (const [address, code, field] of [
    ['vitalik.eth', 'INVALID_ADDRESS', 'address'],
    [undefined, 'VALIDATION_ERROR', 'address'],
    [7, 'VALIDATION_ERROR', 'address'],
  ] as const) {
    const answer = await ada.add(id, address);
    expect([...codeOf(answer), answer.body.error.field]).toEqual([400, code, field]);
  }
  expect((await ada.add(id, evm(9), { label: 'x'.repeat(101) })).body.error.field).toBe('label');
});

it.each<[PlanName, number]>([
  ['free', 1],
  ['basic', 5],
  ['professional', 25],
  ['defi', 100],
])('on the %s plan a portfolio holds %i addresses, however many come at once', async (plan, limit) => {
  const ada = await someone(plan);
  const id = await ada.made(...Array.from({ length: limit - 1 }, (_, i) => evm(i + 1)));
  const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => ada.add(id, evm(500 + i))));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 201))
    expect([...codeOf(answer), answer.body.error.details]).toEqual([
      403,
      'WALLET_LIMIT_EXCEEDED',
      { limit, current: limit, plan_name: plan },
    ]);
  const held = (await ada.get(`/${id}`)).body.data.addresses;
  expect(held).toHaveLength(limit);
  const known = await ada.add(id, held[0].address);
  expect(codeOf(known)).toEqual([409, 'CONFLICT']);
});

it('a portfolio beyond the cap is not made, nor watched; caps of portfolios do not add up', async () => {
  const ada = await someone('free');
  const refused = await ada.create({ name: 'x', addresses: [evm(1), evm(2)] });
  expect([...codeOf(refused), refused.body.error.details]).toEqual([
    403,
    'WALLET_LIMIT_EXCEEDED',
    { limit: 1, current: 2, plan_name: 'free' },
  ]);
  expect(await watchedBy(ada)).toEqual([]);
  await ada.made(evm(1), evm(1));
  await ada.made(evm(2));
  const { token } = ada.who;
  expect((await post(app, '/api/v1/linked-wallets', { address: evm(3) }, { token })).status).toBe(201);
  expect((await ada.get('')).body.data).toHaveLength(2);
});

it('of portfolios made at once beyond two hundred none is made', async () => {
  const ada = await someone();
  await sql(
    `INSERT INTO portfolios (user_id, name, description, metadata, created_at, updated_at)
     SELECT $1, 'p' || n, '', '{}', now(), now() FROM generate_series(1, 199) AS n`,
    [ada.who.id],
  );
  const answers = await Promise.all(Array.from({ length: 5 }, () => ada.create({ name: 'one more' })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  const [refused] = answers.filter(({ status }) => status !== 201);
  expect(refused && [...codeOf(refused), refused.body.error.details]).toEqual([
    403,
    'FORBIDDEN',
    { resource: 'portfolio', limit: 200 },
  ]);
});

it('what is in a portfolio is watched and read in the background, as long as one holds it', async () => {
  const ada = await someone();
  const first = await ada.made(evm(9071), evm(9072));
  const second = await ada.made(evm(9072), evm(9073));
  expect(await watchedBy(ada)).toEqual([evm(9071), evm(9072), evm(9073)]);
  const schedule = app.app.get(ReadSchedule, { strict: false });
  await schedule.renew(Date.now(), 60_000);
  const due = await sql<{ address: string }>('SELECT address FROM wallet_reads WHERE address = ANY($1)', [
    [evm(9071), evm(9072), evm(9073), evm(9074)],
  ]);
  expect(due.map(({ address }) => address).sort()).toEqual([evm(9071), evm(9072), evm(9073)]);
  await ada.drop(first, evm(9072));
  expect(await watchedBy(ada)).toEqual([evm(9071), evm(9072), evm(9073)]);
  await ada.drop(second, evm(9072));
  expect(await watchedBy(ada)).toEqual([evm(9071), evm(9073)]);
  await ada.add(first, evm(9074));
  await ada.add(first, evm(9073));
  await ada.remove(second);
  expect(await watchedBy(ada)).toEqual([evm(9071), evm(9073), evm(9074)]);
  await ada.remove(first);
  expect(await watchedBy(ada)).toEqual([]);
});

it('what goes from one wallet of a portfolio to another is told as no trade', async () => {
  const ada = await someone();
  await ada.made(evm(9101), evm(9102));
  await ada.made(evm(9102), evm(9103));
  const { token } = ada.who;
  const hook = { url: 'http://127.0.0.1:8099/', events: ['transaction.new'] };
  expect((await post(app, '/api/v1/webhooks', hook, { token })).status).toBe(201);
  await post(app, '/api/v1/linked-wallets', { address: evm(9104) }, { token });
  const watched = await app.app.get(WatchList, { strict: false }).watched();
  const owned = watched
    .filter(({ userId }) => userId === ada.who.id)
    .map((watch) => [watch.address, watch.owned]);
  expect(Object.fromEntries(owned)).toEqual({
    [evm(9101)]: [evm(9101), evm(9102), evm(9104)],
    [evm(9102)]: [evm(9101), evm(9102), evm(9103), evm(9104)],
    [evm(9103)]: [evm(9102), evm(9103), evm(9104)],
    [evm(9104)]: [evm(9104)],
  });
});

it('an address that leaves one portfolio while it enters another stays watched', async () => {
  const ada = await someone();
  const [from, to] = [await ada.made(evm(80)), await ada.made()];
  for (let i = 0; i < 10; i++) {
    const answers = await Promise.all([ada.drop(from, evm(80)), ada.add(to, evm(80))]);
    expect(answers.map(({ status }) => status)).toEqual([200, 201]);
    expect(await watchedBy(ada)).toEqual([evm(80)]);
    await Promise.all([ada.add(from, evm(80)), ada.drop(to, evm(80))]);
    expect(await watchedBy(ada)).toEqual([evm(80)]);
  }
});

const ROUTES = (id: string): [string, string, unknown?][] => [
  ['GET', `/${id}`],
  ['PUT', `/${id}`, { name: 'taken' }],
  ['DELETE', `/${id}`],
  ['POST', `/${id}/addresses`, { address: evm(6) }],
  ['DELETE', `/${id}/addresses/${evm(5)}`],
  ['GET', `/${id}/holdings`],
  ['GET', `/${id}/tax-summary`],
  ['GET', `/${id}/form-8949?tax_year=2024`],
  ['GET', `/${id}/form-8949?tax_year=2024&format=csv`],
];

it("another user's portfolio is not there, whatever is asked of it", async () => {
  const [ada, eve] = [await someone(), await someone()];
  const id = await ada.made(evm(5));
  const before = (await ada.get(`/${id}`)).body;
  for (const other of [id, NOBODY, 'mine', `${id}x`])
    for (const [method, path, body] of ROUTES(other)) {
      const answer = await call(app, method, PORTFOLIOS + path, { token: eve.who.token, body });
      expect([method, path, ...codeOf(answer), answer.body.error.details]).toEqual([
        method,
        path,
        404,
        'RESOURCE_NOT_FOUND',
        { resource: 'portfolio' },
      ]);
    }
  expect((await eve.get('')).body).toMatchObject({ data: [], pagination: { total: 0 } });
  expect((await ada.get(`/${id}`)).body.data).toEqual(before.data);
});

it('a key does what its permission says', async () => {
  const ada = await someone();
  const id = await ada.made();
  const keyOf = async (permission: string): Promise<string> => {
    const body = { name: permission, permissions: [permission] };
    return (await post(app, '/api/v1/api-keys', body, { token: ada.who.token })).body.data.key;
  };
  const NEEDS: [string, string, string, unknown?][] = [
    ['write:portfolios', 'GET', ''],
    ['write:portfolios', 'GET', `/${id}`],
    ['write:portfolios', 'PUT', `/${id}`, { name: 'by key' }],
    ['write:portfolios', 'POST', `/${id}/addresses`, { address: evm(6) }],
    ['write:portfolios', 'DELETE', `/${id}/addresses/${evm(6)}`],
    ['read:holdings', 'GET', `/${id}/holdings`],
    ['read:tax-reports', 'GET', `/${id}/tax-summary`],
    ['read:tax-reports', 'GET', `/${id}/form-8949?tax_year=2024`],
    ['write:portfolios', 'POST', '', { name: 'another' }],
  ];
  const keys = new Map<string, string>();
  for (const [permission] of NEEDS) keys.set(permission, keys.get(permission) ?? (await keyOf(permission)));
  for (const [needed, method, path, body] of NEEDS)
    for (const [permission, key] of keys) {
      const answer = await call(app, method, PORTFOLIOS + path, { body, headers: { 'X-API-Key': key } });
      const isAllowed = permission === needed;
      expect([method, path, permission, answer.status < 300]).toEqual([method, path, permission, isAllowed]);
      if (!isAllowed)
        expect([answer.status, answer.body.error.details]).toEqual([403, { required_permission: needed }]);
    }
  for (const [, method, path, body] of NEEDS)
    for (const headers of [{}, { 'X-Partner-Key': app.partnerKey }] as Record<string, string>[])
      expect(codeOf(await call(app, method, PORTFOLIOS + path, { body, headers }))).toEqual([
        401,
        'UNAUTHORIZED',
      ]);
});
