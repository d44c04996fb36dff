import { DataSource } from 'typeorm';
import { account, call, type Account } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { onPlan } from '../portfolios/portfolio-client';

const LIST = '/api/v1/exchange-accounts';

describe('an account whose exchange lists the trades of the last months only', () => {
  let app: TestApp;
  let ada: Account;
  let id: string;
  beforeAll(async () => {
    app = await startApp({ EVM_CHAINS: '' });
    ada = await account(app);
    await onPlan(app, ada, 'defi');
    id = (await ask('POST', LIST, { exchange: 'okx', source: 'csv' })).body.data.id as string;
    // As a sync leaves it.
    const lists = { fills: { at: 1, places: {}, part: 'trades', error: null, fault: null } };
    await app.app
      .get(DataSource)
      .query(
        `UPDATE exchange_accounts SET source = 'api', last_sync_at = now(), sync_lists = $2 WHERE id = $1`,
        [id, JSON.stringify(lists)],
      );
  });
  afterAll(() => app?.close());

  const ask = (method: string, path: string, body?: object) =>
    call(app, method, path, { token: ada.token, body });
  const form = async () => {
    const { data, meta } = (await ask('GET', `/api/v1/tax-reports/${id}/form-8949?tax_year=2024`)).body;
    const found = (await ask('GET', `/api/v1/issues?address=${id}&type=history_incomplete`)).body.data;
    expect(found).toHaveLength(data.status === 'COMPLETE' ? 0 : 1);
    return [data.status, meta['history_incomplete']];
  };
  it('has incomplete forms of the years that its last reading does not have, when the reading failed', async () => {
    const data = app.app.get(DataSource);
    const reading = (error: string | null) =>
      data.query(`UPDATE exchange_accounts SET last_error = $2, last_sync_at = '2024-11-05' WHERE id = $1`, [
        id,
        error,
      ]);
    await ask('PUT', `${LIST}/${id}`, { empty_lists: ['fills'] });
    await reading('The key was withdrawn');
    const statusOf = async (year: number) =>
      (await ask('GET', `/api/v1/tax-reports/${id}/form-8949?tax_year=${year}`)).body.data.status;
    expect([await statusOf(2023), await statusOf(2024)]).toEqual(['COMPLETE', 'INCOMPLETE']);
    await reading(null);
    expect(await statusOf(2024)).toBe('COMPLETE');
    await ask('PUT', `${LIST}/${id}`, { empty_lists: [] });
  });

  const listed = async () => {
    const { data } = (await ask('GET', `${LIST}/${id}/sync-status`)).body;
    return [data.status, data.parts.trades.status, data.refused_lists];
  };

  it('has incomplete forms until a file or its owner states what is missing', async () => {
    const short = { name: 'fills', part: 'trades', reason: 'short_history' };
    expect(await form()).toEqual(['INCOMPLETE', true]);
    expect(await listed()).toEqual(['ok', 'ok', [{ ...short, covered_by: null, covered_at: null }]]);

    const stated = await ask('PUT', `${LIST}/${id}`, { empty_lists: ['fills'] });
    expect(stated.body.data).toMatchObject({ status: 'connected', last_error: null });
    expect(await form()).toEqual(['COMPLETE', undefined]);
    await ask('PUT', `${LIST}/${id}`, { empty_lists: [] });
    expect(await form()).toEqual(['INCOMPLETE', true]);

    const file = new FormData();
    file.set('account_id', id);
    const rows = 'timestamp,kind,asset,amount,sent_asset,sent_amount,id\n2023-01-05,trade,BTC,1,USD,140,x1\n';
    file.append('file', new Blob([rows]), 'all.csv');
    const headers = { Authorization: `Bearer ${ada.token}` };
    await fetch(`${app.url}${LIST}/import`, { method: 'POST', headers, body: file });
    expect(await listed()).toMatchObject(['ok', 'ok', [{ ...short, covered_by: 'file' }]]);
    expect(await form()).toEqual(['COMPLETE', undefined]);
  });
});
