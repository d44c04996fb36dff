import { DataSource } from 'typeorm';
import { MAIN, MINER, STAKER, VAULT } from '../../src/adapters/providers/demo/demo.addresses';
import { PERMISSIONS } from '../../src/domain/access/permissions';
import type { TestApp } from '../app.factory';
import { KOINLY } from '../contract/tour/koinly';
import { until } from '../support/until';
import { onPlan } from '../portfolios/portfolio-client';
import { account, call, signIn, type Account, type Answer } from './client';

/**
 * What stands in the paths of the service: one row for each parameter of each route, by the path up to it. A route
 * with a parameter that has no row fails, and so does a row no route has use for.
 */

/** Any caller may request it. */
interface Public {
  kind: 'public';
  value: string;
}

/** Of one user: for all others it does not exist. */
interface Owned {
  kind: 'owned';
  /** Those of one user: each is tried. */
  of: (belongings: Belongings) => readonly string[];
  /** The answer where there is none. */
  codes: readonly string[];
  /** Other parameters of the path that go with it. */
  with?: Readonly<Record<string, string>>;
}

export type Parameter = Public | Owned;

const publicly = (value: string): Public => ({ kind: 'public', value });
const owned = (
  of: (belongings: Belongings) => string | readonly string[],
  codes: string | readonly string[] = 'RESOURCE_NOT_FOUND',
  others?: Owned['with'],
): Owned => ({
  kind: 'owned',
  of: (belongings) => [of(belongings)].flat(),
  codes: [codes].flat(),
  with: others,
});

/** An address whose only history is imported. */
const IMPORTED = '0x00000000000000000000000000000000000000e1';

export const PARAMETERS: Readonly<Record<string, Parameter>> = {
  '/api/v1/wallets/:address': publicly(MAIN),
  '/api/v1/wallets/:address/holdings/:symbol': publicly('ETH'),
  // Partners have imported nothing: to them the wallet is not there either.
  '/api/v1/wallets/:address/lots/:lot_id': owned(({ lot }) => lot, ['LOT_NOT_FOUND', 'WALLET_NOT_FOUND'], {
    address: IMPORTED,
  }),
  '/api/v1/wallets/:address/transactions/:transaction_id': owned(
    ({ transaction }) => transaction,
    ['RESOURCE_NOT_FOUND', 'WALLET_NOT_FOUND'],
    { address: IMPORTED },
  ),
  '/api/v1/wallets/:address/tokens/:token_key': publicly('ethereum:UNI'),
  '/api/v1/tax-reports/:address': publicly(MAIN),
  '/api/wallets/:address': publicly(MAIN),
  '/api/calculate/unrealized-gl/:address': publicly(MAIN),
  '/api/calculate/tax-summary/:address': publicly(MAIN),
  '/api/calculate/tax-report/:address': publicly(MAIN),
  '/api/calculate/lots/:address': publicly(MAIN),
  '/api/calculate/wash-sales/:address': publicly(MAIN),
  '/api/calculate/reconciliation/:address': publicly(MAIN),
  '/api/calculate/tax-loss-harvesting/:address': publicly(MAIN),
  '/api/calculate/tax-export/:address': publicly(MAIN),
  '/api/rwa/wallets/:address': publicly(MAIN),
  '/api/rwa/tokens/:symbol': publicly('OUSG'),
  '/api/v1/api-keys/:key_id': owned(({ key }) => key),
  '/api/v1/auth/sessions/:session_id': owned(({ session }) => session),
  '/api/v1/linked-wallets/:address': owned(({ address }) => address),
  '/api/v1/checkout/sessions/:session_id': owned(({ checkout }) => checkout),
  '/api/v1/jobs/:job_id': owned(({ jobs }) => jobs),
  '/api/v1/webhooks/:webhook_id': owned(({ webhook }) => webhook, 'WEBHOOK_NOT_FOUND'),
  '/api/v1/webhooks/:webhook_id/deliveries/:delivery_id': owned(({ delivery }) => delivery),
  '/api/v1/manual-entries/basis-assignments/:entry_id': owned(({ entries }) => entries.basis),
  '/api/v1/manual-entries/disposal-entries/:entry_id': owned(({ entries }) => entries.disposal),
  '/api/v1/manual-entries/trade-completions/:entry_id': owned(({ entries }) => entries.completion),
  '/api/v1/manual-entries/lot-selections/:entry_id': owned(({ selection }) => selection),
  '/api/v1/standing-selections/:entry_id': owned(({ standing }) => standing),
  '/api/v1/broker-instructions/:entry_id': owned(({ order }) => order),
  '/api/v1/method-elections/:entry_id': owned(({ election }) => election),
  '/api/v1/basis-allocations/:entry_id': owned(({ allocation }) => allocation),
  '/api/v1/broker-forms/:form_id': owned(({ brokerForm }) => brokerForm),
  '/api/v1/filed-years/:tax_year': owned(({ filedYear }) => filedYear),
  '/api/v1/exchange-accounts/:account_id': owned(({ exchange }) => exchange),
  '/api/v1/unified/transfer-matches/:match_id': owned(({ match }) => match),
  '/api/v1/unified/unmatched-transfers/:transaction_id': owned(({ outflow }) => outflow),
  '/api/v1/portfolios/:portfolio_id': owned(({ portfolio, space }) => [portfolio, space]),
  '/api/v1/portfolios/:portfolio_id/addresses/:address': owned(({ address }) => address),
  '/api/v1/portfolios/:portfolio_id/members/:user_id': owned(({ who }) => who.id),
  '/api/v1/portfolios/:portfolio_id/invitations/:invitation_id': owned(({ invitation }) => invitation),
};

