import { DataSource } from 'typeorm';
import { ExchangeRules } from '../../src/adapters/exchanges/api/thread-caller';
import { ProcessState } from '../../src/common/process-state';
import { SyncRules } from '../../src/modules/exchanges/sync/sync-rules';
import { SyncScheduler } from '../../src/modules/exchanges/sync/sync-scheduler';
import { account, call, type Account, type Answer } from '../accounts/client';
import { startService, type TestService } from '../app.factory';
import { FakeKraken, READ_ONLY, type Fault, type KrakenKey, type LedgerRow } from '../fakes/fake-kraken';
import { onPlan } from '../portfolios/portfolio-client';
import { OFFLINE } from '../support/offline';
import { until } from '../support/until';

const LIST = '/api/v1/exchange-accounts';
const START = Date.UTC(2024, 0, 2) / 1_000;

/** 1,000 dollars arrive, and buy 0.01 BTC each time. */
const purchases = (from: number, to: number): LedgerRow[] =>
  Array.from({ length: to - from }, (_, i) => from + i).flatMap((n) => {
    const time = String(START + n * 60);
    const shared = { refid: `T${n}`, time, type: 'trade' };
    return [
      { id: `D${n}`, refid: `Q${n}`, time, type: 'deposit', asset: 'ZUSD', amount: '1000', fee: '0' },
      { id: `A${n}`, ...shared, asset: 'ZUSD', amount: '-400.0000', fee: '1.5000' },
      { id: `B${n}`, ...shared, asset: 'XXBT', amount: '0.0100000000', fee: '0.0000000000' },
    ];
  });

const FAR_MS = 600_000;

class QuickRules extends ExchangeRules {
  override timeoutMs = FAR_MS;
  override readonly backoffMs = 5;
  override readonly attempts = 3;
}
class QuickSyncRules extends SyncRules {
  override readonly trialMs = FAR_MS;
  override heldRows = 50_000;
}
const [rules, syncRules] = [new QuickRules(), new QuickSyncRules()];

