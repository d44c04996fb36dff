import fc from 'fast-check';
import { printForms } from '../../src/adapters/pdf/print-forms';
import {
  replay,
  taxSummary,
  type Ledger,
  type MethodName,
  type ReplayOptions,
} from '../../src/domain/engine';
import { form8949, form8949Txf, reasonSentences, rowsOf, schedule1, type Mark } from '../../src/domain/forms';
import { form8949Csv, formNotes, turboTaxCsv } from '../../src/domain/forms/form-8949/csv';
import { schedule1Csv } from '../../src/domain/forms/schedule-1/csv';
import { formatMoney } from '../../src/domain/kernel/units';
import { postedEvents, type PostedRow } from '../../src/domain/posted';
import { readPdf, readTable, readTxf } from './read-back';
import { FIFO } from '../support/engine-events';

const WALLET = 'w';
const OPTIONS: ReplayOptions = FIFO;
const DAY_MS = 86_400_000;

type Row = Omit<PostedRow, 'at' | 'wallet'> & { on: string };
const posted = (rows: readonly Row[]): PostedRow[] =>
  rows.map(({ on, ...row }, i) => ({ id: `r${i}`, ...row, at: Date.parse(on), wallet: WALLET }));
const ledgerOf = (rows: readonly Row[], options: Partial<ReplayOptions> = {}): Ledger =>
  replay(postedEvents(posted(rows)), { ...OPTIONS, ...options });
const formOf = (ledger: Ledger, year: number) =>
  form8949(ledger, { accounts: [{ wallet: WALLET, kind: 'self_custody' }], year, timezone: 'UTC' });

const shown = ({ disposals }: Ledger) =>
  disposals.map(({ quantity: _, asset, proceeds, costBasis, gain, valueStatus }) =>
    [asset.symbol, formatMoney(proceeds), formatMoney(costBasis), formatMoney(gain), valueStatus].join(' '),
  );
const figures = (ledger: Ledger, year?: number) => {
  const summary = taxSummary(ledger, { timezone: 'UTC', ...(year === undefined ? {} : { year }) });
  return {
    gain: formatMoney(summary.totalRealized),
    proceeds: formatMoney(summary.totalProceeds),
    basis: formatMoney(summary.totalCostBasis),
    count: summary.disposalCount,
    excluded: summary.excludedCount,
    excludedBasis: formatMoney(summary.excludedBasis),
  };
};

const PURCHASE: Row = { on: '2023-01-01', type: 'buy', symbol: 'A', quantity: '10', valueUsd: '500' };
const SALE: Row = { on: '2023-06-01', type: 'sell', symbol: 'A', quantity: '4' };
const SWAP: Row = {
  on: '2023-06-01',
  type: 'swap',
  symbol: 'A',
  quantity: '10',
  toSymbol: 'B',
  toQuantity: '3',
};
const LATER: Row = { on: '2024-07-01', type: 'sell', symbol: 'B', quantity: '3', valueUsd: '620' };

