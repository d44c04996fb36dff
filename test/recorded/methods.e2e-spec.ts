import { ELECTABLE, replay as replayLedger, type Ledger } from '../../src/domain/engine';
import { centsText, form8949, rowsOf, statedSummary } from '../../src/domain/forms';
import { parseAddress } from '../../src/domain/kernel/address';
import { assetGroup } from '../../src/domain/chain';
import type { ReadyWalletLedger } from '../../src/pipeline/ledger/wallet-ledger';
import { unsettledIn } from '../../src/domain/portfolio/needs/unsettled';
import { WalletLedgerService } from '../../src/pipeline/ledger/wallet-ledger.service';
import { toTaxSummary } from '../../src/presenters/tax-summary.presenter';
import { account, call, codeOf, type Account } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { onPlan } from '../portfolios/portfolio-client';
import { startReplay, type Replay } from '../support/replay';
import { until } from '../support/until';

/** Its disposals of the year have another result by each method. */
const WALLET = '0x003dc32fe920a4aaeed12dc87e145f030aa753f3';
const YEAR = 2021;
const REPORTS = `/api/v1/tax-reports/${WALLET}`;

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- bodies of many shapes
type Body = any;

let replay: Replay;
let app: TestApp;
let owner: Account;
/** What the engine alone computes from the events of the wallet. */
const engine = new Map<string, Ledger>();
let stored: ReadyWalletLedger;

const send = (method: string, path: string, body?: object) =>
  call(app, method, path, { token: owner.token, body });
async function dataOf(path: string): Promise<Body> {
  const { status, body } = await send('GET', path);
  expect([path, status]).toEqual([path, 200]);
  return body.data;
}

beforeAll(async () => {
  replay = await startReplay();
  app = await startApp({ ...replay.env, EVM_CHAINS: 'ethereum', DEMO_WALLETS: 'false' });
  owner = await account(app);
  await onPlan(app, owner, 'defi');
  // A summary waits for the whole history, and its prices arrive after it.
  await until(
    () => send('GET', `${REPORTS}/summary`),
    ({ body }) => body.meta.prices_pending !== true,
  );
  const ledgers = app.app.get(WalletLedgerService, { strict: false });
  stored = await ledgers.stored(parseAddress(WALLET), []);
  const events = await ledgers.events(stored);
  for (const method of ELECTABLE)
    engine.set(
      method,
      replayLedger(events, { method, timezone: 'UTC', washSales: false, groupOf: assetGroup }),
    );
});
afterAll(async () => {
  await app?.close();
  await replay?.close();
});

function ledgerBy(method: string): Ledger {
  const ledger = engine.get(method);
  if (!ledger) throw new Error(method);
  return ledger;
}

const summaryBy = (method: string, year?: number, address = WALLET) =>
  toTaxSummary(
    address,
    year ?? null,
    statedSummary(
      ledgerBy(method),
      { wallet: WALLET, year, timezone: 'UTC' },
      unsettledIn(ledgerBy(method), stored.history.valued.transactions),
    ),
  );

const lineOf = ({ description, proceeds, cost_basis, gain_loss, lot_id, disposal_id }: Body): string =>
  [description, proceeds, cost_basis, gain_loss, lot_id, disposal_id].join(' ');
const linesOf = (form: Body): string[] =>
  form.parts.flatMap((part: Body) => part.rows.map(lineOf)).toSorted();

/** The rows of the form, as the domain makes them from the engine's ledger. */
function formLines(method: string): string[] {
  const accounts = [{ wallet: WALLET, kind: 'self_custody' as const }];
  const rows = rowsOf(form8949(ledgerBy(method), { accounts, year: YEAR, timezone: 'UTC' }));
  return rows
    .map((row) =>
      [
        ...[row.description, centsText(row.proceeds), centsText(row.costBasis), centsText(row.gain)],
        ...[row.lotId, row.disposalId],
      ].join(' '),
    )
    .toSorted();
}

/** The stored report of a job. */
async function generated(body: object): Promise<{ id: string; report: Body }> {
  const started = await send('POST', `${REPORTS}/generate`, { tax_year: YEAR, ...body });
  expect([started.status, started.text]).toEqual([202, expect.any(String)]);
  const { job_id: id } = started.body.data;
  const job = await until(
    () => dataOf(`/api/v1/jobs/${id}`),
    ({ finished_at: at }) => at !== null,
  );
  if (job.status !== 'completed') throw new Error(JSON.stringify(job.error));
  return { id, report: await dataOf(`/api/v1/jobs/${id}/result`) };
}

it('the methods differ in this wallet', () => {
  const totals = ELECTABLE.map((method) => summaryBy(method, YEAR).total_realized_gl);
  expect(new Set(totals).size).toBe(ELECTABLE.length);
  expect(formLines('fifo').length).toBeGreaterThan(25);
});

it('an answer without a method is that of first in, first out, and no comparison', async () => {
  const { assumptions, ...summary } = await dataOf(`${REPORTS}/summary?tax_year=${YEAR}`);
  expect(summary).toEqual(summaryBy('fifo', YEAR));
  expect(assumptions).toMatchObject({ method: 'fifo', is_comparison: false, elections: [], timezone: 'UTC' });
});

