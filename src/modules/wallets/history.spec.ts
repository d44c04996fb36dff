import { FakeChangeFeeds } from '../../../test/fakes/fake-change-feeds';
import { FakeLinkedWallets } from '../../../test/fakes/fake-linked-wallets';
import { PipelineBench, SAVINGS, WALLET } from '../../../test/fakes/pipeline';
import { token, transaction } from '../../../test/fakes/scripted-history-source';
import { readCsv } from '../../../test/support/csv';
import type { Principal } from '../../domain/access/principal';
import { nativeAsset } from '../../domain/kernel/asset';
import type { Download } from '../../http/response/download';
import { RequestContext } from '../../http/request-context';
import { ListChangesService } from '../../pipeline/changes/list-changes.service';
import { CallerLedgers } from './caller-ledgers.service';
import { CurrentHoldings } from './holdings/current-holdings.service';
import { HoldingDetailService } from './holdings/holding-detail.service';
import { LineageQuery, LotsQuery, NeedsBasisQuery } from './lots/lots.dto';
import { LotsService } from './lots/lots.service';
import { TransactionDetailService } from './transactions/transaction-detail.service';
import { ExportQuery, TransactionQuery, TransactionsQuery } from './transactions/transactions.dto';
import { TransactionsService } from './transactions/transactions.service';
import { HoldingQuery } from './wallets.dto';

const DAY = 86_400_000;
const ONE = 10n ** 18n;
const ETH = nativeAsset('ethereum');
const DAI = token('ethereum', 'DAI', '0x6b175474e89094c44da98b954eedeac495271d0f');
const FAKE_DAI = token('ethereum', 'DAI', '0x00000000000000000000000000000000000000fa');
const FORMULA = token('ethereum', '=cmd|"/c calc",\r\n', '0x00000000000000000000000000000000000000fb');
const USER: Principal = { kind: 'user', userId: 'u', plan: 'free', isOperator: false, sessionId: 's' };
const PARTNER: Principal = { kind: 'partner', partnerId: 'p', name: 'P' };

class Scene extends PipelineBench {
  readonly linked = new FakeLinkedWallets();
  readonly callers = new CallerLedgers(this.ledgers, this.readers, this.linked, this.config);
  readonly transactions = new TransactionsService(
    this.callers,
    new ListChangesService(new FakeChangeFeeds(), this.clock),
  );
  readonly details = new TransactionDetailService(this.callers, this.ledgers, this.clock);
  readonly lots = new LotsService(this.callers, this.clock, this.config);
  readonly holding = new HoldingDetailService(
    this.callers,
    this.snapshots,
    this.readers,
    new CurrentHoldings(this.snapshots, this.views, this.valuation),
    this.clock,
    this.config,
  );

  constructor() {
    super();
    this.prices.usd.set(ETH.id, '150').set(DAI.id, '1').set(FORMULA.id, '2');
  }

  as(principal: Principal): RequestContext {
    const context = new RequestContext(this.clock, '00000000-0000-4000-8000-000000000000');
    context.identify(principal);
    return context;
  }
}

/** Receives 1,000 DAI of unknown origin, buys 1 ETH for 100 DAI, sells half of it for 75 DAI. */
function trader(): Scene {
  const it = new Scene();
  it.source.give('ethereum', WALLET.value, [
    transaction(WALLET.value, DAY, [{ in: 1000n * ONE, asset: DAI }]),
    transaction(WALLET.value, 2 * DAY, [{ out: 100n * ONE, asset: DAI }, { in: ONE }]),
    transaction(WALLET.value, 3 * DAY, [{ out: ONE / 2n }, { in: 75n * ONE, asset: DAI }]),
  ]);
  return it;
}

async function textOf({ pieces }: Download): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += String(piece);
  return text;
}

