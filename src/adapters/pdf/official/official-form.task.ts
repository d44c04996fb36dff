import { unpackForm, type PackedForm } from '../../../common/packed-form';
import type { OfficialScheduleD } from '../../../ports/form-printer';
import type { ComputeTask } from '../../../ports/work/compute';
import { printOfficial8949, printOfficialScheduleD, type OfficialContent } from './print-official';

export type OfficialInput = OfficialContent &
  ({ form8949: PackedForm; isSummary?: boolean } | { scheduleD: OfficialScheduleD });

export const task: ComputeTask<OfficialInput, Uint8Array> = {
  name: 'official_form',
  file: __filename,
  run: (input) =>
    'form8949' in input
      ? printOfficial8949(unpackForm(input.form8949), input)
      : printOfficialScheduleD(input.scheduleD, input),
};
