import { dec, formatDecimal } from '../../domain/kernel/decimal';
import { csvText, type CsvColumn } from '../../domain/kernel/csv';
import type { InterestRowResponse } from './rwa.shapes.dto';

const text = (header: keyof InterestRowResponse): CsvColumn<InterestRowResponse> => ({
  header,
  kind: 'text',
  of: (row) => String(row[header] ?? ''),
});
const number = (
  header: 'tax_year' | 'accrued_yield_usd' | 'cost_basis_usd' | 'basis_step_usd',
): CsvColumn<InterestRowResponse> => ({
  header,
  kind: 'number',
  // Never an exponent: tax software does not read one.
  of: (row) => formatDecimal(dec(row[header])),
});

/** The fields of a row, by their names on the wire. */
const COLUMNS: readonly CsvColumn<InterestRowResponse>[] = [
  text('token_symbol'),
  text('issuer'),
  text('wallet_address'),
  number('tax_year'),
  number('accrued_yield_usd'),
  text('acquisition_date'),
  text('reporting_date'),
  text('yield_type'),
  text('classification'),
  text('form'),
  text('legal_form'),
  text('likely_character'),
  text('issuer_statement'),
  text('character_source'),
  number('cost_basis_usd'),
  number('basis_step_usd'),
  text('yield_source'),
];

export const taxReportCsv = (rows: readonly InterestRowResponse[]): string => csvText(COLUMNS, rows);
