import { dec } from '../../src/domain/kernel/decimal';
import { codeOf } from '../accounts/client';
import type { TestApp } from '../app.factory';
import { Owner, startRecorded, WALLET } from './owner';

const LIST = '/api/v1/manual-entries/disposal-entries';

describe('how units left, said by their owner', () => {
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

  it('a payment told to be a gift brings no gain, to its owner alone', async () => {
    const payment = await ada.spent();
    const before = await ada.realized();
    const after = dec(before).minus(payment.gain_loss).toFixed();
    const { token_key, quantity, tx_hash } = payment;
    const body = { token_key, quantity, tx_hash, disposal_type: 'gift', note: 'to my sister' };
    const made = await ada.post(body);
    expect(made.status).toBe(201);
    expect(made.body.data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      kind: 'disposal_entry',
      address: WALLET,
      token_key,
      quantity,
      disposed_at: payment.disposal_date,
      disposal_type: 'gift',
      proceeds_usd: '0',
      fee_usd: '0',
      value_usd: null,
      recipient: null,
      lot_selections: [],
      tx_hash,
      note: 'to my sister',
      is_active: true,
      created_at: expect.stringMatching(/Z$/),
      deactivated_at: null,
      impact: {
        realized_gl_before: before,
        realized_gl_after: after,
        years_affected: [Number(payment.disposal_date.slice(0, 4))],
      },
    });
    expect(await ada.realized()).toBe(after);
    expect(await bob.realized()).toBe(before);
    expect(await ada.positions()).toEqual(await bob.positions());
    expect(codeOf(await ada.post(body))).toEqual([409, 'CONFLICT']);
    const { id } = made.body.data;
    expect((await ada.said()).map((entry: { id: string }) => entry.id)).toEqual([id]);
    expect(await bob.said()).toEqual([]);
    expect(codeOf(await bob.drop(id))).toEqual([404, 'RESOURCE_NOT_FOUND']);
    expect((await ada.drop(id)).body.data).toEqual({ deactivated: true, entry_id: id });
    expect(await ada.realized()).toBe(before);
    expect(codeOf(await ada.drop(id))).toEqual([409, 'CONFLICT']);
  });

  it('half of a payment told to be a sale leaves the other half as it was', async () => {
    const payment = await ada.spent();
    const half = dec(payment.quantity).div(2).toFixed();
    const { token_key, tx_hash } = payment;
    const made = await ada.post({ token_key, tx_hash, quantity: half, disposal_type: 'lost' });
    expect(made.status).toBe(201);
    const { realized_gl_before: before, realized_gl_after: after } = made.body.data.impact;
    expect(dec(after).eq(before)).toBe(false);
    expect(await ada.realized()).toBe(after);
    expect(await ada.positions()).toEqual(await bob.positions());
  });

  it('a sale no chain knows of takes the lots, at the price its owner says', async () => {
    const lots: { token_key: string; value_status: string }[] = await ada.wallet('lots?per_page=100');
    const open = new Set(lots.flatMap((lot) => (lot.value_status === 'missing' ? [lot.token_key] : [])));
    const held = (await ada.positions()).find(
      ({ cost_basis: cost, token_key: key }) => !dec(cost).isZero() && !open.has(key),
    );
    if (!held) throw new Error('the wallet holds nothing that cost anything');
    const before = await ada.realized();
    const made = await ada.post({
      token_key: held.token_key,
      quantity: held.quantity,
      disposed_at: '2024-03-04T05:06:07Z',
      disposal_type: 'sale',
      proceeds_usd: '1000',
      fee_usd: 10.5,
    });
    expect(made.status).toBe(201);
    const after = dec(before).plus('989.5').minus(held.cost_basis).toFixed();
    expect(made.body.data).toMatchObject({
      disposed_at: '2024-03-04T05:06:07.000Z',
      proceeds_usd: '1000',
      fee_usd: '10.5',
      tx_hash: null,
      impact: { realized_gl_before: before, realized_gl_after: after, years_affected: [2024] },
    });
    expect(await ada.realized()).toBe(after);
    const keys = async (who: Owner) => (await who.positions()).map(({ token_key: key }) => key);
    expect(await keys(ada)).not.toContain(held.token_key);
    expect(await keys(bob)).toContain(held.token_key);
    expect(await bob.realized()).toBe(before);
  });

  it.each<[string, object, unknown[]]>([
    [
      'more than was held',
      { quantity: '1e12', disposed_at: '2024-01-01', disposal_type: 'lost' },
      [400, 'VALIDATION_ERROR', 'quantity'],
    ],
    [
      'nothing',
      { quantity: '0', disposed_at: '2024-01-01', disposal_type: 'lost' },
      [400, 'VALIDATION_ERROR', 'quantity'],
    ],
    ['no day', { quantity: '1', disposal_type: 'lost' }, [400, 'VALIDATION_ERROR', 'disposed_at']],
    [
      'a day to come',
      { quantity: '1', disposed_at: '2999-01-01', disposal_type: 'lost' },
      [400, 'VALIDATION_ERROR', 'disposed_at'],
    ],
    [
      'a sale for nothing said',
      { quantity: '1', disposed_at: '2024-01-01', disposal_type: 'sale' },
      [400, 'VALIDATION_ERROR', 'proceeds_usd'],
    ],
    [
      'a trade',
      { quantity: '1', disposed_at: '2024-01-01', disposal_type: 'swap' },
      [400, 'VALIDATION_ERROR', 'disposal_type'],
    ],
    ...['gift', 'donation', 'lost', 'stolen'].flatMap((disposal_type): [string, object, unknown[]][] =>
      ['proceeds_usd', 'fee_usd'].map((field) => [
        `${field} of the type ${disposal_type}`,
        { quantity: '0.001', disposed_at: '2024-01-01', disposal_type, [field]: '0.01' },
        [400, 'VALIDATION_ERROR', field],
      ]),
    ),
    [
      'a payment nobody made',
      { quantity: '1', tx_hash: `0x${'0'.repeat(64)}`, disposal_type: 'lost' },
      [404, 'RESOURCE_NOT_FOUND', undefined],
    ],
    [
      'an unknown token',
      { token_key: 'ethereum:NONE', quantity: '1', disposed_at: '2024-01-01', disposal_type: 'lost' },
      [404, 'RESOURCE_NOT_FOUND', undefined],
    ],
  ])('%s is refused', async (_name, body, expected) => {
    const answer = await ada.post({ token_key: 'ethereum:ETH', ...body });
    expect([...codeOf(answer), answer.body.error.field]).toEqual(expected);
  });
});