it.each(ELECTABLE)('?method=%s gives the result of the engine, in every report', async (method) => {
  const assumptions = { method, is_comparison: true, elections: [] };
  for (const year of [YEAR, undefined]) {
    const query = `?method=${method}${year === undefined ? '' : `&tax_year=${year}`}`;
    const { assumptions: stated, ...summary } = await dataOf(`${REPORTS}/summary${query}`);
    expect(summary).toEqual(summaryBy(method, year));
    expect(stated).toMatchObject(assumptions);
  }
  const first = await dataOf(`${REPORTS}/form-8949?tax_year=${YEAR}&method=${method}&per_page=100`);
  const lines = linesOf(first);
  for (let page = 2; lines.length < first.row_count; page++)
    lines.push(
      ...linesOf(
        await dataOf(`${REPORTS}/form-8949?tax_year=${YEAR}&method=${method}&per_page=100&page=${page}`),
      ),
    );
  expect(lines.toSorted()).toEqual(formLines(method));
  expect([first.method, first.assumptions]).toEqual([method, expect.objectContaining(assumptions)]);

  const { report } = await generated({ method });
  const { form_8949: form, summary, assumptions: stated } = report;
  expect(linesOf(form)).toEqual(formLines(method));
  expect(summary).toEqual(summaryBy(method, YEAR));
  expect([form.assumptions, stated]).toEqual([
    expect.objectContaining(assumptions),
    expect.objectContaining(assumptions),
  ]);

  const made = await send('POST', '/api/v1/portfolios', { name: method, addresses: [WALLET] });
  const { id } = made.body.data;
  const portfolio = `/api/v1/portfolios/${id}`;
  const joint = await dataOf(`${portfolio}/tax-summary?tax_year=${YEAR}&method=${method}`);
  expect(joint).toEqual({
    ...summaryBy(method, YEAR, id),
    portfolio_id: id,
    by_address: [summaryBy(method, YEAR)],
    assumptions: expect.objectContaining(assumptions),
  });
  const whole = await dataOf(`${portfolio}/form-8949?tax_year=${YEAR}&method=${method}`);
  expect(linesOf(whole)).toEqual(formLines(method));
  expect(whole.assumptions).toMatchObject(assumptions);
  const scheduleD = await dataOf(`${portfolio}/schedule-d?tax_year=${YEAR}&method=${method}`);
  expect(scheduleD.assumptions).toMatchObject(assumptions);
});

it('a partner compares too; a comparison is no file', async () => {
  const headers = { 'X-Partner-Key': app.partnerKey };
  const path = `${REPORTS}/summary?tax_year=${YEAR}&method=hifo`;
  const { body } = await call(app, 'GET', path, { headers });
  expect(body.data.total_realized_gl).toBe(summaryBy('hifo', YEAR).total_realized_gl);
  const made = await send('POST', '/api/v1/portfolios', { name: 'files', addresses: [WALLET] });
  const file = await send(
    'GET',
    `/api/v1/portfolios/${made.body.data.id}/form-8949?tax_year=${YEAR}&method=hifo&format=csv`,
  );
  const report = await send('POST', `${REPORTS}/generate`, { tax_year: YEAR, method: 'hifo', format: 'pdf' });
  for (const answer of [file, report])
    expect([...codeOf(answer), answer.body.error.field]).toEqual([400, 'VALIDATION_ERROR', 'format']);
});

it.each(['0001-01-01', '1899-12-31', '2101-01-02T00:00:00Z'])('no order holds from %s', async (day) => {
  for (const field of ['effective_from', 'stated_recorded_at']) {
    const order = { method: 'hifo', effective_from: '2026-01-01', stated_recorded_at: '2025-12-01' };
    const answer = await send('POST', '/api/v1/method-elections', { ...order, [field]: day });
    expect([...codeOf(answer), answer.body.error.field]).toEqual([400, 'VALIDATION_ERROR', field]);
  }
});

it('an unknown method is refused with the nearest one', async () => {
  for (const path of [`${REPORTS}/summary`, `${REPORTS}/form-8949`]) {
    const answer = await send('GET', `${path}?tax_year=${YEAR}&method=hifoo`);
    const { field, message } = answer.body.error;
    expect([...codeOf(answer), field]).toEqual([400, 'VALIDATION_ERROR', 'method']);
    expect(message).toContain('`hifo`');
  }
});

it('a comparison is not bound as a filed year, and is another report than that of record', async () => {
  const [compared, recorded] = [await generated({ method: 'fifo' }), await generated({})];
  expect(compared.id).not.toBe(recorded.id);
  expect(compared.report.input_hash).not.toBe(recorded.report.input_hash);
  expect(recorded.report.assumptions.is_comparison).toBe(false);
  const file = (id: string) => send('POST', '/api/v1/filed-years', { tax_year: YEAR, report_id: id });
  expect(codeOf(await file(compared.id))).toEqual([400, 'VALIDATION_ERROR']);
  expect((await file(recorded.id)).status).toBe(201);
});

it('an elected method is on the form and in its assumptions, with the numbers of the engine', async () => {
  const elected = await send('POST', '/api/v1/method-elections', {
    address: WALLET,
    method: 'hifo',
    effective_from: '2015-01-01',
    stated_recorded_at: '2014-12-31',
  });
  expect([elected.status, elected.text]).toEqual([201, expect.any(String)]);
  const form = await dataOf(`${REPORTS}/form-8949?tax_year=${YEAR}&per_page=100`);
  expect([form.method, form.assumptions]).toEqual([
    'hifo',
    expect.objectContaining({
      method: 'hifo',
      is_comparison: false,
      elections: [expect.objectContaining({ method: 'hifo', wallet_address: WALLET })],
    }),
  ]);
  const { assumptions, ...summary } = await dataOf(`${REPORTS}/summary?tax_year=${YEAR}`);
  expect(summary).toEqual(summaryBy('hifo', YEAR));
  expect(assumptions).toEqual(form.assumptions);
  const back = await dataOf(`${REPORTS}/summary?tax_year=${YEAR}&method=fifo`);
  expect(back.total_realized_gl).toBe(summaryBy('fifo', YEAR).total_realized_gl);
});