/** Routes below a portfolio that only a space has. */
export const OF_SPACES = /\/portfolios\/:portfolio_id\/(members|invitations)/;

const exportOfKoinly = new FormData();
exportOfKoinly.append('file', new Blob([KOINLY]), 'koinly.csv');

/** Bodies that would be taken, of routes with something of a user's own in their path. */
export const BODIES: Readonly<Record<string, object>> = {
  'PUT /api/v1/api-keys/:key_id': { name: 'taken' },
  'PUT /api/v1/webhooks/:webhook_id': { description: 'taken' },
  'PUT /api/v1/wallets/:address/lots/:lot_id/cost-basis': { cost_basis: '1', acquisition_date: '2019-01-01' },
  'PUT /api/v1/wallets/:address/transactions/:transaction_id/value': { value_usd: '1' },
  'PUT /api/v1/wallets/:address/transactions/:transaction_id/classification': { type: 'buy' },
  'PUT /api/v1/exchange-accounts/:account_id': { label: 'taken' },
  'POST /api/v1/unified/unmatched-transfers/:transaction_id/external': { disposal_type: 'lost' },
  'PUT /api/v1/portfolios/:portfolio_id': { name: 'taken' },
  'POST /api/v1/portfolios/:portfolio_id/tool-comparison': exportOfKoinly,
  'POST /api/v1/tax-reports/:address/tool-comparison': exportOfKoinly,
  'PUT /api/v1/broker-forms/:form_id/own-sales': { own_sales: [] },
  'PUT /api/v1/method-elections/:entry_id/broker-notice': { communicated_to_broker_at: '2024-01-01' },
  'PUT /api/v1/standing-selections/:entry_id/broker-notice': { communicated_to_broker_at: '2024-01-01' },
  'PUT /api/v1/manual-entries/lot-selections/:entry_id/broker-notice': {
    communicated_to_broker_at: '2024-01-01',
  },
  'POST /api/v1/portfolios/:portfolio_id/law-comparison': { law: ['hr10357.fee'] },
  'POST /api/v1/portfolios/:portfolio_id/addresses': { address: VAULT },
  'PUT /api/v1/portfolios/:portfolio_id/members/:user_id': { role: 'owner' },
  'POST /api/v1/portfolios/:portfolio_id/invitations': { email: 'eve@example.com', role: 'owner' },
};

