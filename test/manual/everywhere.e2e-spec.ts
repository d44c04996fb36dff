import { DataSource } from 'typeorm';
import { dec } from '../../src/domain/kernel/decimal';
import { account, call, codeOf, type Account } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { onPlan } from '../portfolios/portfolio-client';
import { OFFLINE } from '../support/offline';
import { until } from '../support/until';

const MAIN = '0xde300000000000000000000000000000000a11ce';
const VAULT = '0xde30000000000000000000000000000000005afe';
const SALES = '/api/v1/manual-entries/disposal-entries';

interface Lot {
  lot_id: string;
  transaction_id: string;
  quantity: string;
  cost_basis: string;
  cost_per_unit: string;
}
interface Row {
  transaction_id: string;
  tx_hash: string | null;
  type: string;
  flags: string[];
  gain_loss: string | null;
}

/** Two users of the same public wallets: the entries of one are in all of their numbers, and in none of the other's. */
/** Before the disposals that are entered here. */
const IN_TIME = { selected_at: '2026-03-31' };

describe('what a user says by hand', () => {
  let app: TestApp;
  let ada: Account;
  let bob: Account;

  const get = async (who: Account, path: string) => {
    const answer = await call(app, 'GET', path, { token: who.token });
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.body;
  };
  const wallet = (who: Account, path: string, address = MAIN) =>
    get(who, `/api/v1/wallets/${address}/${path}`);
  const sell = (body: object, address = MAIN) =>
    call(app, 'POST', SALES, {
      token: ada.token,
      body: {
        address,
        disposal_type: 'sale',
        disposed_at: '2024-03-04T05:06:07Z',
        proceeds_usd: '1000',
        ...body,
      },
    });
  const said = async (body: object, address = MAIN) => {
    const { status, body: answer } = await sell(body, address);
    expect([status, answer.error]).toEqual([201, undefined]);
    return answer.data as { id: string; lot_selections: unknown[] };
  };
  const lots = async (who: Account, symbol: string, address = MAIN): Promise<Lot[]> =>
    (await wallet(who, `lots?symbol=${symbol}`, address)).data as Lot[];
  const job = async (who: Account, path: string, body: object) => {
    const started = await call(app, 'POST', path, { token: who.token, body });
    expect(started.status).toBe(202);
    const { job_id: id } = started.body.data;
    const { data } = await until(
      () => get(who, `/api/v1/jobs/${id}`),
      (job) => job.data.finished_at !== null,
    );
    if (data.status !== 'completed') throw new Error(JSON.stringify(data.error));
    return (await get(who, `/api/v1/jobs/${id}/result`)).data;
  };

  beforeAll(async () => {
    app = await startApp({
      ...OFFLINE,
      EVM_CHAINS: 'ethereum,base',
      DEMO_WALLETS: 'true',
    });
  });
  beforeEach(async () => {
    [ada, bob] = [await account(app), await account(app)];
    for (const who of [ada, bob]) await onPlan(app, who, 'defi');
    for (const address of [MAIN, VAULT]) await wallet(ada, 'cost-basis', address);
  });
  afterAll(() => app?.close());

  it('takes the lots that were chosen', async () => {
    const open = (await lots(ada, 'ETH', VAULT)).filter(({ quantity }) => dec(quantity).gt('0.01'));
    const chosen = open.at(-1);
    if (!chosen || open.length < 2) throw new Error('there are no two lots to choose from');
    const { lot_selections: shown } = await said(
      {
        token_key: 'ethereum:ETH',
        quantity: '0.01',
        disposed_at: '2026-04-01',
        lot_selections: [{ lot_id: chosen.lot_id, quantity: '0.01', selected_at: '2026-03-31' }],
      },
      VAULT,
    );
    expect(shown).toEqual([
      { lot: chosen.lot_id, quantity: '0.01', selected_at: '2026-03-31T00:00:00.000Z' },
    ]);
    const after = new Map((await lots(ada, 'ETH', VAULT)).map((lot) => [lot.lot_id, lot.quantity]));
    expect(after.get(chosen.lot_id)).toBe(dec(chosen.quantity).minus('0.01').toFixed());
    for (const lot of open.slice(0, -1)) expect(after.get(lot.lot_id)).toBe(lot.quantity);
    expect((await lots(bob, 'ETH', VAULT)).map(({ quantity }) => quantity).sort()).toEqual(
      (await lots(ada, 'ETH', VAULT))
        .map(({ lot_id: id, quantity }) => (id === chosen.lot_id ? chosen.quantity : quantity))
        .sort(),
    );
    const { assumptions } = await get(ada, `/api/calculate/tax-report/${VAULT}?tax_year=2026`);
    expect(assumptions.method).toBe('specific_id');
    expect((await get(bob, `/api/calculate/tax-report/${VAULT}?tax_year=2026`)).assumptions.method).toBe(
      'fifo',
    );
  });

  it('fills a short choice, and says so; refuses a late one', async () => {
    const [oldest, ...others] = await lots(ada, 'ETH', VAULT);
    const last = others.at(-1);
    if (!oldest || !last) throw new Error('there are no two lots to choose from');
    const quantity = dec(last.quantity).plus('0.001').toFixed();
    const body = { token_key: 'ethereum:ETH', quantity, disposed_at: '2026-04-01' };
    const choice = { acquired_tx_id: last.transaction_id };
    for (const late of [choice, { ...choice, selected_at: '2026-05-01' }]) {
      const refused = await sell({ ...body, lot_selections: [late] }, VAULT);
      expect([...codeOf(refused), refused.body.error.field]).toEqual([
        400,
        'VALIDATION_ERROR',
        'lot_selections.0.selected_at',
      ]);
    }
    const { id } = await said({ ...body, lot_selections: [{ ...choice, selected_at: '2026-04-01' }] }, VAULT);
    const {
      disposals,
      lots_consumed: consumed,
      tax_rule: rule,
    } = (await wallet(ada, `transactions/${id}`, VAULT)).data;
    expect(rule).toMatchObject({ rule: 'manual_sale', method: 'specific_id' });
    const flags = new Map(
      (disposals as { lot_id: string; flags: string[] }[]).map(({ lot_id: lot, flags: own }) => [lot, own]),
    );
    expect(flags.get(last.lot_id)).toEqual([]);
    expect(flags.get(oldest.lot_id)).toContain('selection_filled');
    expect(consumed).toHaveLength(disposals.length);
  });

  it.each<[string, (lot: Lot) => object[], string]>([
    [
      'a lot that is not there',
      () => [{ lot_id: '00000000-0000-5000-8000-000000000000', ...IN_TIME }],
      'lot_selections',
    ],
    ['more than the lot holds', ({ lot_id }) => [{ lot_id, quantity: '100', ...IN_TIME }], 'lot_selections'],
    ['none of it', ({ lot_id }) => [{ lot_id, quantity: '0' }], 'lot_selections.0.quantity'],
    ['no lot', () => [{ quantity: '0.001' }], 'lot_selections.0.lot_id'],
    ['no choice', () => [], 'lot_selections'],
  ])('refuses a choice of %s', async (_name, choose, field) => {
    const [lot] = await lots(ada, 'ETH', VAULT);
    if (!lot) throw new Error('there is no lot');
    const answer = await sell(
      {
        token_key: 'ethereum:ETH',
        quantity: '0.01',
        disposed_at: '2026-04-01',
        lot_selections: choose(lot),
      },
      VAULT,
    );
    expect([...codeOf(answer), answer.body.error.field]).toEqual([400, 'VALIDATION_ERROR', field]);
  });

  it('refuses a choice of more than goes, and of lots that came later', async () => {
    const ether = await lots(ada, 'ETH', VAULT);
    const both = ether.filter(({ quantity }) => dec(quantity).gte('0.002')).slice(0, 2);
    const body = { token_key: 'ethereum:ETH', quantity: '0.003', disposed_at: '2026-04-01' };
    const choice = both.map(({ lot_id }) => ({ lot_id, quantity: '0.002', ...IN_TIME }));
    expect(both).toHaveLength(2);
    expect(codeOf(await sell({ ...body, lot_selections: choice }, VAULT))).toEqual([400, 'VALIDATION_ERROR']);
    const latest = ether.at(-1);
    const early = {
      ...body,
      disposed_at: '2021-02-01',
      lot_selections: [{ lot_id: latest?.lot_id, selected_at: '2021-01-31' }],
    };
    expect(codeOf(await sell(early, VAULT))).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('passes over a choice of a lot that is no longer there', async () => {
    const { data } = await wallet(ada, 'lots/needs-basis', VAULT);
    const { lot_id, quantity } = data[0] as { lot_id: string; quantity: string };
    const half = dec(quantity).div(2).toFixed();
    const part = { quantity: half, cost_basis: '300', acquisition_date: '2021-06-01' };
    const set = await call(app, 'PUT', `/api/v1/wallets/${VAULT}/lots/${lot_id}/cost-basis`, {
      token: ada.token,
      body: { parts: [part, part] },
    });
    const second = (set.body.data.lots as Lot[]).find((lot) => lot.lot_id !== lot_id);
    await said(
      {
        token_key: 'ethereum:ETH',
        quantity: '0.01',
        disposed_at: '2023-01-01',
        lot_selections: [{ lot_id: second?.lot_id, selected_at: '2023-01-01' }],
      },
      VAULT,
    );
    const path = `/api/v1/manual-entries/basis-assignments/${set.body.data.assignment_id}`;
    expect((await call(app, 'DELETE', path, { token: ada.token })).status).toBe(200);
    const after = await lots(ada, 'ETH', VAULT);
    expect(after.map((lot) => lot.lot_id)).not.toContain(second?.lot_id);
    const sum = (all: Lot[]) => all.reduce((total, lot) => total.plus(lot.quantity), dec(0)).toFixed();
    expect(sum(after)).toBe(
      dec(sum(await lots(bob, 'ETH', VAULT)))
        .minus('0.01')
        .toFixed(),
    );
  });

  it('stands among the transactions, in lists, files and forms', async () => {
    const { id } = await said({ token_key: 'ethereum:UNI', quantity: '100', fee_usd: '4' });
    const list = (await wallet(ada, 'transactions?start_date=2024-03-04&end_date=2024-03-04')).data as Row[];
    expect(list.find((row) => row.transaction_id === id)).toMatchObject({
      tx_hash: null,
      type: 'sell',
      flags: ['manual'],
      gain_loss: expect.stringMatching(/^-?\d/),
    });
    const theirs = (await wallet(bob, 'transactions?start_date=2024-03-04&end_date=2024-03-04'))
      .data as Row[];
    expect(theirs.some((row) => row.flags.includes('manual'))).toBe(false);
    const detail = (await wallet(ada, `transactions/${id}`)).data;
    expect(detail.disposals[0]).toMatchObject({
      transaction_id: id,
      type: 'sale',
      fees: '4',
      proceeds: '996',
    });
    expect(detail.prices[0]).toMatchObject({ price: '10', price_source: 'manual', value_usd: '1000' });
    const { transactions } = await get(
      ada,
      `/api/v1/wallets/${MAIN}/transactions/export?format=json&tax_year=2024`,
    );
    expect((transactions as Row[]).map((row) => row.transaction_id)).toContain(id);
    const form = (await get(ada, `/api/v1/tax-reports/${MAIN}/form-8949?tax_year=2024`)).data;
    const rows = (form.parts as { rows: { description: string; tx_hash: string | null }[] }[]).flatMap(
      (part) => part.rows,
    );
    expect(rows).toContainEqual(expect.objectContaining({ description: '100 UNI', tx_hash: null }));
    expect(
      codeOf(await call(app, 'GET', `/api/v1/wallets/${MAIN}/transactions/${id}`, { token: bob.token })),
    ).toEqual([404, 'RESOURCE_NOT_FOUND']);
  });

  it('counts as one of the latest transactions, where the plan shows only those', async () => {
    await onPlan(app, ada, 'free');
    const { id } = await said({ token_key: 'ethereum:UNI', quantity: '1', disposed_at: '2026-05-01' });
    const { data, meta } = await wallet(ada, 'transactions?per_page=100');
    expect([data.length, meta.tx_limit, data[0].transaction_id]).toEqual([25, 25, id]);
    const whole = (await wallet(bob, 'transactions?per_page=100')).data as Row[];
    expect(meta.tx_total).toBe(whole.length + 1);
    const form = (await get(ada, `/api/v1/tax-reports/${MAIN}/form-8949?tax_year=2026`)).data;
    const rows = (form.parts as { rows: { description: string }[] }[]).flatMap((part) => part.rows);
    expect(rows.map(({ description }) => description)).toContain('1 UNI');
  });

  it('marks the transactions it speaks of, which are no longer open questions', async () => {
    const open = (await wallet(ada, 'lots/needs-basis', VAULT)).data as {
      lot_id: string;
      tx_hash: string;
      quantity: string;
    }[];
    const lot = open.find(({ quantity }) => dec(quantity).gt('0.1'));
    if (!lot) throw new Error('there is no lot without a basis');
    const half = dec(lot.quantity).div(2).toFixed();
    const part = (quantity: string) => ({ quantity, cost_basis: '300', acquisition_date: '2021-06-01' });
    const set = await call(app, 'PUT', `/api/v1/wallets/${VAULT}/lots/${lot.lot_id}/cost-basis`, {
      token: ada.token,
      body: { parts: [part(half), part(half)] },
    });
    expect(set.status).toBe(200);
    const flagsOf = async (who: Account) =>
      ((await wallet(who, 'transactions?per_page=100', VAULT)).data as Row[]).find(
        ({ tx_hash: hash }) => hash === lot.tx_hash,
      )?.flags;
    expect(await flagsOf(ada)).toEqual(['manual']);
    expect(await flagsOf(bob)).toContain('untracked');
    const trace = (await wallet(ada, `lots/${lot.lot_id}/lineage`, VAULT)).data;
    const edges = trace.edges as {
      relation: string;
      from_lot_id: string;
      to_lot_id: string;
      quantity: string;
    }[];
    const told = edges.filter(({ relation }) => relation === 'manual_basis');
    expect(told.map(({ from_lot_id, quantity }) => [from_lot_id, quantity])).toEqual([
      [lot.lot_id, half],
      [lot.lot_id, half],
    ]);
    expect([trace.complete, new Set(told.map(({ to_lot_id: to }) => to)).size]).toEqual([true, 2]);
    const theirs = (await wallet(bob, `lots/${lot.lot_id}/lineage`, VAULT)).data;
    expect((theirs.edges as { relation: string }[]).map(({ relation }) => relation)).not.toContain(
      'manual_basis',
    );
  });

  it('is in what is computed ahead, in reports and in the audit trail of its user alone', async () => {
    const precompute = (who: Account) => job(who, `/api/v1/wallets/${MAIN}/precompute`, {});
    const before = await precompute(ada);
    expect((await precompute(ada)).unchanged).toBe(true);
    const { id } = await said({ token_key: 'ethereum:UNI', quantity: '100' });
    const after = await precompute(ada);
    const realized = (await wallet(ada, 'dashboard')).data.tax_summary.total_realized_gl;
    expect(after).toMatchObject({ unchanged: false, tax_summary: { total_realized_gl: realized } });
    expect(after.input_hash).not.toBe(before.input_hash);
    expect(after.lineage.added).toBeGreaterThan(0);
    const [kept] = await app.app.get(DataSource).query<{ disposals: number }[]>(
      `SELECT (tax_summaries::json->0->'summary'->>'disposalCount')::integer AS disposals
       FROM wallet_snapshots WHERE user_id = $1 AND wallet = $2 ORDER BY computed_at DESC LIMIT 1`,
      [ada.id, MAIN],
    );
    expect(kept?.disposals).toBe(after.tax_summary.disposal_count);
    const theirs = await precompute(bob);
    expect([theirs.input_hash, theirs.tax_summary]).toEqual([before.input_hash, before.tax_summary]);
    expect(theirs.lineage.superseded).toBe(0);
    const report = (who: Account) =>
      job(who, `/api/v1/tax-reports/${MAIN}/generate`, { tax_year: 2024, include: ['summary'] });
    const [ours, others] = [await report(ada), await report(bob)];
    expect(dec(ours.summary.total_realized_gl).eq(others.summary.total_realized_gl)).toBe(false);
    expect(ours.input_hash).not.toBe(others.input_hash);
    expect((await call(app, 'DELETE', `${SALES}/${id}`, { token: ada.token })).status).toBe(200);
    expect((await precompute(ada)).input_hash).toBe(before.input_hash);
    expect((await report(ada)).summary).toEqual(others.summary);
  });
});
