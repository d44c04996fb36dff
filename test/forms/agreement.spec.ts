import fc from 'fast-check';
import { printForms } from '../../src/adapters/pdf/print-forms';
import { taxSummary, type Ledger, type LedgerEvent } from '../../src/domain/engine';
import { form8949, form8949Txf, reportYears, rowsOf, schedule1, type Account } from '../../src/domain/forms';
import { form8949Csv, turboTaxCsv } from '../../src/domain/forms/form-8949/csv';
import { money } from '../../src/domain/kernel/units';
import { buy, DEMO_OWNERS, demoLedger, ETH, ledgerOf, sell } from './ledgers';
import { readPdf, readTable, readTxf } from './read-back';

const HALF_A_CENT = money('0.005');
const CENT = money('0.01');
const distance = (a: bigint, b: bigint) => (a > b ? a - b : b - a);
const cents = (text: string | undefined): bigint => BigInt((text ?? '').replace('.', ''));
const sum = (values: bigint[]) => values.reduce((total, value) => total + value, 0n);

/**
 * The ledger, the form and its files of one year agree: each amount of a row is off by half a cent at most, the
 * gain by the three it is reckoned from.
 */
function expectAgreement(ledger: Ledger, wallets: readonly string[], year: number, timezone: string) {
  const accounts = wallets.map((wallet): Account => ({ wallet, kind: 'self_custody' }));
  const form = form8949(ledger, { accounts, year, timezone });
  const rows = rowsOf(form);
  const summaries = wallets.map((wallet) => taxSummary(ledger, { wallet, year, timezone }));
  const booked = (pick: (one: (typeof summaries)[number]) => bigint) => sum(summaries.map(pick));
  const count = summaries.reduce((total, { disposalCount }) => total + disposalCount, 0);
  const tolerance = HALF_A_CENT * BigInt(count);

  expect(rows).toHaveLength(count);
  const totals = [form.shortTerm, form.longTerm];
  const formed = (pick: (one: (typeof totals)[number]) => bigint) => sum(totals.map(pick)) * CENT;
  const within = (a: bigint, b: bigint, most: bigint) => expect(distance(a, b) <= most).toBe(true);
  within(
    formed((t) => t.proceeds),
    booked((s) => s.totalProceeds),
    tolerance,
  );
  within(
    formed((t) => t.costBasis),
    booked((s) => s.totalCostBasis),
    tolerance,
  );
  within(
    formed((t) => t.adjustment),
    booked((s) => s.washSaleDisallowed),
    2n * tolerance,
  );
  within(
    form.shortTerm.gain * CENT,
    booked((s) => s.short.net),
    3n * tolerance,
  );
  within(
    form.longTerm.gain * CENT,
    booked((s) => s.long.net),
    3n * tolerance,
  );

  const table = readTable(form8949Csv(form));
  expect(
    table.map((row) => [
      cents(row['Proceeds']),
      cents(row['Cost basis']),
      cents(row['Adjustment amount']),
      cents(row['Gain or loss']),
    ]),
  ).toEqual(rows.map((row) => [row.proceeds, row.costBasis, row.adjustment, row.gain]));
  for (const row of table)
    expect(cents(row['Proceeds']) - cents(row['Cost basis']) + cents(row['Adjustment amount'])).toBe(
      cents(row['Gain or loss']),
    );
  const imported = readTable(turboTaxCsv(form));
  expect(imported.slice(0, table.length).map((row) => [row['Cost basis (USD)'], row['Proceeds']])).toEqual(
    table.map((row) => [row['Cost basis'], row['Proceeds']]),
  );
  expect(imported).toHaveLength(table.length);
  const { records } = readTxf(form8949Txf(form, { program: 'Test', writtenAt: 0 }));
  expect(
    records.map(({ amounts: [cost, proceeds, wash], acquired, sold }) => [
      acquired,
      sold,
      cost,
      proceeds,
      wash,
    ]),
  ).toEqual(
    table.map((row) => [
      row['Date acquired'] === 'UNKNOWN' ? 'VARIOUS' : row['Date acquired'],
      row['Date sold'],
      row['Cost basis'],
      row['Proceeds'],
      row['Adjustment code'] === 'W' ? row['Adjustment amount'] : '',
    ]),
  );
  const income = schedule1(ledger, { wallets, year, timezone });
  expect(income.total).toBe(booked((s) => s.income.total));
  expect(income.count).toBe(summaries.reduce((total, { incomeCount }) => total + incomeCount, 0));
  return form;
}

