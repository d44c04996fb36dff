import { CostBasisClient } from '../../clients/typescript/src/index';
import { MAIN } from '../../src/adapters/providers/demo/demo.addresses';
import { DEMO_EXCHANGE, demoExchangeFile } from '../../src/adapters/providers/demo/demo.exchange';
import { account, call, type Account, type Answer } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { onPlan } from '../portfolios/portfolio-client';
import { OFFLINE } from '../support/offline';
import { until } from '../support/until';

const UNIFIED = '/api/v1/unified/transactions';
const OF_WALLET = `/api/v1/wallets/${MAIN}/transactions`;
const HEADER = 'timestamp,kind,asset,amount,sent_asset,sent_amount,id\n';

interface Row {
  transaction_id: string;
  type: string;
  legs: { symbol: string }[];
}

/** Another user with a copy of a list. */
class Copy {
  private readonly rows = new Map<string, Row>();
  private since = '2000-01-01';

  constructor(
    private readonly ask: (method: string, path: string) => Promise<Answer>,
    private readonly path: string,
  ) {}

  /**
   * Asks for what changed, page after page.
   * @param meanwhile work that changes the list behind the first page
   * @returns ids of the changed and of the deleted entries, in the order of the pages
   */
  async poll(
    meanwhile?: () => Promise<unknown>,
  ): Promise<{ changed: string[]; deleted: string[]; isWhole: boolean }> {
    const [changed, deleted]: [string[], string[]] = [[], []];
    let next = '';
    for (let page = 1; ; page += 1) {
      const answer = await this.ask('GET', `${this.path}?updated_since=${this.since}&per_page=7${next}`);
      expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
      const { data, meta, pagination } = answer.body;
      if (page === 1 && meta.is_whole_list) this.rows.clear();
      for (const row of data as Row[]) {
        this.rows.set(row.transaction_id, row);
        changed.push(row.transaction_id);
      }
      for (const id of meta.deleted_ids as string[]) {
        this.rows.delete(id);
        deleted.push(id);
      }
      expect([pagination.page, pagination.has_more]).toEqual([page, pagination.next_cursor !== null]);
      if (page === 1) await meanwhile?.();
      if (!pagination.has_more) {
        this.since = meta.updated_until as string;
        return { changed, deleted, isWhole: meta.is_whole_list as boolean };
      }
      expect(meta.updated_until).toBeNull();
      next = `&cursor=${pagination.next_cursor}`;
    }
  }

  /** The same as a reader of the whole list has. */
  async isWhole(): Promise<void> {
    const all: Row[] = [];
    let next = '';
    for (;;) {
      const { body } = await this.ask('GET', `${this.path}?include_spam=true&per_page=100${next}`);
      all.push(...(body.data as Row[]));
      if (!body.pagination.has_more) break;
      next = `&cursor=${body.pagination.next_cursor}`;
    }
    expect(Object.fromEntries(this.rows)).toEqual(
      Object.fromEntries(all.map((row) => [row.transaction_id, row])),
    );
  }
}

