import { account, type Account } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { readPdf, readTable, readTxf } from '../forms/read-back';
import { onPlan, PortfolioClient } from '../portfolios/portfolio-client';
import { startReplay, type Replay } from '../support/replay';

/**
 * Every surface of a year states the same totals to the cent, the same status, and the same mark at each row. No code of the
 * product adds anything up here.
 */

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- bodies of many shapes
type Body = any;
interface Exported {
  text: string;
  bytes: Buffer;
  headers: Headers;
}

/** `1,234.50`, `(1.00)`, `-1.00` -> cents. */
const cents = (text = ''): bigint => {
  const digits = BigInt(text.replace(/[^\d]/g, '') || '0');
  return /^[(-]/.test(text) ? -digits : digits;
};
const sum = <T>(items: readonly T[], of: (item: T) => string | undefined): bigint =>
  items.reduce((total, item) => total + cents(of(item)), 0n);
const SUFFIXES: Record<string, string> = { COMPLETE: '', REVIEW: '-review', INCOMPLETE: '-incomplete' };
const RANKS = ['COMPLETE', 'REVIEW', 'INCOMPLETE'];
const worst = (...statuses: string[]): string =>
  RANKS[Math.max(...statuses.map((status) => RANKS.indexOf(status)))] ?? '';

let replay: Replay;
let app: TestApp;
let owner: Account;

async function file(path: string): Promise<Exported> {
  const answer = await fetch(app.url + path, { headers: { Authorization: `Bearer ${owner.token}` } });
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect([path, answer.status]).toEqual([path, 200]);
  return { bytes, text: String(bytes), headers: answer.headers };
}
const get = async (path: string): Promise<Body> => JSON.parse((await file(path)).text);

/** What the rows of an answer add up to, by term. */
const rowsOf = (form: Body): Body[] => form.parts.flatMap((part: Body) => part.rows);
const isShort = ({ box }: Body): boolean => 'ABCGHI'.includes(box);
const gainOf = (form: Body, short: boolean): bigint =>
  sum(
    rowsOf(form).filter((row) => isShort(row) === short),
    ({ gain_loss: gain }) => gain,
  );

/** What is not known of a row, from its own fields. */
const isUnknown = (row: Body): boolean =>
  row.is_untracked || row.value_status === 'missing' || row.flags.includes('unmatched');

function expectStated(place: string, { headers }: Exported, status: string): void {
  const name = /filename="(.+)"/.exec(headers.get('Content-Disposition') ?? '')?.[1] ?? '';
  expect([place, headers.get('X-Export-Status')]).toEqual([place, status]);
  expect([name, /(-review|-incomplete)?\.\w+$/.exec(name)?.[1] ?? '']).toEqual([name, SUFFIXES[status]]);
}

const signsIn = (pages: readonly string[][]): number =>
  pages.flat().filter((text) => text === '!' || text === '?').length;

async function checkForm(wallet: string, year: number): Promise<Body> {
  const base = `/api/v1/tax-reports/${wallet}/form-8949/export?tax_year=${year}&format=`;
  const json = await file(`${base}json`);
  const form = JSON.parse(json.text);
  const rows = rowsOf(form);
  const place = `${wallet} ${year}`;
  const marked = [...rows, ...form.needs_value].filter(({ review }: Body) => review.length > 0);
  if (marked.length > 0 || rows.some(isUnknown))
    expect([place, form.status]).not.toEqual([place, 'COMPLETE']);
  for (const row of rows) expect([place, isUnknown(row) && row.review.length === 0]).toEqual([place, false]);

  const [csv, txf, turbo, pdf, notes] = await Promise.all(
    ['csv', 'txf', 'turbotax', 'pdf', 'notes'].map((format) => file(base + format)),
  );
  if (!csv || !txf || !turbo || !pdf || !notes) throw new Error('no file');
  for (const each of [json, csv, txf, turbo, pdf, notes]) expectStated(place, each, form.status);
  const table = readTable(csv.text).filter((row) => row['Box'] !== '');
  const { records } = readTxf(txf.text);
  const imported = readTable(turbo.text);
  for (const [listed, { headers }] of [
    [table, csv],
    [records, txf],
    [imported, turbo],
  ] as const)
    expect([place, String(listed.length)]).toEqual([place, headers.get('X-Export-Count')]);
  expect(table.map((row) => row['Review'])).toEqual(rows.map(({ review }: Body) => review.join(' ')));
  const pages = readPdf(pdf.bytes);
  const sheets = pages.filter((page) => page.includes('Totals of this sheet'));
  expect([place, signsIn(sheets)]).toEqual([
    place,
    rows.filter(({ review }: Body) => review.length > 0).length,
  ]);
  for (const page of pages) expect(page.includes(form.status)).toBe(form.status !== 'COMPLETE');
  expect(notes.text.split('\r\n')[0]).toBe(`Form 8949 (${year}): ${form.status}`);

  const proceeds = sum(rows, (row: Body) => row.proceeds);
  const gain = gainOf(form, true) + gainOf(form, false);
  const { short_term: short, long_term: long } = form.totals;
  expect([cents(short.gain_loss), cents(long.gain_loss)]).toEqual([gainOf(form, true), gainOf(form, false)]);
  expect(cents(short.proceeds) + cents(long.proceeds)).toBe(proceeds);
  expect([sum(table, (row) => row['Proceeds']), sum(table, (row) => row['Gain or loss'])]).toEqual([
    proceeds,
    gain,
  ]);
  expect(sum(records, ({ amounts: [, paid] }) => paid)).toBe(proceeds);
  expect(sum(imported, (row) => row['Proceeds'])).toBe(proceeds);
  expect(
    sum(
      sheets,
      (page) => page.slice(page.indexOf('Totals of this sheet') + 1).filter((text) => text !== '')[3],
    ),
  ).toBe(gain);
  return form;
}

async function checkScheduleD(wallet: string, form: Body): Promise<void> {
  const base = `/api/v1/tax-reports/${wallet}/schedule-d`;
  const { data } = await get(`${base}?tax_year=${form.tax_year}`);
  const stated = { status: form.status, status_reasons: form.status_reasons };
  expect({ status: data.status, status_reasons: data.status_reasons }).toEqual(stated);
  const line = (lines: Body[], name: string): Body => lines.find(({ line: each }) => each === name);
  const { short_term: short, long_term: long } = form.totals;
  expect([line(data.lines, '7').gain_loss, line(data.lines, '15').gain_loss]).toEqual([
    short.gain_loss,
    long.gain_loss,
  ]);
  const csv = await file(`${base}/export?tax_year=${form.tax_year}&format=csv`);
  const pdf = await file(`${base}/export?tax_year=${form.tax_year}&format=pdf`);
  for (const each of [csv, pdf]) expectStated(wallet, each, form.status);
  const table = readTable(csv.text).filter((row) => row['Gain or loss'] !== '');
  expect(String(table.length)).toBe(csv.headers.get('X-Export-Count'));
  const listed = table.filter((row) => row['Line'] !== '');
  expect(listed.map((row) => [row['Line'], row['Gain or loss'], row['Review']])).toEqual(
    data.lines.map((each: Body) => [each.line, each.gain_loss, each.review.join(' ')]),
  );
  const [page = [], ...rest] = readPdf(pdf.bytes);
  expect(signsIn([page])).toBe(data.lines.filter(({ review }: Body) => review.length > 0).length);
  for (const each of [page, ...rest]) expect(each.includes(form.status)).toBe(form.status !== 'COMPLETE');

  const dollars = (await get(`${base}?tax_year=${form.tax_year}&rounding=dollars`)).data.lines;
  const rounded = JSON.parse(
    (
      await file(
        `${base.replace('schedule-d', 'form-8949')}/export?tax_year=${form.tax_year}&format=json&rounding=dollars`,
      )
    ).text,
  );
  expect([line(dollars, '7').gain_loss, line(dollars, '15').gain_loss]).toEqual([
    rounded.totals.short_term.gain_loss,
    rounded.totals.long_term.gain_loss,
  ]);
}

async function checkSchedule1(wallet: string, year: number): Promise<Body> {
  const base = `/api/v1/tax-reports/${wallet}/schedule-1/export?tax_year=${year}&format=`;
  const json = await file(`${base}json`);
  const schedule = JSON.parse(json.text);
  const [csv, pdf] = [await file(`${base}csv`), await file(`${base}pdf`)];
  for (const each of [json, csv, pdf]) expectStated(`${wallet} ${year}`, each, schedule.status);
  const table = readTable(csv.text).filter((row) => row['Asset'] !== '');
  expect(sum(table, (row) => row['Fair market value'])).toBe(cents(schedule.total));
  expect(table.map((row) => row['Review'])).toEqual(
    schedule.rows.map(({ review }: Body) => review.join(' ')),
  );
  const pages = readPdf(pdf.bytes);
  const marked = schedule.rows.filter(({ review }: Body) => review.length > 0);
  expect(signsIn(pages)).toBe(marked.length);
  if (marked.length > 0) expect(schedule.status).toBe('INCOMPLETE');
  return schedule;
}

function expectSummary(place: string, summary: Body, form: Body, schedule: Body): void {
  const of = ({ proceeds, cost_basis, adjustments, gain_loss }: Body) => ({
    proceeds,
    cost_basis,
    adjustments,
    gain_loss,
  });
  const { short_term: short, long_term: long } = form.totals;
  expect([place, summary.printed.short_term, summary.printed.long_term]).toEqual([
    place,
    of(short),
    of(long),
  ]);
  expect([place, summary.printed.total_income]).toEqual([place, schedule.total]);
  expect([place, summary.status]).toEqual([place, worst(form.status, schedule.status)]);
}

export function describeOneTruth(wallets: readonly string[]): void {
  describe('the surfaces of a year', () => {
    beforeAll(async () => {
      replay = await startReplay();
      app = await startApp({ ...replay.env, EVM_CHAINS: 'ethereum', DEMO_WALLETS: 'true' });
      owner = await account(app);
      await onPlan(app, owner, 'defi');
    });
    afterAll(async () => {
      await app?.close();
      await replay?.close();
    });

    it.each(wallets)('states one truth about each year of %s', async (wallet) => {
      const { available_years: years } = await get(`/api/calculate/tax-export/${wallet}/summary`);
      expect(years.length).toBeGreaterThan(0);
      const portfolio = `/api/v1/portfolios/${await new PortfolioClient(app, owner).made(wallet)}`;
      for (const year of years) {
        const query = `?tax_year=${year}`;
        const form = await checkForm(wallet, year);
        await checkScheduleD(wallet, form);
        const schedule = await checkSchedule1(wallet, year);
        const place = `${wallet} ${year}`;
        for (const summary of [
          (await get(`/api/v1/tax-reports/${wallet}/summary${query}`)).data,
          await get(`/api/calculate/tax-summary/${wallet}${query}`),
          (await get(`/api/calculate/tax-report/${wallet}${query}`)).tax_summary,
          (await get(`${portfolio}/tax-summary${query}`)).data,
        ])
          expectSummary(place, summary, form, schedule);
        const overview = await get(`/api/calculate/tax-export/${wallet}/summary${query}`);
        expect([place, overview.status_reasons]).toEqual([place, form.status_reasons]);
        const joint = (await get(`${portfolio}/form-8949${query}`)).data;
        expect([joint.totals, joint.status_reasons]).toEqual([form.totals, form.status_reasons]);
        const jointD = (await get(`${portfolio}/schedule-d${query}`)).data;
        expect([place, jointD.status]).toEqual([place, form.status]);
        for (const path of ['form-8949', 'schedule-d'])
          expectStated(place, await file(`${portfolio}/${path}${query}&format=csv`), form.status);
      }
    });
  });
}