/** Everything one user can have. */
export interface Belongings {
  who: Account;
  /** A key with every permission. */
  secret: string;
  key: string;
  /** Not the one that asks. */
  session: string;
  /** Linked, and in the portfolio. */
  address: string;
  webhook: string;
  /** Of a test of the webhook. */
  delivery: string;
  checkout: string;
  /** One of each type that is begun by asking for it. */
  jobs: readonly string[];
  entries: Record<'basis' | 'disposal' | 'completion', string>;
  portfolio: string;
  /** With a member. */
  space: string;
  invitation: string;
  election: string;
  /** An election for the exchange account. */
  order: string;
  allocation: string;
  selection: string;
  standing: string;
  brokerForm: string;
  /** Only this user filed it. */
  filedYear: string;
  exchange: string;
  /** Both ends of a transfer. */
  match: string;
  /** A transfer without another end. */
  outflow: string;
  /** Of an import. */
  lot: string;
  transaction: string;
  /** Written into every name, label and note. */
  mark: string;
}

/** Some user who has one of everything. @param nth one of the two there can be */
export async function somebody(app: TestApp, nth: 0 | 1): Promise<Belongings> {
  const who = await account(app);
  const token = who.token;
  const bought = await done(
    call(app, 'POST', '/api/v1/checkout/sessions', { token, body: { plan: 'basic' } }),
  );
  await onPlan(app, who, 'defi');
  const address = nth === 0 ? MINER : STAKER;
  const mark = `mark-of-${nth}-${who.id}`;
  const ask = (method: string, path: string, body?: object): Promise<Answer['body']> =>
    done(call(app, method, path, { token, body }));
  const made = async (path: string, body: object): Promise<string> => {
    const { data } = await ask('POST', path, body);
    return (data.id ?? data.job_id) as string;
  };
  const key = await ask('POST', '/api/v1/api-keys', { name: mark, permissions: Object.keys(PERMISSIONS) });
  await ask('POST', '/api/v1/linked-wallets', { address, label: mark });
  const hook = { url: 'http://127.0.0.1:8099/', events: ['transaction.new'], description: mark };
  const webhook = await made('/api/v1/webhooks', hook);
  const { log } = (await ask('POST', `/api/v1/webhooks/${webhook}/test`)).data as { log: { id: string } };
  const portfolio = await made('/api/v1/portfolios', { name: mark, addresses: [{ address, label: mark }] });
  const jobs = [
    await made(`/api/v1/wallets/${MAIN}/track`, { label: mark }),
    await made(`/api/v1/wallets/${MAIN}/precompute`, {}),
    await made(`/api/v1/tax-reports/${MAIN}/generate`, { tax_year: 2023 + nth }),
  ];
  for (const job of jobs) await ended(app, who, job);
  // Frozen, so of two reports: the listed one may be deleted.
  const filed = await made(`/api/v1/tax-reports/${MAIN}/generate`, { tax_year: 2021 + nth });
  await ended(app, who, filed);
  await ask('POST', '/api/v1/filed-years', { tax_year: 2021 + nth, report_id: filed });
  const entries = await entriesOf(ask, made, mark);
  const exchange = await exchangeOf(app, who, mark);
  const match = await matchOf(app, who);
  const imported = await importedBy(app, who, nth);
  return {
    who,
    secret: key.data.key as string,
    key: key.data.id as string,
    session: await anotherSession(app, who),
    checkout: bought.data.session_id as string,
    address,
    webhook,
    delivery: log.id,
    jobs,
    entries,
    portfolio,
    ...(await spaceOf(app, who, made, mark)),
    filedYear: String(2021 + nth),
    ...(await selectionsOf(app, who, made, mark)),
    election: await made('/api/v1/method-elections', { address: MAIN, method: 'hifo', note: mark }),
    order: await made('/api/v1/method-elections', { address: exchange, method: 'fifo', note: mark }),
    allocation: await made('/api/v1/basis-allocations', {
      token_key: 'ethereum:USDY',
      method: 'specific_unit',
      stated_recorded_at: '2024-12-20',
      lots: [{ address: MAIN, quantity: '2', cost_basis: '30', acquisition_date: '2021-05-05' }],
      owned_wallets: [VAULT],
      note: mark,
    }),
    brokerForm: await made('/api/v1/broker-forms', {
      tax_year: 2025,
      broker: mark,
      rows: [{ box_1c: '1', box_1e: '2025-05-01', box_1f: '100', symbol: 'ETH' }],
    }),
    exchange,
    match,
    outflow: await outflowOf(app, who),
    mark,
    ...imported,
  };
}

