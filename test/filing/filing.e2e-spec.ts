import { DataSource } from 'typeorm';
import { MAIN, VAULT } from '../../src/adapters/providers/demo/demo.addresses';
import { account, call, codeOf, type Account, type Answer } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { readPdf } from '../forms/read-back';
import { dec } from '../../src/domain/kernel/decimal';
import { onPlan } from '../portfolios/portfolio-client';
import { OFFLINE } from '../support/offline';
import { until } from '../support/until';

const YEARS = '/api/v1/filed-years';

let app: TestApp;
let ada: Account;
let bob: Account;
const ask = (method: string, path: string, body?: object, who = ada): Promise<Answer> =>
  call(app, method, path, { token: who.token, body });

beforeAll(async () => {
  app = await startApp({ ...OFFLINE, DEMO_WALLETS: 'true' });
  [ada, bob] = [await account(app), await account(app)];
  await onPlan(app, ada, 'defi');
});
afterAll(() => app?.close());

describe('a filed year', () => {
  async function generated(body: object): Promise<string> {
    const started = await ask('POST', `/api/v1/tax-reports/${MAIN}/generate`, body);
    const id = started.body.data.job_id as string;
    const { body: job } = await until(
      () => ask('GET', `/api/v1/jobs/${id}`),
      ({ body }) => body.data.finished_at !== null,
    );
    if (job.data.status !== 'completed') throw new Error(JSON.stringify(job.data));
    return id;
  }
  async function resultOf(id: string): Promise<string> {
    const response = await fetch(`${app.url}/api/v1/jobs/${id}/result`, {
      headers: { Authorization: `Bearer ${ada.token}` },
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    // The envelope of JSON has an id and a time of its own.
    return bytes.toString('latin1').replace(/"meta":\{[^}]*\}/, '');
  }
  const listed = async (query = '?tax_year=2022') => (await ask('GET', `${YEARS}${query}`)).body.data;

  it('keeps its report, and states what a late transaction changes, to the cent', async () => {
    const [json, pdf] = [
      await generated({ tax_year: 2022 }),
      await generated({ tax_year: 2022, format: 'pdf' }),
    ];
    const before = [await resultOf(json), await resultOf(pdf)];
    expect(await ask('POST', YEARS, { tax_year: 2022, report_id: json })).toMatchObject({ status: 201 });
    expect((await listed())[0]).toMatchObject({
      report_id: json,
      status: 'unchanged',
      issue: null,
      lines: { short_term_gain_loss: '-490.69', digital_asset_income: '0.00' },
    });
    expect((await ask('GET', `${YEARS}?tax_year=2022`)).body.pagination).toEqual({
      page: 1,
      per_page: 1,
      total: 1,
      total_pages: 1,
      has_more: false,
    });
    expect(await ask('DELETE', `/api/v1/jobs/${json}`)).toMatchObject({ status: 409 });

    const sold = await ask('POST', '/api/v1/manual-entries/disposal-entries', {
      address: MAIN,
      token_key: 'ethereum:UNI',
      quantity: '100',
      disposal_type: 'sale',
      disposed_at: '2022-12-30T05:06:07Z',
      proceeds_usd: '1200',
    });
    expect(sold.status).toBe(201);

    // Claimed on 2021-03-02 at 25.5927 USD: 100 UNI have a basis of 2,559.27, and the loss of 1,359.27 is long-term.
    const [changed] = await listed();
    expect(changed).toMatchObject({
      status: 'changed',
      report_id: json,
      lines: { short_term_gain_loss: '-490.69' },
      issue: {
        type: 'filed_year_changed',
        row_count: 1,
        lines: [
          { line: 'long_term_proceeds', difference: '1200.00' },
          { line: 'long_term_cost_basis', difference: '2559.27' },
          { line: 'long_term_gain_loss', difference: '-1359.27' },
        ],
        rows: [{ change: 'added', filed: null, computed: { description: '100 UNI', gain_loss: '-1359.27' } }],
      },
    });
    expect(changed.issue.message).toContain('(difference -1359.27)');
    const ofType = '/api/v1/issues?type=filed_year_changed';
    const { data: issues } = (await ask('GET', `${ofType}&address=${MAIN}&tax_year=2022`)).body;
    expect(issues).toMatchObject([{ tax_year: 2022, max_gain_effect: '1359.27', address: changed.address }]);
    expect(issues[0].message).toContain(changed.issue.message);
    expect((await ask('GET', `${ofType}&tax_year=2021`)).body.data).toEqual([]);
    expect([await resultOf(json), await resultOf(pdf)]).toEqual(before);
    expect(readPdf(Buffer.from(before[1] ?? '', 'latin1')).join(' ')).toContain(`Report ${pdf}`);
  });

  it('keeps a report that is deleted while its year is being filed', async () => {
    const id = await generated({ tax_year: 2021, include: ['summary'] });
    const filing = app.app.get(DataSource).createQueryRunner();
    await filing.startTransaction();
    await filing.query('SELECT FROM jobs WHERE id = $1 FOR SHARE', [id]);
    await filing.query(
      `INSERT INTO filed_years (id, user_id, tax_year, address, given, owned_wallets, report_id, input_hash, filing, frozen_at)
       SELECT gen_random_uuid(), user_id, 2021, address, given, owned_wallets, $1, input_hash, filing, now() FROM filed_years LIMIT 1`,
      [id],
    );
    const deleting = ask('DELETE', `/api/v1/jobs/${id}`);
    const waiting = `SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%jobs%'`;
    await until(
      () => app.app.get(DataSource).query<unknown[]>(waiting),
      ({ length }) => length > 0,
    );
    await filing.commitTransaction();
    await filing.release();
    expect(await deleting).toMatchObject({ status: 409 });
    expect(await ask('GET', `/api/v1/jobs/${id}`)).toMatchObject({ status: 200 });
    expect(await ask('DELETE', `${YEARS}/2021?address=${MAIN}`)).toMatchObject({ status: 200 });
  });

  it('is bound to one report until it is unfrozen, and the record stays', async () => {
    const again = await generated({ tax_year: 2022, include: ['summary'] });
    expect(codeOf(await ask('POST', YEARS, { tax_year: 2022, report_id: again }))).toEqual([409, 'CONFLICT']);
    const [{ report_id: first }] = await listed();
    const unfrozen = await ask('DELETE', `${YEARS}/2022?address=${MAIN}`);
    expect(unfrozen.body.data).toEqual({ unfrozen: true, tax_year: 2022, report_ids: [first] });
    const access = { name: 'audit', permissions: ['admin:api-keys'] };
    const { key } = (await ask('POST', '/api/v1/api-keys', access)).body.data;
    const logs = await call(app, 'GET', '/api/v1/audit-logs?per_page=50', { headers: { 'X-API-Key': key } });
    expect(logs.body.data).toContainEqual(
      expect.objectContaining({
        method: 'DELETE',
        route: '/api/v1/filed-years/:tax_year',
        status_code: 200,
        user_id: ada.id,
      }),
    );
    expect(await listed()).toEqual([]);
    const [kept] = await listed('?include_unfrozen=true');
    expect([kept.report_id, kept.status, kept.unfrozen_at === null]).toEqual([first, 'not_checked', false]);
    expect((await ask('POST', YEARS, { tax_year: 2022, report_id: again })).status).toBe(201);
    expect((await listed())[0]).toMatchObject({ report_id: again, status: 'unchanged' });
  });

  it('follows income that becomes that of a business from one form to the other', async () => {
    const report = await generated({ tax_year: 2021 });
    expect((await ask('POST', YEARS, { tax_year: 2021, report_id: report })).status).toBe(201);
    const [filed] = await listed('?tax_year=2021');
    const { digital_asset_income: income } = filed.lines as Record<string, string>;
    expect([filed.status, filed.lines.schedule_c_total, Number(income) > 0]).toEqual([
      'unchanged',
      '0.00',
      true,
    ]);
    const types = ['airdrop', 'staking_reward', 'mining_reward', 'other'];
    await ask('PUT', '/api/v1/tax-settings', { business_income: types });
    const [changed] = await listed('?tax_year=2021');
    expect(changed.issue.lines).toEqual([
      { line: 'digital_asset_income', filed: income, computed: '0.00', difference: `-${income}` },
      { line: 'schedule_c_total', filed: '0.00', computed: income, difference: income },
    ]);
    expect(changed.issue.message).toContain('Gross receipts of a business');
    await ask('DELETE', '/api/v1/tax-settings');
    expect((await listed('?tax_year=2021'))[0].status).toBe('unchanged');
    expect((await ask('DELETE', `${YEARS}/2021`)).status).toBe(200);
  });

  it('takes the report of another zone once the settings have that zone', async () => {
    const report = await generated({ tax_year: 2021, timezone: 'Asia/Tokyo' });
    expect(await resultOf(report)).toContain('"timezone":"Asia/Tokyo"');
    const file = async () => await ask('POST', YEARS, { tax_year: 2021, report_id: report });
    const refused = await file();
    expect([codeOf(refused), refused.text]).toEqual([
      [400, 'VALIDATION_ERROR'],
      expect.stringContaining('another time zone than tax-settings'),
    ]);
    await ask('PUT', '/api/v1/tax-settings', { timezone: 'Asia/Tokyo' });
    expect(await file()).toMatchObject({ status: 201, body: { data: { status: 'unchanged' } } });
    await ask('DELETE', '/api/v1/tax-settings');
    expect((await ask('DELETE', `${YEARS}/2021`)).status).toBe(200);
  });

  it('is refused for the report of another user, of another year, and of another kind', async () => {
    const report = await generated({ tax_year: 2021, include: ['summary'] });
    const file = (body: object, who = ada) => ask('POST', YEARS, body, who).then(codeOf);
    expect(await file({ tax_year: 2021, report_id: report }, bob)).toEqual([404, 'RESOURCE_NOT_FOUND']);
    expect(await file({ tax_year: 2020, report_id: report })).toEqual([400, 'VALIDATION_ERROR']);
    const tracked = await ask('POST', `/api/v1/wallets/${MAIN}/track`, {});
    const job = { tax_year: 2021, report_id: tracked.body.data.job_id as string };
    expect(await file(job)).toEqual([404, 'RESOURCE_NOT_FOUND']);
    expect(await file({ tax_year: 2021, report_id: 'none' })).toEqual([404, 'RESOURCE_NOT_FOUND']);
    expect(codeOf(await ask('DELETE', `${YEARS}/2022`, undefined, bob))).toEqual([404, 'RESOURCE_NOT_FOUND']);
    expect((await ask('GET', YEARS, undefined, bob)).body.data).toEqual([]);
  });
});

describe('an election', () => {
  const report = `/api/v1/tax-reports/${VAULT}`;
  const query = `tax_year=2024&owned_wallets=${MAIN}`;
  let cleo: Account;
  const total = async (more = ''): Promise<string> =>
    (await ask('GET', `${report}/summary?${query}${more}`, undefined, cleo)).body.data.total_realized_gl;
  const elect = (body: object) => ask('POST', '/api/v1/method-elections', { address: VAULT, ...body }, cleo);

  beforeAll(async () => {
    cleo = await account(app);
    await onPlan(app, cleo, 'defi');
  });

  it('changes the lots of later sales to the cent, in every answer, and ends or never held', async () => {
    const fifo = dec(await total());
    expect(codeOf(await elect({ method: 'hifo', effective_from: '2024-01-01' }))).toEqual([
      400,
      'VALIDATION_ERROR',
    ]);
    const late = { method: 'hifo', effective_from: '2024-01-01', stated_recorded_at: '2024-01-02' };
    expect(codeOf(await elect(late))).toEqual([400, 'VALIDATION_ERROR']);
    const compared = await ask('GET', `${report}/form-8949?${query}&method=hifo`, undefined, cleo);
    expect(compared.body.data.assumptions).toMatchObject({ is_comparison: true, method: 'hifo' });

    const made = await elect({
      method: 'hifo',
      effective_from: '2024-01-01',
      stated_recorded_at: '2023-12-20',
      owned_wallets: [MAIN],
    });
    expect(made.status).toBe(201);
    expect(made.body.data.impact.years_affected).toContain(2024);
    // The reward of 0.0168 ETH (1,799.0087 each) leaves before the mined ether (1,092.9143 each):
    // 0.0168 x 706.0944 = 11.86238592 less gain.
    expect(fifo.minus(await total()).toFixed()).toBe('11.86238592');
    const form = (await ask('GET', `${report}/form-8949?${query}`, undefined, cleo)).body.data;
    expect(form.assumptions).toMatchObject({
      method: 'hifo',
      is_comparison: false,
      elections: [{ method: 'hifo', wallet_address: VAULT, stated_recorded_at: '2023-12-20T00:00:00.000Z' }],
    });
    expect(form.totals).toEqual(compared.body.data.totals);
    expect(form.parts.map(({ part }: { part: string }) => part)).toEqual(['I', 'II']);
    const csv = (await ask('GET', `${report}/form-8949/export?${query}&format=csv`, undefined, cleo)).text;
    expect(csv).toContain('0.0168 ETH,05/15/2023,03/13/2024');
    const pdf = await fetch(`${app.url}${report}/form-8949/export?${query}&format=pdf`, {
      headers: { Authorization: `Bearer ${cleo.token}` },
    });
    const printed = readPdf(new Uint8Array(await pdf.arrayBuffer()))
      .flat()
      .join(' ')
      .replace(/ +/g, ' ');
    expect(printed).toContain(`Election of HIFO for ${VAULT} from 2024-01-01T00:00:00.000Z`);
    expect(printed).toContain('in the own records since 2023-12-20T00:00:00.000Z, as stated by the taxpayer');
    expect((await ask('GET', `${report}/summary?${query}`)).body.data.total_realized_gl).toBe(fifo.toFixed());

    const gone = await ask('DELETE', `/api/v1/method-elections/${made.body.data.id}`, undefined, cleo);
    expect(gone.body.data).toEqual({ deactivated: true, entry_id: made.body.data.id });
    // An order that ended keeps its effect on the sales before its end.
    expect(fifo.minus(await total()).toFixed()).toBe('11.86238592');
    const path = `/api/v1/method-elections/${made.body.data.id}`;
    expect(codeOf(await ask('DELETE', path, undefined, cleo))).toEqual([409, 'CONFLICT']);
    expect(await ask('DELETE', `${path}?mistaken=true`, undefined, cleo)).toMatchObject({ status: 200 });
    expect(await total()).toBe(fifo.toFixed());
    expect(codeOf(await ask('DELETE', `${path}?mistaken=true`, undefined, cleo))).toEqual([409, 'CONFLICT']);
  });
});

describe('an election without a wallet', () => {
  it('is that of every wallet, also of those to come, and an order for one comes before it', async () => {
    const ivy = await account(app);
    await onPlan(app, ivy, 'defi');
    const report = `/api/v1/tax-reports/${VAULT}/summary?tax_year=2024&owned_wallets=${MAIN}`;
    const send = (method: string, path: string, body?: object) => ask(method, path, body, ivy);
    const summary = async (more = '') => (await send('GET', report + more)).body.data;
    const elect = (body: object) => send('POST', '/api/v1/method-elections', body);
    const since = { effective_from: '2024-01-01', stated_recorded_at: '2023-12-20' };
    const fifo = await summary();
    const hifo = await summary('&method=hifo');
    const made = await elect({ method: 'hifo', ...since });
    expect([made.status, made.body.data.address]).toEqual([201, null]);
    // No wallet is linked yet.
    expect(made.body.data.impact).toEqual({
      realized_gl_before: '0',
      realized_gl_after: '0',
      years_affected: [],
    });
    const elected = await summary();
    expect(elected.total_realized_gl).not.toBe(fifo.total_realized_gl);
    expect(elected.assumptions).toMatchObject({
      method: 'hifo',
      is_comparison: false,
      elections: [{ wallet_address: null, method: 'hifo' }],
    });
    // All disposals of that year are later than the order.
    expect(elected.total_realized_gl).toBe(hifo.total_realized_gl);
    expect((await send('GET', '/api/v1/method-elections')).body.data).toMatchObject([{ address: null }]);
    expect((await elect({ method: 'lifo', ...since })).body.error.code).toBe('CONFLICT');

    for (const address of [MAIN, VAULT]) await send('POST', '/api/v1/linked-wallets', { address });
    const own = await elect({ address: VAULT, method: 'fifo', ...since });
    expect([own.status, (await summary()).total_realized_gl]).toEqual([201, fifo.total_realized_gl]);
    await send('DELETE', `/api/v1/method-elections/${own.body.data.id}?mistaken=true`);
    expect((await summary()).total_realized_gl).toBe(hifo.total_realized_gl);
    const later = await elect({
      method: 'lifo',
      effective_from: '2024-02-01',
      stated_recorded_at: '2024-01-31',
    });
    // Last in is highest in 2024: the later sales of both wallets differ.
    expect(later.body.data.impact.years_affected).toEqual([2026]);
  });

  it('takes the id of an exchange account as account_id, and nothing else', async () => {
    const ivy = await account(app);
    const elect = (body: object) => ask('POST', '/api/v1/method-elections', { method: 'hifo', ...body }, ivy);
    const unknown = '3f2b8c1e-6d4a-4f0b-9a57-1c2d3e4f5a6b';
    const codeAndField = async (body: object) => {
      const { error } = (await elect(body)).body;
      return [error.code, error.field];
    };
    expect(await codeAndField({ account_id: VAULT })).toEqual(['VALIDATION_ERROR', 'account_id']);
    expect(await codeAndField({ account_id: unknown, address: VAULT })).toEqual([
      'VALIDATION_ERROR',
      'account_id',
    ]);
    expect((await elect({ account_id: unknown })).status).toBe(404);
  });
});

describe('an election of one wallet of a portfolio', () => {
  it('is the method of its form; beside wallets with another one it is among the elections', async () => {
    const gil = await account(app);
    await onPlan(app, gil, 'defi');
    const send = (method: string, path: string, body?: object) => ask(method, path, body, gil);
    const portfolio = async (...addresses: string[]) => {
      const made = await send('POST', '/api/v1/portfolios', {
        name: 'All',
        addresses: addresses.map((address) => ({ address })),
      });
      return `/api/v1/portfolios/${made.body.data.id}/form-8949?tax_year=2022`;
    };
    const methodOf = async (path: string) => (await send('GET', path)).body.data.assumptions.method as string;
    const [alone, two] = [await portfolio(VAULT), await portfolio(MAIN, VAULT)];
    const [one, both] = [() => methodOf(alone), () => methodOf(two)];
    expect([await one(), await both()]).toEqual(['fifo', 'fifo']);
    const elected = await send('POST', '/api/v1/method-elections', { address: VAULT, method: 'hifo' });
    expect(elected.status).toBe(201);
    expect([await one(), await both()]).toEqual(['hifo', 'fifo']);
    const response = await fetch(`${app.url}${two}&format=pdf`, {
      headers: { Authorization: `Bearer ${gil.token}` },
    });
    expect(
      readPdf(new Uint8Array(await response.arrayBuffer()))
        .flat()
        .join(' '),
    ).toContain(`Election of HIFO for ${VAULT}`);
  });
});

describe('lots selected for a trade of the chain', () => {
  it('leave before the others, to the cent; a late selection is refused', async () => {
    const dora = await account(app);
    await onPlan(app, dora, 'defi');
    const wallet = `/api/v1/wallets/${VAULT}`;
    const read = async (path: string) => (await ask('GET', path, undefined, dora)).body.data;
    await read(`${wallet}/cost-basis?owned_wallets=${MAIN}`);
    const [swap] = await read(`${wallet}/transactions?start_date=2024-03-13&end_date=2024-03-13`);
    const lots = await read(`${wallet}/lots?status=all&symbol=ETH&owned_wallets=${MAIN}`);
    const reward = lots.find(({ source }: { source: string }) => source === 'income');
    const select = (choice: object) =>
      ask(
        'POST',
        '/api/v1/manual-entries/lot-selections',
        {
          address: VAULT,
          tx_hash: swap.tx_hash,
          token_key: 'ethereum:ETH',
          lot_selections: [{ lot_id: reward.lot_id, quantity: '0.0168', ...choice }],
          owned_wallets: [MAIN],
        },
        dora,
      );
    for (const late of [{}, { selected_at: '2024-03-14' }]) {
      const refused = await select(late);
      expect([...codeOf(refused), refused.body.error.field]).toEqual([
        400,
        'VALIDATION_ERROR',
        'lot_selections.0.selected_at',
      ]);
    }
    const made = await select({ selected_at: '2024-03-13' });
    expect(made.status).toBe(201);
    // As above: 0.0168 ETH of 1,799.0087 instead of 1,092.9143 each.
    const { realized_gl_before: before, realized_gl_after: after } = made.body.data.impact;
    const years = await ask(
      'GET',
      `/api/v1/tax-reports/${VAULT}/form-8949?tax_year=2024&owned_wallets=${MAIN}`,
      undefined,
      dora,
    );
    const rows = years.body.data.parts.flatMap(
      ({ rows: each }: { rows: { description: string; cost_basis: string }[] }) => each,
    );
    expect(rows).toContainEqual(
      expect.objectContaining({
        description: '0.0168 ETH',
        date_acquired: '2023-05-15',
        cost_basis: '30.22',
      }),
    );
    expect(dec(before).minus(after).isZero()).toBe(false);
    expect(years.body.data.assumptions.method).toBe('specific_id');
  });
});

describe('Schedule D in dollars', () => {
  it('repeats the totals of Form 8949 in dollars', async () => {
    const report = `/api/v1/tax-reports/${MAIN}`;
    const year = 'tax_year=2022&rounding=dollars';
    const { text } = await ask('GET', `${report}/form-8949/export?${year}&format=json`);
    const { totals } = JSON.parse(text).data ?? JSON.parse(text);
    const { data } = (await ask('GET', `${report}/schedule-d?${year}&short_term_carryover=0.4`)).body;
    const line = (name: string) => data.lines.find((one: { line: string }) => one.line === name);
    expect(line('7').gain_loss).toBe(totals.short_term.gain_loss);
    expect(line('15').gain_loss).toBe(totals.long_term.gain_loss);
    expect(totals.short_term.gain_loss).toMatch(/\.00$/);
    expect(line('6').gain_loss).toBe('0.00');
  });
});

describe('a broker whose account is not in the service', () => {
  it('is on Form 8949 and Schedule D of a portfolio once, and of a wallet where asked', async () => {
    const hal = await account(app);
    await onPlan(app, hal, 'defi');
    const read = async (path: string) => (await ask('GET', path, undefined, hal)).body.data;
    const made = await ask('POST', '/api/v1/portfolios', { name: 'All', addresses: [MAIN, VAULT] }, hal);
    const portfolio = `/api/v1/portfolios/${made.body.data.id}`;
    const wallet = `/api/v1/tax-reports/${MAIN}`;
    const figures = async (path: string, more = '') => {
      const form = await read(`${path}/form-8949?tax_year=2025${more}`);
      const schedule = await read(`${path}/schedule-d?tax_year=2025${more}`);
      const line16 = schedule.lines.find(({ line }: { line: string }) => line === '16');
      const { short_term: short, long_term: long } = form.totals;
      expect(line16.gain_loss).toBe(dec(short.gain_loss).plus(long.gain_loss).toFixed(2));
      return { rows: form.row_count as number, gain: dec(line16.gain_loss) };
    };
    const [before, alone] = [await figures(portfolio), await figures(wallet)];
    const row = { symbol: 'SOL', box_1c: '2', box_1d: '2025-01-05', box_1e: '2025-05-01', box_1f: '300.00' };
    const rows = [{ ...row, box_1g: '250.00', box_2: true, box_8949: 'G', box_6: 'short' }];
    const form = await ask(
      'POST',
      '/api/v1/broker-forms',
      { tax_year: 2025, broker: 'Some Broker', rows },
      hal,
    );
    expect(await figures(portfolio)).toEqual(before);
    expect((await ask('POST', `/api/v1/broker-forms/${form.body.data.id}/apply`, {}, hal)).status).toBe(200);

    const after = await figures(portfolio);
    expect([after.rows - before.rows, after.gain.minus(before.gain).toFixed()]).toEqual([1, '50']);
    expect(await figures(portfolio, '&unconnected_brokers=false')).toEqual(before);
    expect(await figures(wallet)).toEqual(alone);
    expect((await figures(wallet, '&unconnected_brokers=true')).gain.minus(alone.gain).toFixed()).toBe('50');
    const csv = (await ask('GET', `${portfolio}/form-8949?tax_year=2025&format=csv`, undefined, hal)).text;
    expect(csv.match(/2 SOL,01\/05\/2025,05\/01\/2025,300.00,250.00/g)).toHaveLength(1);
  });

  it('sells in the year of the form, or a day beside it', async () => {
    const ida = await account(app);
    const add = (...days: string[]) => {
      const rows = days.map((day) => ({ symbol: 'SOL', box_1c: '1', box_1e: day, box_1f: '90.00' }));
      return ask('POST', '/api/v1/broker-forms', { tax_year: 2025, broker: 'Some Broker', rows }, ida);
    };
    expect((await add('2024-12-31', '2025-06-01', '2026-01-01')).status).toBe(201);
    for (const other of ['2024-12-30', '2026-01-02']) {
      const { status, body } = await add('2025-06-01', other);
      const message = `tax_year: row 2 was sold on ${other}, which is not in 2025`;
      expect([status, body.error.code, body.error.message]).toEqual([400, 'VALIDATION_ERROR', message]);
    }
  });

  it('counts again when its correction is deleted, also over a correction of the correction', async () => {
    const joy = await account(app);
    const home = '/api/v1/broker-forms';
    const send = (method: string, path: string, body?: object) => ask(method, home + path, body, joy);
    const row = { symbol: 'SOL', box_1c: '2', box_1d: '2025-01-05', box_1e: '2025-05-01', box_6: 'short' };
    const add = async (proceeds: string, corrects?: string): Promise<string> => {
      const rows = [{ ...row, box_1f: proceeds }];
      const { body } = await send('POST', '', { tax_year: 2025, broker: 'Some Broker', rows, corrects });
      return body.data.id as string;
    };
    const counting = async (): Promise<string[]> =>
      (await send('GET', '?tax_year=2025')).body.data.map(({ id }: { id: string }) => id);
    const first = await add('300.00');
    expect((await send('POST', `/${first}/apply`, {})).status).toBe(200);
    const second = await add('310.00', first);
    expect(await counting()).toEqual([second]);
    expect((await send('DELETE', `/${second}`)).status).toBe(200);
    expect(await counting()).toEqual([first]);
    const kept = (await send('GET', `/${first}`)).body.data;
    expect([kept.superseded_at, kept.applied_at]).toEqual([null, null]);

    const third = await add('320.00', first);
    const fourth = await add('330.00', third);
    expect((await send('DELETE', `/${third}`)).status).toBe(200);
    expect(await counting()).toEqual([fourth]);
    expect((await send('GET', `/${fourth}`)).body.data.corrects).toBe(first);
    expect((await send('DELETE', `/${fourth}`)).status).toBe(200);
    expect(await counting()).toEqual([first]);
    expect((await send('DELETE', `/${fourth}`)).status).toBe(404);
  });

  it('is on the forms of the portfolio that it names, over all its wallets, and of no other', async () => {
    const ivy = await account(app);
    await onPlan(app, ivy, 'defi');
    const send = (method: string, path: string, body?: object) => ask(method, path, body, ivy);
    const portfolio = async (...addresses: string[]) =>
      (await send('POST', '/api/v1/portfolios', { name: addresses.join(), addresses })).body.data
        .id as string;
    const [own, other] = [await portfolio(MAIN, VAULT), await portfolio(MAIN)];
    const rowsOf = async (id: string) =>
      (await send('GET', `/api/v1/portfolios/${id}/form-8949?tax_year=2025`)).body.data.row_count as number;
    const before = [await rowsOf(own), await rowsOf(other)];
    const rows = [
      {
        symbol: 'SOL',
        box_1c: '2',
        box_1d: '2025-01-05',
        box_1e: '2025-05-01',
        box_1f: '300.00',
        box_6: 'short',
      },
    ];
    const form = (more: object) =>
      send('POST', '/api/v1/broker-forms', { tax_year: 2025, broker: 'Some Broker', rows, ...more });
    const none = '00000000-0000-4000-8000-000000000000';
    expect(codeOf(await form({ portfolio_id: none }))).toEqual([404, 'RESOURCE_NOT_FOUND']);
    expect(codeOf(await form({ portfolio_id: 'x'.repeat(36) }))).toEqual([404, 'RESOURCE_NOT_FOUND']);
    const foreign = { tax_year: 2025, rows, portfolio_id: own };
    expect(codeOf(await ask('POST', '/api/v1/broker-forms', foreign, bob))).toEqual([
      404,
      'RESOURCE_NOT_FOUND',
    ]);
    expect(codeOf(await form({ portfolio_id: own, account_id: MAIN }))).toEqual([400, 'VALIDATION_ERROR']);
    const { id, portfolio_id: bound } = (await form({ portfolio_id: own })).body.data;
    expect(bound).toBe(own);
    expect((await send('POST', `/api/v1/broker-forms/${id}/apply`, {})).status).toBe(200);
    expect([await rowsOf(own), await rowsOf(other)]).toEqual([(before[0] ?? 0) + 1, before[1]]);
    const wallet = `/api/v1/tax-reports/${MAIN}/form-8949?tax_year=2025`;
    const asked = (await send('GET', `${wallet}&unconnected_brokers=true`)).body.data.row_count as number;
    expect(asked).toBe(((await send('GET', wallet)).body.data.row_count as number) + 1);
    // It does not come to the portfolio of another taxpayer.
    expect((await send('DELETE', `/api/v1/portfolios/${own}`)).status).toBe(200);
    expect(await rowsOf(other)).toBe(before[1]);
  });
});

describe('a Form 1099-DA that corrects another one', () => {
  it('takes its place once it is accepted, and the first one stays in the record as it was', async () => {
    const kim = await account(app);
    await onPlan(app, kim, 'defi');
    const send = (method: string, path: string, body?: object) => ask(method, path, body, kim);
    const forms = '/api/v1/broker-forms';
    const sale = { symbol: 'SOL', box_1c: '2', box_1d: '2025-01-05', box_1e: '2025-05-01', box_1g: '250.00' };
    const stored = async (proceeds: string, more: object = {}) => {
      const rows = [{ ...sale, box_1f: proceeds, box_2: true, box_8949: 'G', box_6: 'short' }];
      const body = { tax_year: 2025, broker: 'Some Broker', rows, ...more };
      return (await send('POST', forms, body)).body.data.id as string;
    };
    const accept = async (id: string) => codeOf(await send('POST', `${forms}/${id}/apply`, {}));
    const schedule = `/api/v1/tax-reports/${MAIN}/schedule-d?tax_year=2025`;
    const gain = async (more = '&unconnected_brokers=true') => {
      const { data } = (await send('GET', `${schedule}${more}`)).body;
      return dec(data.lines.find(({ line }: { line: string }) => line === '16').gain_loss);
    };
    const own = await gain('');
    const first = await stored('300.00');
    await accept(first);
    expect((await gain()).minus(own).toFixed()).toBe('50');

    const second = await stored('290.00', { corrects: first });
    expect((await gain()).minus(own).toFixed()).toBe('0');
    await accept(second);
    expect((await gain()).minus(own).toFixed()).toBe('40');
    expect(await accept(first)).toEqual([404, 'RESOURCE_NOT_FOUND']);

    const listed = async (query: string) => (await send('GET', `${forms}?tax_year=2025${query}`)).body.data;
    expect((await listed('')).map(({ id }: { id: string }) => id)).toEqual([second]);
    expect(await listed('&include_superseded=true')).toMatchObject([
      { id: first, corrects: null, superseded_at: expect.any(String), applied_at: null },
      { id: second, corrects: first, superseded_at: null, applied_at: expect.any(String) },
    ]);
    expect((await send('GET', `${forms}/${first}`)).body.data.rows).toMatchObject([
      { box_1f: '300.00', box_1g: '250.00' },
    ]);
  });
});

describe('a standing selection', () => {
  const list = '/api/v1/standing-selections';
  const report = `/api/v1/tax-reports/${VAULT}`;
  const query = `tax_year=2024&owned_wallets=${MAIN}`;

  it('names lots before the sale, to the cent; ends without an effect on the past; never held', async () => {
    const eve = await account(app);
    await onPlan(app, eve, 'defi');
    const send = (method: string, path: string, body?: object) => ask(method, path, body, eve);
    const read = async (path: string) => (await send('GET', path)).body.data;
    const total = async () => dec((await read(`${report}/summary?${query}`)).total_realized_gl);
    const fifo = await total();
    const lots = await read(`/api/v1/wallets/${VAULT}/lots?status=all&symbol=ETH&owned_wallets=${MAIN}`);
    const reward = lots.find(({ source }: { source: string }) => source === 'income');
    const order = (more: object) => ({
      address: VAULT,
      token_key: 'ethereum:ETH',
      lots: [{ lot_id: reward.lot_id }],
      effective_from: '2024-01-01',
      stated_recorded_at: '2023-12-20',
      owned_wallets: [MAIN],
      ...more,
    });
    for (const [more, field] of [
      [{ stated_recorded_at: undefined }, 'effective_from'],
      [{ stated_recorded_at: '2024-01-02' }, 'stated_recorded_at'],
      [{ lots: [{ lot_id: reward.lot_id, quantity: '0.02' }] }, 'lots.0.quantity'],
      [{ lots: [{ lot_id: '00000000-0000-4000-8000-000000000000' }] }, 'lots.0.lot_id'],
      [{ applies_to: [] }, 'applies_to'],
    ] as const) {
      const refused = await send('POST', list, order(more));
      expect([...codeOf(refused), refused.body.error.field]).toEqual([400, 'VALIDATION_ERROR', field]);
    }
    const preview = await send('POST', `${list}?preview=true`, order({}));
    expect(preview.body.data).toMatchObject({ stored: false, impact: { years_affected: [2024] } });
    expect([await read(list), (await total()).toFixed()]).toEqual([[], fifo.toFixed()]);

    const made = await send('POST', list, order({}));
    expect(made.body.data).toMatchObject({ stored: true, applies_to: ['disposals'], is_active: true });
    // As above: 0.0168 ETH of 1,799.0087 instead of 1,092.9143 each.
    expect(fifo.minus(await total()).toFixed()).toBe('11.86238592');
    const { assumptions, parts } = await read(`${report}/form-8949?${query}`);
    expect(assumptions).toMatchObject({
      method: 'specific_id',
      standing_selections: [{ lots: [reward.lot_id], ended_at: null, wallet_address: VAULT }],
    });
    const rows = parts.flatMap((part: { rows: object[] }) => part.rows);
    expect(rows).toContainEqual(
      expect.objectContaining({
        description: '0.0168 ETH',
        date_acquired: '2023-05-15',
        cost_basis: '30.22',
      }),
    );
    const portfolio = await send('POST', '/api/v1/portfolios', {
      name: 'Both',
      addresses: [{ address: MAIN }, { address: VAULT }],
    });
    const joint = await read(`/api/v1/portfolios/${portfolio.body.data.id}/form-8949?tax_year=2024`);
    expect(JSON.stringify(joint.parts)).toContain('"cost_basis":"30.22"');

    const path = `${list}/${made.body.data.id}`;
    expect(await send('DELETE', path)).toMatchObject({ status: 200 });
    expect(fifo.minus(await total()).toFixed()).toBe('11.86238592');
    expect((await read(`${list}?include_inactive=true`))[0]).toMatchObject({ is_active: false });
    expect(await send('DELETE', `${path}?mistaken=true`)).toMatchObject({ status: 200 });
    expect((await total()).toFixed()).toBe(fifo.toFixed());
  });
});

describe('lots selected for an own transfer', () => {
  it('move with their date and cost, as the preview stated', async () => {
    const fay = await account(app);
    await onPlan(app, fay, 'defi');
    const read = async (path: string) => (await ask('GET', path, undefined, fay)).body.data;
    const lotsOf = async (wallet: string, other: string) => {
      const path = `/api/v1/wallets/${wallet}/lots?status=all&symbol=ETH&owned_wallets=${other}`;
      const lots: { lot_id: string; acquisition_date: string; received_date: string }[] = await read(path);
      return lots.map((lot) => ({ ...lot, day: lot.acquisition_date.slice(0, 10) }));
    };
    const arrived = async () =>
      (await lotsOf(VAULT, MAIN))
        .filter((lot) => lot.received_date.startsWith('2022-01-18'))
        .map(({ day }) => day);
    const [mined] = await lotsOf(MAIN, VAULT);
    const parts = [
      { quantity: '1', cost_basis: '200', acquisition_date: '2020-06-01' },
      { quantity: '1', cost_basis: '500', acquisition_date: '2020-12-01' },
    ];
    const cost = `/api/v1/wallets/${MAIN}/lots/${mined?.lot_id}/cost-basis`;
    expect((await ask('PUT', cost, { parts, owned_wallets: [VAULT] }, fay)).status).toBe(200);
    expect(await arrived()).toEqual(['2020-06-01', '2020-12-01']);
    const dates = 'start_date=2022-01-18&end_date=2022-01-18';
    const [transfer] = (
      await read(`/api/v1/wallets/${MAIN}/transactions?${dates}&owned_wallets=${VAULT}`)
    ).filter(({ type }: { type: string }) => type !== 'swap');
    const latest = (await lotsOf(MAIN, VAULT)).find(({ day }) => day === '2020-12-01');
    const body = {
      address: MAIN,
      tx_hash: transfer.tx_hash,
      token_key: 'ethereum:ETH',
      lot_selections: [{ lot_id: latest?.lot_id, quantity: '0.5', selected_at: '2022-01-18' }],
      owned_wallets: [VAULT],
    };
    const select = (more = '') => ask('POST', `/api/v1/manual-entries/lot-selections${more}`, body, fay);
    expect((await select('?preview=true')).body.data).toMatchObject({ stored: false });
    expect(await arrived()).toEqual(['2020-06-01', '2020-12-01']);
    expect((await select()).body.data).toMatchObject({ stored: true });
    expect(await arrived()).toEqual(['2020-12-01']);
  });
});

describe('a zone for one answer', () => {
  const report = `/api/v1/tax-reports/${MAIN}`;
  const year = 'tax_year=2022';
  /** 40 LINK were sold on 13 June at 15:10 UTC. */
  const soldOn = ({ parts }: { parts: { rows: { description: string; date_sold: string }[] }[] }) =>
    parts.flatMap(({ rows }) => rows).find(({ description }) => description === '40 LINK')?.date_sold;

  it('gives the days of the zone, as the stored setting does, and changes no other answer', async () => {
    const [guy, joe] = [await account(app), await account(app)];
    for (const who of [guy, joe]) await onPlan(app, who, 'defi');
    const read = async (path: string, who = guy) => (await ask('GET', path, undefined, who)).body.data;
    expect(soldOn(await read(`${report}/form-8949?${year}`))).toBe('2022-06-13');
    const inTokyo = await read(`${report}/form-8949?${year}&timezone=Asia/Tokyo`);
    expect([soldOn(inTokyo), inTokyo.assumptions.timezone]).toEqual(['2022-06-14', 'Asia/Tokyo']);
    expect((await ask('PUT', '/api/v1/tax-settings', { timezone: 'Asia/Tokyo' }, joe)).status).toBe(200);
    expect(inTokyo).toEqual(await read(`${report}/form-8949?${year}`, joe));
    for (const path of ['summary', 'schedule-1', 'schedule-d', 'given-away'])
      expect(await read(`${report}/${path}?${year}&timezone=Asia/Tokyo`)).toEqual(
        await read(`${report}/${path}?${year}`, joe),
      );
    for (const path of ['tax-summary', 'tax-report']) {
      const plain = async (more: string, who: typeof guy) => {
        const { body } = await ask('GET', `/api/calculate/${path}/${MAIN}?${year}${more}`, undefined, who);
        return { ...body, reconciliation: null };
      };
      const there = await plain('&timezone=Asia/Tokyo', guy);
      expect(there.tax_year).toBe(2022);
      expect(there).toEqual(await plain('', joe));
    }
    const made = await ask('POST', '/api/v1/portfolios', { name: 'One', addresses: [MAIN] }, guy);
    const portfolio = `/api/v1/portfolios/${made.body.data.id}`;
    expect(soldOn(await read(`${portfolio}/form-8949?${year}&timezone=Asia/Tokyo`))).toBe('2022-06-14');
    expect(soldOn(await read(`${portfolio}/form-8949?${year}`))).toBe('2022-06-13');
    const csv = await ask(
      'GET',
      `${report}/form-8949/export?${year}&timezone=Asia/Tokyo&format=csv`,
      undefined,
      guy,
    );
    expect(csv.text).toMatch(/40 LINK,[\d/]+,06\/14\/2022/);
    expect(codeOf(await ask('GET', `${report}/summary?timezone=Mars/Olympus`, undefined, guy))).toEqual([
      400,
      'VALIDATION_ERROR',
    ]);
  });
});

describe('gifts and donations', () => {
  it('are listed with basis, value and recipient, and summed per recipient', async () => {
    const entry = {
      address: MAIN,
      token_key: 'ethereum:UNI',
      disposed_at: '2023-07-04T12:00:00Z',
      recipient: 'My sister',
    };
    const post = (body: object) =>
      ask('POST', '/api/v1/manual-entries/disposal-entries', { ...entry, ...body });
    const gift = { quantity: '10', disposal_type: 'gift', value_usd: '17000.01' };
    expect((await post(gift)).status).toBe(201);
    const donation = {
      quantity: '20',
      disposal_type: 'donation',
      value_usd: '5000',
      recipient: 'A charity',
      disposed_at: '2023-07-05T12:00:00Z',
    };
    expect((await post(donation)).status).toBe(201);
    const path = `/api/v1/tax-reports/${MAIN}/given-away?tax_year=2023`;
    const { data } = (await ask('GET', path)).body;
    // Claimed on 2021-03-02 at 25.5927 USD: 10 UNI have a basis of 255.927, 20 of 511.854.
    const common = { symbol: 'UNI', date: '2023-07-04', date_acquired: '2021-03-02', term: 'long' };
    expect(data.rows).toEqual([
      expect.objectContaining({
        ...common,
        form: 'Form 709',
        cost_basis: '255.927',
        fair_market_value: '17000.01',
        recipient: 'My sister',
      }),
      expect.objectContaining({
        ...common,
        date: '2023-07-05',
        form: 'Form 8283',
        cost_basis: '511.854',
        recipient: 'A charity',
      }),
    ]);
    expect(data.gifts_by_recipient).toEqual([
      { recipient: 'My sister', value: '17000.01', count: 1, missing_values: 0, is_above_exclusion: true },
    ]);
    expect([data.annual_exclusion, data.appraisal_needed, data.appraisal_undecided]).toEqual([
      '17000',
      [],
      [],
    ]);
    const unvalued = { quantity: '1', disposal_type: 'donation', disposed_at: '2023-07-06T12:00:00Z' };
    expect((await post(unvalued)).status).toBe(201);
    const after = (await ask('GET', path)).body.data;
    expect(after.rows.map((row: { fair_market_value: unknown }) => row.fair_market_value)).toEqual([
      '17000.01',
      '5000',
      null,
    ]);
    expect([after.appraisal_needed, after.appraisal_undecided]).toEqual([[], ['ethereum:UNI']]);
    const refused = { quantity: '1', disposal_type: 'sale', proceeds_usd: '1', value_usd: '1' };
    expect(codeOf(await post(refused))).toEqual([400, 'VALIDATION_ERROR']);
  });
});

describe('unused basis allocated at the start of 2025', () => {
  const ALLOCATIONS = '/api/v1/basis-allocations';
  let eve: Account;
  /** 1.0835 wstETH were received in January 2023, and sold for 5,930.10 USD on 12 September 2025. */
  const body = {
    token_key: 'ethereum:wstETH',
    method: 'specific_unit',
    stated_recorded_at: '2024-12-20',
    owned_wallets: [MAIN, VAULT],
  };
  const lot = (quantity: string, cost: string, on = '2021-03-02') => ({
    address: MAIN,
    quantity,
    cost_basis: cost,
    acquisition_date: on,
  });
  const post = (more: object, query = '') => ask('POST', `${ALLOCATIONS}${query}`, { ...body, ...more }, eve);
  const get = async (path: string) => (await ask('GET', path, undefined, eve)).body.data;
  const lots = [lot('1', '900'), lot('0.0835', '100', '2024-10-01')];
  const form = () => get(`/api/v1/tax-reports/${MAIN}/form-8949?tax_year=2025&owned_wallets=${VAULT}`);

  beforeAll(async () => {
    eve = await account(app);
    await onPlan(app, eve, 'defi');
    for (const wallet of [MAIN, VAULT]) await get(`/api/v1/wallets/${wallet}/cost-basis`);
  });

  it('must agree with the units that each wallet holds, and be recorded in time', async () => {
    const wrong = await post({ lots: [lot('1', '900')] });
    expect(codeOf(wrong)).toEqual([400, 'VALIDATION_ERROR']);
    expect(wrong.body.error.details.wallets).toEqual([
      { address: MAIN, units_held: '1.0835', units_allocated: '1' },
    ]);
    const fieldOf = async (more: object) => (await post(more)).body.error?.field;
    // The sale was in the afternoon of that day.
    expect(await fieldOf({ lots, stated_recorded_at: '2025-09-13' })).toBe('stated_recorded_at');
    const global = { method: 'global', basis_order: 'highest_cost_first', wallet_order: [MAIN] };
    expect(await fieldOf({ ...global, stated_recorded_at: '2025-01-01' })).toBe('stated_recorded_at');
    expect(await fieldOf({ ...global, wallet_order: [VAULT] })).toBe('wallet_order');
    expect(await fieldOf({ lots, basis_order: 'latest_first' })).toBe('basis_order');
    expect(await fieldOf({ lots: [lot('1.0835', '1', '2025-01-01')] })).toBe('lots.0.acquisition_date');
  });

  it('keeps an inheritance long-term, and a gift its lower value for a loss', async () => {
    const given = [
      { ...lot('1', '5000', '2024-12-01'), basis_type: 'inheritance' },
      {
        ...lot('0.0835', '90000'),
        ...{ basis_type: 'gift', value_at_gift_usd: '80000', gift_date: '2024-11-01' },
      },
    ];
    const preview = await post({ lots: given }, '?preview=true');
    expect(preview.body.data.lots).toMatchObject([
      { basis_type: 'inheritance', value_at_gift_usd: null, gift_date: null },
      { basis_type: 'gift', value_at_gift_usd: '80000', gift_date: '2024-11-01T00:00:00.000Z' },
    ]);
    // All of them were sold for less: the loss of the gift is that of its value.
    const plain = [lot('1', '5000', '2024-12-01'), lot('0.0835', '90000')];
    const bought = await post({ lots: plain }, '?preview=true');
    const after = [preview, bought].map(({ body: { data } }) => dec(data.impact.realized_gl_after));
    expect(after[0]?.minus(after[1] ?? 0).toFixed()).toBe('10000');
  });

  it('begins the ledger of 2025, to the cent, once it is stored', async () => {
    const before = await form();
    expect(before.assumptions).toMatchObject({ basis_at_2025: 'actual_location', allocations: [] });
    const preview = await post({ lots }, '?preview=true');
    expect(preview.body.data).toMatchObject({ stored: false, quantity: '1.0835', cost_basis: '1000' });
    expect(await get(ALLOCATIONS)).toEqual([]);
    expect((await form()).totals).toEqual(before.totals);

    const made = await post({ lots });
    expect(made.status).toBe(201);
    const { data } = made.body;
    expect(data).toMatchObject({ stored: true, effective_from: '2025-01-01T00:00:00.000Z' });
    expect(data.impact.years_affected).toEqual([2025]);
    expect(dec(data.cost_basis).minus(data.ledger_cost_basis).toFixed()).toBe(data.cost_basis_difference);
    const after = await form();
    const rows = (shown: typeof after): string[] =>
      shown.parts
        .flatMap(({ rows: each }: { rows: { symbol: string }[] }) => each)
        .filter(({ symbol }: { symbol: string }) => symbol === 'wstETH')
        .map((row: Record<string, string>) => [row['date_acquired'], row['cost_basis'], row['box']].join());
    expect(rows(before)).toHaveLength(1);
    // 0.0835 units are from October 2024, so their part is short-term.
    expect(rows(after)).toEqual(['2024-10-01,100.00,I', '2021-03-02,900.00,L']);
    expect(after.assumptions).toMatchObject({
      basis_at_2025: 'allocated',
      allocations: [{ allocation_id: data.id, symbol: 'wstETH', pre_2025_pool: 'per_wallet' }],
    });
    expect((await get(ALLOCATIONS)).map(({ id }: { id: string }) => id)).toEqual([data.id]);
    expect(codeOf(await post({ lots }))).toEqual([409, 'CONFLICT']);
    // Another user sees none of it.
    const query = `tax_year=2025&owned_wallets=${VAULT}`;
    const { totals } = (await ask('GET', `/api/v1/tax-reports/${MAIN}/form-8949?${query}`, undefined, bob))
      .body.data;
    expect(totals).toEqual(before.totals);
    // Units were sold in 2025: the record cannot be withdrawn.
    expect(codeOf(await ask('DELETE', `${ALLOCATIONS}/${data.id}`, undefined, eve))).toEqual([
      409,
      'CONFLICT',
    ]);
  });

  it('gives a wallet without earlier history its opening position, and is withdrawn while nothing left', async () => {
    const opening = { token_key: 'ethereum:USDY', lots: [lot('3', '30')] };
    const made = await post(opening);
    expect(made.body.data).toMatchObject({ ledger_cost_basis: '0', cost_basis_difference: '30' });
    const held = () => get(`/api/v1/wallets/${MAIN}/lots?symbol=USDY&owned_wallets=${VAULT}`);
    expect(await held()).toMatchObject([
      { cost_basis: '30', acquisition_date: '2021-03-02T00:00:00.000Z', source: 'manual' },
    ]);
    const gone = await ask('DELETE', `${ALLOCATIONS}/${made.body.data.id}`, undefined, eve);
    expect(gone.body.data).toEqual({ deactivated: true, entry_id: made.body.data.id });
    expect(await held()).toEqual([]);
  });
});

describe('settings of the taxpayer', () => {
  it('set zone, policies, filing status and business income of every report, and are reset', async () => {
    const fay = await account(app);
    await onPlan(app, fay, 'defi');
    const send = (method: string, body?: object) => ask(method, '/api/v1/tax-settings', body, fay);
    const get = async (path: string) => (await ask('GET', path, undefined, fay)).body.data;
    expect((await send('GET')).body.data).toMatchObject({ timezone: 'UTC', chosen: [], updated_at: null });
    expect(codeOf(await send('PUT', { timezone: 'Mars/Olympus' }))).toEqual([400, 'VALIDATION_ERROR']);
    expect(codeOf(await send('PUT', { timezone: '+05:00' }))).toEqual([400, 'VALIDATION_ERROR']);
    const report = `/api/v1/tax-reports/${MAIN}`;
    const before = await get(`${report}/schedule-1?tax_year=2021`);
    expect(before).toMatchObject({ schedule_c_total: '0.00' });

    const set = await send('PUT', {
      timezone: 'Asia/Tokyo',
      gas_policy: 'capitalize',
      filing_status: 'married_filing_separately',
      business_income: ['mining_reward'],
    });
    expect(set.body.data).toMatchObject({
      timezone: 'Asia/Tokyo',
      gas_policy: 'capitalize',
      wrap_policy: 'carry',
      chosen: ['timezone', 'gas_policy', 'filing_status', 'business_income'],
    });
    const nfts = [
      { chain: 'ethereum', contract_address: '0xBC4CA0EDA7647A8AB7C2061C2E118A18A936F13D' },
      { chain: 'ethereum', contract_address: '0x00000000000000000000000000000000000000A1', token_id: '42' },
    ];
    const chosen = (await send('PUT', { collectible_nfts: nfts })).body.data;
    expect(chosen.collectible_nfts).toEqual([
      { chain: 'ethereum', contract_address: '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d', token_id: null },
      { chain: 'ethereum', contract_address: '0x00000000000000000000000000000000000000a1', token_id: '42' },
    ]);
    expect(chosen.chosen).toContain('collectible_nfts');
    const nowhere = { collectible_nfts: [{ chain: 'moon', contract_address: '0x1' }] };
    expect(codeOf(await send('PUT', nowhere))).toEqual([400, 'VALIDATION_ERROR']);
    expect((await send('PUT', { collectible_nfts: [] })).body.data.collectible_nfts).toEqual([]);
    await send('PUT', { wrap_policy: 'taxable' });
    const after = await get(`${report}/schedule-1?tax_year=2021`);
    expect(after.assumptions).toMatchObject({
      timezone: 'Asia/Tokyo',
      gas_policy: 'capitalize',
      wrap_policy: 'taxable',
    });
    expect(after.schedule_c_total).toBe(before.by_type.mining_reward);
    expect(dec(before.line_8v_total).minus(after.line_8v_total).toFixed(2)).toBe(after.schedule_c_total);
    expect(after.total).toBe(before.total);
    // 2024-05-22 09:00 UTC is the same day in Tokyo; 2022-01-18 17:20 UTC is the next one.
    const schedule = await get(`${report}/schedule-d?tax_year=2022`);
    expect(schedule.lines.find(({ line }: { line: string }) => line === '21').gain_loss).toBe('-1500.00');
    const form = await get(`${report}/form-8949?tax_year=2022`);
    const sold = form.parts.flatMap(({ rows }: { rows: { symbol: string; date_sold: string }[] }) => rows);
    expect(sold).toContainEqual(expect.objectContaining({ symbol: 'UNI', date_sold: '2022-01-19' }));
    expect((await ask('GET', `${report}/schedule-1?tax_year=2021`)).body.data.assumptions.timezone).toBe(
      'UTC',
    );

    // A date without a time is a day in the zone of the taxpayer.
    const entry = await ask(
      'POST',
      '/api/v1/manual-entries/disposal-entries',
      {
        address: MAIN,
        token_key: 'ethereum:UNI',
        quantity: '1',
        disposal_type: 'sale',
        disposed_at: '2023-01-01',
        proceeds_usd: '7',
      },
      fay,
    );
    expect(entry.body.data.disposed_at).toBe('2022-12-31T15:00:00.000Z');

    expect((await send('DELETE')).body.data).toMatchObject({
      timezone: 'UTC',
      chosen: [],
      filing_status: null,
    });
    expect(await get(`${report}/schedule-1?tax_year=2021`)).toEqual(before);
  });
});