describe('exchange accounts that the service reads', () => {
  const kraken = new FakeKraken();
  let service: TestService;
  let data: DataSource;
  let ada: Account;

  beforeAll(async () => {
    await kraken.start();
    service = await startService({ ...OFFLINE, EXCHANGE_KRAKEN_BASE_URL: kraken.url }, [
      [ExchangeRules, rules],
      [SyncRules, syncRules],
      [ProcessState, new ProcessState(true, true)],
    ]);
    data = service.app.get(DataSource);
    ada = await someone();
  });
  afterAll(async () => {
    await service?.close();
    await kraken.close();
  });
  beforeEach(() => {
    kraken.fault = null;
    kraken.onCall = () => undefined;
    kraken.ledger = purchases(0, 30);
    kraken.balances = { ZUSD: String(30 * 1_000 - 30 * 401.5), XXBT: '0.3' };
  });

  async function someone(): Promise<Account> {
    const who = await account(service);
    await onPlan(service, who, 'defi');
    return who;
  }

  const ask = (who: Account, method: string, path: string, body?: object): Promise<Answer> =>
    call(service, method, path, { token: who.token, body });

  const connect = (who: Account, key: Pick<KrakenKey, 'apiKey' | 'apiSecret'>, more: object = {}) =>
    ask(who, 'POST', LIST, { exchange: 'kraken', api_key: key.apiKey, api_secret: key.apiSecret, ...more });

  /** An account of its own at the exchange. */
  let owners = 1;
  const freshKey = (permissions = READ_ONLY): KrakenKey => kraken.key(permissions, `AA00 TEST ${++owners}`);

  async function synced(who: Account, id: string): Promise<Answer['body']> {
    return until(
      async () => (await ask(who, 'GET', `${LIST}/${id}/sync-status`)).body.data,
      ({ status }) => status !== 'queued' && status !== 'running',
    );
  }

  async function connected(who: Account, key = freshKey()): Promise<string> {
    const { status, body, text } = await connect(who, key);
    if (status !== 201) throw new Error(text);
    await synced(who, body.data.id);
    return body.data.id as string;
  }

  const syncAgain = async (who: Account, id: string, full = false): Promise<Answer['body']> => {
    const { status } = await ask(who, 'POST', `${LIST}/${id}/sync`, { full });
    expect(status).toBe(202);
    return synced(who, id);
  };

  /** The stored events about syncs of an account: their address, user and data, oldest first. */
  async function newsOf(id: string) {
    const stored: { address: string | null; user: string; body: string }[] = await data.query(
      `SELECT e.address, e.user_id AS user, e.body FROM events e JOIN jobs j ON e.key = 'calculation:' || j.id
       WHERE j.type = 'exchange_sync' AND j.address_given = $1 ORDER BY j.created_at`,
      [id],
    );
    return stored.map(({ body, ...event }) => ({ ...event, data: JSON.parse(body).data as unknown }));
  }

  const rowsOf = (id: string): Promise<{ key: string; body: string }[]> =>
    data.query('SELECT key, body::text AS body FROM exchange_rows WHERE account_id = $1 ORDER BY key', [id]);

  it('read the whole history, and later only what is new', async () => {
    const { status, body } = await connect(ada, kraken.key(), { label: 'main' });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      exchange: 'kraken',
      label: 'main',
      source: 'api',
      status: 'syncing',
      read_only: true,
    });
    expect(body.data.api_key_hint).toHaveLength(4);
    const { id } = body.data;
    const state = await synced(ada, id);
    expect(state).toMatchObject({
      status: 'ok',
      last_error: null,
      parts: {
        ledger: { status: 'ok', count: 90, error: null },
        balances: { status: 'ok', count: 2 },
        withdrawals: { status: 'ok', count: 0 },
      },
    });
    expect(state.parts.ledger.cursor_at).toBe(new Date((START + 29 * 60) * 1_000).toISOString());
    const { body: lots } = await ask(ada, 'GET', `/api/v1/wallets/${id}/lots?symbol=BTC&per_page=100`);
    expect(lots.data).toHaveLength(30);
    expect(lots.data[0]).toMatchObject({ original_quantity: '0.01', original_cost_basis: '401.5' });

    kraken.balances['ADA'] = '7';
    const compared = (await ask(ada, 'GET', `${LIST}/${id}/reconciliation`)).body.data;
    expect(compared).toMatchObject({ differences: 0, unknown_operations: [], unreadable_rows: 0 });
    expect(compared.balances).toContainEqual(
      expect.objectContaining({ symbol: 'BTC', stated: '0.3', computed: '0.3', likely_cause: null }),
    );
    const before = await rowsOf(id);
    kraken.calls.length = 0;
    await syncAgain(ada, id);
    expect(await rowsOf(id)).toEqual(before);
    const other = (await ask(ada, 'GET', `${LIST}/${id}/reconciliation`)).body.data;
    expect(other).toMatchObject({ differences: 1 });
    expect(other.balances[0]).toMatchObject({ symbol: 'ADA', difference: '7', likely_cause: 'missing_rows' });
    kraken.ledger.push(...purchases(30, 32));
    await syncAgain(ada, id);
    expect(await rowsOf(id)).toHaveLength(96);
    expect((await ask(ada, 'GET', `${LIST}/${id}`)).body.data).toMatchObject({
      status: 'connected',
      transaction_count: 96,
    });
    const sent = {
      ...{ address: null, job_type: 'exchange_sync', status: 'completed' },
      ...{ tax_year: null, summary: null, error: null },
    };
    const event = { address: null, user: ada.id, data: expect.objectContaining(sent) as unknown };
    expect(await newsOf(id)).toEqual([event, event, event]);
  });

  it('miss nothing when rows arrive while pages are read', async () => {
    let pages = 0;
    kraken.onCall = (method) => {
      if (method === 'Ledgers' && ++pages === 2)
        kraken.ledger.push(...purchases(50, 51), ...purchases(40, 41));
    };
    const id = await connected(ada);
    expect(await rowsOf(id)).toHaveLength(96);
  });

  it('take the later state of a row', async () => {
    kraken.ledger.push({
      id: 'W1',
      refid: 'WR1',
      time: String(START + 9_000),
      type: 'withdrawal',
      asset: 'XXBT',
      amount: '-0.05',
      fee: '0.0001',
    });
    const sent = {
      refid: 'WR1',
      info: 'bc1qtarget',
      asset: 'XXBT',
      amount: '0.05',
      time: String(START + 9_000),
    };
    kraken.withdrawals = [{ ...sent, txid: null, status: 'Pending' }];
    const id = await connected(ada);
    const hash = 'ab'.repeat(32);
    kraken.withdrawals = [{ ...sent, txid: hash, status: 'Success' }];
    const { parts } = await syncAgain(ada, id);
    expect(parts.withdrawals.count).toBe(1);
    const { body } = await ask(ada, 'GET', `/api/v1/wallets/${id}/transactions?type=transfer_out`);
    expect(body.data).toMatchObject([{ tx_hash: hash }]);
    kraken.withdrawals = [];
  });

  it('refuse a key that can trade, one that cannot read, and one that does not exist', async () => {
    const bob = await someone();
    const trading = await connect(bob, freshKey([...READ_ONLY, 'modify-trades']));
    expect(trading.status).toBe(400);
    expect(trading.body.error).toMatchObject({
      code: 'EXCHANGE_AUTH_FAILED',
      details: { reason: 'not_read_only' },
    });
    const blind = await connect(bob, freshKey(['query-funds']));
    expect(blind.body.error).toMatchObject({
      code: 'EXCHANGE_AUTH_FAILED',
      details: { missing: ['query-ledger', 'query-closed-trades'] },
    });
    const unknown = await connect(bob, { apiKey: 'nothing', apiSecret: 'c2VjcmV0' });
    expect(unknown.body.error).toMatchObject({ code: 'EXCHANGE_AUTH_FAILED', details: { reason: 'auth' } });
    const other = await ask(bob, 'POST', LIST, { exchange: 'kucoin', api_key: 'a', api_secret: 'b' });
    expect(other.body.error).toMatchObject({
      code: 'EXCHANGE_NOT_SUPPORTED',
      details: { supported: ['kraken', 'coinbase', 'binanceus', 'binance', 'gemini', 'okx'] },
    });
    const keyless = await ask(bob, 'POST', LIST, { exchange: 'kraken' });
    expect(keyless.body.error).toMatchObject({ code: 'VALIDATION_ERROR', field: 'api_key' });
    kraken.fault = { mode: 'down', times: 100 };
    const down = await connect(bob, freshKey());
    expect([down.status, down.body.error.code]).toEqual([502, 'DATA_PROVIDER_ERROR']);
    expect((await ask(bob, 'GET', LIST)).body.data).toEqual([]);
    expect(await secretsOf(bob)).toBe(0);
  });

  const secretsOf = async (who: Account): Promise<number> => {
    const [{ count } = { count: -1 }] = await data.query<{ count: number }[]>(
      `SELECT count(*)::integer AS count FROM exchange_credentials c JOIN users u ON u.id = c.user_id WHERE u.email = $1`,
      [who.email],
    );
    return count;
  };

  it('are connected once: 409 for a second key, and the same account after a disconnect', async () => {
    const bob = await someone();
    const key = freshKey();
    const id = await connected(bob, key);
    const second = kraken.key(READ_ONLY, key.iban);
    const again = await connect(bob, second);
    expect([again.status, again.body.error.details]).toEqual([
      409,
      expect.objectContaining({ account_id: id }),
    ]);
    expect(await secretsOf(bob)).toBe(1);
    const gone = await ask(bob, 'DELETE', `${LIST}/${id}`);
    expect(gone.body.data).toMatchObject({ deleted: true, data_kept: true });
    expect(await secretsOf(bob)).toBe(0);
    expect((await ask(bob, 'POST', `${LIST}/${id}/sync`)).status).toBe(404);
    const back = await connect(bob, second);
    expect(back.body.data).toMatchObject({ id, transaction_count: 90 });
    await synced(bob, id);
    await ask(bob, 'DELETE', `${LIST}/${id}?keep_data=false`);
    expect(await rowsOf(id)).toEqual([]);
    expect((await connect(bob, second)).body.data.id).not.toBe(id);
  });

  it('continue an account with files: the same rows count once', async () => {
    const bob = await someone();
    const header = 'txid,refid,time,type,subtype,aclass,asset,amount,fee,balance';
    const lines = purchases(0, 12).map(({ id, refid, time, type, asset, amount, fee }) => {
      const at = new Date(Number(time) * 1_000).toISOString().replace('T', ' ').slice(0, 19);
      return [id, refid, at, type, '', 'currency', asset, amount, fee, ''].join(',');
    });
    const form = new FormData();
    form.set('exchange', 'kraken');
    form.append('file', new Blob([[header, ...lines].join('\n')]), 'ledgers.csv');
    const headers = { Authorization: `Bearer ${bob.token}` };
    const response = await fetch(`${service.url}${LIST}/import`, { method: 'POST', headers, body: form });
    const { data: imported } = (await response.json()) as { data: { account_id: string } };
    const id = imported.account_id;
    expect((await connect(bob, freshKey(), { account_id: id })).body.data).toMatchObject({
      id,
      source: 'api',
    });
    await synced(bob, id);
    expect(await rowsOf(id)).toHaveLength(90);
    const foreign = await connect(ada, freshKey(), { account_id: id });
    expect(foreign.status).toBe(404);
  });

  let shared: Promise<string> | undefined;
  /** One account of Ada for what needs no account of its own. */
  const sharedAccount = (): Promise<string> => (shared ??= connected(ada));

  it.each<[Fault['mode'], number, string]>([
    ['limit', 2, 'ok'],
    ['cut', 2, 'ok'],
    ['down', 50, 'The exchange did not answer'],
    ['empty', 50, 'The exchange sent an unreadable answer'],
    ['hang', 50, 'The exchange did not answer'],
    ['denied', 50, 'The key has no permission to read this list'],
    ['revoked', 50, 'The exchange refused the key. Connect the account again with a new key'],
  ])('with an exchange in state "%s" (%i answers) end with: %s', async (mode, times, words) => {
    const id = await sharedAccount();
    await data.query(`DELETE FROM exchange_rows WHERE account_id = $1 AND key ~ '6[01]$'`, [id]);
    const before = await rowsOf(id);
    kraken.ledger.push(...purchases(60, 62));
    kraken.fault = { mode, times, method: 'Ledgers' };
    rules.timeoutMs = mode === 'hang' ? 700 : FAR_MS;
    const state = await syncAgain(ada, id).finally(() => (rules.timeoutMs = FAR_MS));
    if (words === 'ok') {
      expect(state).toMatchObject({ status: 'ok', parts: { ledger: { count: 96 } } });
      return;
    }
    expect(state).toMatchObject({ status: 'error', last_error: words });
    expect(state.parts.ledger).toMatchObject({ status: 'error', error: words });
    expect(state.next_sync_at === null).toBe(mode === 'revoked');
    expect(await rowsOf(id)).toEqual(before);
    // A list that the key may not read does not end the sync.
    const ending = mode === 'denied' ? 'completed' : 'failed';
    expect((await newsOf(id)).at(-1)).toMatchObject({ data: { address: null, status: ending } });
    kraken.fault = null;
  });

  it('leave forms incomplete while the key may not read one list, and state that the others were read', async () => {
    const bea = await someone();
    kraken.fault = { mode: 'denied', times: 50, method: 'WithdrawStatus' };
    const id = await connected(bea);
    const state = await synced(bea, id);
    const words = 'The key has no permission to read this list';
    const none = { covered_by: null, covered_at: null };
    const refused = { name: 'withdrawals', part: 'withdrawals', reason: 'permission', ...none };
    expect(state).toMatchObject({
      status: 'error',
      last_error: words,
      last_sync_at: expect.any(String) as unknown,
      refused_lists: [refused],
      parts: {
        ledger: { status: 'ok', count: 90 },
        deposits: { status: 'ok', count: 0 },
        withdrawals: { status: 'error', error: words },
      },
    });
    const form = async () => {
      const year = new Date(START * 1_000).getUTCFullYear();
      const { body, text } = await ask(bea, 'GET', `/api/v1/tax-reports/${id}/form-8949?tax_year=${year}`);
      if (!body.data) throw new Error(text);
      return [body.data.status, body.meta['history_incomplete']];
    };
    expect(await form()).toEqual(['INCOMPLETE', true]);
    await data.query(
      `UPDATE exchange_accounts SET sync_lists =
         (SELECT json_object_agg(l.key, l.value::jsonb - 'fault') FROM json_each(sync_lists) l) WHERE id = $1`,
      [id],
    );
    expect(await form()).toEqual(['INCOMPLETE', true]);
    expect(await synced(bea, id)).toMatchObject({ refused_lists: [refused] });

    const stated = (names: string[]) => ask(bea, 'PUT', `${LIST}/${id}`, { empty_lists: names });
    expect((await stated(['ledger'])).body.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      field: 'empty_lists',
      details: { refused: ['withdrawals'] },
    });
    expect((await stated(['withdrawals'])).body.data).toMatchObject({
      status: 'connected',
      last_error: null,
    });
    expect(await form()).toEqual(['COMPLETE', undefined]);
    expect(await syncAgain(bea, id)).toMatchObject({
      status: 'ok',
      parts: { withdrawals: { status: 'ok', error: null } },
      refused_lists: [{ name: 'withdrawals', covered_by: 'owner' }],
    });
    await stated([]);
    expect(await form()).toEqual(['INCOMPLETE', true]);
    const file = new FormData();
    file.set('account_id', id);
    const columns = 'txid,refid,time,type,subtype,aclass,asset,amount,fee,balance';
    const row = 'D0,Q0,2024-01-02 00:00:00,deposit,,currency,ZUSD,1000,0,';
    file.append('file', new Blob([`${columns}\n${row}`]), 'ledgers.csv');
    const headers = { Authorization: `Bearer ${bea.token}` };
    await fetch(`${service.url}${LIST}/import`, { method: 'POST', headers, body: file });
    expect(await form()).toEqual(['COMPLETE', undefined]);
    expect(await syncAgain(bea, id)).toMatchObject({
      status: 'ok',
      refused_lists: [{ name: 'withdrawals', covered_by: 'file' }],
    });
    kraken.fault = null;
    expect(await syncAgain(bea, id)).toMatchObject({
      status: 'ok',
      parts: { withdrawals: { status: 'ok' } },
      refused_lists: [],
    });
    expect(await form()).toEqual(['COMPLETE', undefined]);
    kraken.fault = { mode: 'down', times: 50, method: 'WithdrawStatus' };
    expect(await syncAgain(bea, id)).toMatchObject({ status: 'error' });
    expect(await form()).toEqual(['COMPLETE', undefined]);
  });

  it('are read again by themselves when they are due, after a fault too', async () => {
    const id = await sharedAccount();
    kraken.ledger.push(...purchases(60, 62));
    await data.query(
      `UPDATE exchange_accounts SET next_sync_at = now() - interval '1 minute' WHERE id = $1`,
      [id],
    );
    await service.app.get(SyncScheduler).look();
    await synced(ada, id);
    expect(await rowsOf(id)).toHaveLength(96);
    expect((await ask(ada, 'GET', `${LIST}/${id}`)).body.data).toMatchObject({
      status: 'connected',
      last_error: null,
    });
    const [{ due }] = await data.query(
      `SELECT next_sync_at > now() AS due FROM exchange_accounts WHERE id = $1`,
      [id],
    );
    expect(due).toBe(true);
  });

  it('send the failure once while the exchange is away, and the next success', async () => {
    const id = await connected(ada);
    const scheduled = async (): Promise<void> => {
      await data.query(
        `UPDATE exchange_accounts SET next_sync_at = now() - interval '1 minute' WHERE id = $1`,
        [id],
      );
      await service.app.get(SyncScheduler).look();
      await synced(ada, id);
    };
    kraken.fault = { mode: 'down', times: 1_000 };
    for (let n = 0; n < 3; n++) await scheduled();
    kraken.fault = null;
    await scheduled();
    const statuses = (await newsOf(id)).map((event) => (event.data as { status: string }).status);
    expect(statuses).toEqual(['completed', 'failed', 'completed']);
  });

  it('compute the answers about new rows before they end', async () => {
    const id = await connected(ada);
    const stored = () =>
      data.query<{ computed_at: Date }[]>(`SELECT computed_at FROM wallet_snapshots WHERE wallet = $1`, [
        `exchange:${id}`,
      ]);
    const [first, ...more] = await stored();
    expect([first === undefined, more]).toEqual([false, []]);
    // A request finds it: it stores no other one.
    expect((await ask(ada, 'GET', `/api/v1/wallets/${id}/holdings`)).status).toBe(200);
    await syncAgain(ada, id);
    expect(await stored()).toEqual([first]);
  });

  it('are not ok while a part of a long history is stored, until the read has ended', async () => {
    syncRules.heldRows = 40;
    const key = freshKey();
    const stored: object[] = [];
    kraken.onCall = (method) => {
      if (method !== 'WithdrawStatus') return;
      void data
        .query<object[]>(
          `SELECT row_count, last_sync_at, last_error FROM exchange_accounts ORDER BY created_at DESC LIMIT 1`,
        )
        .then((rows) => stored.push(...rows));
    };
    try {
      const id = await connected(ada, key);
      expect(stored).toContainEqual({
        row_count: expect.any(Number),
        last_sync_at: null,
        last_error: 'The last read of the account did not end: rows are missing',
      });
      expect((await ask(ada, 'GET', `${LIST}/${id}`)).body.data).toMatchObject({
        status: 'connected',
        last_error: null,
        last_sync_at: expect.any(String),
      });
    } finally {
      syncRules.heldRows = 50_000;
    }
  });

  it('store nothing for an account that was disconnected while it was read', async () => {
    const id = await connected(ada);
    kraken.ledger.push(...purchases(80, 81));
    kraken.onCall = (method) => {
      if (method !== 'WithdrawStatus') return;
      kraken.onCall = () => undefined;
      void ask(ada, 'DELETE', `${LIST}/${id}`);
    };
    const { body } = await ask(ada, 'POST', `${LIST}/${id}/sync`, {});
    await until(
      async () => (await ask(ada, 'GET', `/api/v1/jobs/${body.data.job_id}`)).body.data.status,
      (status) => status === 'failed' || status === 'completed',
    );
    expect([90, 93]).toContain((await rowsOf(id)).length);
    expect((await ask(ada, 'GET', `${LIST}/${id}`)).status).toBe(404);
  });

  it('keep keys encrypted: no table and no answer shows them', async () => {
    const bob = await someone();
    const key = freshKey();
    const { text } = await connect(bob, key);
    const answers = [
      text,
      (await ask(bob, 'GET', LIST)).text,
      (await ask(bob, 'GET', '/api/v1/auth/me/export')).text,
    ];
    const tables = await data.query<{ name: string }[]>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
    );
    expect(tables.length).toBeGreaterThan(20);
    for (const { name } of tables) {
      const rows = await data.query<{ row: string }[]>(`SELECT t::text AS row FROM "${name}" t`);
      answers.push(...rows.map(({ row }) => row));
    }
    for (const secret of [key.apiKey, key.apiSecret])
      expect(answers.filter((one) => one.includes(secret))).toEqual([]);
  });
});
