import { scheduleD } from '../../../src/domain/forms';
import { printOfficial } from '../../../src/adapters/pdf/official/print-official';
import { readFields } from '../../../src/adapters/pdf/official/read-back';

import { buy, sell } from '../../forms/ledgers';
import {
  blankForms,
  MADE_AT,
  of2025,
  OWN,
  partsOf,
  print,
  printD,
  RETURNED,
  sales,
  twoTerms,
} from './printed';
import { pageTexts, readForm } from './read-form';

describe('Schedule D on the official form', () => {
  const at = (cells: ReadonlyMap<string, string>, page: 1 | 2, n: number, place = '') =>
    cells.get(`topmostSubform[0].Page${page}[0].${place}f${page}_${n}[0]`);

  it('adds up the copies, and has carryovers without brackets of its own', async () => {
    const form = twoTerms();
    const cells = await readForm(await printD(form, { shortTermCarryover: 150_000n }));
    expect([7, 8, 9, 10].map((n) => at(cells, 1, n, 'Table_PartI[0].Row1b[0].'))).toEqual([
      '2,300.00',
      '230.00',
      '',
      '2,070.00',
    ]);
    expect([21, 22, 43].map((n) => at(cells, 1, n))).toEqual(['1,500.00', '570.00', '180.00']);
    expect(at(cells, 2, 1)).toBe('750.00');
    expect(cells.get('topmostSubform[0].Page2[0].c2_1[0]')).toBe('1');
    expect([...cells.values()].filter((text) => text !== '')).toHaveLength(3 + 3 + 3 + 1 + 1);
  });

  it('has whole dollars where all amounts are', async () => {
    const form = of2025([buy('1', '1000', '2025-01-01T00:00Z'), ...sales(1, '400')], [OWN], 'dollars');
    const cells = await readForm(await printD(form, { shortTermCarryover: 150_000n }));
    expect([21, 22].map((n) => at(cells, 1, n))).toEqual(['1,500', '(2,100)']);
    expect([1, 4].map((n) => at(cells, 2, n))).toEqual(['(2,100)', '2,100']);
    expect(cells.get('topmostSubform[0].Page2[0].c2_1[0]')).toBe('');
  });

  it('has line 18 of collectibles', async () => {
    const form = twoTerms();
    const sections = form.sections.map((section) => ({
      ...section,
      rows: section.rows.map((row) => ({ ...row, adjustmentCode: 'C' })),
    }));
    const cells = await readForm(await printD({ ...form, sections }));
    expect([1, 2, 3, 4].map((n) => at(cells, 2, n))).toEqual(['2,250.00', '180.00', '', '']);
  });

  it('says what it leaves blank', async () => {
    const text = (await pageTexts(await printD(twoTerms()))).at(-1)?.join(' ');
    expect(text).toContain('opportunity funds');
    expect(text).toContain('19, 20 and 22');
  });
});

describe('a form that is not complete', () => {
  const unknown = () => of2025([...sales(1, '50')], [OWN]);

  it('begins with a page that says so, and has the mark on each page; its cells are those of the form', async () => {
    const bytes = await print(unknown());
    const pages = await pageTexts(bytes);
    expect(pages[0]?.join(' ')).toMatch(/INCOMPLETE: Form 8949 \(2025\).*Do not file/);
    expect(pages[0]?.join(' ')).toContain('1 row has units of unknown basis');
    expect(pages[0]?.join(' ')).toContain('Copy 1, Part I, row 1: 1 ETH, ! basis unknown, counted as 0');
    for (const page of pages.slice(1, 3)) expect(page).toContain('INCOMPLETE');
    const [[short] = []] = partsOf(await readForm(bytes), 1);
    expect(short?.rows.map((row) => row.slice(3))).toEqual([['50.00', '0.00', '', '', '50.00']]);
  });

  it('is marked where text stands on blank pages too', async () => {
    const bytes = await print(of2025(sales(250, '50'), [OWN]));
    const pages = await pageTexts(bytes);
    const forms = pages.filter((page) => page.includes('(A)') || page.includes('(D)'));
    expect(forms).toHaveLength(2 * 23);
    for (const page of forms) expect(page).toContain('INCOMPLETE');
  });

  it('names the rows to confirm on a page before, and leaves the form as it is', async () => {
    const paid = of2025(
      [
        buy('1', '10', '2025-01-01T00:00Z'),
        sell('1', '50', '2025-06-10T00:00Z', { type: 'spend', flags: ['unmatched'] }),
      ],
      [OWN],
    );
    const pages = await pageTexts(await print(paid));
    expect(pages[0]?.join(' ')).toMatch(/REVIEW: .*Copy 1, Part I, row 1: 1 ETH, \? other end unknown/);
    expect(pages.slice(1).flat()).not.toContain('REVIEW');
    const complete = await pageTexts(await print(twoTerms()));
    expect(complete[0]).toContain('(A)');
    expect(await pageTexts(await printD(unknown()))).toEqual(
      expect.arrayContaining([expect.arrayContaining(['INCOMPLETE: Schedule D (Form 1040) (2025)'])]),
    );
  });
});

describe('reading back', () => {
  it('names a cell with another value, one that must be empty, and one that is absent', async () => {
    const name = 'topmostSubform[0].Page1[0].f1_91[0]';
    const bytes = await print(of2025([buy('1', '1', '2025-01-01T00:00Z'), ...sales(1, '5')], [OWN]));
    const filled = {
      texts: new Map([...(await readForm(bytes))].filter(([, text]) => text !== '')),
      checks: new Map(),
    };
    expect((await readFields(bytes, [filled])).problems).toEqual([]);
    const other = { ...filled, texts: new Map([...filled.texts, [name, '6.00'], ['absent', 'x']]) };
    expect((await readFields(bytes, [other])).problems).toEqual([
      'the field absent is absent',
      `the field ${name} has "5.00"`,
    ]);
    const fewer = { ...filled, texts: new Map([...filled.texts].filter(([each]) => each !== name)) };
    expect((await readFields(bytes, [fewer])).problems).toEqual([`the field ${name} has "5.00"`]);
  });

  it('makes no file where Schedule D is not the sum of the copies', async () => {
    const form = twoTerms();
    const schedule = scheduleD(form, RETURNED);
    const content = { schedule, form, ofCopies: new Map() };
    const wrong = { form: 'schedule_d', content } as const;
    await expect(
      printOfficial(wrong, { template: (await blankForms())[1], statements: [], madeAt: MADE_AT }),
    ).rejects.toMatchObject({
      code: 'CONFIGURATION_ERROR',
      details: { reason: 'official_form_not_as_filled', problem_count: 6 },
    });
  });
});
