import { madeScheduleD, type Form8949, type ScheduleD } from '../../domain/forms';
import type { ScheduleDResponse } from '../../presenters/filing/schedule-d.shapes.dto';
import type { Download } from './download';
import { formFile, type FileBasis, type FileMaking, type MadeFile } from './form-file';

export interface ScheduleDParts {
  form: Form8949;
  schedule: ScheduleD;
  data: ScheduleDResponse;
}

export function scheduleDOf({ form, schedule, data }: ScheduleDParts): MadeFile {
  const { question, answer } = data.digital_asset_question;
  return {
    made: madeScheduleD(schedule, form),
    facts: { address: data.address, assumptions: data.assumptions, answer: data },
    notes: [
      ...data.notes,
      ...(question === null ? [] : [`${question} From these wallets alone: ${answer}.`]),
    ],
  };
}

export const scheduleDFile = (
  parts: ScheduleDParts,
  format: string,
  making: Omit<FileMaking, keyof FileBasis>,
): Promise<Download> => {
  const { made, ...basis } = scheduleDOf(parts);
  return formFile(made, format, { ...making, ...basis });
};