/** The gains a reader of the sheets adds up. */
async function gainInPdf(form: ReturnType<typeof form8949>): Promise<bigint> {
  const pages = readPdf(await printForms({ forms: [{ form: 'form_8949', content: form }] }, 0));
  return sum(
    pages.map((page) => {
      const shown =
        page.slice(page.indexOf('Totals of this sheet') + 1).filter((text) => text !== '')[3] ?? '';
      const amount = cents(shown.replace(/[(),]/g, ''));
      return shown.startsWith('(') ? -amount : amount;
    }),
  );
}

describe('ledgers, forms and files agree', () => {
  it.each(Object.entries(DEMO_OWNERS))('on every year of the demo wallets of %s', async (_, wallets) => {
    for (const washSales of [false, true])
      for (const timezone of ['UTC', 'America/Los_Angeles']) {
        const ledger = demoLedger(wallets, { washSales, timezone });
        const years = reportYears(ledger, wallets, timezone);
        expect(years.length).toBeGreaterThan(0);
        for (const year of years) {
          const form = expectAgreement(ledger, wallets, year, timezone);
          expect(await gainInPdf(form)).toBe(form.shortTerm.gain + form.longTerm.gain);
        }
      }
  });

  const WALLETS = ['0xa', '0xb'];
  const TOKEN = { ...ETH, id: 'ethereum:0xt', symbol: 'T,"=', decimals: 6 };
  const event = fc
    .record({
      kind: fc.constantFrom(...(['buy', 'sell', 'sell', 'fee', 'gift', 'income'] as const)),
      wallet: fc.constantFrom(...WALLETS),
      asset: fc.constantFrom(ETH, TOKEN),
      micro: fc.integer({ min: 1, max: 5_000_000 }),
      usd: fc.integer({ min: 0, max: 10_000_000 }),
      minute: fc.integer({ min: 0, max: 3 * 366 * 24 * 60 }),
    })
    .map(({ kind, wallet, asset, micro, usd, minute }): LedgerEvent => {
      const quantity = (micro / 1e6).toFixed(6);
      const value = (usd / 1e4).toFixed(4);
      const at = new Date(Date.parse('2023-06-01T00:00Z') + minute * 60_000).toISOString();
      if (kind === 'buy') return buy(quantity, value, at, { wallet, asset });
      if (kind === 'income')
        return buy(quantity, value, at, { wallet, asset, source: 'income', incomeType: 'staking_reward' });
      return sell(quantity, value, at, {
        wallet,
        asset,
        type: kind === 'sell' ? 'sale' : kind,
      });
    });

  it('on any history, with wash sales and without', () => {
    fc.assert(
      fc.property(fc.array(event, { minLength: 1, maxLength: 60 }), fc.boolean(), (events, washSales) => {
        const ledger = ledgerOf(events, { washSales });
        for (const year of [2023, 2024, 2025, 2026]) expectAgreement(ledger, WALLETS, year, 'UTC');
      }),
      { numRuns: 60 },
    );
  });

  it('a file with small fees gathered says the same, half a cent a row', () => {
    fc.assert(
      fc.property(fc.array(event, { minLength: 1, maxLength: 60 }), (events) => {
        const cheap = events.map((one) =>
          one.kind === 'dispose' && one.type === 'fee' && one.proceeds !== null
            ? { ...one, proceeds: one.proceeds / 1_000_000n }
            : one,
        );
        const request = {
          accounts: WALLETS.map((wallet): Account => ({ wallet, kind: 'self_custody' })),
          year: 2024,
          timezone: 'UTC',
        };
        const ledger = ledgerOf(cheap);
        const apart = form8949(ledger, request);
        const gathered = form8949(ledger, { ...request, gatherSmallFees: true });
        const rows = BigInt(apart.rowCount + gathered.rowCount);
        expect(gathered.rowCount).toBeLessThanOrEqual(apart.rowCount);
        for (const term of ['shortTerm', 'longTerm'] as const)
          for (const column of ['proceeds', 'costBasis'] as const)
            expect(distance(gathered[term][column], apart[term][column]) * 2n <= rows).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});
