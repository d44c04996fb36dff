import { centsText, rowsOf, usDate, type Form8949, type FormRow } from '../../domain/forms';
import { csvText, type CsvColumn } from './csv';

const COLUMNS: readonly CsvColumn<FormRow>[] = [
  { header: 'Description of property', kind: 'text', of: (row) => row.description },
  { header: 'Date acquired', kind: 'text', of: (row) => usDate(row.dateAcquired) },
  { header: 'Date sold', kind: 'text', of: (row) => usDate(row.dateSold) },
  { header: 'Proceeds', kind: 'number', of: (row) => centsText(row.proceeds) },
  { header: 'Cost basis', kind: 'number', of: (row) => centsText(row.costBasis) },
  { header: 'Adjustment code', kind: 'text', of: (row) => row.adjustmentCode },
  { header: 'Adjustment amount', kind: 'number', of: (row) => centsText(row.adjustment) },
  { header: 'Gain or loss', kind: 'number', of: (row) => centsText(row.gain) },
  { header: 'Box', kind: 'text', of: (row) => row.box },
  { header: 'Term', kind: 'text', of: (row) => (row.isLongTerm ? 'long' : 'short') },
  { header: 'Asset', kind: 'text', of: (row) => row.symbol },
  { header: 'Chain', kind: 'text', of: (row) => row.chain },
  { header: 'Transaction hash', kind: 'text', of: (row) => row.txHash ?? '' },
];

/** UTF-8. @source api.md 2 (CSV header) */
export const form8949Csv = (form: Form8949): string => csvText(COLUMNS, rowsOf(form));

const TURBOTAX_COLUMNS: readonly CsvColumn<FormRow>[] = [
  { header: 'Asset name', kind: 'text', of: (row) => row.symbol },
  { header: 'Received date', kind: 'text', of: (row) => usDate(row.dateAcquired) },
  { header: 'Cost basis (USD)', kind: 'number', of: (row) => centsText(row.costBasis) },
  { header: 'Date sold', kind: 'text', of: (row) => usDate(row.dateSold) },
  { header: 'Proceeds', kind: 'number', of: (row) => centsText(row.proceeds) },
];

/** The TurboTax format. It has no column for wash sales: the user must enter disallowed losses by hand. */
export const turboTaxCsv = (form: Form8949): string => csvText(TURBOTAX_COLUMNS, rowsOf(form));
