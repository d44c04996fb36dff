import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installForm } from '../../../src/adapters/pdf/official/install';
import { InstalledForms } from '../../../src/adapters/pdf/official/installed-forms';
import { startApp, type TestApp } from '../../app.factory';
import { startReplay, type Replay } from '../../support/replay';
import { addUp, centsOf, readForm, seenPart, type SeenPart } from './read-form';
import { testForm8949, testScheduleD } from './test-form';

const DEMO = '0xde300000000000000000000000000000000a11ce';
/** A recorded wallet with sales in 2025. */
const RECORDED = '0x56a1a34f0d33788eba53e2706854a37a5f275536';

let replay: Replay;
let app: TestApp;
beforeAll(async () => {
  replay = await startReplay();
  app = await startApp({ ...replay.env, EVM_CHAINS: 'ethereum', DEMO_WALLETS: 'true' });
});
afterAll(async () => {
  await app.close();
  await replay.close();
});

const pathOf = (wallet: string, form: string, rest = '') =>
  `/api/v1/tax-reports/${wallet}/${form}${rest}${rest.includes('?') ? '&' : '?'}tax_year=2025`;

async function fileOf(wallet: string, form: string, format = 'pdf') {
  const answer = await fetch(`${app.url}${pathOf(wallet, form, `/export?format=${format}`)}`, {
    headers: { 'X-Partner-Key': app.partnerKey },
  });
  return {
    status: answer.status,
    kind: answer.headers.get('X-Export-Official-Form'),
    name: answer.headers.get('Content-Disposition'),
    count: answer.headers.get('X-Export-Count'),
    bytes: new Uint8Array(await answer.arrayBuffer()),
  };
}

const jsonOf = async (wallet: string, form: string) =>
  (await app.get(pathOf(wallet, form, '?per_page=100'))).body.data;
const formOf = (wallet: string) => jsonOf(wallet, 'form-8949');
const scheduleOf = async (wallet: string) => (await app.get(pathOf(wallet, 'schedule-d'))).body.data;

/** Parts of all copies that have rows. */
const partsIn = (cells: ReadonlyMap<string, string>): SeenPart[] =>
  Array.from({ length: 20 }, (_, copy) => [seenPart(cells, copy, 1), seenPart(cells, copy, 2)])
    .flat()
    .filter(({ rows }) => rows.length > 0);

it('without an official form the PDF is the statement, and the answer says so', async () => {
  expect((await formOf(DEMO)).official_form).toBe('not_installed');
  expect((await scheduleOf(DEMO)).official_form).toBe('not_installed');
  for (const form of ['form-8949', 'schedule-d']) {
    const { status, kind, bytes } = await fileOf(DEMO, form);
    expect([status, kind]).toEqual([200, 'not_installed']);
    await expect(readForm(bytes)).resolves.toEqual(new Map());
  }
});

describe('with the official forms of the year', () => {
  beforeAll(async () => {
    const forms = new InstalledForms(app.dataDir);
    await installForm(forms, await testForm8949(), 'test');
    await installForm(forms, await testScheduleD(), 'test');
  });

  it.each([
    ['the demo wallet', DEMO],
    ['a recorded wallet', RECORDED],
  ])(
    'the PDF of %s has the rows of the answer, line 2 of each copy, and a Schedule D that adds them up',
    async (_, wallet) => {
      const form = await formOf(wallet);
      expect([form.official_form, form.row_count > 0]).toEqual(['fields', true]);
      const { status, kind, name, bytes } = await fileOf(wallet, 'form-8949');
      expect([status, kind]).toEqual([200, 'fields']);
      expect(name).toContain(form.status === 'COMPLETE' ? '-2025.pdf' : `-${form.status.toLowerCase()}.pdf`);
      const parts = partsIn(await readForm(bytes));
      expect(parts.flatMap(({ rows }) => rows)).toHaveLength(form.row_count);
      for (const part of parts) {
        expect(part.line2.map(centsOf)).toEqual(addUp(part));
        expect(part.ticked).toHaveLength(1);
      }
      const listed = form.parts.flatMap(
        ({ rows }: { rows: { proceeds: string; gain_loss: string }[] }) => rows,
      );
      const amounts = (rows: readonly (readonly [string, string])[]) =>
        rows.map((row) => row.join(' ')).sort();
      const cents = (text: string) => String(Math.round(Number(text) * 100));
      expect(
        amounts(
          parts.flatMap(({ rows }) =>
            rows.map((row) => [centsOf(row[3]), centsOf(row[7])].map(String) as [string, string]),
          ),
        ),
      ).toEqual(
        amounts(
          listed.map(
            (row: { proceeds: string; gain_loss: string }) =>
              [cents(row.proceeds), cents(row.gain_loss)] as const,
          ),
        ),
      );
      const schedule = await fileOf(wallet, 'schedule-d');
      expect([schedule.status, schedule.kind]).toEqual([200, 'fields']);
      const cells = await readForm(schedule.bytes);
      const gains = parts.reduce((sum, part) => sum + centsOf(part.line2[3]), 0);
      expect(centsOf(cells.get('topmostSubform[0].Page2[0].f2_1[0]'))).toBe(gains);
      expect((await scheduleOf(wallet)).official_form).toBe('fields');
    },
  );

  it('the summary has one row for each box on the form, and the rows on the attached statement', async () => {
    const form = await formOf(DEMO);
    const { kind, name, bytes } = await fileOf(DEMO, 'form-8949', 'summary_pdf');
    expect([kind, name]).toEqual(['fields', expect.stringContaining('-2025-summary')]);
    const parts = partsIn(await readForm(bytes));
    expect(
      parts.flatMap(({ rows }) => rows.map((row) => [row[0], row[5], row[7]?.replace(',', '')])),
    ).toEqual(
      form.parts.map(({ totals }: { totals: { gain_loss: string } }) => [
        'See attached statement',
        'M',
        totals.gain_loss.replace(/^-(.*)$/, '($1)'),
      ]),
    );
    const csv = await fileOf(DEMO, 'form-8949', 'summary_csv');
    expect([csv.kind, csv.count]).toEqual([null, String(form.parts.length)]);
  });

  it('a form that changed since it was installed is not filled', async () => {
    writeFileSync(join(app.dataDir, 'irs-forms/2025/f1040sd.pdf'), await testForm8949());
    const { status, bytes } = await fileOf(DEMO, 'schedule-d');
    expect([status, JSON.parse(Buffer.from(bytes).toString())]).toMatchObject([
      500,
      { error: { code: 'CONFIGURATION_ERROR', details: { reason: 'official_form_changed' } } },
    ]);
  });
});
