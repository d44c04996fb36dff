import { lineTotalsOf, listedLines, type ScheduleD } from '../../domain/filing';
import type { Form8949 } from '../../domain/forms';
import { scheduleDCsv } from '../../presenters/csv/schedule-d.csv';
import { assumptionStatements } from '../../presenters/filing/assumption-statements';
import type { ScheduleDResponse } from '../../presenters/filing/schedule-d.shapes.dto';
import { toSyncStatus } from '../../presenters/sync-status.presenter';
import { yearStem, type Download } from './download';
import { FILE_KINDS, fileOf, isOfficial, rowsOfForm, type FileMaking } from './form-8949.file';

export const SCHEDULE_D_FORMATS = ['csv', 'pdf', 'json'] as const;
export type ScheduleDFormat = (typeof SCHEDULE_D_FORMATS)[number];

export interface ScheduleDParts {
  form: Form8949;
  schedule: ScheduleD;
  data: ScheduleDResponse;
}

export async function scheduleDFile(
  { form, schedule, data }: ScheduleDParts,
  format: ScheduleDFormat,
  { syncStatus, madeAt, printer, caller }: Pick<FileMaking, 'syncStatus' | 'madeAt' | 'printer' | 'caller'>,
): Promise<Download> {
  const contentOf = (): string | Promise<Uint8Array> => {
    if (format === 'csv') return scheduleDCsv(schedule, form);
    if (format === 'json') return JSON.stringify({ ...data, ...toSyncStatus(syncStatus) });
    const { question, answer } = data.digital_asset_question;
    const statements = [
      ...data.notes,
      ...(question === null ? [] : [`${question} From these wallets alone: ${answer}.`]),
      ...assumptionStatements(data.assumptions, form),
    ];
    const { reasons, historyGaps, rounding } = form;
    if (isOfficial(data.official_form)) {
      const scheduleD = { schedule, reasons, historyGaps, rounding, ofCopies: lineTotalsOf(form) };
      return printer.printOfficial({ scheduleD, statements }, madeAt, caller);
    }
    return printer.print({ scheduleD: { schedule, reasons, historyGaps }, statements }, madeAt, caller);
  };
  return fileOf(
    yearStem('schedule-d', data.address, data.tax_year),
    FILE_KINDS[format],
    await contentOf(),
    { ...rowsOfForm(form), count: listedLines(schedule).length },
    syncStatus,
    format === 'pdf' ? data.official_form : undefined,
  );
}
