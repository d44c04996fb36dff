import { DataSource } from 'typeorm';
import { dec, formatDecimal } from '../../src/domain/kernel/decimal';
import { account, call } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { startReplay, type Replay } from '../support/replay';
import { OFFLINE } from '../support/offline';

const WALLET = '0x003dc32fe920a4aaeed12dc87e145f030aa753f3';
const SAVINGS = '0xf98c96b5d10faafc2324847c82305bd5fd7e5ad3';
const NOBODY = '00000000-0000-4000-8000-000000000000';

const LOT_KEYS = [
  'acquisition_date',
  'basis_source',
  'chain',
  'contract_address',
  'cost_basis',
  'cost_per_unit',
  'fifo_order',
  'holding_start',
  'income_type',
  'is_long_term',
  'is_untracked',
  'long_term_on',
  'lot_id',
  'original_cost_basis',
  'original_quantity',
  'parent_lot_id',
  'price_source',
  'quantity',
  'received_date',
  'remaining_quantity',
  'source',
  'status',
  'symbol',
  'token_key',
  'transaction_id',
  'tx_hash',
  'value_status',
  'wallet_address',
  'wash_sale_adjustment',
];
const NEED_KEYS = [
  'chain',
  'explorer_url',
  'fair_market_value_at_receipt',
  'from',
  'lot_id',
  'max_gain_effect',
  'proceeds_affected',
  'quantity',
  'reason',
  'received_date',
  'suggestions',
  'symbol',
  'token_key',
  'tx_hash',
  'untracked_quantity',
];
const NODE_KEYS = [
  'acquisition_date',
  'cost_basis',
  'lot_id',
  'place',
  'quantity',
  'source',
  'token_key',
  'tx_hash',
  'wallet_address',
];
const EDGE_KEYS = [
  'cost_basis',
  'disposal_id',
  'from_lot_id',
  'link_id',
  'quantity',
  'relation',
  'timestamp',
  'to_lot_id',
  'tx_hash',
];

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- rows of any shape; the shapes are pinned below
type Row = any;

const sum = (rows: Row[], field: string): string =>
  formatDecimal(rows.reduce((total, row) => total.plus(row[field]), dec(0)));

