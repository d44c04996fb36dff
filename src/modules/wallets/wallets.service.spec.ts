import { FakeLinkedWallets } from '../../../test/fakes/fake-linked-wallets';
import { PipelineBench, SAVINGS, WALLET } from '../../../test/fakes/pipeline';
import { token, transaction } from '../../../test/fakes/scripted-history-source';
import type { Principal } from '../../domain/access/principal';
import { nativeAsset } from '../../domain/kernel/asset';
import { RequestContext } from '../../http/request-context';
import { CostBasisQuery, HoldingsQuery, HoldingsSummaryQuery, LegacyPositionsQuery } from './wallets.dto';
import { CallerLedgers } from './caller-ledgers.service';
import { CurrentHoldings } from './holdings/current-holdings.service';
import { PastHoldings } from './holdings/past-holdings.service';
import { SpamHoldings } from './holdings/spam-holdings.service';
import { WalletsService } from './wallets.service';

const DAY = 86_400_000;
const ONE = 10n ** 18n;
const ETH = nativeAsset('ethereum');
const DAI = token('ethereum', 'DAI', '0x6b175474e89094c44da98b954eedeac495271d0f');
const FREE: Principal = { kind: 'user', userId: 'u', plan: 'free', isOperator: false, sessionId: 's' };
const PARTNER: Principal = { kind: 'partner', partnerId: 'p', name: 'P' };

class Scene extends PipelineBench {
  readonly linked = new FakeLinkedWallets();
  readonly wallets = new WalletsService(
    this.views,
    this.valuation,
    this.clock,
    this.config,
    new CallerLedgers(this.ledgers, this.readers, this.linked, this.config),
    this.snapshots,
    this.readers,
    new CurrentHoldings(this.snapshots, this.views, this.valuation),
    new PastHoldings(this.ledgers, this.pastValues),
    new SpamHoldings(this.ledgers),
  );

  as(principal: Principal): RequestContext {
    const context = new RequestContext(this.clock, '00000000-0000-4000-8000-000000000000');
    context.identify(principal);
    return context;
  }
}

/** Receives 1,000 DAI, then buys 0.1 ETH for 10, 11, 12 … DAI, a day apart. */
function scene(purchases = 2, budgetMs = 20_000): Scene {
  const it = new Scene(['ethereum'], { PARTIAL_BUDGET_MS: String(budgetMs) });
  const buys = Array.from({ length: purchases }, (_, i) =>
    transaction(WALLET.value, (2 + i) * DAY, [{ out: BigInt(10 + i) * ONE, asset: DAI }, { in: ONE / 10n }]),
  );
  it.source.give('ethereum', WALLET.value, [
    transaction(WALLET.value, DAY, [{ in: 1000n * ONE, asset: DAI }]),
    ...buys,
  ]);
  it.prices.usd.set(ETH.id, '150').set(DAI.id, '1');
  return it;
}

