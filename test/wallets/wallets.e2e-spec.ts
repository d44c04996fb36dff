import { dec, formatDecimal } from '../../src/domain/kernel/decimal';
import { parseAddress } from '../../src/domain/kernel/address';
import { wholeBudget } from '../../src/pipeline/budget';
import { WalletLedgerService } from '../../src/pipeline/ledger/wallet-ledger.service';
import { startApp, type TestApp } from '../app.factory';
import { startReplay, type Replay } from '../support/replay';

const WALLET = '0x003dc32fe920a4aaeed12dc87e145f030aa753f3';
const SAVINGS = '0xf98c96b5d10faafc2324847c82305bd5fd7e5ad3';

/** Fields of any body; the shapes are pinned by the contract suite. */
type Row = Record<string, string> & { lot_count: number; fifo_order: number; price_missing?: boolean };

const sum = (rows: readonly Row[], field: string): string =>
  formatDecimal(rows.reduce((total, row) => total.plus(row[field] ?? 'NaN'), dec(0)));
const paths = async (replay: Replay) => (await replay.requests()).map(({ path }) => path);

describe('a real wallet through the whole application', () => {
  let replay: Replay;
  let app: TestApp;
  const get = async (path: string) => {
    const answer = await app.get(`/api/v1/wallets/${path}`);
    expect(answer.status).toBe(200);
    return answer.body;
  };
  const allLots = async (method: string, more = ''): Promise<Row[]> => {
    const lots: Row[] = [];
    for (let page = 1; ; page += 1) {
      const body = await get(`${WALLET}/cost-basis?method=${method}&per_page=100&page=${page}${more}`);
      lots.push(...body.data.lots);
      if (!body.pagination.has_more) return lots;
    }
  };

  beforeAll(async () => {
    replay = await startReplay();
    app = await startApp({ ...replay.env, EVM_CHAINS: 'ethereum', DEMO_WALLETS: 'false' });
  });
  afterAll(async () => {
    await app?.close();
    await replay?.close();
  });

  it('fetches once for two hundred first requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => app.get(`/api/v1/wallets/${WALLET}/positions`)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.data))).size).toBe(1);
    const asked = (await paths(replay)).map((path) => path.replace(/&apikey=.*/, ''));
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.filter((path) => path.includes('action=txlist&'))).toHaveLength(1);
    expect(new Set(asked).size).toBe(asked.length);
  });

  it('asks no upstream again for what it knows', async () => {
    await get(`${WALLET}/holdings`);
    await replay.forget();
    for (const view of ['dashboard', 'positions', 'holdings', 'holdings/summary', 'cost-basis'])
      await get(`${WALLET}/${view}`);
    expect(await paths(replay)).toEqual([]);
  });

  it('holds what the chain says it holds', async () => {
    const { data } = await get(`${WALLET}/positions`);
    const held = new Map((data as Row[]).map((row) => [row['symbol'], row['quantity']]));
    expect(held.get('ETH')).toBe('0.001287591473025178');
    expect(held.get('WETH') ?? '0').toBe('0');
    expect((data as Row[]).filter((row) => dec(row['quantity'] ?? 'NaN').lt(0))).toEqual([]);
  });

  it('says where every price is from', async () => {
    const { data } = await get(`${WALLET}/holdings?per_page=100`);
    for (const row of data as Row[])
      if (row.price_missing)
        expect([row['current_price'], row['price_source'], row['current_value']]).toEqual([null, null, '0']);
      else expect([row['price_source'], typeof row['price_at']]).toEqual(['defillama', 'string']);
    expect((data as Row[]).some((row) => !row.price_missing)).toBe(true);
  });

  it('agrees with itself to the last digit in every view', async () => {
    const positions = (await get(`${WALLET}/positions`)).data as Row[];
    const holdings = (await get(`${WALLET}/holdings?per_page=100&sort=symbol_asc`)).data as Row[];
    const summary = (await get(`${WALLET}/holdings/summary`)).data;
    const report = (await get(`${WALLET}/cost-basis`)).data;
    const dashboard = (await get(`${WALLET}/dashboard`)).data;
    const legacy = (await app.get(`/api/wallets/${WALLET}/positions?limit=100`)).body;
    const lots = await allLots('fifo');
    const priced = holdings.filter((row) => !row.price_missing);

    expect(report.total_cost_basis).toBe(sum(lots, 'cost_basis'));
    expect(report.total_cost_basis).toBe(sum(positions, 'cost_basis'));
    expect(report.total_cost_basis).toBe(sum(holdings, 'cost_basis'));
    expect(summary.total_cost_basis).toBe(sum(priced, 'cost_basis'));
    expect(formatDecimal(dec(summary.total_cost_basis).plus(summary.unpriced.cost_basis))).toBe(
      report.total_cost_basis,
    );
    expect(summary.total_value).toBe(sum(holdings, 'current_value'));
    expect(summary.total_unrealized_gl).toBe(sum(holdings, 'unrealized_gl'));
    expect(summary.total_unrealized_gl).toBe(
      formatDecimal(dec(summary.total_value).minus(summary.total_cost_basis)),
    );
    expect(dashboard.summary).toEqual(summary);
    expect(legacy.positions).toEqual(positions);
    for (const { token_key: key, quantity, cost_basis: cost, lot_count: count } of positions) {
      const own = lots.filter((lot) => lot['token_key'] === key);
      expect([own.length, sum(own, 'quantity'), sum(own, 'cost_basis')]).toEqual([count, quantity, cost]);
    }
  });

  it('lists the same lots under every method, in another order', async () => {
    const order: Record<string, string> = {};
    const content = new Set<string>();
    for (const method of ['fifo', 'lifo', 'hifo', 'specific_id']) {
      const lots = await allLots(method);
      order[method] = JSON.stringify(lots.map((lot) => [lot['lot_id'], lot.fifo_order]));
      const plain = lots.map(({ fifo_order: _, ...lot }) => JSON.stringify(lot)).sort();
      content.add(JSON.stringify(plain));
      expect(lots.map((lot) => lot['token_key'])).toEqual(lots.map((lot) => lot['token_key']).toSorted());
    }
    expect(content.size).toBe(1);
    expect(new Set([order['fifo'], order['lifo']]).size).toBe(2);
    expect(order['specific_id']).toBe(order['fifo']);
  });

  it('puts the lots named first under specific_id', async () => {
    const lots = await allLots('fifo');
    const last = lots.filter((lot) => lot.fifo_order > 1).at(-1);
    const chosen = await allLots('specific_id', `&lot_ids=${last?.['lot_id']}`);
    expect(chosen.find((lot) => lot['lot_id'] === last?.['lot_id'])?.fifo_order).toBe(1);
  });

  it('pages without overlap, filters by chain and least value', async () => {
    const all = (await get(`${WALLET}/holdings?sort=quantity_desc&per_page=100`)).data as Row[];
    const first = await get(`${WALLET}/holdings?sort=quantity_desc&per_page=3`);
    const second = await get(`${WALLET}/holdings?sort=quantity_desc&per_page=3&page=2`);
    expect([...first.data, ...second.data]).toEqual(all.slice(0, 6));
    expect(first.pagination).toEqual({
      page: 1,
      per_page: 3,
      total: all.length,
      total_pages: Math.ceil(all.length / 3),
      has_more: true,
    });
    expect((await get(`${WALLET}/holdings?chain=base`)).data).toEqual([]);
    expect(await get(`${WALLET}/holdings?min_value=-1`)).toMatchObject({ success: true });
    const worthy = (await get(`${WALLET}/holdings?min_value=1`)).data as Row[];
    expect(worthy).toEqual(
      all
        .filter((row) => Number(row['current_value']) >= 1)
        .sort((a, b) => Number(b['current_value']) - Number(a['current_value'])),
    );
    expect((await get(`${WALLET}/holdings?page=999`)).data).toEqual([]);
  });

  it('draws a screen with one call', async () => {
    const { data, meta } = await get(`${WALLET.replace('003dc', '003DC')}/dashboard`);
    expect(data).toMatchObject({
      address: WALLET.replace('003dc', '003DC'),
      partial: false,
      still_indexing: false,
      is_limited: false,
      tx_limit: null,
    });
    expect(data).not.toHaveProperty('tx_total');
    expect(data.tax_summary).toMatchObject({ tax_year: null, wash_sale_disallowed: '0', wash_sale_count: 0 });
    const { short_term_gains: gains, short_term_losses: losses, net_short_term: net } = data.tax_summary;
    expect(net).toBe(formatDecimal(dec(gains).minus(losses)));
    expect(data.recent_transactions).toHaveLength(10);
    const times = data.recent_transactions.map((row: Row) => row['timestamp']);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(['ok', 'warning', 'critical']).toContain(data.reconciliation.severity);
    expect(Date.parse(data.last_indexed_at)).toBeLessThanOrEqual(Date.parse(meta.timestamp));
  });

  it('names what it has deposited elsewhere and owns still', async () => {
    const { data } = await get(`${WALLET}/holdings/summary`);
    const eth = data.deposited.find((row: Row) => row['symbol'] === 'ETH');
    // 32.0557 staked, and 0.029239 behind the bridge of zkSync Lite. EtherDelta exchanged 0.96 of its deposits.
    expect(eth).toMatchObject({ quantity: '32.084939', position_type: 'staked', price_source: 'defillama' });
    const { meta } = await get(`${WALLET}/positions`);
    expect(meta.deposited.find((row: Row) => row['token_key'] === 'ethereum:ETH')).toEqual({
      token_key: 'ethereum:ETH',
      quantity: '32.084939',
      cost_basis: eth.cost_basis,
    });
  });

  it('takes funding by the second wallet of its owner for a transfer that carries its lot', async () => {
    const ledgers = app.app.get(WalletLedgerService, { strict: false });
    const budget = () => wholeBudget({ startedAt: Date.now(), signal: new AbortController().signal }, 60_000);
    const alone = await ledgers.of(parseAddress(WALLET), [], budget());
    const together = await ledgers.of(parseAddress(WALLET), [parseAddress(SAVINGS)], budget());
    const [funding] = together.transactions;
    expect(alone.transactions[0]).toMatchObject({ hash: funding?.hash, type: 'transfer_in' });
    expect(funding).toMatchObject({ type: 'internal_transfer', legs: [{ quantity: 5n * 10n ** 17n }] });

    const arrived = together.ledger?.lots.filter(
      ({ wallet, txHash }) => wallet === WALLET && txHash === funding?.hash,
    );
    expect(arrived?.reduce((total, { originalQuantity }) => total + originalQuantity, 0n)).toBe(
      5n * 10n ** 17n,
    );
    for (const lot of arrived ?? []) {
      const parent = together.ledger?.lots.find(({ id }) => id === lot.parentId);
      expect([parent?.wallet, parent?.acquiredAt]).toEqual([SAVINGS, lot.acquiredAt]);
      expect(
        together.ledger?.links.some(({ toLotId, relation }) => toLotId === lot.id && relation === 'transfer'),
      ).toBe(true);
    }
    const { data } = await get(`${WALLET}/positions?owned_wallets=${SAVINGS},${WALLET}`);
    expect((data as Row[]).find((row) => row['symbol'] === 'ETH')?.['quantity']).toBe('0.001287591473025178');
  });

  it('serves the unversioned list to a caller without a key, and nothing else', async () => {
    const answer = await app.get(`/api/wallets/${WALLET}/positions`, {});
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ address: WALLET, page: 1, limit: 50 });
    for (const name of ['dashboard', 'positions', 'holdings', 'holdings/summary', 'cost-basis'])
      expect((await app.get(`/api/v1/wallets/${WALLET}/${name}`, {})).status).toBe(401);
  });

  it.each([
    ['holdings?sort=best', 'sort'],
    ['holdings?per_page=101', 'per_page'],
    ['holdings?page=0', 'page'],
    ['holdings?min_value=x', 'min_value'],
    ['cost-basis?method=average', 'method'],
    ['cost-basis?lot_ids=1', 'lot_ids'],
    ['positions?owned_wallets=0x12', 'owned_wallets'],
  ])('refuses %s and names the field', async (path, field) => {
    const { status, body } = await app.get(`/api/v1/wallets/${WALLET}/${path}`);
    expect([status, body.error.field]).toEqual([400, field]);
  });
});
