import { MAIN, VAULT } from '../../src/adapters/providers/demo/demo.addresses';
import { account, call, codeOf, type Account, type Answer } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { readPdf } from '../forms/read-back';
import { dec } from '../../src/domain/kernel/decimal';
import { onPlan } from '../portfolios/portfolio-client';
import { OFFLINE } from '../support/offline';

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
    for (let i = 0; i < 600; i++) {
      const { data } = (await ask('GET', `/api/v1/jobs/${id}`)).body;
      if (data.status === 'completed') return id;
      if (data.finished_at !== null) throw new Error(JSON.stringify(data));
      await new Promise((wake) => setTimeout(wake, 50));
    }
    throw new Error('the report has not ended');
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
    expect([await resultOf(json), await resultOf(pdf)]).toEqual(before);
    expect(readPdf(Buffer.from(before[1] ?? '', 'latin1')).join(' ')).toContain(`Report ${pdf}`);
  });

  it('is bound to one report until it is unfrozen, and the record stays', async () => {
    const again = await generated({ tax_year: 2022, include: ['summary'] });
    expect(codeOf(await ask('POST', YEARS, { tax_year: 2022, report_id: again }))).toEqual([409, 'CONFLICT']);
    const [{ report_id: first }] = await listed();
    const unfrozen = await ask('DELETE', `${YEARS}/2022?address=${MAIN}`);
    expect(unfrozen.body.data).toEqual({ unfrozen: true, tax_year: 2022, report_ids: [first] });
    expect(await listed()).toEqual([]);
    const [kept] = await listed('?include_unfrozen=true');
    expect([kept.report_id, kept.status, kept.unfrozen_at === null]).toEqual([first, 'not_checked', false]);
    expect((await ask('POST', YEARS, { tax_year: 2022, report_id: again })).status).toBe(201);
    expect((await listed())[0]).toMatchObject({ report_id: again, status: 'unchanged' });
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

  it('changes the lots of later sales to the cent, in every answer, and is undone', async () => {
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
    expect((await ask('GET', `${report}/summary?${query}`)).body.data.total_realized_gl).toBe(fifo.toFixed());

    const gone = await ask('DELETE', `/api/v1/method-elections/${made.body.data.id}`, undefined, cleo);
    expect(gone.body.data).toEqual({ deactivated: true, entry_id: made.body.data.id });
    expect(await total()).toBe(fifo.toFixed());
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
    expect([data.annual_exclusion, data.appraisal_needed]).toEqual(['17000', []]);
    const refused = { quantity: '1', disposal_type: 'sale', proceeds_usd: '1', value_usd: '1' };
    expect(codeOf(await post(refused))).toEqual([400, 'VALIDATION_ERROR']);
  });
});
