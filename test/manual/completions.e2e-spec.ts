import { dec } from '../../src/domain/kernel/decimal';
import { DataSource } from 'typeorm';
import { PlanLookup } from '../../src/ports/plan-lookup';
import { account, call, codeOf, type Account } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { describeWithShared } from '../recorded/shared';
import { startReplay, type Replay } from '../support/replay';

jest.setTimeout(60_000);

const WALLET = '0x003dc32fe920a4aaeed12dc87e145f030aa753f3';
const LIST = '/api/v1/manual-entries/trade-completions';

interface Position {
  token_key: string;
  quantity: string;
  cost_basis: string;
}
interface Lot {
  lot_id: string;
  token_key: string;
  tx_hash: string;
  parent_lot_id: string | null;
  acquisition_date: string | null;
}
interface Spent {
  tx_hash: string;
  token_key: string;
  quantity: string;
  gain_loss: string;
  proceeds: string;
  disposal_date: string;
}

describeWithShared('the other half of a trade, said by its owner', () => {
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

  it('a payment was a sale: the gain is what was received for it, to its owner alone', async () => {
    const payment = await spent(ada);
    const before = await realized(ada);
    const { token_key, tx_hash } = payment;
    const trade = {
      counter_asset: 'USD',
      counter_quantity: '500',
      counter_value_usd: '500',
      fee_usd: '1.25',
    };
    const made = await post(ada, { token_key, tx_hash, side: 'out', ...trade, note: 'over the counter' });
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
    expect([await realized(ada), await realized(bob)]).toEqual([after, before]);
    expect(codeOf(await post(ada, { token_key, tx_hash, side: 'out', ...trade }))).toEqual([409, 'CONFLICT']);
    const { id } = made.body.data;
    expect((await get(bob, LIST)).data).toEqual([]);
    expect((await get(ada, LIST)).data.map((entry: { id: string }) => entry.id)).toEqual([id]);
    expect((await drop(ada, id)).status).toBe(200);
    expect(await realized(ada)).toBe(before);
  });

  it('units that came from a stranger were bought, for what was paid and its fee', async () => {
    const path = `/api/v1/wallets/${WALLET}/lots`;
    const { data } = await get(ada, `${path}?status=all&is_untracked=true&per_page=100`);
    const lot = data.find((one: Lot) => one.parent_lot_id === null && one.acquisition_date !== null) as Lot;
    const trade = { counter_asset: 'EUR', counter_quantity: 9, counter_value_usd: 10, fee_usd: '0.5' };
    const made = await post(ada, {
      token_key: lot.token_key,
      tx_hash: lot.tx_hash,
      side: 'in',
      ...trade,
      executed_at: '2016-02-03',
    });
    expect(made.status).toBe(201);
    const lots = async (who: Account): Promise<Lot[]> =>
      (await get(who, `${path}?status=all&per_page=100`)).data;
    const found = (list: Lot[]) => list.find(({ lot_id: id }) => id === lot.lot_id);
    expect(found(await lots(ada))).toMatchObject({
      original_cost_basis: '10.5',
      acquisition_date: '2016-02-03T00:00:00.000Z',
      is_untracked: false,
      source: 'purchase',
      basis_source: 'manual',
    });
    expect(found(await lots(bob))).toMatchObject({ original_cost_basis: '0', is_untracked: true });
    expect(await positions(ada)).toHaveLength((await positions(bob)).length);
  });

  it.each<[string, object, unknown[]]>([
    ['a trade nobody made', { tx_hash: `0x${'0'.repeat(64)}` }, [404, 'RESOURCE_NOT_FOUND', undefined]],
    ['a third side', { side: 'up' }, [400, 'VALIDATION_ERROR', 'side']],
    ['no value', { counter_value_usd: undefined }, [400, 'VALIDATION_ERROR', 'counter_value_usd']],
    ['a fee above the value', { fee_usd: '1000' }, [400, 'VALIDATION_ERROR', 'fee_usd']],
  ])('%s is refused', async (_name, more, expected) => {
    const { token_key, tx_hash } = await spent(ada);
    const trade = { side: 'out', counter_asset: 'USD', counter_quantity: '5', counter_value_usd: '5' };
    const answer = await post(ada, { token_key, tx_hash, ...trade, ...more });
    expect([...codeOf(answer), answer.body.error.field]).toEqual(expected);
  });
});
