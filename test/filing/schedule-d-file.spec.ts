import { printForms } from '../../src/adapters/pdf/print-forms';

import { form8949, type Form8949, type Rounding, madeScheduleD, scheduleD } from '../../src/domain/forms';
import { form8949Csv } from '../../src/domain/forms/form-8949/csv';
import { scheduleDCsv } from '../../src/domain/forms/schedule-d/csv';
import { buy, ledgerOf, sell, WALLET } from '../forms/ledgers';
import { readPdf, readTable } from '../forms/read-back';

const LEDGER = ledgerOf([
  buy('1', '1000.004', '2024-01-10T00:00Z'),
  buy('1', '1100.996', '2025-01-10T00:00Z'),
  sell('1', '400.515', '2025-06-10T00:00Z', { type: 'spend', flags: ['unmatched'] }),
  sell('1', '500.505', '2025-06-11T00:00Z'),
  sell('1', '30.496', '2025-06-12T00:00Z'),
]);
const RETURNED = {
  shortTermCarryover: 700000n,
  longTermCarryover: 0n,
  isMarriedFilingSeparately: false,
  taxableIncome: 5000000n,
};

const formOf = (rounding: Rounding): Form8949 =>
  form8949(LEDGER, {
    accounts: [{ wallet: WALLET, kind: 'self_custody' }],
    year: 2025,
    timezone: 'UTC',
    rounding,
  });

const cents = (text = ''): number => Math.round(Number(text) * 100);

describe('Schedule D as a file', () => {
  it.each(['cents', 'dollars'] as const)('adds up the rows of Form 8949 in %s', (rounding) => {
    const form = formOf(rounding);
    const rows = readTable(form8949Csv(form));
    const table = readTable(scheduleDCsv(scheduleD(form, RETURNED), form));
    for (const [line, term] of [
      ['3', 'short'],
      ['10', 'long'],
    ]) {
      const listed = table.find((row) => row['Line'] === line);
      const own = rows.filter((row) => row['Term'] === term);
      const sum = (column: string) => own.reduce((total, row) => total + cents(row[column]), 0);
      expect([
        cents(listed?.['Proceeds']),
        cents(listed?.['Cost basis']),
        cents(listed?.['Gain or loss']),
      ]).toEqual([sum('Proceeds'), sum('Cost basis'), sum('Gain or loss')]);
    }
    expect(table.map((row) => row['Line']).filter((line) => line !== '')).toEqual(
      '1b 2 3 6 7 8b 9 10 14 15 16 21'.split(' '),
    );
    if (rounding === 'dollars')
      for (const row of table)
        expect([row['Caption'], row['Gain or loss']]).toEqual([
          row['Caption'],
          expect.stringMatching(/\.00$/),
        ]);
  });

  it('marks the lines of marked rows, and has the lines of the carryover worksheet', () => {
    const form = formOf('cents');
    const table = readTable(scheduleDCsv(scheduleD(form, RETURNED), form));
    expect(table.filter((row) => row['Review'] !== '').map((row) => [row['Line'], row['Review']])).toEqual([
      ['3', 'unknown_basis'],
      ['10', 'no_other_end'],
    ]);
    const worksheet = table.filter((row) => row['Line'] === '');
    expect(worksheet.map((row) => row['Caption'])).toEqual(
      Array.from({ length: 13 }, (_, i) => `Capital Loss Carryover Worksheet to 2026, line ${i + 1}`),
    );
  });

  it('prints the same lines on one page with a sign, a legend and the status', async () => {
    const form = formOf('cents');
    const schedule = scheduleD(form, RETURNED);
    const pages = readPdf(await printForms({ forms: [madeScheduleD(schedule, form)] }, 0));
    expect(pages).toHaveLength(1);
    const [page = []] = pages;
    expect(page).toEqual(
      expect.arrayContaining([
        'INCOMPLETE',
        'Schedule D',
        '! basis unknown, counted as 0; ? other end unknown, counted as sold',
        'Net short-term capital gain or (loss)',
      ]),
    );
    expect(page.filter((text) => ['!', '?'].includes(text))).toEqual(['!', '?']);
  });
});
