import { account, call, type Account, type Answer } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { FakeClock } from '../fakes/fake-clock';
import { onPlan } from '../portfolios/portfolio-client';
import { startReplay, type Replay } from '../support/replay';
import { operationsOf, type OpenApi, type Operation } from './tour/schema';
import { until } from '../support/until';

/** Two users with the same recorded wallet: the plan of one shows everything, that of the other 25 transactions. */
const WALLET = '0x003dc32fe920a4aaeed12dc87e145f030aa753f3';
const CAP = 25;
/** With sales and income that the 25 newest transactions do not contain. */
const YEAR = '2021';
const FACTS = ['is_limited', 'tx_limit', 'tx_total'];

/** Routes that read no history. */
const WITHOUT_HISTORY = [
  /\/(auth|api-keys|audit-logs|checkout|webhooks|jobs|partners?|rwa\/tokens|manual-entries)(\/|$)/,
  /\/(exchange-accounts|filed-years|broker-forms|broker-instructions)(\/|$)/,
  /\/(usage|health|ready|tax-settings|method-elections|basis-allocations|standing-selections)$/,
  /\/(linked-wallets|portfolios|portfolios\/\{portfolio_id\}(\/members|\/invitations)?)$|^\/(verify-email|reset-password|magic-link|metrics)/,
];

/** The operations whose answers the test has to find cut: without them it would hold for nothing. */
const SURELY_CUT = [
  'GET /api/v1/wallets/{address}/lots',
  'GET /api/v1/wallets/{address}/transactions',
  'GET /api/v1/wallets/{address}/transactions/export',
  'GET /api/wallets/{address}/transactions',
  'GET /api/v1/tax-reports/{address}/form-8949',
  'GET /api/v1/tax-reports/{address}/form-8949/export',
  'GET /api/v1/portfolios/{portfolio_id}/form-8949',
  'GET /api/calculate/tax-report/{address}',
  'GET /api/calculate/lots/{address}',
  'GET /api/calculate/tax-export/{address}/form-8949/csv',
  'GET /api/calculate/tax-export/{address}/txf',
  'GET /api/v1/unified/transactions',
  'the result of a generated report',
];

interface Reader {
  /** Null: a caller without a credential. */
  account: Account | null;
  /** Values for the parameters of paths. */
  ids: Record<string, string>;
}

let replay: Replay;
let app: TestApp;
let all: Reader;
let few: Reader;
let operations: [name: string, operation: Operation][];

beforeAll(async () => {
  replay = await startReplay();
  const env = { ...replay.env, EVM_CHAINS: 'ethereum', DEMO_WALLETS: 'false' };
  app = await startApp(env, new FakeClock(Date.UTC(2026, 5, 15, 12)));
  const { body } = await call(app, 'GET', '/api/docs-json');
  operations = [...operationsOf(body as OpenApi)].filter(
    ([name]) => name.startsWith('GET ') && !WITHOUT_HISTORY.some((each) => each.test(name.slice(4))),
  );
  [all, few] = [await reader('defi'), await reader('free')];
});
afterAll(async () => {
  await app?.close();
  await replay?.close();
});

async function reader(plan: 'defi' | 'free'): Promise<Reader> {
  const who = await account(app, `${plan}@example.com`);
  await onPlan(app, who, plan);
  const ask = (method: string, path: string, body?: object): Promise<Answer> =>
    call(app, method, path, { token: who.token, body });
  await ask('POST', '/api/v1/linked-wallets', { address: WALLET });
  const made = await ask('POST', '/api/v1/portfolios', { name: 'mine', addresses: [WALLET] });
  // A summary waits for the whole history, and its prices arrive after it.
  await until(
    () => ask('GET', `/api/v1/tax-reports/${WALLET}/summary`),
    ({ body }) => body.meta.prices_pending !== true,
  );
  // The newest ones are shown to both.
  const newest = await ask('GET', `/api/v1/wallets/${WALLET}/transactions?per_page=1`);
  const lots = await ask('GET', `/api/v1/wallets/${WALLET}/lots?sort=date_desc&status=all&per_page=1`);
  return {
    account: who,
    ids: {
      address: WALLET,
      portfolio_id: made.body.data.id,
      transaction_id: newest.body.data[0].transaction_id,
      lot_id: lots.body.data[0].lot_id,
      symbol: 'ETH',
    },
  };
}

