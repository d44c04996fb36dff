import { CostBasisClient, OPERATIONS } from '../../clients/typescript/src/index';
import { DEMO_EXCHANGE } from '../../src/adapters/providers/demo/demo.exchange';
import type { IssueResponse } from '../../src/modules/wallets/issues/issues.shapes.dto';
import { account, call, codeOf, type Account, type Answer } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { startRecorded, WALLET } from '../manual/owner';
import { onPlan } from '../portfolios/portfolio-client';
import { OFFLINE } from '../support/offline';

const DEMO = '0xde300000000000000000000000000000000a11ce';
const UNREAD = '0x00000000000000000000000000000000000000d1';

const ask = (app: TestApp, who: Account, path: string): Promise<Answer> =>
  call(app, 'GET', path, { token: who.token });
const issuesOf = async (app: TestApp, who: Account, query = ''): Promise<IssueResponse[]> => {
  const { status, body } = await ask(app, who, `/api/v1/issues?per_page=100&${query}`);
  expect([query, status]).toEqual([query, 200]);
  return body.data;
};
const dataOf = async (app: TestApp, who: Account, path: string): Promise<Answer['body']> =>
  (await ask(app, who, path)).body.data;

/** As the order is documented. */
function expectOrder(issues: readonly IssueResponse[]): void {
  const rank = ({ max_gain_effect: effect }: IssueResponse): number =>
    effect === null ? -1 : Number(effect);
  issues.forEach((issue, i) => {
    const before = issues[i - 1];
    if (!before) return;
    expect(rank(before)).toBeGreaterThanOrEqual(rank(issue));
    if (before.max_gain_effect === issue.max_gain_effect && before.occurred_at && issue.occurred_at)
      expect(before.occurred_at >= issue.occurred_at).toBe(true);
  });
}

/** The fix of each issue is an operation of the service, with its method and path. */
function expectFixes(issues: readonly IssueResponse[]): void {
  for (const { fix } of issues) {
    if (fix === null) continue;
    const facts: { method: string; path: string } | undefined =
      OPERATIONS[fix.operation as keyof typeof OPERATIONS];
    expect(facts?.method).toBe(fix.method);
    const pattern = new RegExp(`^${facts?.path.replace(/\{\w+\}/g, '[^/]+')}$`);
    expect(fix.path).toMatch(pattern);
  }
}

