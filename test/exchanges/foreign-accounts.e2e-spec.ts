import { MAIN } from '../../src/adapters/providers/demo/demo.addresses';
import { RouteAccessTable } from '../../src/http/auth/route-access-table';
import { BODIES, PARAMETERS } from '../accounts/belongings';
import { account, call, post, type Account } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { onPlan } from '../portfolios/portfolio-client';

/** Every route that takes the id of an exchange account: the id of another user is answered as an unknown one. */

const NOBODY = '00000000-0000-4000-8000-000000000000';
const FILE = 'txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance\n';

let app: TestApp;
let eve: Account;
/** Of another user. */
let foreign: string;
beforeAll(async () => {
  app = await startApp({ EVM_CHAINS: '' });
  const ada = await account(app);
  eve = await account(app);
  for (const who of [ada, eve]) await onPlan(app, who, 'defi');
  const made = await post(
    app,
    '/api/v1/exchange-accounts',
    { exchange: 'kraken', source: 'csv' },
    { token: ada.token },
  );
  foreign = made.body.data.id;
});
afterAll(() => app?.close());

const row = { box_1c: '1', box_1e: '2025-03-01', box_1f: '100.00', box_1g: '90.00', symbol: 'ETH' };

function file(id: string): FormData {
  const form = new FormData();
  form.append('file', new Blob([FILE]), 'ledgers.csv');
  form.append('account_id', id);
  return form;
}

const asEve = (path: string, body: unknown) => call(app, 'POST', path, { token: eve.token, body });

it.each<[string, (id: string) => Promise<{ status: number; body: unknown }>]>([
  ['a portfolio', (id) => asEve('/api/v1/portfolios', { name: 'p', addresses: [`exchange:${id}`] })],
  [
    'the filter of a webhook',
    (id) =>
      asEve('/api/v1/webhooks', {
        url: 'https://example.com/hook',
        events: ['lot.created'],
        addresses_filter: [id],
      }),
  ],
  [
    'an election',
    (id) =>
      asEve('/api/v1/method-elections', {
        account_id: id,
        method: 'hifo',
        effective_from: '2026-01-01T00:00:00Z',
      }),
  ],
  ['a Form 1099-DA', (id) => asEve('/api/v1/broker-forms', { tax_year: 2025, account_id: id, rows: [row] })],
  [
    'a key',
    (id) =>
      asEve('/api/v1/exchange-accounts', {
        exchange: 'kraken',
        api_key: 'k'.repeat(56),
        api_secret: Buffer.alloc(64).toString('base64'),
        account_id: id,
      }),
  ],
  [
    'an imported file',
    async (id) => {
      const answer = await fetch(`${app.url}/api/v1/exchange-accounts/import`, {
        method: 'POST',
        body: file(id),
        headers: { Authorization: `Bearer ${eve.token}` },
      });
      return { status: answer.status, body: await answer.json() };
    },
  ],
])('%s takes no exchange account of another user', async (_name, ask) => {
  const [anothers, nobodys] = [await ask(foreign), await ask(NOBODY)];
  for (const { status, body } of [anothers, nobodys])
    expect([status, body]).toMatchObject([
      404,
      { error: { code: 'RESOURCE_NOT_FOUND', details: { resource: 'exchange_account' } } },
    ]);
});

interface Operation {
  method: string;
  path: string;
  /** With its required parameters. */
  query: URLSearchParams;
  body: object | undefined;
  takesOwnedWallets: boolean;
}

/** Parameters and bodies that the operations of wallets need. */
const NEEDED: Readonly<Record<string, string>> = {
  tax_year: '2024',
  start_date: '2024-01-01',
  end_date: '2024-02-01',
};
const NEEDED_BODIES: Readonly<Record<string, object>> = {
  ...BODIES,
  'POST /api/v1/tax-reports/:address/generate': { tax_year: 2024 },
  'POST /api/v1/tax-reports/:address/law-comparison': { law: ['hr10357.fee'] },
  'PUT /api/v1/wallets/:address/tokens/:token_key/visibility': { is_spam: true },
};
/** Files of a wallet on a chain alone: an exchange account is refused by its family. */
const ELSEWHERE = ['POST /api/v1/wallets/:address/import'];

/** Every operation about a wallet that is public, so that its caller names it. */
async function operationsOfWallets(): Promise<Operation[]> {
  const { paths, components } = (await call(app, 'GET', '/api/docs-json')).body;
  return app.app
    .get(RouteAccessTable, { strict: false })
    .routes()
    .filter(({ method, path }) => isOfWallet(path) && !ELSEWHERE.includes(`${method} ${path}`))
    .map(({ method, path }) => {
      const operation = paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()];
      const parameters: { name: string; in: string; required?: boolean }[] = operation.parameters ?? [];
      const inQuery = parameters.filter((parameter) => parameter.in === 'query');
      const ref: string | undefined = operation.requestBody?.content['application/json']?.schema.$ref;
      const fields = ref === undefined ? {} : components.schemas[ref.split('/').at(-1) ?? ''].properties;
      const required = inQuery.filter((parameter) => parameter.required);
      return {
        method,
        path,
        query: new URLSearchParams(
          Object.fromEntries(required.map(({ name }) => [name, NEEDED[name] ?? ''])),
        ),
        body: NEEDED_BODIES[`${method} ${path}`] ?? (ref === undefined ? undefined : {}),
        takesOwnedWallets: 'owned_wallets' in fields || inQuery.some(({ name }) => name === 'owned_wallets'),
      };
    });
}

