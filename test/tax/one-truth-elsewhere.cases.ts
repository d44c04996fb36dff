import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { account, call, type Account } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { readPdf, readTable, readZip } from '../forms/read-back';
import { onPlan, PortfolioClient } from '../portfolios/portfolio-client';
import { startReplay, type Replay } from '../support/replay';
import { until } from '../support/until';

/**
 * What keeps, repeats or tells the forms of a year states what the forms state: the archive of a report, the filed year, an
 * agent over MCP, and the lists that the console shows. The forms themselves are held against each other beside this.
 */

const RANKS = ['COMPLETE', 'REVIEW', 'INCOMPLETE'];
const worst = (...statuses: string[]): string =>
  RANKS[Math.max(...statuses.map((status) => RANKS.indexOf(status)))] ?? '';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- bodies of many shapes
type Body = any;
interface Exported {
  name: string;
  bytes: Buffer;
  status: string | null;
}

let replay: Replay;
let app: TestApp;
let owner: Account;
let agent: Client;

const ask = (method: string, path: string, body?: object) =>
  call(app, method, path, { token: owner.token, body });
const get = async (path: string): Promise<Body> => (await ask('GET', path)).body;

async function newKey(): Promise<string> {
  const { body } = await ask('POST', '/api/v1/api-keys', {
    name: 'mcp',
    permissions: ['read:holdings', 'read:tax-reports'],
  });
  return body.data.key as string;
}

async function file(path: string): Promise<Exported> {
  const answer = await fetch(app.url + path, { headers: { Authorization: `Bearer ${owner.token}` } });
  expect([path, answer.status]).toEqual([path, 200]);
  return {
    name: /filename="(.+)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1] ?? '',
    bytes: Buffer.from(await answer.arrayBuffer()),
    status: answer.headers.get('X-Export-Status'),
  };
}

async function told(name: string, input: object): Promise<Body> {
  const { content } = (await agent.callTool({ name, arguments: { ...input } })) as {
    content: { text: string }[];
  };
  return JSON.parse(content[0]?.text ?? '').data;
}

/** The forms of a year, as their own routes state them. */
interface Forms {
  form: Body;
  schedule1: Body;
  scheduleD: Body;
  status: string;
}
const stated = ({ status, status_reasons }: Body) => ({ status, status_reasons });

async function formsOf(base: string, year: number): Promise<Forms> {
  const json = async (name: string) =>
    JSON.parse(String((await file(`${base}/${name}/export?tax_year=${year}&format=json`)).bytes));
  const [form, schedule1, scheduleD] = [
    await json('form-8949'),
    await json('schedule-1'),
    await json('schedule-d'),
  ];
  return { form, schedule1, scheduleD, status: worst(form.status, schedule1.status) };
}

async function generated(base: string, body: object): Promise<string> {
  const started = await ask('POST', `${base}/generate`, body);
  expect([started.status, started.body.error]).toEqual([202, undefined]);
  const id = started.body.data.job_id as string;
  const job = await until(
    () => get(`/api/v1/jobs/${id}`),
    ({ data }) => data.finished_at !== null,
  );
  expect([job.data.status, job.data.error]).toEqual(['completed', null]);
  return id;
}

const signsIn = (pages: readonly string[][]): number =>
  pages.flat().filter((text) => text === '!' || text === '?').length;

async function checkArchive(base: string, year: number, forms: Forms): Promise<string> {
  const { form, schedule1, scheduleD, status } = forms;
  const id = await generated(base, { tax_year: year, format: 'zip' });
  const archive = await file(`/api/v1/jobs/${id}/result`);
  expect([archive.name, archive.status]).toEqual([expect.stringContaining(`-${year}`), status]);
  const files = readZip(archive.bytes);
  for (const [name, formats] of [
    ['form-8949', ['csv', 'txf']],
    ['schedule-1', ['csv']],
    ['schedule-d', ['csv']],
  ] as const)
    for (const format of formats) {
      const direct = await file(`${base}/${name}/export?tax_year=${year}&format=${format}`);
      expect([direct.name, String(files.get(direct.name))]).toEqual([direct.name, String(direct.bytes)]);
    }
  const read = (stem: string): Body =>
    JSON.parse(String([...files].find(([name]) => name.startsWith(stem) && name.endsWith('.json'))?.[1]));
  const report = read('report-');
  expect([form, schedule1]).toMatchObject([report.form_8949, report.schedule_1]);
  expect([report.summary.status, report.filing.status]).toEqual([status, status]);
  expect(report.filing.status_reasons).toEqual(report.summary.status_reasons);
  expect(stated(read('schedule-d-'))).toEqual(stated(form));
  expect(read('schedule-d-').lines).toEqual(scheduleD.lines);
  for (const each of RANKS.slice(1))
    expect([each, files.has(`${each}.txt`)]).toEqual([each, each === status]);
  const printed = [...files].filter(([name]) => name.endsWith('.pdf'));
  expect(printed).toHaveLength(2);
  for (const [name, bytes] of printed) {
    const pages = readPdf(bytes);
    const isD = name.startsWith('schedule-d');
    const rows = isD
      ? scheduleD.lines
      : [...form.parts.flatMap((part: Body) => part.rows), ...schedule1.rows];
    expect([name, signsIn(pages)]).toEqual([name, rows.filter((row: Body) => row.review.length > 0).length]);
    expect(pages.some((page) => page.includes(isD ? form.status : status))).toBe(status !== 'COMPLETE');
  }
  return id;
}

