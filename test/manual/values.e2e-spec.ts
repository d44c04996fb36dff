import { dec } from '../../src/domain/kernel/decimal';
import type { Form8949Response } from '../../src/presenters/forms/form-8949.shapes.dto';
import type { NeedsPriceResponse } from '../../src/modules/wallets/transactions/needs-price.shapes.dto';
import { account, call, codeOf, type Answer } from '../accounts/client';
import type { TestApp } from '../app.factory';
import { Owner, startRecorded, WALLET } from './owner';

const TRANSACTIONS = `/api/v1/wallets/${WALLET}/transactions`;
const NOBODY = '00000000-0000-4000-8000-000000000000';

describe('the value of a transaction, stated by its owner', () => {
  let app: TestApp;
  let ada: Owner;
  let bob: Owner;

  beforeAll(async () => {
    app = await startRecorded();
  });
  beforeEach(async () => {
    [ada, bob] = await Owner.two(app, TRANSACTIONS);
  });
  afterAll(() => app?.close());

  const needs = (who: Owner): Promise<NeedsPriceResponse[]> =>
    who.wallet('transactions/needs-price?per_page=100');
  const detail = (who: Owner, id: string): Promise<Answer['body']> => who.wallet(`transactions/${id}`);
  const summary = async (who: Owner): Promise<Answer['body']> => (await who.wallet('dashboard')).tax_summary;
  const set = (who: Owner, id: string, value: string, query = ''): Promise<Answer> =>
    who.put(`${TRANSACTIONS}/${id}/value${query}`, { value_usd: value, note: 'by the receipt' });

  /** A transaction with a disposal that waits for its value. */
  const disposalInNeed = async (who: Owner): Promise<NeedsPriceResponse> => {
    const [first] = (await needs(who)).filter(
      ({ excluded_count, legs }) => excluded_count > 0 && legs.length > 0,
    );
    if (!first) throw new Error('every disposal of the wallet has a value');
    return first;
  };

  it('lists what waits for a value, largest effect first, as the summary counts it', async () => {
    const list = await needs(ada);
    const own = await summary(ada);
    expect(list.length).toBeGreaterThan(0);
    expect(list.reduce((sum, { excluded_count }) => sum + excluded_count, 0)).toBe(own.excluded_count);
    const effects = list.map(({ max_gain_effect }) => dec(max_gain_effect));
    effects.forEach((effect, i) => expect(effect.lte(effects[i - 1] ?? effect)).toBe(true));
    for (const { transaction_id } of list)
      expect(await detail(ada, transaction_id)).toMatchObject({
        value_status: 'missing',
        flags: expect.arrayContaining(['missing_price']),
      });
  });

  it('previews the effect and stores nothing', async () => {
    const need = await disposalInNeed(ada);
    const before = await summary(ada);
    const preview = await set(ada, need.transaction_id, '1000', '?preview=true');
    expect(preview.status).toBe(200);
    expect(preview.body.data).toMatchObject({ entry_id: null, preview: true, value_usd: '1000' });
    expect(preview.body.data.impact.realized_gl_before).toBe(before.total_realized_gl);
    expect(preview.body.data.impact.years_affected).toContain(Number(need.timestamp.slice(0, 4)));
    expect(await summary(ada)).toEqual(before);
    expect(await needs(ada)).toContainEqual(need);
    const stored = await set(ada, need.transaction_id, '1000');
    expect(stored.body.data.impact).toEqual(preview.body.data.impact);
  });

  it('counts at that value everywhere, for its owner alone, until it is removed', async () => {
    const need = await disposalInNeed(ada);
    const id = need.transaction_id;
    const year = Number(need.timestamp.slice(0, 4));
    const [before, others] = [await summary(ada), await summary(bob)];
    const form = async (): Promise<Form8949Response> =>
      (await ada.report(
        `/api/v1/tax-reports/${WALLET}/form-8949?tax_year=${year}&per_page=100`,
      )) as Form8949Response;
    const oldForm = await form();
    expect(oldForm.status).toBe('INCOMPLETE');

    const { status, body } = await set(ada, id, '1000');
    expect(status).toBe(200);
    const after = await summary(ada);
    expect(body.data.impact.realized_gl_after).toBe(after.total_realized_gl);
    expect(after.excluded_count).toBeLessThan(before.excluded_count);
    expect((await needs(ada)).map(({ transaction_id }) => transaction_id)).not.toContain(id);
    const valued = await detail(ada, id);
    expect(valued).toMatchObject({ value_status: 'known', flags: expect.arrayContaining(['manual']) });
    for (const disposal of valued.disposals.filter(({ type }: { type: string }) => type !== 'fee'))
      expect(disposal).toMatchObject({ value_status: 'known', price_source: 'manual' });
    const newForm = await form();
    expect(newForm.excluded_count).toBeLessThan(oldForm.excluded_count);
    expect(await summary(bob)).toEqual(others);

    const undo = await ada.drop(`${id}/value?preview=true`);
    expect(undo.body.data).toMatchObject({ deleted: false, preview: true });
    expect(await summary(ada)).toEqual(after);
    const removed = await ada.drop(`${id}/value`);
    expect([removed.status, removed.body.data.deleted]).toEqual([200, true]);
    expect(removed.body.data.impact).toMatchObject({
      realized_gl_before: after.total_realized_gl,
      realized_gl_after: before.total_realized_gl,
    });
    expect(await summary(ada)).toEqual(before);
    expect(await form()).toEqual(oldForm);
    expect(codeOf(await ada.drop(`${id}/value`))).toEqual([404, 'RESOURCE_NOT_FOUND']);
  });

  it('replaces an earlier value, and survives a new read of the chain', async () => {
    const { transaction_id: id } = await disposalInNeed(ada);
    await set(ada, id, '1');
    await set(ada, id, '2000');
    const { disposals } = await detail(ada, id);
    expect((await ada.forget()).status).toBe(200);
    await ada.wallet('cost-basis');
    expect((await detail(ada, id)).disposals).toEqual(disposals);
  });

  it('is removed on the named chain only', async () => {
    const { transaction_id: id } = await disposalInNeed(ada);
    await set(ada, id, '1000', '?chain=ethereum');
    expect(codeOf(await ada.drop(`${id}/value?chain=polygon`))).toEqual([404, 'RESOURCE_NOT_FOUND']);
    expect((await ada.drop(`${id}/value?chain=ethereum`)).status).toBe(200);
  });

  it('is refused for what has no value, is not of the wallet, or is no number', async () => {
    const { transaction_id: id } = await disposalInNeed(ada);
    expect(codeOf(await set(ada, NOBODY, '1'))).toEqual([404, 'RESOURCE_NOT_FOUND']);
    expect(codeOf(await ada.put(`${TRANSACTIONS}/${id}/value`, {}))).toEqual([400, 'VALIDATION_ERROR']);
    expect(codeOf(await set(ada, id, '-1'))).toEqual([400, 'VALIDATION_ERROR']);
    // Its fee has a market price.
    const ofFee = { value_usd: '1', fee_value_usd: '1' };
    expect(codeOf(await ada.put(`${TRANSACTIONS}/${id}/value`, ofFee))).toEqual([400, 'VALIDATION_ERROR']);
    const [approval] = await ada.wallet('transactions?type=approve');
    expect(codeOf(await set(ada, approval.transaction_id, '1'))).toEqual([400, 'VALIDATION_ERROR']);
    const who = await account(app);
    const made = await call(app, 'POST', '/api/v1/api-keys', {
      token: who.token,
      body: { name: 'k', permissions: ['write:portfolios', 'read:lots', 'read:transactions'] },
    });
    const byKey = await fetch(`${app.url}${TRANSACTIONS}/${id}/value`, {
      method: 'PUT',
      headers: { 'X-API-Key': made.body.data.key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ value_usd: '1' }),
    });
    expect(byKey.status).toBe(401);
  });
});