describe('issues of a recorded wallet', () => {
  let app: TestApp;
  let ada: Account;
  let bob: Account;
  const wallet = `/api/v1/wallets/${WALLET}`;

  beforeAll(async () => {
    app = await startRecorded();
    [ada, bob] = [await account(app), await account(app)];
    await onPlan(app, ada, 'defi');
  });
  afterAll(() => app?.close());

  it('are those of a read wallet: before, it is not found', async () => {
    expect(codeOf(await ask(app, ada, `/api/v1/issues?address=${WALLET}`))).toEqual([
      404,
      'WALLET_NOT_FOUND',
    ]);
    expect(await issuesOf(app, ada)).toEqual([]);
    await dataOf(app, ada, `${wallet}/cost-basis`);
  });

  it('name each lot without a basis and each transaction without a value, with the same effect', async () => {
    const basis: Answer['body'][] = await dataOf(app, ada, `${wallet}/lots/needs-basis?per_page=100`);
    const prices: Answer['body'][] = await dataOf(
      app,
      ada,
      `${wallet}/transactions/needs-price?per_page=100`,
    );
    expect(basis.length * prices.length).toBeGreaterThan(0);
    const found = await issuesOf(app, ada, `address=${WALLET}&type=missing_basis`);
    const lots = new Map(found.map((issue) => [issue.lot_id, issue]));
    const waiting = new Set(prices.map(({ transaction_id: id }) => id));
    for (const need of basis.filter(({ reason }) => reason !== 'missing_price'))
      expect(lots.get(need.lot_id)).toMatchObject({
        quantity: need.untracked_quantity,
        max_gain_effect: need.max_gain_effect,
        token_key: need.token_key,
        occurred_at: need.received_date,
        fix: { operation: 'setLotBasis', path: `${wallet}/lots/${need.lot_id}/cost-basis` },
      });
    const unpriced = await issuesOf(app, ada, `address=${WALLET}&type=missing_price`);
    expect(new Set(unpriced.map(({ transaction_id: id }) => id))).toEqual(waiting);
    for (const need of prices)
      expect(unpriced.find(({ transaction_id: id }) => id === need.transaction_id)).toMatchObject({
        max_gain_effect: need.max_gain_effect,
        fix: { path: `${wallet}/transactions/${need.transaction_id}/value` },
      });
  });

  it('name uncertain classifications, transfers without their other end, and balances that differ', async () => {
    // The check asks the chain; its answer is kept for a minute.
    const checked = await call(app, 'GET', `/api/calculate/reconciliation/${WALLET}`);
    const differing: Answer['body'][] = checked.body.balance_check.filter(
      ({ difference }: { difference: string }) => difference !== '0',
    );
    const balances = await issuesOf(app, ada, `address=${WALLET}&type=balance_difference`);
    expect(balances.map(({ token_key: key }) => key).toSorted()).toEqual(
      differing.map(({ token_key: key }) => key).toSorted(),
    );
    const transfers = await issuesOf(app, ada, `address=${WALLET}&type=unmatched_transfer`);
    const ends: Answer['body'][] = checked.body.unmatched_transfers;
    const sent = ends.filter(({ direction }) => direction === 'out').map(({ transaction_id: id }) => id);
    expect(sent.length).toBeGreaterThan(0);
    const listed = new Set(transfers.map(({ transaction_id: id }) => id));
    for (const id of sent) expect(listed).toContain(id);
    const uncertain = await issuesOf(app, ada, `address=${WALLET}&type=uncertain_classification`);
    for (const { transaction_id: id } of uncertain) {
      const tx = await dataOf(app, ada, `${wallet}/transactions/${id}`);
      expect(tx.type === 'unknown' || tx.flags.includes('classification_uncertain')).toBe(true);
    }
  });

  it('come with the largest effect first, once each, and the same by cursor', async () => {
    const all = await issuesOf(app, ada, `address=${WALLET}`);
    expectOrder(all);
    expectFixes(all);
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const { body }: Answer = await ask(
        app,
        ada,
        `/api/v1/issues?address=${WALLET}&per_page=7${cursor ? `&cursor=${cursor}` : ''}`,
      );
      ids.push(...body.data.map(({ issue_id: id }: IssueResponse) => id));
      cursor = body.pagination.next_cursor;
    } while (cursor !== null && ids.length < 100);
    expect(ids.slice(0, all.length)).toEqual(all.map(({ issue_id: id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('of a year are those with an effect in it', async () => {
    const all = await issuesOf(app, ada, `address=${WALLET}&type=missing_basis`);
    const year = all[0]?.tax_year;
    const found = await issuesOf(app, ada, `address=${WALLET}&type=missing_basis&tax_year=${year}`);
    expect(found).toEqual(all.filter(({ tax_years: years }) => years.includes(Number(year))));
    expect(await issuesOf(app, ada, `address=${WALLET}&type=missing_basis&tax_year=2009`)).toEqual([]);
  });

  it('are cut by the plan, and state it', async () => {
    const { body } = await ask(app, bob, `/api/v1/issues?address=${WALLET}&per_page=100`);
    expect(body.meta).toMatchObject({ is_limited: true, tx_limit: 25, truncated: false });
    const all = await ask(app, ada, `/api/v1/issues?address=${WALLET}&per_page=1`);
    expect(all.body.meta).toMatchObject({ is_limited: false, tx_limit: null, truncated: false });
    expect(body.pagination.total).toBeLessThan(all.body.pagination.total);
  });

  it.each([
    ['type=lost', 'type'],
    ['tax_year=1999', 'tax_year'],
    ['address=x', 'address'],
    ['cursor=x', 'cursor'],
    ['per_page=0', 'per_page'],
  ])('%s is refused by name', async (query, field) => {
    const { status, body } = await ask(app, ada, `/api/v1/issues?${query}`);
    expect([status, body.error.field]).toEqual([400, field]);
  });

  it('are for a user: a partner key does not open them', async () => {
    const { status, body } = await app.get('/api/v1/issues');
    expect([status, body.error.code]).toEqual([401, 'UNAUTHORIZED']);
  });
});

describe('issues of all sources of a user', () => {
  let app: TestApp;
  let ada: Account;
  let bob: Account;
  let accountId: string;

  beforeAll(async () => {
    app = await startApp({ ...OFFLINE, DEMO_WALLETS: 'true' });
    [ada, bob] = [await account(app), await account(app)];
    for (const who of [ada, bob]) await onPlan(app, who, 'defi');
    const client = new CostBasisClient({ baseUrl: app.url, accessToken: ada.token });
    const rows =
      'timestamp,kind,asset,amount,sent_asset,sent_amount,id\n' +
      '2024-02-01T00:00:00Z,deposit,LTC,3,,,in1\n2024-03-01T00:00:00Z,withdrawal,LTC,1,,,out1\n';
    const { data } = await client.importExchangeFiles({
      body: { exchange: DEMO_EXCHANGE, file: [new File([rows], 'all.csv')] },
    });
    accountId = String(data.account_id);
    for (const address of [DEMO, UNREAD])
      await call(app, 'POST', '/api/v1/linked-wallets', { token: ada.token, body: { address } });
    await dataOf(app, ada, `/api/v1/wallets/${DEMO}/cost-basis`);
  });
  afterAll(() => app?.close());

  it('include the demo wallet, the exchange account, and the wallet that is not read', async () => {
    const all = await issuesOf(app, ada);
    expectOrder(all);
    expectFixes(all);
    expect(new Set(all.map(({ address }) => address))).toEqual(new Set([DEMO, UNREAD, accountId]));
    expect(all.filter(({ address }) => address === UNREAD)).toMatchObject([
      {
        type: 'history_incomplete',
        severity: 'critical',
        max_gain_effect: null,
        tax_year: null,
        fix: { operation: 'trackWallet', method: 'POST', path: `/api/v1/wallets/${UNREAD}/track` },
      },
    ]);
    const deposit = all.filter(({ address, type }) => address === accountId && type === 'missing_basis');
    expect(deposit).toMatchObject([{ symbol: 'LTC', quantity: '3', tax_year: 2024 }]);
    expect(await issuesOf(app, ada, `address=${DEMO}`)).toEqual(
      all.filter(({ address }) => address === DEMO),
    );
  });

  it('follow from one ledger for all wallets and accounts', async () => {
    const replays = async (): Promise<number> => {
      const text = await (await fetch(`${app.url}/metrics`)).text();
      return Number(/^cost_basis_engine_seconds_count\{of="wallet"\} (\d+)/m.exec(text)?.[1] ?? 0);
    };
    const rows = (amount: number) =>
      `timestamp,kind,asset,amount,sent_asset,sent_amount,id\n2024-02-01T00:00:00Z,deposit,XRP,${amount},,,of${amount}\n`;
    const client = new CostBasisClient({ baseUrl: app.url, accessToken: ada.token });
    // Each has rows of its own, and is an account.
    for (const [amount, label] of ['second', 'third'].entries())
      await client.importExchangeFiles({
        body: { exchange: DEMO_EXCHANGE, label, file: [new File([rows(3 + amount)], 'all.csv')] },
      });
    const before = await replays();
    const all = await issuesOf(app, ada);
    expect(new Set(all.map(({ address }) => address)).size).toBe(5);
    expect((await replays()) - before).toBe(1);
  });

  it('show no account of another user', async () => {
    expect(codeOf(await ask(app, bob, `/api/v1/issues?address=${accountId}`))).toEqual([
      404,
      'RESOURCE_NOT_FOUND',
    ]);
    expect(await issuesOf(app, bob)).toEqual([]);
  });
});