async function checkFiledYear(
  wallet: string,
  year: number,
  report: string,
  { form, schedule1, status }: Forms,
) {
  expect((await ask('POST', '/api/v1/filed-years', { tax_year: year, report_id: report })).status).toBe(201);
  const { data } = await get(`/api/v1/filed-years?tax_year=${year}`);
  const filed = data.find(({ address }: Body) => address === wallet);
  const { short_term: short, long_term: long } = form.totals;
  expect([filed.form_status, filed.status, filed.issue]).toEqual([status, 'unchanged', null]);
  expect(filed.lines).toMatchObject({
    short_term_proceeds: short.proceeds,
    short_term_gain_loss: short.gain_loss,
    long_term_proceeds: long.proceeds,
    long_term_gain_loss: long.gain_loss,
  });
  expect([filed.lines.digital_asset_income, filed.lines.interest_income]).toEqual([
    schedule1.line_8v_total,
    schedule1.schedule_b_interest_total,
  ]);
}

async function checkAgent(wallet: string, year: number, { form, schedule1, scheduleD, status }: Forms) {
  const input = { address: wallet, tax_year: year };
  const summary = await told('get_tax_summary', input);
  const { short_term: short, long_term: long } = form.totals;
  expect([summary.status, summary.printed.short_term.gain_loss, summary.printed.long_term.gain_loss]).toEqual(
    [status, short.gain_loss, long.gain_loss],
  );
  expect(summary.printed.total_income).toBe(schedule1.total);
  const tools = [
    ['get_form_8949', form],
    ['get_schedule_1', schedule1],
    ['get_schedule_d', scheduleD],
  ] as const;
  for (const [name, expected] of tools) expect(stated(await told(name, input))).toEqual(stated(expected));
  expect((await told('get_form_8949', input)).totals).toEqual(form.totals);
  const { lines } = await told('get_schedule_d', { ...input, detail: 'full' });
  expect(lines).toEqual(scheduleD.lines);
}

/** In dollars, and with small fees in one row, each form adds up to the lines of each Schedule D. */
async function checkRoundings(base: string, portfolio: string, year: number): Promise<void> {
  for (const rounding of ['cents', 'dollars']) {
    const csv = async (path: string, more = '') =>
      readTable(
        String((await file(`${path}?tax_year=${year}&format=csv&rounding=${rounding}${more}`)).bytes),
      );
    const sums = new Set<number>();
    for (const rows of [
      await csv(`${base}/form-8949/export`),
      await csv(`${base}/form-8949/export`, '&gather_small_fees=true'),
      await csv(`${portfolio}/form-8949`),
    ])
      sums.add(cents(rows.filter((row) => row['Box'] !== '').map((row) => row['Gain or loss'])));
    for (const rows of [await csv(`${base}/schedule-d/export`), await csv(`${portfolio}/schedule-d`)])
      sums.add(cents(rows.filter((row) => row['Line'] === '16').map((row) => row['Gain or loss'])));
    const lines = (await get(`${base}/schedule-d?tax_year=${year}&rounding=${rounding}`)).data.lines;
    sums.add(cents([lines.find(({ line }: Body) => line === '16').gain_loss]));
    expect([base, year, rounding, sums.size]).toEqual([base, year, rounding, 1]);
  }
}

const cents = (amounts: readonly (string | undefined)[]): number =>
  amounts.reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0);

export function describeOneTruthElsewhere(wallets: readonly string[]): void {
  describe('what repeats the forms of a year', () => {
    beforeAll(async () => {
      replay = await startReplay();
      app = await startApp({ ...replay.env, EVM_CHAINS: 'ethereum', DEMO_WALLETS: 'true' });
      owner = await account(app);
      await onPlan(app, owner, 'defi');
      agent = new Client({ name: 'tests', version: '1' });
      const requestInit = { headers: { 'X-API-Key': await newKey() } };
      await agent.connect(new StreamableHTTPClientTransport(new URL(`${app.url}/mcp`), { requestInit }));
    });
    afterAll(async () => {
      await agent?.close();
      await app?.close();
      await replay?.close();
    });

    it.each(wallets)('repeats the truth about each year of %s', async (wallet) => {
      const base = `/api/v1/tax-reports/${wallet}`;
      const { available_years: years } = await get(`/api/calculate/tax-export/${wallet}/summary`);
      expect(years.length).toBeGreaterThan(0);
      const portfolio = `/api/v1/portfolios/${await new PortfolioClient(app, owner).made(wallet)}`;
      for (const year of years) {
        await checkRoundings(base, portfolio, year);
        const forms = await formsOf(base, year);
        const report = await checkArchive(base, year, forms);
        await checkFiledYear(wallet, year, report, forms);
        await checkAgent(wallet, year, forms);
      }
      const { status, printed } = (await get(`${base}/summary`)).data;
      const { tax_summary: shown } = (await get(`/api/v1/wallets/${wallet}/dashboard`)).data;
      expect([shown.status, shown.printed]).toEqual([status, printed]);
      const batch = (await ask('POST', '/api/v1/batch/tax-summary', { addresses: [wallet] })).body;
      expect(batch.data.results[0].tax_summary).toMatchObject({ status, printed });
    });
  });
}