describe('the changes of lists of transactions', () => {
  let app: TestApp;
  let ada: Account;
  let client: CostBasisClient;
  let copies: Copy[];

  beforeAll(async () => {
    app = await startApp({ ...OFFLINE });
    ada = await account(app);
    client = new CostBasisClient({ baseUrl: app.url, accessToken: ada.token });
    await onPlan(app, ada, 'defi');
    await ask('POST', '/api/v1/linked-wallets', { address: MAIN });
    await imported(new TextDecoder().decode(demoExchangeFile()));
    // Rows that still wait for a price change between the pages of a poll.
    for (const path of [UNIFIED, OF_WALLET])
      await until(
        () => ask('GET', path),
        ({ body }) => body.meta.prices_pending !== true && body.meta.balances_pending !== true,
      );
    copies = [new Copy(ask, UNIFIED), new Copy(ask, OF_WALLET)];
  });
  afterAll(() => app?.close());

  const ask = (method: string, path: string, body?: object): Promise<Answer> =>
    call(app, method, path, { token: ada.token, body });

  const imported = async (text: string, id?: string): Promise<string> => {
    const target = id === undefined ? { exchange: DEMO_EXCHANGE } : { account_id: id };
    const file = [new File([text], 'all.csv')];
    return String((await client.importExchangeFiles({ body: { ...target, file } })).data.account_id);
  };

  /** Something of the payment of the rent in DAI. */
  const rentPath = async (what: string): Promise<string> => {
    const day = 'start_date=2022-04-05&end_date=2022-04-05';
    const { body } = await ask('GET', `${OF_WALLET}?symbol=DAI&${day}`);
    return `${OF_WALLET}/${body.data[0].transaction_id}/${what}`;
  };

  const followed = async (): Promise<{ changed: string[]; deleted: string[] }[]> => {
    const polls = [];
    for (const copy of copies) {
      polls.push(await copy.poll());
      await copy.isWhole();
    }
    return polls;
  };

  it('are the whole list at first, and then nothing', async () => {
    for (const copy of copies) {
      const { changed, deleted, isWhole } = await copy.poll();
      expect(isWhole).toBe(true);
      expect([new Set(changed).size, deleted]).toEqual([changed.length, []]);
      await copy.isWhole();
      expect(await copy.poll()).toEqual({ changed: [], deleted: [], isWhole: false });
    }
  });

  it('follow decisions, and follow them when they are undone', async () => {
    const list = await ask('GET', '/api/v1/unified/transfer-matches?status=confirmed');
    const match = `/api/v1/unified/transfer-matches/${list.body.data[0].match_id}`;
    expect((await ask('POST', `${match}/reject`)).status).toBe(200);
    for (const { changed, deleted } of await followed())
      expect([changed.length > 0, deleted]).toEqual([true, []]);
    expect((await ask('POST', `${match}/undo`)).status).toBe(200);
    for (const { changed } of await followed()) expect(changed.length).toBeGreaterThan(0);

    const classification = await rentPath('classification');
    expect((await ask('PUT', classification, { type: 'gift' })).status).toBe(200);
    for (const { changed } of await followed()) expect(changed.length).toBeGreaterThan(0);
    expect((await ask('DELETE', classification)).status).toBe(200);
    for (const { changed } of await followed()) expect(changed.length).toBeGreaterThan(0);
  });

  it('follow rows that arrive late, between the pages of a poll too, and rows that go', async () => {
    const trade = (i: number) =>
      `${new Date(Date.UTC(2021, 0, 1) + ((i * 37) % 200) * 86_400_000).toISOString()},trade,LTC,1,USD,70,late${i}\n`;
    const rows = (from: number, count: number) =>
      HEADER + Array.from({ length: count }, (_, i) => trade(from + i)).join('');
    const id = await imported(rows(0, 60));
    const [unified] = copies;
    const poll = await unified?.poll(() => imported(rows(60, 40), id));
    expect(new Set(poll?.changed).size).toBe(100);
    await followed();

    expect((await ask('DELETE', `/api/v1/exchange-accounts/${id}?keep_data=false`)).status).toBe(200);
    const [gone] = await followed();
    expect(gone?.deleted.length).toBeGreaterThanOrEqual(100);
  });

  it('are those of one caller: the decision of another changes nothing', async () => {
    const bob = await account(app);
    await onPlan(app, bob, 'defi');
    const body = { type: 'gift' };
    const path = await rentPath('classification');
    expect((await call(app, 'PUT', path, { token: bob.token, body })).status).toBe(200);
    const own = new Copy((method, path) => call(app, method, path, { token: bob.token }), OF_WALLET);
    expect((await own.poll()).isWhole).toBe(true);
    await own.isWhole();
    for (const { changed, deleted } of await followed()) expect([changed, deleted]).toEqual([[], []]);
  });

  it('take no filter, no order and no page, and the cursor of their own alone', async () => {
    const since = 'updated_since=2024-01-01';
    const { body } = await ask('GET', `${UNIFIED}?per_page=1`);
    const refused = {
      symbol: 'symbol=ETH',
      type: 'type=swap',
      sort: 'sort=date_asc',
      page: 'page=2',
      tax_year: 'tax_year=2024',
      include_spam: 'include_spam=true',
      source: 'source=wallet',
      cursor: `cursor=${body.pagination.next_cursor}`,
    };
    for (const [field, parameter] of Object.entries(refused)) {
      const answer = await ask('GET', `${UNIFIED}?${since}&${parameter}`);
      expect([field, answer.status, answer.body.error.code, answer.body.error.field]).toEqual([
        field,
        400,
        'VALIDATION_ERROR',
        field,
      ]);
    }
    const bad = await ask('GET', `${OF_WALLET}?updated_since=yesterday`);
    expect([bad.status, bad.body.error.field]).toEqual([400, 'updated_since']);
  });
});