describe('the lots of a real wallet', () => {
  let replay: Replay;
  let app: TestApp;
  let token: string;
  const get = async (path: string): Promise<Row> => {
    const answer = await app.get(`/api/v1/wallets/${WALLET}/${path}`);
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.body;
  };
  const as = (path: string) => call(app, 'GET', `/api/v1/wallets/${WALLET}/${path}`, { token });
  const all = async (
    list: string,
    query = '',
    read: (path: string) => Promise<Row> = get,
  ): Promise<Row[]> => {
    const rows: Row[] = [];
    for (let page = 1; ; page += 1) {
      const body = await read(`${list}?per_page=100&page=${page}${query}`);
      rows.push(...body.data);
      if (!body.pagination.has_more) return rows;
    }
  };

  beforeAll(async () => {
    replay = await startReplay();
    app = await startApp({
      ...replay.env,
      EVM_CHAINS: 'ethereum',
      DEMO_WALLETS: 'false',
    });
    token = (await account(app)).token;
  });
  afterAll(async () => {
    await app?.close();
    await replay?.close();
  });

  it.each(['lots', 'lots/needs-basis', `lots/${NOBODY}/lineage`])(
    '%s know nothing of a wallet nobody has indexed, and start nothing',
    async (path) => {
      const { status, body } = await as(path);
      expect([status, body.error.code]).toEqual([404, 'WALLET_NOT_FOUND']);
      expect(await replay.requests()).toEqual([]);
    },
  );

  it('are read from the store, without a word to any upstream', async () => {
    // Waits for the whole history and its prices, whatever else the machine has to do.
    await get('positions');
    await replay.forget();
    const lots = await all('lots');
    for (const lot of lots) expect(Object.keys(lot).sort()).toEqual(LOT_KEYS);
    expect(await replay.requests()).toEqual([]);
  });

  it('open ones are those of the cost-basis report, and the positions are their sums', async () => {
    const open = await all('lots');
    const report: Row[] = [];
    for (let page = 1; ; page += 1) {
      const body = await get(`cost-basis?per_page=100&page=${page}`);
      report.push(...body.data.lots);
      if (!body.pagination.has_more) break;
    }
    const byId = (rows: Row[]) => rows.toSorted((a, b) => (a.lot_id < b.lot_id ? -1 : 1));
    expect(byId(open)).toEqual(byId(report));
    for (const position of (await get('positions')).data) {
      const own = open.filter((lot) => lot.token_key === position.token_key);
      expect([own.length, sum(own, 'quantity'), sum(own, 'cost_basis')]).toEqual([
        position.lot_count,
        position.quantity,
        position.cost_basis,
      ]);
    }
  });

  it('are open or closed, and all of them are both together', async () => {
    const [open, closed, everything] = [
      await all('lots'),
      await all('lots', '&status=closed'),
      await all('lots', '&status=all'),
    ];
    expect(new Set(open.map((lot) => lot.status))).toEqual(new Set(['open', 'partial']));
    expect(new Set(closed.map((lot) => lot.status))).toEqual(new Set(['closed']));
    expect(
      closed.every((lot) => lot.quantity === '0' && lot.cost_basis === '0' && lot.fifo_order === 0),
    ).toBe(true);
    const ids = (rows: Row[]) => rows.map((lot) => lot.lot_id).sort();
    expect(ids([...open, ...closed])).toEqual(ids(everything));
    expect(new Set(ids(everything)).size).toBe(everything.length);
    expect(everything.every((lot) => lot.wallet_address === WALLET)).toBe(true);
  });

  it.each([
    ['symbol=eth', (lot: Row) => lot.symbol === 'ETH'],
    ['symbol=ethereum:eth', (lot: Row) => lot.token_key === 'ethereum:ETH'],
    ['chain=base', () => false],
    ['is_untracked=true', (lot: Row) => lot.is_untracked],
    ['is_untracked=no', (lot: Row) => !lot.is_untracked],
    ['is_long_term=1', (lot: Row) => lot.is_long_term],
    ['is_long_term=false', (lot: Row) => !lot.is_long_term],
  ])('%s chooses', async (query, isWanted) => {
    const everything = await all('lots', '&status=all');
    expect(await all('lots', `&status=all&${query}`)).toEqual(everything.filter(isWanted));
  });

  it('come in the order asked for', async () => {
    const lots = async (sort: string) => all('lots', `&status=all&sort=${sort}`);
    const age = (lot: Row) => lot.acquisition_date ?? lot.received_date;
    const oldest = (await lots('date_asc')).map(age);
    expect(oldest).toEqual(oldest.toSorted());
    expect((await lots('date_desc')).map((lot) => lot.lot_id)).toEqual(
      (await lots('date_asc')).map((lot) => lot.lot_id).toReversed(),
    );
    for (const [sort, field] of [
      ['cost_desc', 'cost_basis'],
      ['quantity_desc', 'remaining_quantity'],
    ] as const) {
      const values = (await lots(sort)).map((lot) => dec(lot[field]));
      expect(values.every((value, i) => i === 0 || value.lte(values[i - 1] ?? 0))).toBe(true);
    }
  });

  it('are cut by the plan where sums are not', async () => {
    const everything = await all('lots', '&status=all');
    const seen = await all('lots', '&status=all', async (path) => (await as(path)).body);
    expect(seen.length).toBeLessThan(everything.length);
    const { body } = await as('lots');
    expect(body.meta).toMatchObject({ is_limited: true, tx_limit: 25 });
    const recent = new Set(
      (await as('transactions?per_page=100')).body.data.map((row: Row) => row.transaction_id),
    );
    expect(seen.length).toBeGreaterThan(0);
    for (const lot of seen) expect(recent).toContain(lot.transaction_id);
    const hidden = everything.find((lot) => !recent.has(lot.transaction_id));
    const answer = await as(`lots/${hidden.lot_id}/lineage`);
    expect([answer.status, answer.body.error.code]).toEqual([404, 'LOT_NOT_FOUND']);
    const [shown] = seen;
    expect((await as(`lots/${shown.lot_id}/lineage`)).body.data.lot_id).toBe(shown.lot_id);
  });

  it('lineage: a lot that came from the savings of its owner walks back to the lot there', async () => {
    const owned = `owned_wallets=${SAVINGS}`;
    await app.get(`/api/v1/wallets/${SAVINGS}/positions`);
    const [funding] = (await get(`transactions?sort=date_asc&per_page=1&${owned}`)).data;
    const arrived = (await all('lots', `&status=all&${owned}`)).filter(
      (lot) => lot.tx_hash === funding.tx_hash && lot.source === 'transfer_in',
    );
    expect(sum(arrived, 'original_quantity')).toBe('0.5');
    for (const lot of arrived) {
      const { data } = await get(`lots/${lot.lot_id}/lineage?direction=up&${owned}`);
      expect(Object.keys(data).sort()).toEqual([
        'breaks',
        'complete',
        'edges',
        'lot_id',
        'nodes',
        'root_lot_ids',
      ]);
      for (const node of data.nodes) expect(Object.keys(node).sort()).toEqual(NODE_KEYS);
      for (const edge of data.edges) expect(Object.keys(edge).sort()).toEqual(EDGE_KEYS);
      const edge = data.edges.find((one: Row) => one.to_lot_id === lot.lot_id);
      expect(edge).toMatchObject({
        relation: 'transfer',
        from_lot_id: lot.parent_lot_id,
        quantity: lot.original_quantity,
        cost_basis: lot.original_cost_basis,
        tx_hash: funding.tx_hash,
        disposal_id: null,
      });
      const parent = data.nodes.find((node: Row) => node.lot_id === lot.parent_lot_id);
      expect([parent.wallet_address, parent.acquisition_date]).toEqual([SAVINGS, lot.acquisition_date]);
      expect(data.root_lot_ids).toHaveLength(1);
      expect(data.edges.every((one: Row) => one.disposal_id === null)).toBe(true);
    }
    const [lot] = arrived;
    const alone = await app.get(`/api/v1/wallets/${WALLET}/lots/${lot.lot_id}/lineage`);
    expect([alone.status, alone.body.error.code]).toEqual([404, 'LOT_NOT_FOUND']);
  });

  it('lineage: every unit of a lot is accounted for downwards', async () => {
    const consumed = (await all('lots', '&status=all')).filter((lot) => lot.status !== 'open').slice(0, 25);
    for (const lot of consumed) {
      const { data } = await get(`lots/${lot.lot_id}/lineage?direction=down&depth=1`);
      const left = data.edges.filter((edge: Row) => edge.from_lot_id === lot.lot_id);
      const gone = left.reduce((total: Row, edge: Row) => total.plus(edge.quantity), dec(0));
      expect(formatDecimal(gone.plus(lot.remaining_quantity))).toBe(lot.original_quantity);
      const cost = left.reduce((total: Row, edge: Row) => total.plus(edge.cost_basis), dec(0));
      expect(formatDecimal(cost.plus(lot.cost_basis))).toBe(lot.original_cost_basis);
    }
  });

  it('lineage: both directions are up and down together, and depth bounds the walk', async () => {
    const lots = await all('lots', '&status=all');
    const lot = lots.find((one) => one.parent_lot_id !== null) ?? lots[0];
    const [both, up, down] = await Promise.all(
      ['both', 'up', 'down'].map(
        async (direction) => (await get(`lots/${lot.lot_id}/lineage?direction=${direction}`)).data,
      ),
    );
    const ids = (...traces: Row[]) =>
      new Set(traces.flatMap((trace) => trace.edges.map((e: Row) => e.link_id)));
    expect(ids(both)).toEqual(ids(up, down));
    expect((await get(`lots/${lot.lot_id}/lineage`)).data).toEqual(both);
    const near = (await get(`lots/${lot.lot_id}/lineage?depth=1`)).data;
    expect(near.edges.every((edge: Row) => [edge.from_lot_id, edge.to_lot_id].includes(lot.lot_id))).toBe(
      true,
    );
  });

  it('needs-basis names every lot without a basis where it came in, the largest effect first', async () => {
    // A plan that shows everything: the list of a free user is cut.
    const user = await account(app);
    token = user.token;
    await upgrade(app, user.id);
    const needs = await all('lots/needs-basis', '', async (path) => (await as(path)).body);
    for (const need of needs) expect(Object.keys(need).sort()).toEqual(NEED_KEYS);
    const untracked = (await all('lots', '&status=all&is_untracked=true')).filter(
      (lot) => lot.parent_lot_id === null,
    );
    expect(untracked.length).toBeGreaterThan(0);
    const named = new Set(needs.map((need) => need.lot_id));
    for (const lot of untracked) expect(named).toContain(lot.lot_id);
    const effects = needs.map((need) => dec(need.max_gain_effect));
    expect(effects.every((effect, i) => i === 0 || effect.lte(effects[i - 1] ?? 0))).toBe(true);
    for (const need of needs) {
      expect(['unknown_source', 'missing_price', 'unmatched_transfer', 'oversold']).toContain(need.reason);
      expect(need.explorer_url).toBe(`https://etherscan.io/tx/${need.tx_hash}`);
      expect(dec(need.max_gain_effect).gte(need.proceeds_affected)).toBe(true);
      if (need.reason === 'oversold') expect(need.fair_market_value_at_receipt).toBeNull();
    }
    const [first] = needs;
    const details = (await get(`lots/${first.lot_id}/lineage?direction=down&depth=50`)).data;
    expect(details.nodes[0].lot_id).toBe(first.lot_id);
    expect((await as(`lots/needs-basis?symbol=${first.symbol}&per_page=1`)).body.data).toEqual([
      needs.find((need) => need.symbol.toLowerCase() === first.symbol.toLowerCase()),
    ]);
    expect((await as('lots/needs-basis?chain=base')).body.data).toEqual([]);
  });

  it('needs-basis is a user’s: a partner key does not open it', async () => {
    const { status, body } = await app.get(`/api/v1/wallets/${WALLET}/lots/needs-basis`);
    expect([status, body.error.code]).toEqual([401, 'UNAUTHORIZED']);
  });

  it.each([
    ['lots?status=partial', 'status'],
    ['lots?sort=cost_asc', 'sort'],
    ['lots?is_untracked=', 'is_untracked'],
    ['lots?is_long_term=maybe', 'is_long_term'],
    ['lots?symbol=', 'symbol'],
    ['lots?per_page=0', 'per_page'],
    ['lots?owned_wallets=x', 'owned_wallets'],
    [`lots/${NOBODY}/lineage?direction=sideways`, 'direction'],
    [`lots/${NOBODY}/lineage?depth=0`, 'depth'],
    [`lots/${NOBODY}/lineage?depth=51`, 'depth'],
    ['lots/needs-basis?page=1.5', 'page'],
  ])('%s is refused by name', async (path, field) => {
    const { status, body } = await as(path);
    expect([status, body.error.field]).toEqual([400, field]);
  });

  it.each([NOBODY, 'needs', 'x'.repeat(300)])('lineage of %s is that of no lot', async (id) => {
    const { status, body } = await app.get(`/api/v1/wallets/${WALLET}/lots/${id}/lineage`);
    expect([status, body.error.code]).toEqual([404, 'LOT_NOT_FOUND']);
  });

  it('one holding says what the list says, and names its lots', async () => {
    const list = (await get('holdings?per_page=100')).data as Row[];
    const eth = list.find((row) => row.token_key === 'ethereum:ETH');
    for (const name of ['ETH', 'eth', 'ethereum:ETH', 'ETHEREUM%3Aeth', 'ETH?chain=ethereum']) {
      const { data, partial, still_indexing: stillIndexing } = await get(`holdings/${name}`);
      const { by_chain: byChain, lots, realized_gl_ytd: realized, sources, ...rest } = data;
      expect(rest).toEqual(eth);
      expect(byChain).toEqual([eth]);
      expect(sources).toEqual([
        { chain: 'ethereum', provider: 'etherscan', read_at: expect.stringMatching(/^\d{4}-.*Z$/) },
      ]);
      expect(lots).toEqual(await all('lots', '&symbol=ethereum:ETH'));
      expect([sum(lots, 'quantity'), sum(lots, 'cost_basis')]).toEqual([eth.quantity, eth.cost_basis]);
      expect([realized, partial, stillIndexing]).toEqual(['0', false, false]);
    }
  });

  it.each(['holdings/NOSUCH', 'holdings/ETH?chain=base', 'holdings/ethereum:NOSUCH'])(
    '%s is not held',
    async (path) => {
      const { status, body } = await app.get(`/api/v1/wallets/${WALLET}/${path}`);
      expect([status, body.error.code, body.error.details]).toEqual([
        404,
        'RESOURCE_NOT_FOUND',
        { resource: 'holding' },
      ]);
    },
  );

  it('the summary is no holding', async () => {
    expect((await get('holdings/summary')).data).toHaveProperty('total_value');
  });
});

