import { printForms } from '../../src/adapters/pdf/print-forms';
import {
  form8949,
  marksOf,
  rowsOf,
  schedule1,
  signOf,
  type Account,
  type Form8949,
  usDate,
} from '../../src/domain/forms';
import { buy, DEMO_OWNERS, demoLedger, ETH, ledgerOf, sell, WALLET } from './ledgers';
import { hasPdfToText, readPdf, readPdfInPoppler } from './read-back';

const MADE_AT = Date.parse('2026-02-03T04:05:06Z');
const ACCOUNTS: Account[] = [{ wallet: WALLET, kind: 'self_custody' }];

/** Written once more, so that the test does not ask the code under test. */
const printed = (cents: bigint): string => {
  const text = (Math.abs(Number(cents)) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
  return cents < 0n ? `(${text})` : text;
};

/** What a row shows, column by column. */
const cellsOf = (form: Form8949) =>
  rowsOf(form).map((row) =>
    [
      row.description,
      usDate(row.dateAcquired),
      usDate(row.dateSold),
      printed(row.proceeds),
      printed(row.costBasis),
      row.adjustmentCode,
      row.adjustment === 0n ? '' : printed(row.adjustment),
      printed(row.gain),
    ].filter((cell) => cell !== ''),
  );

const holds = (page: string[], cells: string[]): boolean =>
  page.some((_, i) => cells.every((cell, k) => page[i + k] === cell));

const busy = ledgerOf(
  [
    buy('100', '123456.78', '2023-01-01T00:00Z'),
    ...Array.from({ length: 20 }, (_, i) => sell('0.5', String(100 + i), `2025-03-0${(i % 9) + 1}T00:00Z`)),
    sell('1', '99.99', '2025-04-01T00:00Z', { asset: { ...ETH, id: 'ethereum:0x1', symbol: 'NEVER' } }),
    buy('3', '3000', '2025-03-20T00:00Z'),
  ],
  { washSales: true },
);
const make = (shows?: (id: string) => boolean) =>
  form8949(busy, { accounts: ACCOUNTS, year: 2025, timezone: 'UTC', shows });

describe('Form 8949 as a PDF', () => {
  const form = make();

  it('has every row in order, fourteen a sheet, part by part', async () => {
    const pages = readPdf(await printForms({ forms: [{ form: 'form_8949', content: form }] }, MADE_AT));
    expect(pages).toHaveLength(3);
    const rows = cellsOf(form);
    const onPage = pages.map((page) => rows.filter((cells) => holds(page, cells)).length);
    expect(onPage).toEqual([1, 14, 6]);
    expect(rows).toHaveLength(21);
    pages.forEach((page, i) => {
      expect(page).toContain('8949');
      expect(page).toContain('2025');
      expect(page).toContain(`Page ${i + 1} of 3`);
      expect(page).toContain(`Part ${i === 0 ? 'I' : 'II'}`);
      expect(page.filter((text) => text === 'X')).toHaveLength(1);
      const ticked = page.indexOf('X');
      expect(page[ticked + 1]).toMatch(
        i === 0 ? /^\(I\) Short-term .* not reported/ : /^\(L\) Long-term .* not reported/,
      );
    });
  });

  it('has totals of each sheet, and of the box on its last', async () => {
    const pages = readPdf(await printForms({ forms: [{ form: 'form_8949', content: form }] }, MADE_AT));
    const rows = rowsOf(form);
    const sum = (from: number, until: number) => {
      const of = (column: 'proceeds' | 'costBasis' | 'adjustment' | 'gain') =>
        printed(rows.slice(from, until).reduce((total, row) => total + row[column], 0n));
      return [of('proceeds'), of('costBasis'), of('adjustment'), of('gain')];
    };
    // An empty cell is no text at all.
    const line = (page: string[] = [], label: string) =>
      page
        .slice(page.indexOf(label) + 1)
        .filter((t) => t !== '')
        .slice(0, 4);
    expect(line(pages[0], 'Totals of this sheet')).toEqual(sum(0, 1));
    expect(line(pages[1], 'Totals of this sheet')).toEqual(sum(1, 15));
    expect(line(pages[2], 'Totals of this sheet')).toEqual(sum(15, 21));
    expect(line(pages[2], 'Part II, box L: all sheets')).toEqual(sum(1, 21));
    expect(pages[1]).not.toContain('Part II, box L: all sheets');
    expect(rows.some(({ adjustment }) => adjustment > 0n)).toBe(true);
  });

  it('is the same bytes for the same forms and date, and says the date', async () => {
    const first = await printForms({ forms: [{ form: 'form_8949', content: form }] }, MADE_AT);
    expect(
      Buffer.compare(first, await printForms({ forms: [{ form: 'form_8949', content: form }] }, MADE_AT)),
    ).toBe(0);
    expect(
      Buffer.compare(
        first,
        await printForms({ forms: [{ form: 'form_8949', content: form }] }, MADE_AT + 1000),
      ),
    ).not.toBe(0);
    expect(Buffer.from(first).toString('latin1')).toContain('(D:20260203040506Z)');
  });

  it('that leaves rows out is stamped on every sheet and keeps the totals of the year', async () => {
    const hidden = new Set(busy.disposals.slice(0, 5).map(({ transactionId }) => transactionId));
    const limited = make((id) => !hidden.has(id));
    expect(limited.rowsOmitted).toBe(5);
    expect(limited.isLimited).toBe(true);
    const pages = readPdf(await printForms({ forms: [{ form: 'form_8949', content: limited }] }, MADE_AT));
    for (const page of pages) {
      expect(page).toContain('INCOMPLETE');
      expect(page.join(' ')).toContain(`${limited.rowsOmitted} rows of the year are not shown`);
    }
    expect(pages.flat()).toContain(printed(limited.longTerm.proceeds));
    const known = form8949(
      ledgerOf([buy('1', '1', '2025-01-01T00:00Z'), sell('1', '2', '2025-02-01T00:00Z')]),
      {
        accounts: ACCOUNTS,
        year: 2025,
        timezone: 'UTC',
      },
    );
    const whole = readPdf(await printForms({ forms: [{ form: 'form_8949', content: known }] }, MADE_AT));
    expect(whole.flat()).not.toContain('INCOMPLETE');
  });

  it('has a sign at each marked row, a legend on its sheet, and a stamp on every sheet', async () => {
    const signed = (page: string[]) => page.filter((text) => ['!', '?'].includes(text));
    const pages = readPdf(await printForms({ forms: [{ form: 'form_8949', content: form }] }, MADE_AT));
    expect(pages.map((page) => [signed(page), page.includes('! basis unknown, counted as 0')])).toEqual([
      [['!'], true],
      [[], false],
      [[], false],
    ]);
    const paid = ledgerOf([
      buy('2', '1', '2025-01-01T00:00Z'),
      sell('1', '2', '2025-02-01T00:00Z', { type: 'spend', flags: ['unmatched'] }),
      sell('1', '2', '2025-02-01T00:00Z'),
    ]);
    const [page = []] = readPdf(
      await printForms(
        {
          forms: [
            {
              form: 'form_8949',
              content: form8949(paid, { accounts: ACCOUNTS, year: 2025, timezone: 'UTC' }),
            },
          ],
        },
        MADE_AT,
      ),
    );
    expect([signed(page), page.includes('? other end unknown, counted as sold')]).toEqual([['?'], true]);
    expect(page).toContain('REVIEW');
    expect(page.join(' ')).toContain('REVIEW: 1 outflow without a known other end counts as sold');
  });

  it('states method and assumptions on pages after the form, each in as many lines as it needs', async () => {
    const lots = Array.from(
      { length: 400 },
      (_, i) => `0c6f7f0e-5a57-5d0f-8f2b-${String(i).padStart(12, '0')}`,
    );
    const statements = ['Election of HIFO for me from 2026.', `Order: ${lots.join(', ')}.`, 'w'.repeat(500)];
    const pages = readPdf(
      await printForms({ forms: [{ form: 'form_8949', content: form }], statements }, MADE_AT),
    );
    const own = pages.slice(3);
    expect(own.length).toBeGreaterThan(2);
    for (const page of own) expect(page).toContain('Method and Assumptions');
    expect(own[0]).toContain('Election of HIFO for me from 2026.');
    const text = own.flat().join(' ');
    for (const lot of lots) expect(text).toContain(lot);
    expect(text.match(/w/g)?.length).toBeGreaterThanOrEqual(500);
    expect(pages.at(-1)).toContain(`Page ${pages.length} of ${pages.length}`);
  });

  it('of a year without sales is one sheet that says so', async () => {
    const empty = form8949(busy, { accounts: ACCOUNTS, year: 2020, timezone: 'UTC' });
    const pages = readPdf(await printForms({ forms: [{ form: 'form_8949', content: empty }] }, MADE_AT));
    expect(pages).toHaveLength(1);
    expect(pages[0]).toContain('No dispositions in this year.');
  });

  it('takes any symbol: what the fonts do not know is a mark, what does not fit goes on a second line', async () => {
    const named = (symbol: string) => {
      const asset = { ...ETH, id: `ethereum:${symbol}`, symbol };
      const ledger = ledgerOf([sell('1', '5', '2025-01-01T00:00Z', { asset })]);
      return form8949(ledger, { accounts: ACCOUNTS, year: 2025, timezone: 'UTC' });
    };
    const text = async (symbol: string) =>
      readPdf(await printForms({ forms: [{ form: 'form_8949', content: named(symbol) }] }, MADE_AT)).flat();
    expect(await text('漢💰\r\nX')).toContain('1 ????X');
    expect(await text('Ünï')).toContain('1 Ünï');
    const long = 'CLAIM-YOUR-REWARD-AT-A-WEB-SITE-THAT-DOES-NOT-EXIST-AND-NEVER-DID';
    expect((await text(long)).join('')).toContain(`1 ${long}`);
    expect((await text('W'.repeat(5000))).join('')).toMatch(/W{20,}\.\.\./);
  });
});

describe('Schedule 1 as a PDF', () => {
  const ledger = ledgerOf(
    Array.from({ length: 70 }, (_, i) =>
      buy('1', `${1000 + i}.004`, '2025-05-01T00:00Z', {
        source: 'income',
        incomeType: i % 7 === 0 ? 'interest' : 'staking_reward',
      }),
    ),
  );
  const schedule = schedule1(ledger, { wallets: [WALLET], year: 2025, timezone: 'UTC' });

  it('has every receipt and the sums of the rounded rows, after the other form', async () => {
    const pages = readPdf(
      await printForms(
        {
          forms: [
            { form: 'form_8949', content: make() },
            { form: 'schedule_1', content: schedule },
          ],
        },
        MADE_AT,
      ),
    );
    expect(pages).toHaveLength(3 + 3);
    expect(pages[5]).toContain('Page 6 of 6');
    const shown = pages.slice(3).flat();
    for (let i = 0; i < 70; i++) expect(shown).toContain(printed(BigInt(1000 + i) * 100n));
    const all = Array.from({ length: 70 }, (_, i) => BigInt(1000 + i) * 100n);
    const interest = all.filter((_, i) => i % 7 === 0).reduce((sum, cents) => sum + cents, 0n);
    const total = all.reduce((sum, cents) => sum + cents, 0n);
    expect(shown).toEqual(
      expect.arrayContaining([printed(interest), printed(total - interest), printed(total)]),
    );
    expect(shown).toContain('Digital assets received as ordinary income (Schedule 1 line 8v)');
  });

  it('of a year without income is one page', async () => {
    const none = schedule1(ledger, { wallets: [WALLET], year: 2020, timezone: 'UTC' });
    expect(
      readPdf(await printForms({ forms: [{ form: 'schedule_1', content: none }] }, MADE_AT)),
    ).toHaveLength(1);
  });
});

(hasPdfToText ? describe : describe.skip)('in the eyes of Poppler', () => {
  it('every row of the demo owner is on one line, and the totals are there', async () => {
    const wallets = DEMO_OWNERS.alice;
    const accounts = wallets.map((wallet): Account => ({ wallet, kind: 'self_custody' }));
    const form = form8949(demoLedger(wallets), { accounts, year: 2022, timezone: 'UTC' });
    const pages = readPdfInPoppler(
      await printForms({ forms: [{ form: 'form_8949', content: form }] }, MADE_AT),
    );
    const lines = pages
      .join('\n')
      .split('\n')
      .map((line) =>
        line
          .trim()
          .split(/\s{2,}/)
          .join(' '),
      );
    expect(rowsOf(form).length).toBeGreaterThan(10);
    const signs = rowsOf(form).map((row) => signOf(marksOf(row)));
    for (const [i, cells] of cellsOf(form).entries())
      expect(lines).toContain([signs[i] ?? '', ...cells].filter((text) => text !== '').join(' '));
    const { proceeds, costBasis, adjustment, gain } = form.longTerm;
    expect(lines).toContain(
      ['Part II, box F: all sheets', ...[proceeds, costBasis, adjustment, gain].map(printed)].join(' '),
    );
  });
});