describe('a disposal without a price', () => {
  const ledger = ledgerOf([PURCHASE, SALE, { ...SALE, on: '2023-07-01', quantity: '1', valueUsd: '80' }]);

  it('has proceeds equal to its basis, no gain, and counts beside the totals', () => {
    expect(shown(ledger)).toEqual(['A 200 200 0 missing', 'A 80 50 30 known']);
    expect(figures(ledger)).toEqual({
      gain: '30',
      proceeds: '80',
      basis: '50',
      count: 1,
      excluded: 1,
      excludedBasis: '200',
    });
  });

  it('is on a separate list of the form, and the form is incomplete', () => {
    const form = formOf(ledger, 2023);
    expect(rowsOf(form).map(({ description }) => description)).toEqual(['1 A']);
    expect(form.needsValue).toMatchObject([
      { description: '4 A', costBasis: 20000n, valueStatus: 'missing' },
    ]);
    expect([form.shortTerm.count, form.excludedCount, form.excludedBasis]).toEqual([1, 1, 20000n]);
    expect(formOf(ledger, 2024).excludedCount).toBe(0);
  });

  it('is in no amount of a file, and every file states that it is incomplete', async () => {
    const form = formOf(ledger, 2023);
    const table = readTable(form8949Csv(form));
    expect(table.map((row) => [row['Description of property'], row['Proceeds'], row['Cost basis']])).toEqual([
      ['1 A', '80.00', '50.00'],
      [expect.stringMatching(/^INCOMPLETE: 1 row of the year has no known value/), '', ''],
      ['NEEDS VALUE: 4 A', '', ''],
    ]);
    expect(readTable(turboTaxCsv(form)).map((row) => [row['Asset name'], row['Proceeds']])).toEqual([
      ['A', '80.00'],
    ]);
    expect(formNotes(form)).toContain('INCOMPLETE');
    const txf = form8949Txf(form, { program: 'Test', writtenAt: 0 });
    expect(readTxf(txf).records).toHaveLength(1);
    expect(txf.split('\r\n')[1]).toContain('INCOMPLETE');
    const pages = readPdf(await printForms({ forms: [{ form: 'form_8949', content: form }] }, 0)).map(
      (page) => page.join(' '),
    );
    expect(pages).toHaveLength(2);
    expect(pages[0]).toContain('INCOMPLETE');
    expect(pages[0]).not.toContain('4 A');
    expect(pages[1]).toContain('Dispositions without a Known Value');
    expect(pages[1]).toContain('4 A');
  });

  it('is no loss for the wash-sale rule', () => {
    const washed = ledgerOf([PURCHASE, SALE, { ...PURCHASE, on: '2023-06-10' }], { washSales: true });
    expect(washed.washSales).toEqual([]);
  });
});

describe('a trade without a price', () => {
  it('carries the basis over with the mark, so that no false gain follows', () => {
    const ledger = ledgerOf([PURCHASE, SWAP, LATER]);
    expect(
      ledger.lots.map(({ asset, originalCost, valueStatus, basisSource }) => [
        asset.symbol,
        formatMoney(originalCost),
        valueStatus,
        basisSource,
      ]),
    ).toEqual([
      ['A', '500', 'known', 'trade'],
      ['B', '500', 'missing', 'carried'],
    ]);
    expect(shown(ledger)).toEqual(['A 500 500 0 missing', 'B 500 500 0 missing']);
    expect(formatMoney(ledger.disposals[1]?.knownProceeds ?? 0n)).toBe('620');
    expect(figures(ledger, 2024)).toMatchObject({ gain: '0', count: 0, excluded: 1, excludedBasis: '500' });
  });

  it('gives the gains of a priced one as soon as its value is known', () => {
    const ledger = ledgerOf([PURCHASE, { ...SWAP, valueUsd: '600' }, LATER]);
    expect(shown(ledger)).toEqual(['A 600 500 100 known', 'B 620 600 20 known']);
  });

  it('marks only the units it brought, wherever they move', () => {
    const ledger = ledgerOf([
      PURCHASE,
      { ...PURCHASE, symbol: 'B', quantity: '1', valueUsd: '90' },
      SWAP,
      { on: '2023-08-01', type: 'internal_transfer', symbol: 'B', quantity: '4', from: WALLET, to: 'v' },
    ]);
    const open = ledger.lots.filter(({ remaining }) => remaining > 0n);
    expect(open.map(({ cost, valueStatus }) => [formatMoney(cost), valueStatus])).toEqual([
      ['90', 'known'],
      ['500', 'missing'],
    ]);
  });
});