describe('transactions', () => {
  it('state the gain of what each disposed of', async () => {
    const it = trader();
    const { data } = await it.transactions.list(WALLET, new TransactionsQuery(), it.as(PARTNER));
    // 100 DAI of unknown origin have no basis: all of it is gain. Half of the ETH cost 50.
    expect(data.map(({ type, gain_loss: gain }) => [type, gain])).toEqual([
      ['swap', '25'],
      ['swap', '100'],
      ['transfer_in', null],
    ]);
  });

  it('state no gain while prices are out that may change it', async () => {
    const it = trader();
    it.prices.silent.add(DAI.id);
    it.prices.silent.add(ETH.id);
    const { data, siblings } = await it.transactions.list(WALLET, new TransactionsQuery(), it.as(PARTNER));
    expect(data.map(({ gain_loss: gain }) => gain)).toEqual([null, null, null]);
    expect(siblings.meta).toMatchObject({ prices_pending: true });
    await expect(it.transactions.export(WALLET, new ExportQuery(), it.as(PARTNER))).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
  });

  it('are read beside the wallets a user has linked, when none are named', async () => {
    const it = trader();
    it.source.give('ethereum', SAVINGS.value, []);
    it.linked.byUser.set('u', [SAVINGS]);
    const walletLedger = await it.callers.whole(WALLET, [], it.as(USER));
    expect(walletLedger.history.wallets).toEqual([WALLET.value, SAVINGS.value].sort());
    expect((await it.callers.whole(WALLET, [WALLET], it.as(USER))).history.wallets).toEqual([WALLET.value]);
    expect((await it.callers.whole(WALLET, [], it.as(PARTNER))).history.wallets).toEqual([WALLET.value]);
  });

  it('go into a CSV in which no symbol is a formula', async () => {
    const it = new Scene();
    it.source.give('ethereum', WALLET.value, [
      transaction(WALLET.value, DAY, [{ in: 1000n * ONE, asset: DAI }]),
      transaction(WALLET.value, 2 * DAY, [
        { out: 100n * ONE, asset: DAI },
        { in: 50n * ONE, asset: FORMULA },
      ]),
    ]);
    const query = Object.assign(new ExportQuery(), { include_spam: true });
    const file = await it.transactions.export(WALLET, query, it.as(PARTNER));
    const [header = [], ...rows] = readCsv(await textOf(file));
    expect(rows).toHaveLength(2);
    const swap = Object.fromEntries(header.map((name, i) => [name, rows[1]?.[i]]));
    expect(swap).toMatchObject({
      'Asset in': `'${FORMULA.symbol}`,
      'Quantity in': '50',
      'Asset out': 'DAI',
      'Quantity out': '100',
      'Value out USD': '100',
    });
    expect(file.headers).toMatchObject({ 'X-Export-Count': '2', 'X-Export-Truncated': 'false' });
  });

  it('name themselves incomplete, and not truncated, while a chain cannot be read', async () => {
    const it = new Scene();
    it.source.give('ethereum', WALLET.value, [transaction(WALLET.value, DAY, [{ in: ONE }])]);
    it.source.unavailable = [{ chain: 'base', code: 'PROVIDER_ENTITLEMENT_ERROR', reason: 'no plan' }];
    const file = await it.transactions.export(WALLET, new ExportQuery(), it.as(PARTNER));
    expect(file.headers).toMatchObject({ 'X-Export-Truncated': 'false', 'X-Export-Incomplete': 'true' });
    const json = Object.assign(new ExportQuery(), { format: 'json' });
    const body = JSON.parse(await textOf(await it.transactions.export(WALLET, json, it.as(PARTNER))));
    expect([body.count, body.truncated]).toEqual([1, false]);
  });

  it('explain where a gain is from', async () => {
    const it = trader();
    const { data: list } = await it.transactions.list(WALLET, new TransactionsQuery(), it.as(PARTNER));
    const { data } = await it.details.detail(
      WALLET,
      list[0]?.tx_hash ?? '',
      new TransactionQuery(),
      it.as(PARTNER),
    );
    expect(data.disposals).toMatchObject([
      { quantity: '0.5', proceeds: '75', cost_basis: '50', gain_loss: '25', term: 'short', type: 'swap' },
    ]);
    expect(data.lots_created).toMatchObject([
      { token_key: 'ethereum:DAI', original_quantity: '75', original_cost_basis: '75', status: 'open' },
    ]);
    expect(data.lots_consumed).toMatchObject([
      { token_key: 'ethereum:ETH', quantity: '0.5', cost_basis: '50', relation: 'disposal' },
    ]);
    expect(data.gain_loss).toBe('25');
  });
});

describe('lots', () => {
  it('are none of a wallet nobody has indexed, and nothing is ordered', async () => {
    const it = trader();
    await expect(it.lots.list(WALLET, new LotsQuery(), it.as(PARTNER))).rejects.toMatchObject({
      code: 'WALLET_NOT_FOUND',
    });
    expect(it.jobs.ordered).toEqual([]);
  });

  it('name the wallet of the owner that is not indexed, and go on without it', async () => {
    const it = trader();
    await it.callers.whole(WALLET, [], it.as(PARTNER));
    const before = it.jobs.ordered.length;
    const query = Object.assign(new LotsQuery(), { owned_wallets: [SAVINGS] });
    const { data, siblings } = await it.lots.list(WALLET, query, it.as(PARTNER));
    expect(data).toHaveLength(3);
    expect(siblings.meta).toMatchObject({
      unavailable_chains: [{ chain: 'ethereum', code: 'WALLET_NOT_FOUND', address: SAVINGS.given }],
    });
    expect(it.jobs.ordered).toHaveLength(before);
  });

  it('without a basis are named with what they may change', async () => {
    const it = trader();
    await it.callers.whole(WALLET, [], it.as(PARTNER));
    const { data } = await it.lots.needsBasis(WALLET, new NeedsBasisQuery(), it.as(USER));
    // 1,000 DAI came worth 1,000; 100 went for 100, 900 are held still.
    expect(data).toMatchObject([
      {
        symbol: 'DAI',
        quantity: '1000',
        untracked_quantity: '1000',
        reason: 'unknown_source',
        fair_market_value_at_receipt: '1000',
        proceeds_affected: '100',
        max_gain_effect: '1000',
        suggestions: [],
      },
    ]);
  });

  it('sold without ever being seen are named as oversold', async () => {
    const it = new Scene();
    it.source.give('ethereum', WALLET.value, [
      transaction(WALLET.value, DAY, [{ out: ONE }, { in: 200n * ONE, asset: DAI }]),
    ]);
    await it.callers.whole(WALLET, [], it.as(PARTNER));
    const { data } = await it.lots.needsBasis(WALLET, new NeedsBasisQuery(), it.as(USER));
    expect(data).toMatchObject([
      {
        symbol: 'ETH',
        reason: 'oversold',
        from: null,
        fair_market_value_at_receipt: null,
        proceeds_affected: '200',
        max_gain_effect: '200',
      },
    ]);
  });

  it('trace to what became of them', async () => {
    const it = trader();
    await it.callers.whole(WALLET, [], it.as(PARTNER));
    const query = Object.assign(new LotsQuery(), { symbol: 'eth' });
    const [eth] = (await it.lots.list(WALLET, query, it.as(PARTNER))).data;
    const trace = await it.lots.lineage(WALLET, eth?.lot_id ?? '', new LineageQuery(), it.as(PARTNER));
    expect(trace.data).toMatchObject({
      complete: true,
      root_lot_ids: [eth?.lot_id],
      nodes: [{ quantity: '1', cost_basis: '100', place: null }],
      edges: [{ relation: 'disposal', quantity: '0.5', cost_basis: '50', to_lot_id: null }],
      breaks: [],
    });
  });
});