async function spaceOf(
  app: TestApp,
  who: Account,
  made: (path: string, body: object) => Promise<string>,
  name: string,
): Promise<{ space: string; invitation: string }> {
  const space = await made('/api/v1/portfolios', { name, is_space: true });
  await app.app
    .get(DataSource)
    .query(
      `INSERT INTO space_members (space_id, user_id, role, created_at) VALUES ($1, $2, 'reader', now())`,
      [space, who.id],
    );
  const [row] = await app.app.get(DataSource).query<{ id: string }[]>(
    `INSERT INTO space_invitations (space_id, email, role, created_at, expires_at)
       VALUES ($1, $2, 'reader', now(), now() + interval '1 day') RETURNING id`,
    [space, who.email],
  );
  return { space, invitation: row?.id ?? '' };
}

/** The oldest lot of the vault, as its owner chose it for a swap, and for later sales. */
async function selectionsOf(
  app: TestApp,
  { token }: Account,
  made: (path: string, body: object) => Promise<string>,
  note: string,
): Promise<{ selection: string; standing: string }> {
  const wallet = `/api/v1/wallets/${VAULT}`;
  const dates = 'start_date=2024-03-13&end_date=2024-03-13';
  const found = await done(call(app, 'GET', `${wallet}/transactions?${dates}`, { token }));
  const lots = await done(call(app, 'GET', `${wallet}/lots?status=all&symbol=ETH`, { token }));
  const lot_id = lots.data[0].lot_id as string;
  const units = { address: VAULT, token_key: 'ethereum:ETH', note };
  return {
    selection: await made('/api/v1/manual-entries/lot-selections', {
      ...units,
      tx_hash: found.data[0].tx_hash as string,
      lot_selections: [{ lot_id, selected_at: '2024-03-13' }],
    }),
    standing: await made('/api/v1/standing-selections', { ...units, lots: [{ lot_id }] }),
  };
}

/** An account at an exchange with one deposit. */
const exchangeOf = (app: TestApp, who: Account, label: string): Promise<string> =>
  fileOf(app, who, 'timestamp,kind,asset,amount\n2024-01-01,deposit,EUR,5\n', { exchange: 'kraken', label });

/** @returns the id of the account that an import makes */
async function fileOf(
  app: TestApp,
  { token }: Account,
  text: string,
  fields: Record<string, string>,
): Promise<string> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.append('file', new Blob([text]), 'history.csv');
  const headers = { Authorization: `Bearer ${token}` };
  const url = `${app.url}/api/v1/exchange-accounts/import`;
  const response = await fetch(url, { method: 'POST', headers, body: form });
  if (!response.ok) throw new Error(await response.text());
  const { data } = (await response.json()) as { data: { account_id: string } };
  return data.account_id;
}

/** A transfer between two accounts: both report the same transaction. */
async function matchOf(app: TestApp, who: Account): Promise<string> {
  const header = 'timestamp,kind,asset,amount,id,tx_hash\n';
  const hash = 'ab'.repeat(32);
  await fileOf(app, who, `${header}2024-02-01T00:00:00Z,withdrawal,BTC,1,a,${hash}\n`, {
    exchange: 'gemini',
  });
  await fileOf(app, who, `${header}2024-02-01T00:10:00Z,deposit,BTC,1,b,${hash}\n`, { exchange: 'okx' });
  const path = '/api/v1/unified/transfer-matches?status=confirmed';
  const { data } = await done(call(app, 'GET', path, { token: who.token }));
  return data[0].match_id as string;
}

