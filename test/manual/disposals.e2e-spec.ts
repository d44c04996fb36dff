import { dec } from '../../src/domain/kernel/decimal';
import { DataSource } from 'typeorm';
import { PlanLookup } from '../../src/ports/plan-lookup';
import { account, call, codeOf, type Account } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { describeWithShared } from '../recorded/shared';
import { startReplay, type Replay } from '../support/replay';

jest.setTimeout(60_000);

const WALLET = '0x003dc32fe920a4aaeed12dc87e145f030aa753f3';
const LIST = '/api/v1/manual-entries/disposal-entries';

interface Position {
  token_key: string;
  quantity: string;
  cost_basis: string;
}
interface Spent {
  tx_hash: string;
  token_key: string;
  quantity: string;
  gain_loss: string;
  disposal_date: string;
}

describeWithShared('how units left, said by their owner', () => {
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
  const positions = async (who: Account): Promise<Position[]> =>
    (await get(who, `/api/v1/wallets/${WALLET}/positions`)).data;
  const post = (who: Account, body: object) =>
    call(app, 'POST', LIST, { token: who.token, body: { address: WALLET, ...body } });
  const drop = (who: Account, id: string) => call(app, 'DELETE', `${LIST}/${id}`, { token: who.token });
  /** A transfer to a stranger, taken for a spend until somebody says otherwise. */
  async function spent(who: Account): Promise<Spent> {
    const path = `/api/v1/wallets/${WALLET}/transactions`;
    const { data } = await get(who, `${path}?type=transfer_out&per_page=100`);
    for (const { transaction_id: id } of data as { transaction_id: string }[]) {
      const { disposals } = (await get(who, `${path}/${id}`)).data as {
        disposals: (Spent & { type: string })[];
      };
      const [only, ...more] = disposals.filter(({ type }) => type === 'spend');
      if (only && more.length === 0 && !dec(only.gain_loss).isZero()) return only;
    }
    throw new Error('the wallet has paid no stranger');
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

  it('a payment told to be a gift brings no gain, to its owner alone', async () => {
    const payment = await spent(ada);
    const before = await realized(ada);
    const after = dec(before).minus(payment.gain_loss).toFixed();
    const { token_key, quantity, tx_hash } = payment;
    const body = { token_key, quantity, tx_hash, disposal_type: 'gift', note: 'to my sister' };
    const made = await post(ada, body);
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
    expect(await realized(ada)).toBe(after);
    expect(await realized(bob)).toBe(before);
    expect(await positions(ada)).toEqual(await positions(bob));
    expect(codeOf(await post(ada, body))).toEqual([409, 'CONFLICT']);
    const { id } = made.body.data;
    expect((await get(ada, LIST)).data.map((entry: { id: string }) => entry.id)).toEqual([id]);
    expect((await get(bob, LIST)).data).toEqual([]);
    expect(codeOf(await drop(bob, id))).toEqual([404, 'RESOURCE_NOT_FOUND']);
    expect((await drop(ada, id)).body.data).toEqual({ deactivated: true, entry_id: id });
    expect(await realized(ada)).toBe(before);
    expect(codeOf(await drop(ada, id))).toEqual([409, 'CONFLICT']);
  });

  it('half of a payment told to be a sale leaves the other half as it was', async () => {
    const payment = await spent(ada);
    const half = dec(payment.quantity).div(2).toFixed();
    const { token_key, tx_hash } = payment;
    const made = await post(ada, { token_key, tx_hash, quantity: half, disposal_type: 'lost' });
    expect(made.status).toBe(201);
    const { realized_gl_before: before, realized_gl_after: after } = made.body.data.impact;
    expect(dec(after).eq(before)).toBe(false);
    expect(await realized(ada)).toBe(after);
    expect(await positions(ada)).toEqual(await positions(bob));
  });

  it('a sale no chain knows of takes the lots, at the price its owner says', async () => {
    const held = (await positions(ada)).find(({ cost_basis: cost }) => !dec(cost).isZero());
    if (!held) throw new Error('the wallet holds nothing that cost anything');
    const before = await realized(ada);
    const made = await post(ada, {
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
    expect(await realized(ada)).toBe(after);
    const keys = async (who: Account) => (await positions(who)).map(({ token_key: key }) => key);
    expect(await keys(ada)).not.toContain(held.token_key);
    expect(await keys(bob)).toContain(held.token_key);
    expect(await realized(bob)).toBe(before);
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
    const answer = await post(ada, { token_key: 'ethereum:ETH', ...body });
    expect([...codeOf(answer), answer.body.error.field]).toEqual(expected);
  });
});