describe('the trace of a lot under a plan', () => {
  /** Savings hold 5 ETH from the first day on and send 1 ETH after thirty transactions of the wallet. */
  const saver = async (): Promise<Scene> => {
    const it = new Scene();
    const hash = `0x${'5e'.repeat(32)}`;
    const sent = (wallet: string, move: object) =>
      transaction(wallet, 40 * DAY, [{ ...move }], {
        hash,
        from: SAVINGS.value,
        to: WALLET.value,
      });
    it.source.give('ethereum', SAVINGS.value, [
      transaction(SAVINGS.value, DAY, [{ in: 5n * ONE }]),
      sent(SAVINGS.value, { out: ONE, with: WALLET.value }),
    ]);
    it.source.give('ethereum', WALLET.value, [
      ...Array.from({ length: 30 }, (_, i) =>
        transaction(WALLET.value, (10 + i) * DAY, [{ in: ONE, asset: DAI }]),
      ),
      sent(WALLET.value, { in: ONE, with: SAVINGS.value }),
    ]);
    await it.callers.whole(WALLET, [SAVINGS], it.as(PARTNER));
    return it;
  };
  const trace = async (it: Scene, principal: Principal) => {
    const lots = Object.assign(new LotsQuery(), { symbol: 'ETH', owned_wallets: [SAVINGS] });
    const [lot] = (await it.lots.list(WALLET, lots, it.as(principal))).data;
    const query = Object.assign(new LineageQuery(), { owned_wallets: [SAVINGS] });
    return { lot, ...(await it.lots.lineage(WALLET, lot?.lot_id ?? '', query, it.as(principal))) };
  };

  it('walks to the wallet it came from', async () => {
    const { lot, data } = await trace(await saver(), PARTNER);
    expect(data.nodes.map(({ wallet_address: wallet, quantity }) => [wallet, quantity])).toEqual([
      [WALLET.value, '1'],
      [SAVINGS.value, '5'],
    ]);
    expect(data.edges).toMatchObject([{ relation: 'transfer', to_lot_id: lot?.lot_id, quantity: '1' }]);
    expect(data.root_lot_ids).toEqual([lot?.parent_lot_id]);
  });

  it('breaks off where the transactions of the plan do, and says so', async () => {
    const { lot, data, siblings } = await trace(await saver(), USER);
    expect(siblings.meta).toMatchObject({ is_limited: true, tx_limit: 25, tx_total: 31 });
    expect(data).toMatchObject({
      complete: false,
      root_lot_ids: [],
      nodes: [{ lot_id: lot?.lot_id }],
      edges: [],
    });
    expect(data.breaks).toContainEqual({
      lot_id: lot?.lot_id,
      reason: 'Beyond the transactions of the plan',
    });
  });
});

describe('one holding', () => {
  it('is never added to what imitates its symbol', async () => {
    const it = new Scene();
    it.prices.usd.set(FAKE_DAI.id, '5');
    it.source.give('ethereum', WALLET.value, [
      transaction(WALLET.value, DAY, [{ in: 3n * ONE }]),
      transaction(WALLET.value, 2 * DAY, [{ out: ONE }, { in: 10n * ONE, asset: FAKE_DAI }]),
      transaction(WALLET.value, 3 * DAY, [{ out: ONE }, { in: 20n * ONE, asset: DAI }]),
    ]);
    const detail = async (name: string) =>
      (await it.holding.detail(WALLET, name, new HoldingQuery(), it.as(PARTNER))).data;
    expect(await detail('dai')).toMatchObject({ contract_address: DAI.contract, quantity: '20' });
    expect(await detail(`ethereum:DAI@${FAKE_DAI.contract}`)).toMatchObject({
      contract_address: FAKE_DAI.contract,
      quantity: '10',
    });
    await expect(detail('dai@')).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  });
});