/** Asks an operation with the parameters that it needs, until nothing of its answer is waited for. */
async function ask({ account: by, ids }: Reader, name: string, operation: Operation): Promise<Answer> {
  const path = name.slice(4).replace(/\{(\w+)\}/g, (_all, part: string) => {
    const value = ids[part];
    if (value === undefined) throw new Error(`${name} needs a value for ${part}`);
    return value;
  });
  const takes = (part: string): boolean => !!operation.parameters?.some((each) => each.name === part);
  const query = new URLSearchParams({
    ...(takes('tax_year') && !name.includes('/transactions') && { tax_year: YEAR }),
    ...(takes('status') && { status: 'all' }),
    ...(takes('per_page') && { per_page: '100' }),
    // A short history: its prices arrive while it is asked for.
    ...(takes('interval') && { start_date: `${YEAR}-05-01`, end_date: `${YEAR}-06-30`, interval: 'month' }),
    ...(takes('simulate') && { simulate: 'true' }),
  });
  return until(
    () => call(app, 'GET', `${path}?${query.toString()}`, { token: by?.token }),
    ({ body }) => body?.meta?.prices_pending !== true,
  );
}

async function generated({ account: by }: Reader, order: object): Promise<Answer> {
  const token = by?.token;
  const path = `/api/v1/tax-reports/${WALLET}/generate`;
  const { body } = await call(app, 'POST', path, { token, body: { tax_year: Number(YEAR), ...order } });
  const job = `/api/v1/jobs/${body.data.job_id}`;
  await until(async () => (await call(app, 'GET', job, { token })).body.data.status === 'completed');
  return call(app, 'GET', `${job}/result`, { token });
}

/** What an answer shows, without what stands beside it and without what is the reader's own. */
function contentOf({ body, text }: Answer, { ids }: Reader): string {
  if (body === null) return text;
  const { meta: _meta, partial: _partial, still_indexing: _indexing, ...content } = body;
  const own = [...FACTS, 'report_id', 'generated_at'];
  const shown = JSON.stringify(content, (name, value: unknown) => (own.includes(name) ? undefined : value));
  return shown.split(ids['portfolio_id'] ?? '').join('');
}

/**
 * True when an answer states its cut in its place: a header of a file, `meta` under /api/v1, else the top level. The
 * summary of a file has the reasons of its status.
 */
function isStated({ body, headers }: Answer): boolean {
  if (headers.get('content-disposition') !== null) return headers.get('x-export-limited') === 'true';
  const reasons = (body.status_reasons ?? []) as { reason: string }[];
  if (body.success !== true && reasons.some(({ reason }) => reason === 'rows_not_shown')) return true;
  const { is_limited, tx_limit, tx_total } = body.success === true ? body.meta : body;
  return is_limited === true && tx_limit === CAP && tx_total > CAP;
}

const factsOf = (data: object): object =>
  Object.fromEntries(Object.entries(data).filter(([name]) => FACTS.includes(name)));

it('every answer that a plan cuts states the cut, and no whole answer does', async () => {
  const cut: string[] = [];
  const wrong: string[] = [];
  const compare = (name: string, whole: Answer, part: Answer): void => {
    expect([name, whole.status, part.status]).toEqual([name, 200, 200]);
    // Where `data` has these fields too, they are the same.
    if (part.body?.data?.is_limited !== undefined)
      expect(part.body.meta).toMatchObject(factsOf(part.body.data));
    if (isStated(whole)) wrong.push(`${name} of the whole`);
    if (contentOf(whole, all) === contentOf(part, few)) return;
    cut.push(name);
    if (!isStated(part)) wrong.push(name);
  };
  for (const [name, operation] of operations)
    compare(name, await ask(all, name, operation), await ask(few, name, operation));
  const order = { include: ['form_8949', 'lots'] };
  compare('the result of a generated report', await generated(all, order), await generated(few, order));
  expect(wrong).toEqual([]);
  expect(cut).toEqual(expect.arrayContaining(SURELY_CUT));
});