describe('holdings', () => {
  it('says of each holding what the wire promises', async () => {
    const it = scene();
    const { data, siblings } = await it.wallets.holdings(WALLET, new HoldingsQuery(), it.as(PARTNER));
    expect(siblings).toMatchObject({ partial: false, still_indexing: false, meta: {} });
    expect(data[1]).toEqual({
      symbol: 'ETH',
      chain: 'ethereum',
      quantity: '0.2',
      current_value: '30',
      cost_basis: '21',
      unrealized_gl: '9',
      token_key: 'ethereum:ETH',
      contract_address: null,
      name: 'Ether',
      decimals: 18,
      current_price: '150',
      unrealized_gl_percent: '42.857142857142857143',
      lot_count: 2,
      has_untracked: false,
      price_source: 'scripted',
      price_at: '2023-11-14T22:13:20.000Z',
      protocol: null,
      position_type: 'wallet',
    });
    expect(data[0]).toMatchObject({ symbol: 'DAI', quantity: '979', cost_basis: '0', has_untracked: true });
  });

  it('come from the snapshot of the same stored data, and are the same', async () => {
    const it = scene(3);
    const ask = () => it.wallets.holdings(WALLET, new HoldingsQuery(), it.as(PARTNER));
    const computed = await ask();
    while (it.stored.size === 0) await new Promise((wake) => setImmediate(wake));
    await it.ledgers.forget(WALLET);
    expect((await ask()).data).toEqual(computed.data);
    it.stored.rewrite((text) => text.replaceAll('"Ether"', '"from the snapshot"'));
    expect((await ask()).data.map(({ name }) => name)).toContain('from the snapshot');
    // Another purchase: the snapshot follows from other rows.
    it.source.give('ethereum', WALLET.value, [
      transaction(WALLET.value, 9 * DAY, [{ out: 5n * ONE, asset: DAI }, { in: ONE }]),
    ]);
    it.clock.advance(60_000);
    expect((await ask()).data).not.toEqual(computed.data);
  });

  it('shows no gain where nobody has a price, and leaves the holding out of the sums', async () => {
    const it = scene();
    it.prices.usd.delete(ETH.id);
    const { data } = await it.wallets.holdings(WALLET, new HoldingsQuery(), it.as(PARTNER));
    expect(data[1]).toMatchObject({
      current_price: null,
      current_value: '0',
      unrealized_gl: '0',
      cost_basis: '21',
      price_missing: true,
      price_source: null,
    });
    const summary = (await it.wallets.summary(WALLET, new HoldingsSummaryQuery(), it.as(PARTNER))).data;
    expect(summary).toMatchObject({
      total_value: '979',
      total_cost_basis: '0',
      total_unrealized_gl: '979',
      unpriced: { count: 1, cost_basis: '21' },
      risk_metrics: null,
    });
    expect(summary.chains).toEqual([{ chain: 'ethereum', value: '979', percent: '100', holding_count: 2 }]);
  });

  it('shows quantities and values but no gain while the basis is pending', async () => {
    const it = scene(2, 200);
    it.prices.silent.add(DAI.id);
    const { data, siblings } = await it.wallets.holdings(WALLET, new HoldingsQuery(), it.as(PARTNER));
    expect(siblings).toMatchObject({ partial: true, still_indexing: true, meta: { prices_pending: true } });
    expect(data.find(({ symbol }) => symbol === 'ETH')).toMatchObject({
      quantity: '0.2',
      current_value: '30',
      cost_basis: '0',
      unrealized_gl: '0',
      basis_pending: true,
    });
  });
});

describe('positions', () => {
  it('gives the average cost of what is held, on one page', async () => {
    const it = scene();
    const { data, siblings } = await it.wallets.positions(WALLET, [], it.as(PARTNER));
    expect(siblings.pagination).toEqual({ page: 1, perPage: 2, total: 2 });
    expect(data.map(({ symbol, average_cost }) => [symbol, average_cost])).toEqual([
      ['DAI', '0'],
      ['ETH', '105'],
    ]);
  });

  it('pages the unversioned list by limit', async () => {
    const it = scene();
    const query = Object.assign(new LegacyPositionsQuery(), { page: 2, limit: 1 });
    const { data } = await it.wallets.legacyPositions(WALLET, query, it.as({ kind: 'anonymous' }));
    expect(data).toMatchObject({ address: WALLET.given, page: 2, limit: 1, total: 2 });
    expect(data.positions.map(({ symbol }) => symbol)).toEqual(['ETH']);
  });

  it('is empty for a wallet without history', async () => {
    const it = scene();
    const { data, siblings } = await it.wallets.positions(SAVINGS, [], it.as(PARTNER));
    expect(data).toEqual([]);
    expect(siblings.pagination).toEqual({ page: 1, perPage: 1, total: 0 });
  });
});

describe('a snapshot', () => {
  it.each([FREE, PARTNER])('gives $kind the dashboard and the positions of the ledger', async (principal) => {
    const it = scene(30);
    const asks = [
      () => it.wallets.dashboard(WALLET, [], it.as(principal)),
      () => it.wallets.positions(WALLET, [], it.as(principal)),
      () => it.wallets.legacyPositions(WALLET, new LegacyPositionsQuery(), it.as(principal)),
    ];
    await it.wallets.positions(WALLET, [], it.as(principal));
    for (const ask of asks) {
      await it.stored.forget(WALLET.value);
      const computed = await ask();
      while (it.stored.size === 0) await new Promise((wake) => setImmediate(wake));
      expect(await ask()).toEqual(computed);
      it.stored.rewrite((text) => text.replaceAll('"ethereum:ETH"', '"from the snapshot"'));
      expect(JSON.stringify(await ask())).toContain('from the snapshot');
    }
  });
});

