import { DataSource } from 'typeorm';
import { MAIN } from '../../src/adapters/providers/demo/demo.addresses';
import { DEMO_EXCHANGE, demoExchangeFile } from '../../src/adapters/providers/demo/demo.exchange';
import { formatMoney, money } from '../../src/domain/kernel/units';
import { demoAccount } from '../../src/launcher/demo/demo-account';
import { SessionsService } from '../../src/modules/auth/sessions/sessions.service';
import { WalletWatcher } from '../../src/pipeline/monitoring/wallet-watcher.service';
import { account, call, type Account, type Answer } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { onPlan } from '../portfolios/portfolio-client';
import { startEmptyMarkets } from '../support/empty-upstreams';
import { until } from '../support/until';
import { eachShownOnce } from './unified-cursor';

const HOME = '/api/v1/unified';

interface Row {
  symbol: string;
  price_source: string | null;
  current_value: string;
}

describe('wallets and exchange accounts as one', () => {
  let app: TestApp;
  let ada: Account;
  let id: string;
  let markets: Awaited<ReturnType<typeof startEmptyMarkets>>;

  beforeAll(async () => {
    markets = await startEmptyMarkets();
    app = await startApp(markets.env);
    ada = await account(app);
    await onPlan(app, ada, 'defi');
    await ask('POST', '/api/v1/linked-wallets', { address: MAIN, label: 'Cold' });
    id = await imported(new TextDecoder().decode(demoExchangeFile()));
  });
  afterAll(async () => {
    await app?.close();
    await markets?.close();
  });

  const ask = (method: string, path: string, body?: object): Promise<Answer> =>
    call(app, method, path, { token: ada.token, body });
  const data = async (method: string, path: string, body?: object) =>
    (await ask(method, path, body)).body.data;

  async function imported(text: string): Promise<string> {
    const form = new FormData();
    form.set('exchange', DEMO_EXCHANGE);
    form.append('file', new Blob([text]), 'all.csv');
    const headers = { Authorization: `Bearer ${ada.token}` };
    const url = `${app.url}/api/v1/exchange-accounts/import`;
    const answer = (await (
      await fetch(url, { method: 'POST', headers, body: form })
    ).json()) as Answer['body'];
    return answer.data.account_id as string;
  }

  /** Lots of both. The interest of the account has no price offline until the demo wallet needs that day. */
  const books = async () => [
    ...(await data('GET', `/api/v1/wallets/${MAIN}/lots?status=all`)),
    ...(await data('GET', `/api/v1/wallets/${id}/lots?status=all`)).filter(
      ({ income_type: type }: Record<string, string>) => type !== 'interest',
    ),
  ];

  it('carry basis and date from the account into the wallet', async () => {
    const [match] = await data('GET', `${HOME}/transfer-matches?status=confirmed`);
    expect(match).toMatchObject({
      auto: true,
      decided_by: 'system',
      out: { symbol: 'AAVE', quantity: '2.51', source: { type: 'exchange', id } },
      in: { symbol: 'AAVE', quantity: '2.5', source: { type: 'wallet', id: MAIN } },
    });
    const lots = await data('GET', `/api/v1/wallets/${MAIN}/lots?symbol=AAVE`);
    expect(lots).toMatchObject([
      { remaining_quantity: '2.5', is_untracked: false, acquisition_date: '2021-03-15T16:20:00.000Z' },
    ]);
    const lineage = await data('GET', `/api/v1/wallets/${MAIN}/lots/${lots[0].lot_id}/lineage`);
    expect(lineage.nodes.map((node: Record<string, string>) => node['wallet_address'])).toContain(
      `exchange:${id}`,
    );
    expect(lineage.complete).toBe(true);
  });

  it('follow a decision, and give the same books when it is withdrawn', async () => {
    const before = await books();
    const [match] = await data('GET', `${HOME}/transfer-matches?status=confirmed`);
    const path = `${HOME}/transfer-matches/${match.match_id}`;
    const rejected = await data('POST', `${path}/reject`);
    expect(rejected).toMatchObject({ status: 'rejected', decided_by: 'user' });
    // What left is held, and no sale.
    expect(rejected.impact.years_affected).toEqual([]);
    const lots = await data('GET', `/api/v1/wallets/${MAIN}/lots?symbol=AAVE`);
    expect(lots).toMatchObject([{ is_untracked: true }]);
    const unmatched = await data('GET', `${HOME}/unmatched-transfers?symbol=aave`);
    expect(unmatched.map(({ direction }: Record<string, string>) => direction).sort()).toEqual(['in', 'out']);
    expect(await data('POST', `${path}/confirm`)).toMatchObject({ status: 'confirmed', decided_by: 'user' });
    expect(await data('POST', `${path}/undo`)).toMatchObject({ status: 'confirmed', decided_by: 'system' });
    expect(await books()).toEqual(before);
    expect((await ask('POST', `${path}/undo`)).status).toBe(404);
  });

  it('take an outflow as what its owner states, and give the same books when it is withdrawn', async () => {
    const header = 'timestamp,kind,asset,amount,sent_asset,sent_amount,id\n';
    const own = await imported(
      `${header}2024-01-05,trade,LTC,2,USD,140,x1\n2024-03-05T10:00:00Z,withdrawal,LTC,1.5,,,x2\n`,
    );
    const forms = () => data('GET', `/api/v1/tax-reports/${own}/form-8949?tax_year=2024`);
    const before = await forms();
    const list = `${HOME}/unmatched-transfers`;
    const [leg] = await data('GET', `${list}?symbol=ltc&direction=out`);
    const path = `${list}/${leg.transaction_id}/external`;
    expect((await ask('POST', path, { disposal_type: 'sale' })).status).toBe(400);
    const stated = await data('POST', path, { disposal_type: 'sale', proceeds_usd: '150' });
    expect(stated).toMatchObject({ transaction_id: leg.transaction_id, proceeds_usd: '150' });
    expect(stated.impact.years_affected).toContain(2024);
    const { realized_gl_after: after, realized_gl_before: gain } = stated.impact;
    expect(Number(after) - Number(gain)).toBeCloseTo(45);
    expect(await data('GET', `${list}?symbol=ltc&direction=out`)).toEqual([]);
    expect(await data('DELETE', path)).toMatchObject({ deleted: true });
    expect((await ask('DELETE', path)).status).toBe(404);
    expect(await forms()).toEqual(before);
    await ask('DELETE', `/api/v1/exchange-accounts/${own}?keep_data=false`);
  });

  it('withdraw a statement alone, and no disposal that the owner recorded for the same transaction', async () => {
    const header = 'timestamp,kind,asset,amount,sent_asset,sent_amount,id,tx_hash\n';
    const hash = '7d'.repeat(32);
    const own = await imported(
      `${header}2024-01-05,trade,LTC,2,USD,140,y1,\n2024-01-06,trade,DOT,3,USD,30,y2,\n` +
        `2024-03-05T10:00:00Z,withdrawal,LTC,1.5,,,y3,${hash}\n2024-03-05T10:00:00Z,withdrawal,DOT,3,,,y4,${hash}\n`,
    );
    const entries = '/api/v1/manual-entries/disposal-entries';
    const gift = { address: own, quantity: '3', disposal_type: 'gift', tx_hash: hash, note: 'To Bob' };
    const [held] = await data('GET', `/api/v1/wallets/${own}/lots?symbol=DOT&status=all`);
    const made = await ask('POST', entries, { ...gift, token_key: held.token_key });
    expect(made.status).toBe(201);
    const list = `${HOME}/unmatched-transfers`;
    const [leg] = await data('GET', `${list}?symbol=ltc&direction=out`);
    const path = `${list}/${leg.transaction_id}/external`;
    expect((await ask('DELETE', path)).status).toBe(404);
    await data('POST', path, { disposal_type: 'sale', proceeds_usd: '150' });
    expect(await data('DELETE', path)).toMatchObject({ deleted: true });
    expect(await data('GET', `${entries}?address=${own}`)).toMatchObject([
      { note: 'To Bob', is_active: true },
    ]);
    await ask('DELETE', `/api/v1/exchange-accounts/${own}?keep_data=false`);
  });

  it('take a statement about one of two withdrawals in one transaction', async () => {
    const header = 'timestamp,kind,asset,amount,sent_asset,sent_amount,id,tx_hash\n';
    const hash = '8e'.repeat(32);
    const at = '2024-03-05T10:00:00Z';
    const own = await imported(
      `${header}2024-01-05,trade,LTC,4,USD,280,z1,\n${at},withdrawal,LTC,1,,,z2,${hash}\n` +
        `${at},withdrawal,LTC,2.5,,,z3,${hash}\n2024-03-06T10:00:00Z,withdrawal,LTC,0.5,,,z4,\n`,
    );
    const list = `${HOME}/unmatched-transfers`;
    const open = async () => {
      const legs = await data('GET', `${list}?symbol=ltc&direction=out`);
      return legs.map(({ quantity }: Record<string, string>) => quantity).sort();
    };
    const legs = await data('GET', `${list}?symbol=ltc&direction=out`);
    const pathOf = (units: string): string => {
      const leg = legs.find(({ quantity }: Record<string, string>) => quantity === units);
      return `${list}/${leg.transaction_id}/external`;
    };
    await data('POST', pathOf('2.5'), { disposal_type: 'sale', proceeds_usd: '250' });
    expect(await open()).toEqual(['0.5', '1']);
    await data('POST', pathOf('1'), { disposal_type: 'gift' });
    expect(await open()).toEqual(['0.5']);
    const disposals = async () => {
      const { parts } = await data('GET', `/api/v1/tax-reports/${own}/form-8949?tax_year=2024`);
      const rows = parts.flatMap((part: { rows: Record<string, string>[] }) => part.rows);
      return rows.map(({ proceeds }: Record<string, string>) => proceeds);
    };
    expect(await disposals()).toContain('250.00');
    await data('POST', pathOf('1'), { disposal_type: 'sale', proceeds_usd: '90' });
    expect(await disposals()).toEqual(expect.arrayContaining(['250.00', '90.00']));
    await data('DELETE', pathOf('2.5'));
    expect(await open()).toEqual(['0.5', '2.5']);
    const [held] = await data('GET', `/api/v1/wallets/${own}/lots?symbol=LTC&status=all`);
    const unnamed = legs.find(({ quantity }: Record<string, string>) => quantity === '0.5');
    const given = { address: own, token_key: held.token_key, quantity: '0.5', disposal_type: 'gift' };
    const made = await ask('POST', '/api/v1/manual-entries/disposal-entries', {
      ...given,
      tx_hash: unnamed.transaction_id,
    });
    expect(made.status).toBe(201);
    expect(await open()).toEqual(['2.5']);
    await ask('DELETE', `/api/v1/exchange-accounts/${own}?keep_data=false`);
  });

  it('add up by asset and by source', async () => {
    const holdings = await data('GET', `${HOME}/holdings?per_page=100`);
    const btc = holdings.find(({ symbol }: Record<string, string>) => symbol === 'BTC');
    expect(btc).toMatchObject({ quantity: '0.004', sources: [{ type: 'exchange', id, quantity: '0.004' }] });
    const usdc = holdings.find(
      ({ symbol, chain }: Record<string, string>) => symbol === 'USDC' && chain === 'ethereum',
    );
    expect(usdc.sources.map(({ type }: Record<string, string>) => type).sort()).toEqual([
      'exchange',
      'wallet',
    ]);
    expect(usdc.sources.find(({ type }: Record<string, string>) => type === 'wallet').label).toBe('Cold');
    const only = await data('GET', `${HOME}/holdings?source=exchange`);
    expect(only.map(({ symbol }: Record<string, string>) => symbol).sort()).toEqual(['BTC', 'USDC']);
    const transactions = await data('GET', `${HOME}/transactions?source=exchange&sort=date_asc`);
    expect(transactions.map(({ type }: Record<string, string>) => type)).toEqual([
      'transfer_in',
      'buy',
      'internal_transfer',
      'buy',
      'sell',
      'income',
    ]);
    expect(await data('GET', `${HOME}/summary`)).toMatchObject({
      wallet_count: 1,
      exchange_count: 1,
      matches: { suggested: 0, confirmed: 1, rejected: 0 },
      by_source: expect.arrayContaining([expect.objectContaining({ id: MAIN, label: 'Cold' })]),
    });
  });

  it('state what the totals of the summary leave out', async () => {
    const { by_source: sources, unpriced } = await data('GET', `${HOME}/summary`);
    const parts = await Promise.all(
      [MAIN, id].map(async (of) => (await data('GET', `/api/v1/wallets/${of}/holdings/summary`)).unpriced),
    );
    expect(sources.map((source: Record<string, unknown>) => source['unpriced'])).toEqual(parts);
    const costs = parts.map(({ cost_basis: cost }) => money(cost));
    expect(unpriced).toEqual({
      count: parts.reduce((sum, { count }) => sum + count, 0),
      cost_basis: formatMoney(costs.reduce((sum, cost) => sum + cost, 0n)),
    });
    expect(unpriced.count).toBeGreaterThan(0);
  });

  it('are reported by webhooks: new transactions of an account, also with a filter', async () => {
    // Without a wallet nothing waits for prices.
    const bob = await account(app);
    const post = async (path: string, body: object): Promise<string> =>
      (await call(app, 'POST', path, { token: bob.token, body })).body.data.id as string;
    const watched = await post('/api/v1/exchange-accounts', { exchange: 'kraken', source: 'csv' });
    const hook = { url: 'https://example.com/hook', events: ['transaction.new', 'lot.created'] };
    const ids: string[] = [];
    for (const more of [{}, { addresses_filter: [watched.toUpperCase()] }])
      ids.push(await post('/api/v1/webhooks', { ...hook, ...more }));
    const saved = await call(app, 'GET', `/api/v1/webhooks/${ids[1]}`, { token: bob.token });
    expect(saved.body.data.addresses_filter).toEqual([watched]);
    const form = new FormData();
    form.set('account_id', watched);
    const when = new Date(Date.now()).toISOString();
    const row = `timestamp,kind,asset,amount,sent_asset,sent_amount,id\n${when},trade,LTC,2,USD,140,n1\n`;
    form.append('file', new Blob([row]), 'new.csv');
    const headers = { Authorization: `Bearer ${bob.token}` };
    await fetch(`${app.url}/api/v1/exchange-accounts/import`, { method: 'POST', headers, body: form });
    await app.app.get(WalletWatcher, { strict: false }).look();
    const database = app.app.get(DataSource);
    const found = await database.query<{ type: string; data: Record<string, unknown> }[]>(
      `SELECT type, body::json->'data' AS data FROM events WHERE address = $1 ORDER BY type`,
      [`exchange:${watched}`],
    );
    expect(found.map(({ type, data: about }) => [type, about['chain'] ?? '', about['tx_hash']])).toEqual([
      ['lot.created', 'exchange', null],
      ['transaction.new', 'kraken', null],
    ]);
    // The application hands events out itself; a second one at the same time passes over the rows that it holds.
    const waiting = `SELECT 1 FROM events WHERE address = $1 AND fanned_out_at IS NULL`;
    await until(async () => (await database.query<unknown[]>(waiting, [`exchange:${watched}`])).length === 0);
    const sent = await database.query<{ id: string; count: string }[]>(
      `SELECT d.webhook_id AS id, count(*) FROM webhook_deliveries d JOIN events e ON e.id = d.event_id
       WHERE e.address = $1 GROUP BY 1`,
      [`exchange:${watched}`],
    );
    expect(new Map(sent.map((one) => [one.id, Number(one.count)]))).toEqual(
      new Map([
        [ids[0], 2],
        [ids[1], 2],
      ]),
    );
  });

  it('show each transaction once to a reader by cursor while more arrive', () =>
    eachShownOnce(app, { stable: 40, arriving: 100 }));

  it('refuse the cursor of other filters', async () => {
    const { pagination } = (await ask('GET', `${HOME}/transactions?per_page=1`)).body;
    const next = await ask('GET', `${HOME}/transactions?per_page=2&cursor=${pagination.next_cursor}`);
    expect([next.status, next.body.pagination.page]).toEqual([200, 2]);
    const other = await ask('GET', `${HOME}/transactions?sort=date_asc&cursor=${pagination.next_cursor}`);
    expect([other.status, other.body.error.code, other.body.error.field]).toEqual([
      400,
      'VALIDATION_ERROR',
      'cursor',
    ]);
  });

  it('come with the demo account, which is made once', async () => {
    const first = await demoAccount(app.app);
    expect(await demoAccount(app.app)).toBe(first);
  });

  it('have bundled prices in the demo account, which needs no network', async () => {
    const origin = { client: 'here', network: 'here', ipAddress: '127.0.0.1', userAgent: '' };
    const sessions = app.app.get(SessionsService, { strict: false });
    const { accessToken } = await sessions.open(await demoAccount(app.app), origin);
    const read = async (path: string) => (await call(app, 'GET', path, { token: accessToken })).body;
    const [{ id: demo }] = (await read('/api/v1/exchange-accounts')).data;
    const holdings = await read(`/api/v1/wallets/${demo}/holdings`);
    expect(holdings).toMatchObject({ partial: false, still_indexing: false });
    const values = (holdings.data as Row[]).map(({ symbol, price_source: source, current_value: value }) => [
      symbol,
      source,
      value,
    ]);
    expect(values).toEqual([
      ['BTC', 'demo', '312.6335936'],
      ['USDC', 'demo', '1.249625'],
    ]);
    const [interest] = (await read(`/api/v1/wallets/${demo}/transactions`)).data;
    expect(interest.legs[0]).toMatchObject({ symbol: 'USDC', value_usd: '1.249875', price_source: 'demo' });
    const { meta, data: all } = await read('/api/v1/unified/summary');
    expect([meta.prices_pending, all.exchange_count, all.wallet_count]).toEqual([undefined, 1, 4]);
  });
});