/** Ids and hashes of transactions that the plan of `few` hides. Spam counts to no plan, and is hidden with its time. */
async function hiddenNames(): Promise<string[]> {
  const namesOf = async ({ account: by }: Reader): Promise<string[]> => {
    const names: string[] = [];
    for (let page = 1, more = true; more; page++) {
      const path = `/api/v1/wallets/${WALLET}/transactions?include_spam=true&per_page=100&page=${page}`;
      const { body } = await call(app, 'GET', path, { token: by?.token });
      for (const one of body.data) names.push(one.transaction_id, one.tx_hash);
      more = body.pagination.has_more;
    }
    return names;
  };
  const shown = new Set(await namesOf(few));
  return [...new Set(await namesOf(all))].filter((name) => !shown.has(name));
}

it('no answer names a transaction that the plan hides', async () => {
  const hidden = await hiddenNames();
  expect(hidden.length).toBeGreaterThan(4 * CAP);
  const nobody: Reader = { ...few, account: null };
  const naming: string[] = [];
  const answered = new Map<string, Set<string>>([
    ['free', new Set()],
    ['nobody', new Set()],
  ]);
  const search = (who: string, name: string, { status, text }: Answer): void => {
    if (status === 401 && who === 'nobody') return;
    expect([name, status]).toEqual([name, 200]);
    answered.get(who)?.add(name);
    const found = hidden.filter((each) => text.includes(each));
    if (found.length > 0) naming.push(`${who}: ${name} names ${found.length}, such as ${found[0]}`);
  };
  for (const [name, operation] of operations) {
    search('free', name, await ask(few, name, operation));
    search('nobody', name, await ask(nobody, name, operation));
  }
  search('free', 'a generated report', await generated(few, { format: 'json' }));
  for (const [name, answer] of await details()) search('free', name, answer);
  const body = { address: WALLET, current_prices: {} };
  search('nobody', 'a posted valuation', await call(app, 'POST', '/api/calculate/unrealized-gl', { body }));
  expect(naming).toEqual([]);
  expect([...(answered.get('free') ?? [])]).toEqual(
    expect.arrayContaining(SURELY_CUT.filter((name) => name.startsWith('GET'))),
  );
  const open = [...(answered.get('nobody') ?? [])].filter((name) => name.includes('/api/calculate/'));
  expect(open.length).toBeGreaterThan(8);
});

/** What is known of each transaction and each lot that the plan shows, and the formats of files. */
async function details(): Promise<[name: string, Answer][]> {
  const wallet = `/api/v1/wallets/${WALLET}`;
  const get = async (path: string): Promise<[string, Answer]> => [
    path,
    await call(app, 'GET', path, { token: few.account?.token }),
  ];
  const [, transactions] = await get(`${wallet}/transactions?per_page=100`);
  const [, lots] = await get(`${wallet}/lots?status=all&per_page=100`);
  const form = `/api/v1/tax-reports/${WALLET}/form-8949/export?tax_year=${YEAR}&format=`;
  const paths = [
    ...transactions.body.data.map(
      (one: { transaction_id: string }) => `${wallet}/transactions/${one.transaction_id}`,
    ),
    ...lots.body.data.map((one: { lot_id: string }) => `${wallet}/lots/${one.lot_id}/lineage`),
    ...['json', 'csv', 'txf', 'turbotax'].map((format) => `${form}${format}`),
    `${wallet}/transactions/export?format=json&include_spam=true`,
  ];
  return Promise.all(paths.map(get));
}
