import { Client } from 'pg';
import { account, call, codeOf, type Account, type Answer } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { onPlan } from '../portfolios/portfolio-client';
import { OFFLINE } from '../support/offline';
import { sampleOf, SAMPLES } from './samples';
import { until } from '../support/until';

const LIST = '/api/v1/exchange-accounts';
const YEARS = '/api/v1/filed-years';

describe('exchange accounts', () => {
  let app: TestApp;
  let ada: Account;
  let bob: Account;

  beforeAll(async () => {
    app = await startApp({ ...OFFLINE });
    ada = await account(app);
    bob = await account(app);
    await onPlan(app, ada, 'defi');
  });
  afterAll(() => app?.close());

  const ask = (who: Account, method: string, path: string, body?: object): Promise<Answer> =>
    call(app, method, path, { token: who.token, body });

  async function send(
    who: Account,
    texts: readonly string[],
    fields: Record<string, string>,
  ): Promise<Answer> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    for (const [i, text] of texts.entries()) form.append('file', new Blob([text]), `${i}.csv`);
    const headers = { Authorization: `Bearer ${who.token}` };
    const response = await fetch(`${app.url}${LIST}/import`, { method: 'POST', headers, body: form });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
  }

  /** @returns the id of a report of 2025 */
  async function report(who: Account, wallet: string): Promise<string> {
    const body = { tax_year: 2025, include: ['summary'] };
    const id = (await ask(who, 'POST', `/api/v1/tax-reports/${wallet}/generate`, body)).body.data.job_id;
    await until(
      () => ask(who, 'GET', `/api/v1/jobs/${id}`),
      ({ body: { data } }) => data.finished_at !== null,
    );
    return id as string;
  }

  const imported = async (format: string, exchange: string): Promise<string> => {
    const { body } = await send(ada, [sampleOf(format).text], { exchange });
    return body.data.account_id as string;
  };

  it('take every file: accepted and rejected rows are all rows, and again they are all known', async () => {
    for (const { format, text, rejected } of SAMPLES) {
      const exchange = format.split('_')[0] === 'generic' ? 'other' : (format.split('_')[0] ?? '');
      const first = (await send(ada, [text], { exchange, label: format, date_order: 'mdy' })).body.data;
      expect(first).toMatchObject({ format: [format], rows_duplicate: 0, rows_rejected_total: rejected });
      expect(first.rows_accepted + rejected).toBe(first.rows_read);
      const again = (await send(ada, [text], { account_id: first.account_id, date_order: 'mdy' })).body.data;
      expect(again).toMatchObject({ rows_accepted: 0, rows_duplicate: first.rows_accepted });
      const { body } = await ask(ada, 'GET', `${LIST}/${first.account_id}`);
      expect(body.data).toMatchObject({ exchange, label: format, transaction_count: first.rows_accepted });
    }
  });

  it('leave no account when their rows cannot be stored', async () => {
    const owner = new Client({ connectionString: app.ownerUrl });
    await owner.connect();
    try {
      await owner.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'no space' USING ERRCODE = '53100'; END $$;
        CREATE TRIGGER refused BEFORE INSERT ON exchange_rows EXECUTE FUNCTION refuse()`);
      const before = (await ask(ada, 'GET', LIST)).body.pagination.total;
      const answer = await send(ada, [sampleOf('kraken_ledgers').text], { exchange: 'kraken' });
      expect(codeOf(answer)).toEqual([503, 'SERVICE_UNAVAILABLE']);
      expect((await ask(ada, 'GET', LIST)).body.pagination.total).toBe(before);
    } finally {
      await owner.query('DROP TRIGGER refused ON exchange_rows');
      await owner.end();
    }
  });

  it('are asked for the order of dates that a file does not show', async () => {
    const file = sampleOf('coinbase_2018').text;
    const answer = await send(ada, [file], { exchange: 'coinbase' });
    expect([answer.status, answer.body.error.code, answer.body.error.field]).toEqual([
      400,
      'VALIDATION_ERROR',
      'file.0',
    ]);
    expect(answer.body.error.message).toContain('date_order');
    expect((await send(ada, [file], { exchange: 'coinbase', date_order: 'ymd' })).body.error.field).toBe(
      'date_order',
    );
  });

  it('are a wallet in every view', async () => {
    const id = await imported('kraken_ledgers', 'kraken');
    const { body: transactions } = await ask(ada, 'GET', `/api/v1/wallets/${id}/transactions?sort=date_asc`);
    expect(transactions.data.map(({ type, chain }: Record<string, string>) => [type, chain])).toEqual([
      ['transfer_in', 'kraken'],
      ['buy', 'kraken'],
      ['transfer_out', 'kraken'],
      ['income', 'kraken'],
      ['buy', 'kraken'],
    ]);
    const { body: lots } = await ask(ada, 'GET', `/api/v1/wallets/${id}/lots?symbol=BTC`);
    expect(lots.data).toMatchObject([
      {
        symbol: 'BTC',
        original_quantity: '0.1',
        remaining_quantity: '0.0498',
        original_cost_basis: '1662.656',
      },
    ]);
    const { body: holdings } = await ask(ada, 'GET', `/api/v1/wallets/${id}/holdings`);
    expect(
      Object.fromEntries(
        holdings.data.map((one: Record<string, string>) => [one['symbol'], one['quantity']]),
      ),
    ).toEqual({ BTC: '0.0498', DOT: '0.45', ETH: '0.055' });
    const portfolio = await ask(ada, 'POST', '/api/v1/portfolios', { name: 'all', addresses: [id] });
    const path = `/api/v1/portfolios/${portfolio.body.data.id}/holdings`;
    expect((await ask(ada, 'GET', path)).body.data).toHaveLength(3);
  });

  it('hold what goes to futures, and have what comes back beyond it as a result', async () => {
    const file = [
      '"txid","refid","time","type","subtype","aclass","asset","wallet","amount","fee","balance"',
      '"F1","R1","2023-01-01 00:00:00","deposit","","currency","ZUSD","spot / main",1000,0,1000',
      '"F2","R2","2023-02-01 00:00:00","transfer","spottofutures","currency","ZUSD","spot / main",-1000,0,0',
      '"F3","R3","2023-03-01 00:00:00","transfer","spotfromfutures","currency","ZUSD","spot / main",1500,0,1500',
      '',
    ].join('\n');
    const id = (await send(ada, [file], { exchange: 'kraken' })).body.data.account_id as string;
    const { body } = await ask(ada, 'GET', `/api/v1/wallets/${id}/transactions?sort=date_asc`);
    expect(body.data.map(({ type }: Record<string, string>) => type)).toEqual([
      'transfer_in',
      'stake',
      'unstake',
    ]);
    const form = (await ask(ada, 'GET', `/api/v1/tax-reports/${id}/form-8949?tax_year=2023`)).body.data;
    expect(form.parts.flatMap(({ rows }: { rows: object[] }) => rows)).toMatchObject([
      { proceeds: '500.00', cost_basis: '0.00', flags: ['uncertain'] },
    ]);
  });

  it('file their sales in the boxes of an exchange that reports them', async () => {
    const text =
      'timestamp,kind,asset,amount,sent_asset,sent_amount,id\n' +
      '2024-01-01,trade,BTC,1,USD,100,a\n2025-06-01,trade,USD,150,BTC,0.5,b\n';
    const { body } = await send(ada, [text], { exchange: 'gemini' });
    const id = body.data.account_id as string;
    const box = async () => {
      const form = await ask(ada, 'GET', `/api/v1/tax-reports/${id}/form-8949?tax_year=2025`);
      return form.body.data.parts.flatMap(({ rows }: { rows: Record<string, string>[] }) =>
        rows.map((row) => [row['box'], row['proceeds'], row['cost_basis']]),
      );
    };
    expect(await box()).toEqual([['K', '150.00', '50.00']]);
    await ask(ada, 'PUT', `${LIST}/${id}`, { kind: 'foreign_exchange' });
    expect(await box()).toEqual([['L', '150.00', '50.00']]);
  });

  it('hold a withdrawal without another end, and file it as what its owner states', async () => {
    const sue = await account(app);
    await onPlan(app, sue, 'defi');
    const text =
      'timestamp,kind,asset,amount,sent_asset,sent_amount,id\n' +
      '2025-01-01,trade,BTC,1,USD,100,a\n2025-06-01,withdrawal,BTC,0.5,,,b\n2025-07-01,trade,USD,80,BTC,0.5,c\n';
    const id = (await send(sue, [text], { exchange: 'coinbase' })).body.data.account_id as string;
    const sold = async (): Promise<object[]> => {
      const form = (await ask(sue, 'GET', `/api/v1/tax-reports/${id}/form-8949?tax_year=2025`)).body.data;
      return form.parts.flatMap(({ rows }: { rows: object[] }) => rows);
    };
    expect(await sold()).toMatchObject([{ box: 'H', date_sold: '2025-07-01', flags: [] }]);
    const [issue] = (await ask(sue, 'GET', `/api/v1/issues?address=${id}&type=unmatched_transfer`)).body.data;
    await ask(sue, issue.fix.method, issue.fix.path, { type: 'spend' });
    expect(await sold()).toMatchObject([
      { box: 'H', date_sold: '2025-07-01', flags: [] },
      { box: 'I', date_sold: '2025-06-01', flags: [] },
    ]);
  });

  it('follow an election of their own, from its time on', async () => {
    const fay = await account(app);
    await onPlan(app, fay, 'defi');
    const text =
      'timestamp,kind,asset,amount,sent_asset,sent_amount,id\n' +
      '2024-01-01,trade,BTC,1,USD,100,a\n2024-06-01,trade,BTC,1,USD,180,b\n' +
      '2024-12-01,trade,USD,60,BTC,0.25,c\n2025-07-01,trade,USD,150,BTC,0.5,d\n';
    const id = (await send(fay, [text], { exchange: 'gemini' })).body.data.account_id as string;
    const basisOf = async (year: number): Promise<string[]> => {
      const form = await ask(fay, 'GET', `/api/v1/tax-reports/${id}/form-8949?tax_year=${year}`);
      return form.body.data.parts.flatMap(({ rows }: { rows: { cost_basis: string }[] }) =>
        rows.map((row) => row.cost_basis),
      );
    };
    expect([await basisOf(2024), await basisOf(2025)]).toEqual([['25.00'], ['50.00']]);
    const order = {
      address: id,
      method: 'hifo',
      effective_from: '2025-01-01',
      stated_recorded_at: '2024-12-20',
    };
    expect((await ask(fay, 'POST', '/api/v1/method-elections', order)).status).toBe(201);
    expect([await basisOf(2024), await basisOf(2025)]).toEqual([['25.00'], ['90.00']]);
    const stored = await ask(fay, 'GET', '/api/v1/method-elections');
    expect(stored.body.data).toMatchObject([{ method: 'hifo', is_active: true }]);
    const summary = await ask(fay, 'GET', `/api/v1/tax-reports/${id}/summary?tax_year=2025`);
    expect(summary.body.data.total_realized_gl).toBe('60');
  });

  it('take the rows of an accepted Form 1099-DA onto Form 8949 and Schedule D, until that is undone', async () => {
    // Accounts of one user are one ledger, and prices of others are not known here.
    const eve = await account(app);
    await onPlan(app, eve, 'defi');
    const text =
      'timestamp,kind,asset,amount,sent_asset,sent_amount,id\n' +
      '2024-01-01,trade,BTC,1,USD,100,a\n2025-06-01,trade,USD,150,BTC,0.5,b\n';
    const id = (await send(eve, [text], { exchange: 'gemini', label: 'reported' })).body.data
      .account_id as string;
    const row = {
      box_8949: 'K',
      box_1b: 'Bitcoin',
      box_1c: '0.5',
      box_1e: '2025-06-01',
      box_1f: '152',
      box_3a: 'net',
      box_6: 'long',
      symbol: 'BTC',
    };
    const body = { tax_year: 2025, broker: 'Gemini', account_id: id, rows: [row] };
    const made = await ask(eve, 'POST', '/api/v1/broker-forms', body);
    const path = `/api/v1/broker-forms/${made.body.data.id}/apply`;
    const reports = `/api/v1/tax-reports/${id}`;
    const seen = async () => {
      const form = await ask(eve, 'GET', `${reports}/form-8949?tax_year=2025`);
      const rows = form.body.data.parts.flatMap((part: { rows: object[] }) => part.rows);
      const csv = await ask(eve, 'GET', `${reports}/form-8949/export?tax_year=2025&format=csv`);
      const schedule = await ask(eve, 'GET', `${reports}/schedule-d?tax_year=2025`);
      const line = schedule.body.data.lines.find((each: { line: string }) => each.line === '9');
      return [
        ...rows.map((one: Record<string, string>) => [
          one['proceeds'],
          one['adjustment_code'],
          one['adjustment_amount'],
        ]),
        csv.text.split('\r\n')[1]?.split(',').slice(3, 10).join(' '),
        line.adjustments,
      ];
    };
    const before = [['150.00', '', '0.00'], '150.00 50.00  0.00 100.00 K long', '0.00'];
    const after = [['152.00', 'O', '-2.00'], '152.00 50.00 O -2.00 100.00 K long', '-2.00'];
    expect(await seen()).toEqual(before);
    const compared = await ask(eve, 'GET', '/api/v1/broker-forms/reconciliation?tax_year=2025');
    expect(compared.body.data.by_reason.map(({ reason }: { reason: string }) => reason)).toEqual([
      'price_differs',
      'basis_not_reported',
    ]);
    const filed = await report(eve, id);
    const frozen = await ask(eve, 'POST', YEARS, { tax_year: 2025, report_id: filed });
    expect(frozen.body.data).toMatchObject({ status: 'unchanged' });
    const year = async () => (await ask(eve, 'GET', `${YEARS}?tax_year=2025`)).body.data[0];
    expect((await ask(eve, 'POST', `${path}?preview=true`)).body.data).toMatchObject({
      applied_at: null,
      gain_loss: '100.00',
    });
    expect(await seen()).toEqual(before);
    await ask(eve, 'POST', path);
    expect(await seen()).toEqual(after);
    const again = await report(eve, id);
    const hashOf = async (job: string) =>
      (await ask(eve, 'GET', `/api/v1/jobs/${job}/result`)).body.data.input_hash as string;
    expect(await hashOf(again)).not.toBe(await hashOf(filed));
    const { status, issue } = await year();
    expect([status, issue.lines]).toEqual([
      'changed',
      [
        { line: 'long_term_proceeds', filed: '150.00', computed: '152.00', difference: '2.00' },
        { line: 'long_term_adjustments', filed: '0.00', computed: '-2.00', difference: '-2.00' },
      ],
    ]);
    await ask(eve, 'DELETE', path);
    expect(await seen()).toEqual(before);
    expect(await year()).toMatchObject({ status: 'unchanged', issue: null });
  });

  it('have a sale out of two lots once, where the broker dates it a day earlier', async () => {
    const rob = await account(app);
    await onPlan(app, rob, 'defi');
    const text =
      'timestamp,kind,asset,amount,sent_asset,sent_amount,id\n' +
      '2024-01-10,trade,ETH,0.6,USD,1000,a\n2024-02-10,trade,ETH,0.4,USD,1000,b\n' +
      '2025-03-02T02:00:00Z,trade,USD,3000,ETH,1,c\n';
    const id = (await send(rob, [text], { exchange: 'coinbase' })).body.data.account_id as string;
    const form = async () =>
      (await ask(rob, 'GET', `/api/v1/tax-reports/${id}/form-8949?tax_year=2025`)).body.data;
    const apply = async (units: string) => {
      const rows = [{ symbol: 'ETH', box_1c: units, box_1e: '2025-03-01', box_1f: '3000.00' }];
      const body = { tax_year: 2025, broker: 'Coinbase', account_id: id, rows };
      const made = await ask(rob, 'POST', '/api/v1/broker-forms', body);
      const path = `/api/v1/broker-forms/${made.body.data.id}`;
      expect((await ask(rob, 'POST', `${path}/apply`)).status).toBe(200);
      return path;
    };
    const path = await apply('1');
    const { status, totals, parts } = await form();
    expect([status, parts.map(({ box }: { box: string }) => box)]).toEqual(['COMPLETE', ['K']]);
    expect(totals.long_term).toMatchObject({
      proceeds: '3000.00',
      cost_basis: '2000.00',
      gain_loss: '1000.00',
    });
    await ask(rob, 'DELETE', path);
    await apply('3');
    const doubtful = await form();
    expect([doubtful.status, doubtful.parts[0].rows[0].flags]).toEqual([
      'INCOMPLETE',
      ['form_1099_da', 'missing_in_books', 'possibly_counted_twice'],
    ]);
  });

  it('belong to one user', async () => {
    const id = await imported('generic', 'other');
    for (const path of [`${LIST}/${id}`, `/api/v1/wallets/${id}/holdings`, `/api/v1/wallets/${id}/lots`]) {
      const answer = await ask(bob, 'GET', path);
      expect([path, answer.status]).toEqual([path, 404]);
    }
    expect((await call(app, 'GET', `/api/wallets/${id}/positions`)).status).toBe(404);
    expect((await ask(bob, 'POST', '/api/v1/linked-wallets', { address: id })).status).toBe(400);
    expect((await send(bob, [sampleOf('generic').text], { account_id: id })).status).toBe(404);
  });

  it('end with their data, or leave it in the books', async () => {
    const text = 'timestamp,kind,asset,amount,sent_asset,sent_amount,id\n2024-01-01,trade,BTC,1,USD,100,a\n';
    const { body } = await send(bob, [text], { exchange: 'gemini' });
    const id = body.data.account_id as string;
    const full = await send(bob, [text], { exchange: 'gemini' });
    expect(codeOf(full)).toEqual([403, 'WALLET_LIMIT_EXCEEDED']);
    expect(full.body.error.message).toBe('The exchange-account limit of your plan is reached');
    expect((await ask(bob, 'DELETE', `${LIST}/${id}`)).body.data).toEqual({
      deleted: true,
      account_id: id,
      data_kept: true,
    });
    expect((await ask(bob, 'GET', `${LIST}/${id}`)).status).toBe(404);
    expect((await ask(bob, 'GET', LIST)).body.data).toEqual([]);
    expect((await ask(bob, 'GET', `/api/v1/wallets/${id}/lots`)).body.data).toHaveLength(1);
    await ask(bob, 'DELETE', `${LIST}/${id}?keep_data=false`);
    expect((await ask(bob, 'GET', `/api/v1/wallets/${id}/lots`)).status).toBe(404);
    const other = (await send(bob, [text], { exchange: 'kraken' })).body.data.account_id as string;
    await ask(bob, 'DELETE', `${LIST}/${other}?keep_data=false`);
    expect((await ask(bob, 'GET', `/api/v1/wallets/${other}/lots`)).status).toBe(404);
  });

  it('refuse files of another exchange, and files without a layout by their columns', async () => {
    const text = sampleOf('kraken_trades').text;
    expect((await send(ada, [text], { exchange: 'gemini' })).body.error).toMatchObject({ field: 'file.0' });
    const { body } = await send(ada, ['When,What\n1,2\n'], { exchange: 'gemini' });
    expect(body.error).toMatchObject({ code: 'VALIDATION_ERROR', details: { columns: ['When', 'What'] } });
  });
});