describe('linked wallets', () => {
  const read = async (principal: Principal, owned: (typeof WALLET)[]) => {
    const it = scene();
    it.linked.byUser.set('u', [SAVINGS]);
    await it.wallets.positions(WALLET, owned, it.as(principal));
    return [...new Set(it.source.reads.map(({ address }) => address))].sort();
  };

  it('are owned where a user names no others, and by nobody else', async () => {
    const both = [WALLET.value, SAVINGS.value].sort();
    expect(await read(FREE, [])).toEqual(both);
    expect(await read(PARTNER, [])).toEqual([WALLET.value]);
    expect(await read({ kind: 'anonymous' }, [])).toEqual([WALLET.value]);
    expect(await read(FREE, [WALLET])).toEqual([WALLET.value]);
  });
});

describe('cost basis', () => {
  it('lists every open lot for an unlimited caller', async () => {
    const it = scene(30);
    const { data, siblings } = await it.wallets.costBasis(WALLET, new CostBasisQuery(), it.as(PARTNER));
    expect(siblings.pagination).toMatchObject({ total: 31 });
    expect(siblings.meta).toEqual({ is_limited: false, tx_limit: null });
    expect(data.lots[1]).toMatchObject({
      token_key: 'ethereum:ETH',
      quantity: '0.1',
      cost_per_unit: '100',
      cost_basis: '10',
      acquisition_date: '1970-01-03T00:00:00.000Z',
      long_term_on: '1971-01-04',
      is_long_term: true,
      status: 'open',
      source: 'swap',
      basis_source: 'trade',
      fifo_order: 1,
    });
    expect(data.lots[0]).toMatchObject({ token_key: 'ethereum:DAI', status: 'partial', is_untracked: true });
  });

  it('cuts the list to the plan and says so; ranks and the total are of all lots', async () => {
    const it = scene(30);
    const query = new CostBasisQuery();
    const whole = await it.wallets.costBasis(WALLET, query, it.as(PARTNER));
    const cut = await it.wallets.costBasis(WALLET, query, it.as(FREE));
    expect(cut.siblings.meta).toEqual({ is_limited: true, tx_limit: 25, tx_total: 31 });
    expect(cut.siblings.pagination).toMatchObject({ total: 25 });
    expect(cut.data.total_cost_basis).toBe(whole.data.total_cost_basis);
    expect(cut.data.lots.map(({ fifo_order }) => fifo_order)).toEqual(
      Array.from({ length: 25 }, (_, i) => i + 6),
    );
  });
});

describe('dashboard', () => {
  it('puts tax, transactions and holdings of the same ledger on one screen', async () => {
    const it = scene(30);
    const { data } = await it.wallets.dashboard(WALLET, [], it.as(FREE));
    expect(data).toMatchObject({
      address: WALLET.given,
      is_limited: true,
      tx_limit: 25,
      tx_total: 31,
      partial: false,
      last_indexed_at: '2026-01-31T12:00:00.000Z',
    });
    expect(data.tax_summary).toMatchObject({
      address: WALLET.given,
      tax_year: null,
      disposal_count: 30,
      total_proceeds: '735',
      total_cost_basis: '0',
      total_realized_gl: '735',
      income: { total: '0' },
    });
    expect(data.tax_summary).not.toHaveProperty('pending');
    expect(data.recent_transactions).toHaveLength(10);
    expect(data.recent_transactions[0]).toMatchObject({
      type: 'swap',
      timestamp: '1970-02-01T00:00:00.000Z',
      status: 'success',
      gain_loss: '39',
      legs: [
        { direction: 'out', symbol: 'DAI', quantity: '39', value_usd: '39' },
        { direction: 'in', symbol: 'ETH', quantity: '0.1', value_usd: '39' },
      ],
    });
    expect(data.reconciliation.total_issues).toBeGreaterThan(0);
  });

  it('has zeros that call themselves pending while the history is being read', async () => {
    const it = scene(2, 200);
    it.source.hang('ethereum');
    const { data, siblings } = await it.wallets.dashboard(WALLET, [], it.as(PARTNER));
    expect(data).toMatchObject({ partial: true, still_indexing: true, last_indexed_at: null, positions: [] });
    expect(data.tax_summary).toMatchObject({ total_realized_gl: '0', disposal_count: 0, pending: true });
    expect(data.reconciliation).toMatchObject({ pending: true });
    expect(siblings.meta).toMatchObject({ balances_pending: true });
    it.source.heal('ethereum');
    await it.jobs.idle();
  });
});