async function outflowOf(app: TestApp, who: Account): Promise<string> {
  const text = 'timestamp,kind,asset,amount,id\n2024-05-01T00:00:00Z,withdrawal,LTC,1,c\n';
  await fileOf(app, who, text, { exchange: 'kucoin' });
  const path = '/api/v1/unified/unmatched-transfers?symbol=LTC';
  const { data } = await done(call(app, 'GET', path, { token: who.token }));
  return data[0].transaction_id as string;
}

async function anotherSession(app: TestApp, who: Account): Promise<string> {
  await signIn(app, who.email);
  const { data } = await done(call(app, 'GET', '/api/v1/auth/sessions', { token: who.token }));
  return data.find((each: { is_current: boolean }) => !each.is_current).session_id as string;
}

async function entriesOf(
  ask: (method: string, path: string) => Promise<Answer['body']>,
  made: (path: string, body: object) => Promise<string>,
  note: string,
): Promise<Belongings['entries']> {
  await ask('GET', `/api/v1/wallets/${VAULT}/positions`);
  const [unknown] = (await ask('GET', `/api/v1/wallets/${MAIN}/lots/needs-basis`)).data;
  const [paid] = (await ask('GET', `/api/v1/wallets/${VAULT}/lots/needs-basis`)).data;
  const manual = '/api/v1/manual-entries';
  return {
    basis: await made(`${manual}/basis-assignments`, {
      address: MAIN,
      lot_id: unknown.lot_id as string,
      cost_basis: '610.5',
      acquisition_date: '2021-03-01',
      note,
    }),
    disposal: await made(`${manual}/disposal-entries`, {
      address: MAIN,
      token_key: 'ethereum:UNI',
      quantity: '100',
      disposal_type: 'sale',
      disposed_at: '2024-03-04T05:06:07Z',
      proceeds_usd: '1200',
      note,
    }),
    completion: await made(`${manual}/trade-completions`, {
      address: VAULT,
      tx_hash: paid.tx_hash as string,
      token_key: paid.token_key as string,
      side: 'in',
      counter_asset: 'USD',
      counter_quantity: '1500',
      counter_value_usd: '1500',
      note,
    }),
  };
}

/** A receipt that no chain has. */
async function importedBy(
  app: TestApp,
  who: Account,
  nth: number,
): Promise<Pick<Belongings, 'lot' | 'transaction'>> {
  const hash = `0x${String(nth + 1).repeat(64)}`;
  const form = new FormData();
  const row = `${hash},2020-09-13T12:26:40Z,${MAIN},${IMPORTED},0.25,`;
  form.append('file', new Blob([`tx_hash,timestamp,from,to,quantity,fee\n${row}\n`]), 'mine.csv');
  const headers = { Authorization: `Bearer ${who.token}` };
  const url = `${app.url}/api/v1/wallets/${IMPORTED}/import`;
  const response = await fetch(url, { method: 'POST', headers, body: form });
  if (!response.ok) throw new Error(await response.text());
  const token = who.token;
  const lots = await done(call(app, 'GET', `/api/v1/wallets/${IMPORTED}/lots`, { token }));
  const found = await done(call(app, 'GET', `/api/v1/wallets/${IMPORTED}/transactions/${hash}`, { token }));
  return { lot: lots.data[0].lot_id as string, transaction: found.data.transaction_id as string };
}

async function ended(app: TestApp, who: Account, job: string): Promise<void> {
  await until(
    () => done(call(app, 'GET', `/api/v1/jobs/${job}`, { token: who.token })),
    ({ data }) => data.finished_at !== null,
  );
}

async function done(asking: Promise<Answer>): Promise<Answer['body']> {
  const { status, text, body } = await asking;
  if (status >= 300) throw new Error(`${status} ${text.slice(0, 500)}`);
  return body;
}