describe('a holding on two chains, without a network', () => {
  const MAIN = '0xde300000000000000000000000000000000a11ce';
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ ...OFFLINE, DEMO_WALLETS: 'true' });
  });
  afterAll(() => app?.close());

  it('is summed, with its parts beside', async () => {
    const { body } = await app.get(`/api/v1/wallets/${MAIN}/holdings/usdc`);
    const list = (await app.get(`/api/v1/wallets/${MAIN}/holdings?per_page=100`)).body.data as Row[];
    const parts = list.filter((row) => row.symbol === 'USDC');
    expect(parts.map((row) => row.chain)).toEqual(['ethereum', 'base']);
    expect(body.data.by_chain).toEqual(parts);
    expect(body.data).toMatchObject({
      chain: 'multiple',
      token_key: 'USDC',
      contract_address: null,
      lot_count: parts[0].lot_count + parts[1].lot_count,
      quantity: sum(parts, 'quantity'),
      current_value: sum(parts, 'current_value'),
      cost_basis: sum(parts, 'cost_basis'),
      unrealized_gl: sum(parts, 'unrealized_gl'),
    });
    expect(body.data.lots).toHaveLength(body.data.lot_count);
    const one = await app.get(`/api/v1/wallets/${MAIN}/holdings/USDC?chain=base`);
    expect(one.body.data).toMatchObject(parts[1]);
  });
});

/** Gives an account the unlimited plan, as a purchase would. */
async function upgrade({ app }: TestApp, userId: string): Promise<void> {
  const update = `UPDATE users SET plan_name = 'defi', plan_expires_at = now() + interval '1 day' WHERE id = $1`;
  await app.get(DataSource, { strict: false }).query(update, [userId]);
}
