import type { ReportFormat } from '../../src/modules/tax/generate/generate.dto';
import { readPdf, readTable, readZip } from '../forms/read-back';
import { type Json, WALLET } from './journey';

/**
 * What every report of 2024 contains, worked out by hand: of ten UNI bought in March for 1,000 USD, four were sold in
 * September for 600.
 */
const SOLD = { proceeds: '600.00', cost_basis: '400.00', gain_loss: '200.00' };

/** A file as it was downloaded -> the sale in it, in the form of its format. */
export const checkReport: Record<ReportFormat, (file: Buffer) => void> = {
  json: (file) => checkJson(JSON.parse(file.toString()).data),
  csv: (file) => checkCsv(file.toString()),
  pdf: (file) => {
    const words = readPdf(file).flat();
    expect(words).toEqual(expect.arrayContaining(['4 UNI', '600.00', '400.00', '200.00']));
  },
  zip: (file) => {
    const files = readZip(file);
    // Some of the units have no known basis.
    const of = (name: string): string => `${name}-${WALLET}-2024`;
    expect([...files.keys()].sort()).toEqual([
      'INCOMPLETE.txt',
      'METHOD.txt',
      `${of('form-8949')}-drake-incomplete.csv`,
      `${of('form-8949')}-incomplete.csv`,
      `${of('form-8949')}-incomplete.txf`,
      `${of('form-8949')}-notes-incomplete.txt`,
      `${of('form-8949')}-summary-incomplete.csv`,
      `${of('form-8949')}-taxact-incomplete.csv`,
      `${of('report')}-incomplete.json`,
      `${of('schedule-1')}.csv`,
      `${of('schedule-d')}-incomplete.csv`,
      `${of('schedule-d')}-incomplete.json`,
      `${of('schedule-d')}-incomplete.pdf`,
      `${of('tax-report')}-incomplete.pdf`,
    ]);
    checkCsv(files.get(`${of('form-8949')}-incomplete.csv`)?.toString() ?? '');
    checkJson(JSON.parse(files.get(`${of('report')}-incomplete.json`)?.toString() ?? ''));
  },
};

function checkJson(report: Json): void {
  const rows = report.form_8949.parts.flatMap((part: Json) => part.rows) as Json[];
  const sale = rows.find(({ description }) => description === '4 UNI');
  expect(sale).toMatchObject({ ...SOLD, date_acquired: '2024-03-01', date_sold: '2024-09-01' });
}

function checkCsv(text: string): void {
  const sale = readTable(text).find((row) => row['Description of property'] === '4 UNI');
  expect(sale).toMatchObject({
    'Date acquired': '03/01/2024',
    'Date sold': '09/01/2024',
    Proceeds: SOLD.proceeds,
    'Cost basis': SOLD.cost_basis,
    'Gain or loss': SOLD.gain_loss,
  });
}