describe('income without a price', () => {
  const ledger = ledgerOf([
    { on: '2023-02-01', type: 'staking_reward', symbol: 'A', quantity: '2' },
    { on: '2023-03-01', type: 'staking_reward', symbol: 'A', quantity: '1', valueUsd: '30' },
    { on: '2024-03-01', type: 'sell', symbol: 'A', quantity: '3', valueUsd: '150' },
  ]);

  it('is listed, in no sum, and its sale is held out', () => {
    const { income, incomeCount, incomeExcludedCount } = taxSummary(ledger, { timezone: 'UTC' });
    expect([formatMoney(income.total), incomeCount, incomeExcludedCount]).toEqual(['30', 2, 1]);
    expect(shown(ledger)).toEqual(['A 0 0 0 missing', 'A 50 30 20 known']);
    expect(figures(ledger)).toMatchObject({ gain: '20', proceeds: '50', basis: '30', count: 1, excluded: 1 });
  });

  it('has no amount in the file of the schedule', () => {
    const schedule = schedule1(ledger, { wallets: [WALLET], year: 2023, timezone: 'UTC' });
    expect([schedule.count, schedule.excludedCount]).toEqual([2, 1]);
    expect(
      readTable(schedule1Csv(schedule)).map((row) => [row['Fair market value'], row['Tax return line']]),
    ).toEqual([
      ['', 'NEEDS VALUE'],
      ['30.00', 'Schedule 1 line 8v'],
    ]);
  });
});

describe('costs above the value', () => {
  it('give no negative proceeds', () => {
    const ledger = ledgerOf([PURCHASE, { ...SALE, valueUsd: '0.16', feeUsd: '5' }]);
    expect(shown(ledger)).toEqual(['A 0 200 -200 known']);
    expect(ledger.disposals[0]?.flags).toEqual(['costs_capped']);
    expect(formatMoney(ledger.disposals[0]?.fees ?? 0n)).toBe('0.16');
  });
});

