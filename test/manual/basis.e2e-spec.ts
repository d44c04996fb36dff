import { dec } from '../../src/domain/kernel/decimal';
import { codeOf } from '../accounts/client';
import type { TestApp } from '../app.factory';
import { Owner, startRecorded, WALLET } from './owner';

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

describe('what a lot cost, said by its owner', () => {
  let app: TestApp;
  let ada: Owner;
  let bob: Owner;

  const put = (who: Owner, lotId: string, body: object, query = '') =>
    who.put(`/api/v1/wallets/${WALLET}/lots/${lotId}/cost-basis${query}`, body);
  const untracked = async (who: Owner, status: string): Promise<Lot[]> =>
    (await who.wallet(`lots?status=${status}&is_untracked=true&per_page=100`)).filter(
      (lot: Lot) => lot.parent_lot_id === null && lot.acquisition_date !== null,
    );
  /** A lot of unknown origin that was sold from this wallet to the last unit: what it cost is what the gain is less. */
  async function sold(who: Owner): Promise<Lot> {
    for (const lot of await untracked(who, 'closed')) {
      const { edges }: { edges: { relation: string }[] } = await who.wallet(
        `lots/${lot.lot_id}/lineage?direction=down`,
      );
      if (edges.every(({ relation }) => relation === 'disposal')) return lot;
    }
    throw new Error('the wallet has sold no lot of unknown origin');
  }

  beforeAll(async () => {
    app = await startRecorded();
  });
  beforeEach(async () => {
    [ada, bob] = await Owner.two(app, LIST);
  });
  afterAll(() => app?.close());

  it('lowers the gain of its owner by just that, and of nobody else', async () => {
    const lot = await sold(ada);
    const before = await ada.realized();
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
    expect(await ada.realized()).toBe(before);

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
    expect(await ada.realized()).toBe(after);
    expect(await bob.realized()).toBe(before);
    const partner = await app.get(`/api/v1/wallets/${WALLET}/dashboard`);
    expect(partner.body.data.tax_summary.total_realized_gl).toBe(before);
    expect((await untracked(ada, 'closed')).map(({ lot_id: id }) => id)).not.toContain(lot.lot_id);
    expect((await untracked(bob, 'closed')).map(({ lot_id: id }) => id)).toContain(lot.lot_id);
    expect(await ada.said()).toEqual([
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
            value_at_gift_usd: null,
          },
        ],
        basis_type: 'purchase',
        note: 'bought',
        is_active: true,
        created_at: expect.stringMatching(/Z$/),
        deactivated_at: null,
      },
    ]);
    expect(await bob.said()).toEqual([]);
    expect(codeOf(await bob.drop(body.data.assignment_id))).toEqual([404, 'RESOURCE_NOT_FOUND']);
  });

  it('is replaced by what is said next, and withdrawn once', async () => {
    const lot = await sold(ada);
    const before = await ada.realized();
    await put(ada, lot.lot_id, { cost_basis: '5', acquisition_date: '2016-05-06' });
    const second = await put(ada, lot.lot_id, { cost_basis: '7', acquisition_date: '2016-05-06' });
    expect(second.body.data.impact).toMatchObject({
      realized_gl_before: dec(before).minus(5).toFixed(),
      realized_gl_after: dec(before).minus(7).toFixed(),
    });
    const all = await ada.said('?include_inactive=true');
    expect(all.map((entry: { is_active: boolean }) => entry.is_active)).toEqual([false, true]);
    const id = second.body.data.assignment_id;
    const answer = await ada.drop(id);
    expect([answer.status, answer.body.data]).toEqual([200, { deactivated: true, entry_id: id }]);
    expect(codeOf(await ada.drop(id))).toEqual([409, 'CONFLICT']);
    expect(await ada.realized()).toBe(before);
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
      tx_hash: lot.tx_hash,
      token_key: lot.token_key,
      cost_basis: 1.5,
      acquisition_date: '2016-01-01',
    };
    const [first, second] = await Promise.all([ada.post(body), ada.post(body)]);
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
    expect(codeOf(await ada.put(unknown, body))).toEqual([404, 'WALLET_NOT_FOUND']);
    const synthetic = (await ada.wallet('lots?status=all&is_untracked=true&per_page=100')).find(
      (lot: Lot) => lot.acquisition_date === null,
    );
    if (synthetic)
      expect((await put(ada, synthetic.lot_id, body)).body.error).toMatchObject({ field: 'lot_id' });
  });
});
