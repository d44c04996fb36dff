import type { ElectableMethod } from '../../../domain/engine';
import type { Address } from '../../../domain/kernel/address';
import { REPORTED_FORMS, type ReportedForm } from '../../../domain/forms';
import { IsComparisonMethod } from '../../../http/queries/comparison-query';
import { IsOneOf, IsOwnedWallets, IsReportZone, IsTaxYear } from '../../../http/validation/fields';
import { Property, Rejected, type Read } from '../../../http/validation/property';
import { listOf, oneOf } from '../../../http/validation/readers';

export const REPORT_FORMATS = ['json', 'csv', 'pdf', 'zip'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export const REPORT_PARTS: readonly ReportPart[] = [
  'summary',
  ...REPORTED_FORMS,
  'lots',
  'wash_sales',
  'reconciliation',
];
export type ReportPart = ReportedForm | 'summary' | 'lots' | 'wash_sales' | 'reconciliation';

/** Each part once, in the order of the table. */
const parts: Read = (raw) => {
  const named = listOf(oneOf(REPORT_PARTS), 1, REPORT_PARTS.length)(raw);
  return named instanceof Rejected ? named : REPORT_PARTS.filter((part) => named.includes(part));
};

export class GenerateReportRequest {
  @IsTaxYear({ required: true })
  tax_year!: number;

  @IsOneOf(REPORT_FORMATS, {
    description: 'json: everything; csv: the first form included; pdf: the forms; zip: all of these',
  })
  format: ReportFormat = 'json';

  @Property(
    parts,
    { description: 'default: all', example: ['summary', 'form_8949'] },
    { type: [String], enum: REPORT_PARTS, minItems: 1 },
  )
  include: ReportPart[] = [...REPORT_PARTS];

  @IsOwnedWallets()
  owned_wallets: Address[] = [];

  @IsReportZone()
  timezone?: string;

  @IsComparisonMethod()
  method?: ElectableMethod;
}
