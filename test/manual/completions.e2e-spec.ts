import { dec } from '../../src/domain/kernel/decimal';
import { codeOf } from '../accounts/client';
import type { TestApp } from '../app.factory';
import { Owner, startRecorded, WALLET } from './owner';

const LIST = '/api/v1/manual-entries/trade-completions';

interface Lot {
  lot_id: string;
  token_key: string;
  tx_hash: string;
  parent_lot_id: string | null;
  acquisition_date: string | null;
}

describe('the other half of a trade, said by its owner', () => {
  let app: TestApp;
  let ada: Owner;
  let bob: Owner;

  beforeAll(async () => {
    app = await startRecorded();
  });
  beforeEach(async () => {
    [ada, bob] = await Owner.two(app, LIST);
  });
  afterAll(() => app?.close());

  it('a payment was a sale: the gain is what was received for it, to its owner alone', async () => {
    const payment = await ada.spent();
    const before = await ada.realized();
    const { token_key, tx_hash } = payment;
    const trade = {
      counter_asset: 'USD',
      counter_quantity: '500',
      counter_value_usd: '500',
      fee_usd: '1.25',
    };
    const made = await ada.post({ token_key, tx_hash, side: 'out', ...trade, note: 'over the counter' });
    expect(made.status).toBe(201);
    const after = dec(before).minus(payment.proceeds).plus('498.75').toFixed();
    expect(made.body.data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      kind: 'trade_completion',
      address: WALLET,
      tx_hash,
      token_key,
      side: 'out',
      ...trade,
      executed_at: null,
      note: 'over the counter',
      is_active: true,
      created_at: expect.stringMatching(/Z$/),
      deactivated_at: null,
      impact: {
        realized_gl_before: before,
        realized_gl_after: after,
        years_affected: [Number(payment.disposal_date.slice(0, 4))],
      },
    });
    expect([await ada.realized(), await bob.realized()]).toEqual([after, before]);
    expect(codeOf(await ada.post({ token_key, tx_hash, side: 'out', ...trade }))).toEqual([409, 'CONFLICT']);
    const { id } = made.body.data;
    expect(await bob.said()).toEqual([]);
    expect((await ada.said()).map((entry: { id: string }) => entry.id)).toEqual([id]);
    expect((await ada.drop(id)).status).toBe(200);
    expect(await ada.realized()).toBe(before);
  });

  it('units that came from a stranger were bought, for what was paid and its fee', async () => {
    const unknown = await ada.wallet('lots?status=all&is_untracked=true&per_page=100');
    const lot = unknown.find(
      (one: Lot) => one.parent_lot_id === null && one.acquisition_date !== null,
    ) as Lot;
    const trade = { counter_asset: 'EUR', counter_quantity: 9, counter_value_usd: 10, fee_usd: '0.5' };
    const made = await ada.post({
      token_key: lot.token_key,
      tx_hash: lot.tx_hash,
      side: 'in',
      ...trade,
      executed_at: '2016-02-03',
    });
    expect(made.status).toBe(201);
    const lots = (who: Owner): Promise<Lot[]> => who.wallet('lots?status=all&per_page=100');
    const found = (list: Lot[]) => list.find(({ lot_id: id }) => id === lot.lot_id);
    expect(found(await lots(ada))).toMatchObject({
      original_cost_basis: '10.5',
      acquisition_date: '2016-02-03T00:00:00.000Z',
      is_untracked: false,
      source: 'purchase',
      basis_source: 'manual',
    });
    expect(found(await lots(bob))).toMatchObject({ original_cost_basis: '0', is_untracked: true });
    expect(await ada.positions()).toHaveLength((await bob.positions()).length);
  });

  it.each<[string, object, unknown[]]>([
    ['a trade nobody made', { tx_hash: `0x${'0'.repeat(64)}` }, [404, 'RESOURCE_NOT_FOUND', undefined]],
    ['a third side', { side: 'up' }, [400, 'VALIDATION_ERROR', 'side']],
    ['no value', { counter_value_usd: undefined }, [400, 'VALIDATION_ERROR', 'counter_value_usd']],
    ['a fee above the value', { fee_usd: '1000' }, [400, 'VALIDATION_ERROR', 'fee_usd']],
  ])('%s is refused', async (_name, more, expected) => {
    const { token_key, tx_hash } = await ada.spent();
    const trade = { side: 'out', counter_asset: 'USD', counter_quantity: '5', counter_value_usd: '5' };
    const answer = await ada.post({ token_key, tx_hash, ...trade, ...more });
    expect([...codeOf(answer), answer.body.error.field]).toEqual(expected);
  });
});
