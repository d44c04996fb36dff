import type { Address } from '../../../domain/kernel/address';
import { field, Rejected, type FieldParser } from '../../../http/validation/field';
import { OneOf, OwnedWalletsField, TaxYearField } from '../../../http/validation/fields';
import { listOf, oneOf } from '../../../http/validation/parsers';

export const REPORT_FORMATS = ['json', 'csv', 'pdf', 'zip'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export const REPORT_PARTS = [
  'summary',
  'form_8949',
  'schedule_1',
  'lots',
  'wash_sales',
  'reconciliation',
] as const;
export type ReportPart = (typeof REPORT_PARTS)[number];

/** Each part once, in the order of the table. */
const parts: FieldParser<ReportPart[]> = (raw, context, name) => {
  const given = listOf(oneOf(REPORT_PARTS), 1, REPORT_PARTS.length)(raw, context, name);
  return given instanceof Rejected ? given : REPORT_PARTS.filter((part) => given.includes(part));
};

export class GenerateReportRequest {
  @TaxYearField({ required: true })
  tax_year!: number;

  @OneOf(REPORT_FORMATS, {
    description: 'json: everything; csv: the first form included; pdf: the forms; zip: all of these',
  })
  format: ReportFormat = 'json';

  @field(
    parts,
    { description: 'default: all', example: ['summary', 'form_8949'] },
    { type: [String], enum: REPORT_PARTS, minItems: 1 },
  )
  include: ReportPart[] = [...REPORT_PARTS];

  @OwnedWalletsField()
  owned_wallets: Address[] = [];
}