const isOfWallet = (path: string): boolean => {
  const prefix = path.slice(0, path.indexOf(':address') + ':address'.length);
  return path.includes(':address') && PARAMETERS[prefix]?.kind === 'public';
};

/** Sends an operation as Eve. @param owned in the body or the query */
function asEveOn({ method, path, query, body }: Operation, address: string, owned?: string) {
  const sent = new URLSearchParams(query);
  const inBody = body !== undefined && !(body instanceof FormData);
  if (owned !== undefined && !inBody) sent.set('owned_wallets', owned);
  const url = path
    .replace(':address', encodeURIComponent(address))
    .replace(':lot_id', NOBODY)
    .replace(/:\w+/g, 'ETH');
  return call(app, method, `${url}?${sent.toString()}`, {
    token: eve.token,
    body: owned !== undefined && inBody ? { ...body, owned_wallets: [owned] } : body,
  });
}

/** Both dialects. */
const isRefusal = (status: number, body: { error?: object; error_code?: string } | null): boolean =>
  status === 404 &&
  (body?.error_code === 'RESOURCE_NOT_FOUND' ||
    JSON.stringify(body?.error).includes('"details":{"resource":"exchange_account"}'));

it('every operation about a wallet refuses the exchange account of another user', async () => {
  const operations = await operationsOfWallets();
  const wrong: string[] = [];
  for (const operation of operations)
    for (const id of [foreign, `exchange:${foreign}`, NOBODY]) {
      const { status, body, text } = await asEveOn(operation, id);
      if (!isRefusal(status, body))
        wrong.push(`${operation.method} ${operation.path} ${id}: ${status} ${text}`);
    }
  expect(wrong).toEqual([]);
  expect(operations.length).toBeGreaterThan(30);
});

it('and so does each that takes the other wallets of the owner', async () => {
  const operations = (await operationsOfWallets()).filter(({ takesOwnedWallets }) => takesOwnedWallets);
  const wrong: string[] = [];
  for (const operation of operations)
    for (const id of [foreign, NOBODY]) {
      const { status, body, text } = await asEveOn(operation, MAIN, id);
      if (!isRefusal(status, body))
        wrong.push(`${operation.method} ${operation.path} ${id}: ${status} ${text}`);
    }
  expect(wrong).toEqual([]);
  expect(operations.map(({ method }) => method)).toContain('POST');
  expect(operations.length).toBeGreaterThan(15);
});

/** A calculation that is answered at once. */
const AT_ONCE = ['law', 'tool'].map((kind) => `POST /api/v1/tax-reports/:address/${kind}-comparison`);

it('its owner clears the cache of an account and orders its jobs', async () => {
  const token = eve.token;
  const own = await post(app, '/api/v1/exchange-accounts', { exchange: 'kraken', source: 'csv' }, { token });
  const id = own.body.data.id as string;
  const operations = (await operationsOfWallets()).filter(({ method }) => method === 'POST');
  for (const operation of operations) {
    const isAtOnce = AT_ONCE.includes(`${operation.method} ${operation.path}`);
    expect((await asEveOn(operation, id)).status).toBe(isAtOnce ? 200 : 202);
  }
  expect((await call(app, 'DELETE', `/api/v1/wallets/${id}/cache`, { token })).status).toBe(200);
});

it('an account without a key continues no account', async () => {
  const { status, body } = await asEve('/api/v1/exchange-accounts', {
    exchange: 'kraken',
    source: 'csv',
    account_id: foreign,
  });
  expect([status, body.error.code, body.error.field]).toEqual([400, 'VALIDATION_ERROR', 'source']);
  const list = await call(app, 'GET', '/api/v1/exchange-accounts', { token: eve.token });
  expect(list.text).not.toContain(foreign);
});

it('a Form 1099-DA of an account that is gone is still compared', async () => {
  const token = eve.token;
  const own = await post(app, '/api/v1/exchange-accounts', { exchange: 'kraken', source: 'csv' }, { token });
  const id = own.body.data.id as string;
  expect((await asEve('/api/v1/broker-forms', { tax_year: 2025, account_id: id, rows: [row] })).status).toBe(
    201,
  );
  const gone = await call(app, 'DELETE', `/api/v1/exchange-accounts/${id}?keep_data=false`, { token });
  expect(gone.status).toBe(200);
  const compared = await call(app, 'GET', '/api/v1/broker-forms/reconciliation?tax_year=2025', { token });
  expect(compared.status).toBe(200);
});
