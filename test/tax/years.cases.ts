import { dec, formatDecimal, type Decimal } from '../../src/domain/kernel/decimal';
import type { DisposalResponse, IncomeResponse, TaxSummaryResponse } from '../../src/presenters/shapes.dto';
import type { Form8949Response, Form8949RowResponse } from '../../src/presenters/forms/form-8949.shapes.dto';
import type { Schedule1Response } from '../../src/presenters/forms/schedule-1.shapes.dto';
import type { TaxReportResponse, WashSalesResponse } from '../../src/modules/tax/tax.shapes.dto';
import { account } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { readPdf, readTable, readTxf } from '../forms/read-back';
import { startReplay, type Replay } from '../support/replay';
import { completeness } from './shapes';

const WALLET = '0x003dc32fe920a4aaeed12dc87e145f030aa753f3';
/** Wash sales as each of the two servers reports them. */
const told: string[] = [];
const GAINLESS = new Set(['gift', 'donation', 'lost', 'stolen']);

const sum = <T>(items: readonly T[], of: (item: T) => Decimal | string): Decimal =>
  items.reduce((total, item) => total.plus(of(item)), dec(0));
const text = (value: Decimal): string => formatDecimal(value);

const NOT_EXACT = ['printed', 'status', 'status_reasons', 'untracked_proceeds', 'realized_gl_range'] as const;
type Exact = Omit<TaxSummaryResponse, (typeof NOT_EXACT)[number]>;

/** A summary without what forms print and rest on, which another test compares, and without its completeness. */
function exact<T extends TaxSummaryResponse>(summary: T): Omit<T, keyof TaxSummaryResponse> & Exact {
  const others: readonly string[] = [...NOT_EXACT, ...Object.keys(completeness)];
  const rest = Object.fromEntries(Object.entries(summary).filter(([name]) => !others.includes(name)));
  return rest as unknown as Omit<T, keyof TaxSummaryResponse> & Exact;
}

/** Spec 2.7 added up anew from what the same year lists. */
function summaryOf(
  year: number | null,
  listed: readonly DisposalResponse[],
  income: readonly IncomeResponse[],
): Exact {
  const taxed = listed.filter(({ type }) => !GAINLESS.has(type));
  const disposals = taxed.filter(({ value_status }) => value_status === 'known');
  const held = taxed.filter(({ value_status }) => value_status === 'missing');
  const gain = (disposal: DisposalResponse) => dec(disposal.gain_loss).plus(disposal.wash_sale_disallowed);
  const term = (isLong: boolean) => {
    const own = disposals.filter((disposal) => disposal.is_long_term === isLong);
    const gains = sum(
      own.filter((one) => gain(one).gt(0)),
      gain,
    );
    const losses = sum(
      own.filter((one) => gain(one).lt(0)),
      gain,
    ).negated();
    return { gains, losses, net: gains.minus(losses) };
  };
  const of = (type: string) =>
    text(
      sum(
        income.filter((one) => one.type === type),
        (one) => one.fair_market_value,
      ),
    );
  const [short, long] = [term(false), term(true)];
  return {
    address: WALLET,
    tax_year: year,
    total_realized_gl: text(short.net.plus(long.net)),
    short_term_gains: text(short.gains),
    short_term_losses: text(short.losses),
    net_short_term: text(short.net),
    long_term_gains: text(long.gains),
    long_term_losses: text(long.losses),
    net_long_term: text(long.net),
    wash_sale_disallowed: text(sum(disposals, (one) => one.wash_sale_disallowed)),
    wash_sale_count: disposals.filter((one) => one.wash_sale_disallowed !== '0').length,
    disposal_count: disposals.length,
    untracked_count: disposals.filter((one) => one.is_untracked).length,
    excluded_count: held.length,
    excluded_basis: text(sum(held, (one) => one.cost_basis)),
    income_excluded_count: income.filter(({ value_status }) => value_status === 'missing').length,
    total_proceeds: text(sum(disposals, (one) => one.proceeds)),
    total_cost_basis: text(sum(disposals, (one) => one.cost_basis)),
    income: {
      airdrop: of('airdrop'),
      staking_reward: of('staking_reward'),
      mining_reward: of('mining_reward'),
      interest: of('interest'),
      other: of('other'),
      total: text(sum(income, (one) => one.fair_market_value)),
    },
  };
}

