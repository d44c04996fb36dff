import { DataSource } from 'typeorm';
import { dec } from '../../src/domain/kernel/decimal';
import { PlanLookup } from '../../src/ports/plan-lookup';
import { account, call, codeOf, type Account } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { describeWithShared } from '../recorded/shared';
import { startReplay, type Replay } from '../support/replay';

jest.setTimeout(60_000);

const WALLET = '0x003dc32fe920a4aaeed12dc87e145f030aa753f3';
const LIST = '/api/v1/manual-entries/basis-assignments';
const NOBODY = '00000000-0000-4000-8000-000000000000';

interface Lot {
  lot_id: string;
  token_key: string;
  tx_hash: string;
  quantity: string;
  original_quantity: string;
  received_date: string;
  acquisition_date: string;
  cost_basis: string;
  original_cost_basis: string;
  is_untracked: boolean;
  basis_source: string;
  parent_lot_id: string | null;
  source: string;
}

describeWithShared('what a lot cost, said by its owner', () => {
  let replay: Replay;
  let app: TestApp;
  let ada: Account;
  let bob: Account;

  const get = async (who: Account, path: string) => {
    const answer = await call(app, 'GET', path, { token: who.token });
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.body;
  };
  const realized = async (who: Account): Promise<string> =>
    (await get(who, `/api/v1/wallets/${WALLET}/dashboard`)).data.tax_summary.total_realized_gl;
  const put = (who: Account, lotId: string, body: object, query = '') =>
    call(app, 'PUT', `/api/v1/wallets/${WALLET}/lots/${lotId}/cost-basis${query}`, {
      token: who.token,
      body,
    });
  const post = (who: Account, body: object) => call(app, 'POST', LIST, { token: who.token, body });
  const drop = (who: Account, id: string) => call(app, 'DELETE', `${LIST}/${id}`, { token: who.token });
  const untracked = async (who: Account, status: string): Promise<Lot[]> =>
    (
      await get(who, `/api/v1/wallets/${WALLET}/lots?status=${status}&is_untracked=true&per_page=100`)
    ).data.filter((lot: Lot) => lot.parent_lot_id === null && lot.acquisition_date !== null);
  /** A lot of unknown origin that was sold from this wallet to the last unit: what it cost is what the gain is less. */
  async function sold(who: Account): Promise<Lot> {
    for (const lot of await untracked(who, 'closed')) {
      const path = `/api/v1/wallets/${WALLET}/lots/${lot.lot_id}/lineage?direction=down`;
      const { edges } = (await get(who, path)).data as { edges: { relation: string }[] };
      if (edges.every(({ relation }) => relation === 'disposal')) return lot;
    }
    throw new Error('the wallet has sold no lot of unknown origin');
  }

  beforeAll(async () => {
    replay = await startReplay();
    app = await startApp({ ...replay.env, EVM_CHAINS: 'ethereum', DEMO_WALLETS: 'false' });
  }, 60_000);
  beforeEach(async () => {
    [ada, bob] = [await account(app), await account(app)];
    for (const { id } of [ada, bob]) {
      await app.app.get(DataSource).query(`UPDATE users SET plan_name = 'defi' WHERE id = $1`, [id]);
      app.app.get(PlanLookup, { strict: false }).changed(id);
    }
    await get(ada, `/api/v1/wallets/${WALLET}/cost-basis`);
  });
  afterAll(async () => {
    await app?.close();
    await replay?.close();
  });

  it('lowers the gain of its owner by just that, and of nobody else', async () => {
    const lot = await sold(ada);
    const before = await realized(ada);
    const said = {
      cost_basis: '12.34',
      acquisition_date: '2016-05-06',
      basis_type: 'purchase',
      note: 'bought',
    };
    const after = dec(before).minus('12.34').toFixed();

    const preview = await put(ada, lot.lot_id, said, '?preview=true');
    expect([preview.status, preview.body.data.assignment_id]).toEqual([200, null]);
    expect(preview.body.data.impact).toMatchObject({ realized_gl_before: before, realized_gl_after: after });
    expect(preview.body.data.impact.years_affected).not.toEqual([]);
    expect(await realized(ada)).toBe(before);

    const { status, body } = await put(ada, lot.lot_id, said);
    expect(status).toBe(200);
    expect(body.data.impact).toEqual(preview.body.data.impact);
    expect(body.data.lots).toMatchObject([
      {
        lot_id: lot.lot_id,
        original_quantity: lot.original_quantity,
        original_cost_basis: '12.34',
        acquisition_date: '2016-05-06T00:00:00.000Z',
        received_date: lot.received_date,
        is_untracked: false,
        basis_source: 'manual',
        source: 'manual',
      },
    ]);
    expect(await realized(ada)).toBe(after);
    expect(await realized(bob)).toBe(before);
    const partner = await app.get(`/api/v1/wallets/${WALLET}/dashboard`);
    expect(partner.body.data.tax_summary.total_realized_gl).toBe(before);
    expect((await untracked(ada, 'closed')).map(({ lot_id: id }) => id)).not.toContain(lot.lot_id);
    expect((await untracked(bob, 'closed')).map(({ lot_id: id }) => id)).toContain(lot.lot_id);
    const { data } = await get(ada, LIST);
    expect(data).toEqual([
      {
        id: body.data.assignment_id,
        kind: 'basis_assignment',
        address: WALLET,
        lot_id: lot.lot_id,
        tx_hash: lot.tx_hash,
        token_key: lot.token_key,
        parts: [
          {
            quantity: lot.original_quantity,
            cost_basis: '12.34',
            acquisition_date: '2016-05-06T00:00:00.000Z',
          },
        ],
        basis_type: 'purchase',
        note: 'bought',
        is_active: true,
        created_at: expect.stringMatching(/Z$/),
        deactivated_at: null,
      },
    ]);
    expect((await get(bob, LIST)).data).toEqual([]);
    expect(codeOf(await drop(bob, body.data.assignment_id))).toEqual([404, 'RESOURCE_NOT_FOUND']);
  });

  it('is replaced by what is said next, and withdrawn once', async () => {
    const lot = await sold(ada);
    const before = await realized(ada);
    await put(ada, lot.lot_id, { cost_basis: '5', acquisition_date: '2016-05-06' });
    const second = await put(ada, lot.lot_id, { cost_basis: '7', acquisition_date: '2016-05-06' });
    expect(second.body.data.impact).toMatchObject({
      realized_gl_before: dec(before).minus(5).toFixed(),
      realized_gl_after: dec(before).minus(7).toFixed(),
    });
    const all = (await get(ada, `${LIST}?include_inactive=true`)).data;
    expect(all.map((entry: { is_active: boolean }) => entry.is_active)).toEqual([false, true]);
    const id = second.body.data.assignment_id;
    const answer = await drop(ada, id);
    expect([answer.status, answer.body.data]).toEqual([200, { deactivated: true, entry_id: id }]);
    expect(codeOf(await drop(ada, id))).toEqual([409, 'CONFLICT']);
    expect(await realized(ada)).toBe(before);
  });

  it('may cover a part of the lot: the rest stays unknown', async () => {
    const [lot] = await untracked(ada, 'open');
    if (!lot) throw new Error('the wallet has no open lot of unknown origin');
    const half = dec(lot.original_quantity).div(4).toFixed();
    const body = {
      parts: [
        { quantity: half, cost_per_unit: '2', acquisition_date: '2015-09-01' },
        { quantity: half, cost_basis: '3', acquisition_date: '2015-10-01T10:00:00Z' },
      ],
      basis_type: 'gift',
    };
    const { status, body: answer } = await put(ada, lot.lot_id, body);
    expect(status).toBe(200);
    const lots: Lot[] = answer.data.lots;
    expect(lots.map((part) => [part.original_quantity, part.original_cost_basis, part.is_untracked])).toEqual(
      [
        [half, dec(half).mul(2).toFixed(), false],
        [half, '3', false],
        [dec(lot.original_quantity).minus(half).minus(half).toFixed(), '0', true],
      ],
    );
    expect(lots[0]?.lot_id).toBe(lot.lot_id);
    expect(new Set(lots.map(({ lot_id: id }) => id)).size).toBe(3);
    const total = (list: Lot[]) => list.reduce((sum, { quantity }) => sum.plus(quantity), dec(0)).toFixed();
    expect(total(lots)).toBe(lot.quantity);
  });

  it('is created by transaction and token too, once', async () => {
    const lot = await sold(ada);
    const body = {
      address: WALLET,
      tx_hash: lot.tx_hash,
      token_key: lot.token_key,
      cost_basis: 1.5,
      acquisition_date: '2016-01-01',
    };
    const [first, second] = await Promise.all([post(ada, body), post(ada, body)]);
    expect([first.status, second.status].sort()).toEqual([201, 409]);
    const made = first.status === 201 ? first : second;
    expect(made.body.data).toMatchObject({
      lot_id: lot.lot_id,
      is_active: true,
      parts: [{ cost_basis: '1.5' }],
    });
    expect(made.body.data.impact.years_affected.length).toBeGreaterThan(0);
  });

  it.each<[string, object, string]>([
    ['more than the lot', { quantity: '1e30', cost_basis: '1', acquisition_date: '2016-01-01' }, 'quantity'],
    ['nothing of it', { quantity: '0', cost_basis: '1', acquisition_date: '2016-01-01' }, 'quantity'],
    ['a day after the receipt', { cost_basis: '1', acquisition_date: '2025-01-01' }, 'acquisition_date'],
    ['a cost below zero', { cost_basis: '-1', acquisition_date: '2016-01-01' }, 'cost_basis'],
    ['no cost', { acquisition_date: '2016-01-01' }, 'cost_basis'],
    ['two costs', { cost_basis: 1, cost_per_unit: 1, acquisition_date: '2016-01-01' }, 'cost_basis'],
    ['no day', { cost_basis: '1' }, 'acquisition_date'],
    [
      'a kind nobody knows',
      { cost_basis: '1', acquisition_date: '2016-01-01', basis_type: 'theft' },
      'basis_type',
    ],
  ])('of %s is refused', async (_name, body, field) => {
    const answer = await put(ada, (await sold(ada)).lot_id, body);
    expect([...codeOf(answer), answer.body.error.field]).toEqual([400, 'VALIDATION_ERROR', field]);
  });

  it('is not said of lots that are not there', async () => {
    const body = { cost_basis: '1', acquisition_date: '2016-01-01' };
    expect(codeOf(await put(ada, NOBODY, body))).toEqual([404, 'LOT_NOT_FOUND']);
    expect(codeOf(await put(ada, 'no-uuid', body))).toEqual([404, 'LOT_NOT_FOUND']);
    const unknown = `/api/v1/wallets/0x${'9'.repeat(40)}/lots/${NOBODY}/cost-basis`;
    expect(codeOf(await call(app, 'PUT', unknown, { token: ada.token, body }))).toEqual([
      404,
      'WALLET_NOT_FOUND',
    ]);
    const synthetic = (
      await get(ada, `/api/v1/wallets/${WALLET}/lots?status=all&is_untracked=true&per_page=100`)
    ).data.find((lot: Lot) => lot.acquisition_date === null);
    if (synthetic)
      expect((await put(ada, synthetic.lot_id, body)).body.error).toMatchObject({ field: 'lot_id' });
  });
});
