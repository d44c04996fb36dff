import { printForms } from '../../src/adapters/pdf/print-forms';
import { form8949, summaryForm, type Account } from '../../src/domain/forms';
import { form8949Csv, formNotes } from '../../src/domain/forms/form-8949/csv';
import { drakeCsv, taxActCsv } from '../../src/domain/forms/form-8949/preparers';
import { partsOf, print } from '../filing/official/printed';
import { pageTexts, readForm } from '../filing/official/read-form';
import { buy, ETH, ledgerOf, sell, WALLET } from './ledgers';
import { readPdf, readTable } from './read-back';

const ACCOUNTS: Account[] = [
  { wallet: WALLET, kind: 'us_exchange', boxes: { short: 'G', long: 'L' } },
  { wallet: 'other', kind: 'self_custody' },
];
const NAMED = { ...ETH, id: 'ethereum:0x1', symbol: 'A, "B"' };
const GOLD = { ...ETH, id: 'ethereum:0x45804880de22913dafe09f4980848ece6ecbaf78', symbol: 'PAXG' };

const form = form8949(
  ledgerOf(
    [
      buy('2', '20', '2023-03-05T00:00Z'),
      buy('1', '900', '2026-01-01T00:00Z', { asset: NAMED }),
      sell('1', '500', '2026-03-05T00:00Z', { asset: NAMED }),
      buy('1', '400', '2026-03-06T00:00Z', { asset: NAMED }),
      sell('2', '150.50', '2026-04-01T00:00Z'),
      buy('1', '1000', '2026-01-02T00:00Z', { wallet: 'other', asset: GOLD }),
      sell('1', '1100', '2026-04-02T00:00Z', { wallet: 'other', asset: GOLD }),
      sell('1', '7', '2026-04-03T00:00Z', { wallet: 'other' }),
    ],
    { washSales: true },
  ),
  { accounts: ACCOUNTS, year: 2026, timezone: 'UTC' },
);

describe('the summary of a form', () => {
  it('has one row for each box, with code M beside the other codes, blank dates and the same sums', () => {
    const summary = summaryForm(form);
    expect(readTable(form8949Csv(summary)).map((row) => Object.values(row).join('|'))).toEqual([
      'See attached statement|||500.00|900.00|MW|400.00|0.00|G|short||||',
      'See attached statement|||1107.00|1000.00|CM|0.00|107.00|I|short||||unknown_basis',
      'See attached statement|||150.50|20.00|M|0.00|130.50|L|long||||',
    ]);
    const { shortTerm, longTerm, reasons, needsValue } = form;
    expect(summary).toMatchObject({ shortTerm, longTerm, reasons, needsValue, rowCount: 3 });
    expect(summary.sections.map(({ totals }) => totals)).toEqual(form.sections.map(({ totals }) => totals));
  });

  it('has the sums of the listed rows alone where the plan hides some', () => {
    const [hidden] = form.sections[1]?.rows ?? [];
    const cut = form8949(ledgerOf([]), { accounts: [], year: 2026, timezone: 'UTC' });
    const sections = form.sections.map((section) => ({
      ...section,
      rows: section.rows.filter((row) => row !== hidden),
    }));
    const [first, second] = summaryForm({ ...cut, sections }).sections;
    expect([first?.rows[0]?.proceeds, second?.rows[0]?.proceeds]).toEqual([
      form.sections[0]?.totals.proceeds,
      (form.sections[1]?.totals.proceeds ?? 0n) - (hidden?.proceeds ?? 0n),
    ]);
    expect(summaryForm(cut)).toMatchObject({ sections: [], rowCount: 0 });
  });

  it('is printed before the attached statement, which has every row', async () => {
    const pages = readPdf(
      await printForms({ forms: [{ form: 'form_8949', content: form }], as: 'summary' }, 0),
    );
    const titles = pages.map((page) => page.includes('Attached Statement (Exception 2)'));
    expect(titles).toEqual([false, false, false, true, true, true]);
    expect(pages[0]).toEqual(expect.arrayContaining(['See attached statement', 'MW', '500.00', '900.00']));
    expect(pages[3]).toEqual(expect.arrayContaining(['1 A, "B"', '03/05/2026', 'W']));
  });

  it('fills the official form, and the attached statement follows it', async () => {
    const bytes = await print({ ...form, year: 2025 }, [], true);
    const [[short, long] = [], [other] = []] = partsOf(await readForm(bytes), 2);
    expect([short?.rows, long?.rows, other?.rows]).toEqual([
      [['See attached statement', '', '', '500.00', '900.00', 'MW', '400.00', '0.00']],
      [['See attached statement', '', '', '150.50', '20.00', 'M', '0.00', '130.50']],
      [['See attached statement', '', '', '1,107.00', '1,000.00', 'CM', '0.00', '107.00']],
    ]);
    const texts = (await pageTexts(bytes)).map((page) => page.join(' '));
    expect(texts.filter((text) => text.includes('Attached Statement (Exception 2)'))).toHaveLength(3);
    expect(texts.at(-1)).toContain('Exception 2: each box has one row with code M');
  });
});