const STATED = { assumptions: expect.objectContaining({ method: 'fifo', is_comparison: false }) as object };

/** @param isWhole also the forms without wash sales: those of the stories are such */
export function describeYears(isWhole: boolean): void {
  describe('a real wallet year by year', () => {
    describe.each([
      ['without', 'false'],
      ['with', 'true'],
    ])('%s wash sales', (_name, washSales) => {
      let replay: Replay;
      let app: TestApp;
      let years: number[];
      const data = async <T>(path: string): Promise<T> => {
        const { status, body } = await app.get(path);
        expect([path, status]).toEqual([path, 200]);
        return (path.startsWith('/api/v1') ? body.data : body) as T;
      };
      const report = (name: string, query = '') => `/api/v1/tax-reports/${WALLET}/${name}${query}`;
      const calculate = (name: string, query = '') => `/api/calculate/${name}/${WALLET}${query}`;
      const file = async (path: string) => {
        const response = await fetch(app.url + path, { headers: { 'X-Partner-Key': app.partnerKey } });
        expect([path, response.status]).toEqual([path, 200]);
        return { headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) };
      };
      const textOf = async (path: string) => {
        const { headers, bytes } = await file(path);
        return { headers, text: new TextDecoder().decode(bytes) };
      };

      beforeAll(async () => {
        replay = await startReplay();
        app = await startApp({
          ...replay.env,
          EVM_CHAINS: 'ethereum',
          DEMO_WALLETS: 'false',
          ENABLE_WASH_SALES: washSales,
        });
        ({ available_years: years } = await data<{ available_years: number[] }>(
          `/api/calculate/tax-export/${WALLET}/summary`,
        ));
      });
      afterAll(async () => {
        await app?.close();
        await replay?.close();
      });

      it('has seven years to tell of', () => {
        expect(years).toEqual([2017, 2018, 2019, 2020, 2021, 2022, 2023]);
      });

      it('summarises each year alike everywhere, to the last digit', async () => {
        const disposals: DisposalResponse[] = [];
        const income: IncomeResponse[] = [];
        for (const year of years) {
          const query = `?tax_year=${year}`;
          const listed = await data<TaxReportResponse>(calculate('tax-report', query));
          const expected = summaryOf(year, listed.disposals, listed.income_events);
          expect(exact(listed.tax_summary)).toEqual(expected);
          expect(exact(await data<TaxSummaryResponse>(report('summary', query)))).toEqual({
            ...expected,
            ...STATED,
          });
          expect(exact(await data<TaxSummaryResponse>(calculate('tax-summary', query)))).toEqual(expected);
          const { wash_sale_count: count, wash_sale_disallowed: disallowed } = await data<TaxSummaryResponse>(
            calculate('wash-sales', query),
          );
          expect([count, disallowed]).toEqual([expected.wash_sale_count, expected.wash_sale_disallowed]);
          const schedule = await data<Schedule1Response>(report('schedule-1', `${query}&per_page=100`));
          // The schedule adds up receipts that are rounded to cents.
          const printed = sum(listed.income_events, (one) => dec(one.fair_market_value).toFixed(2));
          expect([schedule.total, schedule.count]).toEqual([printed.toFixed(2), listed.income_events.length]);
          expect(listed.tax_summary.printed.total_income).toBe(schedule.total);
          expect(schedule.rows).toEqual(listed.income_events.slice(0, 100));
          disposals.push(...listed.disposals);
          income.push(...listed.income_events);
        }
        const all = summaryOf(null, disposals, income);
        expect(exact(await data<TaxSummaryResponse>(report('summary')))).toEqual({ ...all, ...STATED });
        expect(exact(await data<TaxSummaryResponse>(calculate('tax-summary')))).toEqual(all);
        const { tax_summary: dashboard } = await data<{ tax_summary: TaxSummaryResponse }>(
          `/api/v1/wallets/${WALLET}/dashboard`,
        );
        expect(exact(dashboard)).toEqual(all);
        expect(all.disposal_count).toBeGreaterThan(500);
        expect(all.wash_sale_count > 0).toBe(washSales === 'true');
      });

      it('tells the same wash sales whether the rule is applied or only asked about', async () => {
        const query = washSales === 'true' ? '' : '?simulate=true';
        const {
          events,
          enabled,
          wash_sale_count: count,
        } = await data<WashSalesResponse>(calculate('wash-sales', query));
        expect(enabled).toBe(washSales === 'true');
        expect(events.length).toBeGreaterThan(10);
        const disallowed = sum(events, (event) => event.disallowed_loss);
        if (enabled) {
          const all = await data<TaxSummaryResponse>(report('summary'));
          expect([text(disallowed), new Set(events.map((event) => event.disposal_id)).size]).toEqual([
            all.wash_sale_disallowed,
            count,
          ]);
        } else expect((await data<WashSalesResponse>(calculate('wash-sales'))).events).toEqual([]);
        told.push(JSON.stringify(events));
        expect(new Set(told).size).toBe(1);
      });

      if (!isWhole && washSales === 'false') return;

      it('writes each year on the form alike in every format', async () => {
        for (const year of years) {
          const { disposals, tax_summary: summary } = await data<TaxReportResponse>(
            calculate('tax-report', `?tax_year=${year}`),
          );
          const taxed = disposals.filter(({ type }) => !GAINLESS.has(type));
          const slices = taxed.filter(({ value_status }) => value_status === 'known');
          const exported = await textOf(report('form-8949/export', `?tax_year=${year}&format=json`));
          const form = JSON.parse(exported.text) as Form8949Response;
          const rows = form.parts.flatMap((part) => part.rows);
          expect(rows).toHaveLength(slices.length);
          expect(rows.length).toBe(form.row_count);
          expect(form.needs_value.map((row) => row.disposal_id)).toEqual(
            taxed.filter(({ value_status }) => value_status === 'missing').map((one) => one.disposal_id),
          );
          expect(form.excluded_count).toBe(summary.excluded_count);
          const marked = [...rows, ...form.needs_value].filter(({ review }) => review.length > 0);
          expect([year, form.status === 'COMPLETE']).toEqual([year, marked.length === 0]);
          expect(exported.headers.get('X-Export-Status')).toBe(form.status);
          expect(exported.headers.get('X-Export-Incomplete') === 'true').toBe(summary.excluded_count > 0);
          expect(exported.headers.get('X-Export-Count')).toBe(String(rows.length));

          const bySlice = new Map(slices.map((slice) => [slice.disposal_id, slice]));
          for (const row of rows) {
            const slice = bySlice.get(row.disposal_id ?? '');
            for (const [shown, exact] of [
              [row.proceeds, slice?.proceeds],
              [row.cost_basis, slice?.cost_basis],
              [row.adjustment_amount, slice?.wash_sale_disallowed],
            ])
              expect(
                dec(shown ?? 'NaN')
                  .minus(exact ?? 'NaN')
                  .abs()
                  .lte(row.adjustment_code ? '0.01' : '0.005'),
              ).toBe(true);
            expect(row.gain_loss).toBe(
              dec(row.proceeds).minus(row.cost_basis).plus(row.adjustment_amount).toFixed(2),
            );
          }
          const cell = (row: Form8949RowResponse) => [
            row.description,
            row.proceeds,
            row.cost_basis,
            row.adjustment_amount,
            row.gain_loss,
            row.box,
          ];
          const { text: csv, headers } = await textOf(report('form-8949/export', `?tax_year=${year}`));
          const name = `form-8949-${WALLET}-${year}${form.status === 'COMPLETE' ? '' : `-${form.status.toLowerCase()}`}.csv`;
          expect(headers.get('Content-Disposition')).toBe(`attachment; filename="${name}"`);
          const listed = readTable(csv);
          // Notices of what no row shows, and the separate list follow the rows.
          const notices = form.status_reasons.filter(
            ({ reason, status }) =>
              reason === 'missing_value' ||
              (reason === 'no_other_end' && status === 'INCOMPLETE') ||
              // One reason for rows and for what is in no row.
              (reason === 'uncertain_type' &&
                status === 'INCOMPLETE' &&
                / of an uncertain type, and in no row/.test(csv)),
          );
          const table = listed.filter((row) => row['Box'] !== '');
          expect(listed.length).toBe(rows.length + form.excluded_count + notices.length);
          expect(csv.includes('INCOMPLETE')).toBe(notices.length > 0);
          expect(
            table.map((row) => [
              row['Description of property'],
              row['Proceeds'],
              row['Cost basis'],
              row['Adjustment amount'],
              row['Gain or loss'],
              row['Box'],
            ]),
          ).toEqual(rows.map(cell));
          expect(
            (await textOf(`/api/calculate/tax-export/${WALLET}/form-8949/csv?tax_year=${year}`)).text,
          ).toBe(csv);

          const { text: txf } = await textOf(report('form-8949/export', `?tax_year=${year}&format=txf`));
          expect(
            readTxf(txf).records.map(({ description, amounts: [cost, proceeds] }) => [
              description,
              cost,
              proceeds,
            ]),
          ).toEqual(
            rows.map((row) => [row.description.replace(/[^ -~]/gu, '?'), row.cost_basis, row.proceeds]),
          );
          expect((await textOf(`/api/calculate/tax-export/${WALLET}/txf?tax_year=${year}`)).text).toBe(txf);

          const turbo = readTable(
            (await textOf(report('form-8949/export', `?tax_year=${year}&format=turbotax`))).text,
          );
          expect(turbo.map((row) => [row['Cost basis (USD)'], row['Proceeds']])).toEqual(
            rows.map((row) => [row.cost_basis, row.proceeds]),
          );

          const pdf = await file(report('form-8949/export', `?tax_year=${year}&format=pdf`));
          expect(pdf.headers.get('Content-Type')).toBe('application/pdf');
          const pages = readPdf(pdf.bytes).filter((page) => page.includes('Totals of this sheet'));
          expect(text(sum(pages, gainOfSheet))).toBe(text(sum(rows, (row) => row.gain_loss)));

          for (const [term, net] of [
            ['short_term', summary.net_short_term],
            ['long_term', summary.net_long_term],
          ] as const) {
            const part = form.totals[term];
            const own = rows.filter((row) =>
              form.parts.some(
                ({ part: name, box }) => box === row.box && (name === 'I') === (term === 'short_term'),
              ),
            );
            for (const [total, of] of [
              [part.proceeds, (row: Form8949RowResponse) => row.proceeds],
              [part.cost_basis, (row: Form8949RowResponse) => row.cost_basis],
              [part.adjustments, (row: Form8949RowResponse) => row.adjustment_amount],
              [part.gain_loss, (row: Form8949RowResponse) => row.gain_loss],
            ] as const)
              expect(total).toBe(sum(own, of).toFixed(2));
            expect(dec(part.gain_loss).minus(net).abs().lte(dec('0.015').mul(own.length))).toBe(true);
          }
          const {
            short_term: short,
            long_term: long,
            row_count: count,
          } = await data<Record<string, { gain_loss: string; count: number }>>(
            `/api/calculate/tax-export/${WALLET}/summary?tax_year=${year}`,
          );
          expect([short?.gain_loss, long?.gain_loss, count]).toEqual([
            form.totals.short_term.gain_loss,
            form.totals.long_term.gain_loss,
            rows.length,
          ]);
        }
      });

      it('marks a form the plan cuts, in JSON, in headers and on every sheet', async () => {
        const { token } = await account(app);
        const headers = { Authorization: `Bearer ${token}` };
        const { body: lots } = await app.get(calculate('lots'), headers);
        const total = lots.tx_total as number;
        expect(total).toBeGreaterThan(25);
        const shown: number[] = [];
        for (const year of years) {
          const query = `?tax_year=${year}`;
          const form = (await app.get(report('form-8949', `${query}&per_page=100`), headers)).body
            .data as Form8949Response;
          const { body: whole } = await app.get(report('form-8949', `${query}&per_page=1`));
          expect([form.tx_limit, form.tx_total]).toEqual([25, form.is_limited ? total : undefined]);
          expect(whole.data).not.toHaveProperty('tx_total');
          expect(form.row_count + form.rows_omitted).toBe(whole.data.row_count);
          expect(form.is_limited).toBe(form.rows_omitted > 0);
          if (form.is_limited || form.excluded_count > 0) expect(form.status).toBe('INCOMPLETE');
          expect(form.status_reasons.some(({ reason }) => reason === 'rows_not_shown')).toBe(form.is_limited);
          expect(form.excluded_count).toBe(whole.data.excluded_count);
          expect([form.totals, form.untracked_count]).toEqual([
            whole.data.totals,
            whole.data.untracked_count,
          ]);
          expect(form.parts.flatMap((part) => part.rows)).toHaveLength(form.row_count);
          shown.push(form.row_count);
          const file = await fetch(app.url + report('form-8949/export', `${query}&format=pdf`), { headers });
          const isCut = String(form.is_limited);
          expect(file.headers.get('X-Export-Truncated')).toBe(isCut);
          expect(file.headers.get('X-Export-Limited') ?? 'false').toBe(isCut);
          expect(file.headers.get('X-Export-Count')).toBe(String(form.row_count));
          for (const page of readPdf(new Uint8Array(await file.arrayBuffer())))
            expect(page.join('|').includes('INCOMPLETE')).toBe(form.status === 'INCOMPLETE');
          const schedule = (await app.get(report('schedule-1', query), headers)).body
            .data as Schedule1Response;
          expect(schedule.count).toBe(schedule.rows.length + schedule.rows_omitted);
          expect(schedule.is_limited).toBe(schedule.rows_omitted > 0);
          expect(schedule.tx_total).toBe(schedule.is_limited ? total : undefined);
          const own = await data<TaxSummaryResponse>(report('summary', query));
          expect((await app.get(report('summary', query), headers)).body.data).toEqual(own);
        }
        expect([Math.min(...shown), Math.max(...shown) > 0]).toEqual([0, true]);
      });

      it('pages the form without overlap, and filters by box and asset', async () => {
        const whole = JSON.parse(
          (await textOf(report('form-8949/export', '?tax_year=2020&format=json'))).text,
        ) as Form8949Response;
        const rows: Form8949RowResponse[] = [];
        for (let page = 1; ; page += 1) {
          const { status, body } = await app.get(
            report('form-8949', `?tax_year=2020&per_page=37&page=${page}`),
          );
          expect(status).toBe(200);
          expect(body.data.totals).toEqual(whole.totals);
          rows.push(...(body.data as Form8949Response).parts.flatMap((part) => part.rows));
          if (!body.pagination.has_more) break;
        }
        expect(rows).toEqual(whole.parts.flatMap((part) => part.rows));
        const box = whole.parts[0]?.box ?? '';
        const boxed = await data<Form8949Response>(
          report('form-8949', `?tax_year=2020&per_page=100&box=${box}`),
        );
        expect(boxed.parts.map((part) => part.box)).toEqual([box]);
        expect(boxed.parts[0]?.rows).toEqual(whole.parts[0]?.rows.slice(0, 100));
        const ether = await app.get(report('form-8949', '?tax_year=2020&per_page=100&symbol=eth'));
        const inEther = rows.filter(({ symbol }) => symbol === 'ETH');
        expect(ether.body.pagination.total).toBe(inEther.length);
        expect(inEther.length).toBeGreaterThan(0);
      });
    });
  });
}

/** What the reader of a sheet finds in its line of totals, a loss in parentheses. */
function gainOfSheet(page: readonly string[]): Decimal {
  const shown = page.slice(page.indexOf('Totals of this sheet') + 1).filter((piece) => piece !== '')[3] ?? '';
  const amount = dec(shown.replace(/[(),]/g, ''));
  return shown.startsWith('(') ? amount.negated() : amount;
}