describe('any ledger with missing prices', () => {
  const SYMBOLS = ['A', 'B', 'C'] as const;
  const row = fc
    .record({
      kind: fc.constantFrom(...(['buy', 'buy', 'sell', 'swap', 'swap', 'spend', 'reward', 'move'] as const)),
      symbol: fc.constantFrom(...SYMBOLS),
      to: fc.constantFrom(...SYMBOLS),
      units: fc.integer({ min: 1, max: 50 }),
      usd: fc.integer({ min: 1, max: 100_000 }),
      isPriced: fc.boolean(),
      day: fc.integer({ min: 0, max: 900 }),
    })
    .map(({ kind, symbol, to, units, usd, isPriced, day }): { priced: Row; isPriced: boolean } => {
      const common = {
        on: new Date(Date.UTC(2023, 0, 1) + day * DAY_MS).toISOString(),
        symbol,
        quantity: String(units),
        valueUsd: String(usd),
      };
      if (kind === 'move')
        return { priced: { ...common, type: 'internal_transfer', from: WALLET, to: 'v' }, isPriced: true };
      if (kind !== 'swap')
        return { priced: { ...common, type: kind === 'reward' ? 'staking_reward' : kind }, isPriced };
      const other = to === symbol ? SYMBOLS[(SYMBOLS.indexOf(to) + 1) % 3] : to;
      return { priced: { ...common, type: 'swap', toSymbol: other, toQuantity: String(units) }, isPriced };
    });
  const histories = fc.array(row, { minLength: 1, maxLength: 40 });
  const withGaps = (rows: readonly { priced: Row; isPriced: boolean }[]): Row[] =>
    rows.map(({ priced, isPriced }) => (isPriced ? priced : { ...priced, valueUsd: undefined }));
  const methods = fc.constantFrom<MethodName>('fifo', 'lifo', 'hifo');

  it('has no unmarked row with proceeds 0 or basis 0, and totals equal the sum of the other rows', () => {
    fc.assert(
      fc.property(histories, methods, fc.boolean(), (rows, method, washSales) => {
        const ledger = ledgerOf(withGaps(rows), { method, washSales });
        const { disposals } = ledger;
        const held = disposals.filter(({ valueStatus }) => valueStatus === 'missing');
        const counted = disposals.filter(({ valueStatus }) => valueStatus === 'known');
        for (const slice of held) expect([slice.gain, slice.proceeds]).toEqual([0n, slice.costBasis]);
        for (const slice of counted)
          expect([slice.proceeds > 0n, slice.costBasis > 0n || slice.isUntracked]).toEqual([true, true]);
        const sum = (of: (slice: (typeof disposals)[number]) => bigint, list = counted) =>
          list.reduce((total, slice) => total + of(slice), 0n);
        for (const records of [ledger, lists(ledger)]) {
          const summary = taxSummary(records, { timezone: 'UTC' });
          expect(summary).toMatchObject({
            disposalCount: counted.length,
            excludedCount: held.length,
            excludedBasis: sum(({ costBasis }) => costBasis, held),
            totalProceeds: sum(({ proceeds }) => proceeds),
            totalCostBasis: sum(({ costBasis }) => costBasis),
            totalRealized: sum(({ gain, washSaleDisallowed }) => gain + washSaleDisallowed),
          });
        }
        for (const year of [2023, 2024, 2025]) {
          const form = formOf(ledger, year);
          const all = [...rowsOf(form), ...form.needsValue];
          expect(form.needsValue.every(({ valueStatus }) => valueStatus === 'missing')).toBe(true);
          expect(rowsOf(form).every(({ valueStatus }) => valueStatus === 'known')).toBe(true);
          const ofYear = disposals.filter(
            ({ wallet, disposedAt }) => wallet === WALLET && new Date(disposedAt).getUTCFullYear() === year,
          );
          expect(all).toHaveLength(ofYear.length);
        }
      }),
    );
  });

  it('moves no basis in or out: what leaves unpriced trades enters them', () => {
    fc.assert(
      fc.property(histories, methods, (rows, method) => {
        const ledger = ledgerOf(withGaps(rows), { method });
        for (const lot of ledger.lots) {
          if (lot.basisSource !== 'carried' || lot.parentId !== null || lot.valueStatus === 'known') continue;
          const given = ledger.disposals.filter(
            ({ transactionId, type }) => transactionId === lot.transactionId && type === 'swap',
          );
          expect(lot.originalCost).toBe(given.reduce((total, { costBasis }) => total + costBasis, 0n));
        }
      }),
    );
  });

  it('equals the ledger priced from the start once every value is known', () => {
    fc.assert(
      fc.property(histories, methods, (rows, method) => {
        const whole = ledgerOf(
          rows.map(({ priced }) => priced),
          { method },
        );
        const gapped = ledgerOf(withGaps(rows), { method });
        if (rows.every(({ isPriced }) => isPriced)) expect(figures(gapped)).toEqual(figures(whole));
        expect(figures(whole).excluded).toBe(0);
      }),
    );
  });
});

const lists = ({
  lots,
  disposals,
  income,
  links,
  issues,
  washSales,
  movesNotIdentified,
  isApproximate,
  assets,
}: Ledger): Ledger => ({
  lots,
  disposals,
  income,
  links,
  issues,
  washSales,
  movesNotIdentified,
  isApproximate,
  assets,
});

describe('the number of what is missing', () => {
  const gapsOf = (count: number, what: 'rows' | 'receipts') =>
    reasonSentences(
      (['missing_value', 'rows_not_shown', 'possibly_counted_twice'] satisfies Mark[]).map((mark: Mark) => ({
        mark,
        count,
        amount: null,
      })),
      what,
    );

  it('is that of its noun and verb', () => {
    expect(gapsOf(1, 'rows')).toEqual([
      '1 row of the year has no known value.',
      '1 row of the year is not shown under the plan of this account.',
      '1 row may be a sale that is counted twice: as a broker reports it, and as the own records do.',
    ]);
    expect(gapsOf(2, 'receipts')).toEqual([
      '2 receipts of the year have no known value.',
      '2 receipts of the year are not shown under the plan of this account.',
      '2 rows may be sales that are counted twice: as a broker reports them, and as the own records do.',
    ]);
  });
});