describe('files of preparers', () => {
  it('for Drake: dates without slashes, its check boxes, quoted descriptions, wash sales and codes', () => {
    const shown = ['Form 8949 Check Box', 'Desc', 'Date Acquired', 'Date Sold', 'Type', 'Proceeds', 'Cost'];
    const more = ['Wash Sale Loss', 'Adj 1 Code', 'Adj 1 Amount', 'Adj 2 Code'];
    const file = drakeCsv(form);
    expect(readTable(file).map((row) => [...shown, ...more].map((name) => row[name]).join('|'))).toEqual([
      '4|1 A, "B"|01012026|03052026|S|500.00|900.00|400.00|||',
      '6|1 PAXG|01022026|04022026|S|1100.00|1000.00||C|0.00|',
      '6|1 ETH|VARIOUS|04032026|S|7.00|0.00||||',
      '6|2 ETH|03052023|04012026|L|150.50|20.00||||',
    ]);
    expect(file).toContain(',4,"1 A, ""B""",01012026,03052026,S,,500.00,900.00,,,400.00,');
    expect(file.split('\r\n')[0]?.split(',').slice(0, 6)).toEqual([
      'TSJ',
      'F',
      'State',
      'City',
      'Form 8949 Check Box',
      'Desc',
    ]);
  });

  it('for Drake: an adjustment of several causes stays with its letters', () => {
    const [row] = form.sections[0]?.rows ?? [];
    if (!row) throw new Error('no row');
    const coded = { ...row, adjustmentCode: 'BW', adjustment: 150n, dateAcquired: 'INHERITED' };
    const one = { ...form, sections: [{ ...form.sections[0]!, rows: [coded] }] };
    expect(readTable(drakeCsv(one))[0]).toMatchObject({
      'Date Acquired': 'INHERIT',
      'Wash Sale Loss': '',
      'Adj 1 Code': 'B',
      'Adj 1 Amount': '1.50',
      'Adj 2 Code': 'W',
      'Adj 2 Amount': '',
    });
  });

  it('for TaxAct', () => {
    expect(taxActCsv(form).split('\r\n')).toEqual([
      'Description,Date Sold,Sales Proceeds,Date Acquired,Cost or Other Basis,Wash Sale,Adjustment Code,Adjustment Amount,Reporting Category',
      '"1 A, ""B""",03/05/2026,500.00,01/01/2026,900.00,W,W,400.00,G',
      '1 PAXG,04/02/2026,1100.00,01/02/2026,1000.00,,C,0.00,I',
      '1 ETH,04/03/2026,7.00,VARIOUS,0.00,,,,I',
      '2 ETH,04/01/2026,150.50,03/05/2023,20.00,,,,L',
      '',
    ]);
  });

  it('have notes on what is not confirmed, and on what they cannot hold', () => {
    const notes = formNotes(form);
    expect(notes).toContain('- Drake: the check boxes 4 to 6 (boxes G to L) are those of its screen 99DA');
    expect(notes).toContain('- TaxAct: the categories G to L');
    expect(notes).toContain('- Drake: mark 1 row(s) as collectibles by hand.');
  });
});
