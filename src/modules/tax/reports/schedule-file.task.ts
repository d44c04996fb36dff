import { unpackSchedule, type PackedSchedule } from '../../../common/packed-form';
import type { ComputeTask } from '../../../ports/work/compute';
import { schedule1Csv } from '../../../presenters/csv/schedule-1.csv';
import type { FormFacts } from '../../../presenters/form-8949.presenter';
import { toSchedule1 } from './forms.presenter';

/** JSON states what the schedule rests on, and `notes` about the history beside it. */
export type ScheduleFormat =
  | { name: 'csv' }
  | { name: 'json'; facts: FormFacts & { tokenKeys: ReadonlyMap<string, string> }; notes: object };

export interface ScheduleFileInput extends PackedSchedule {
  format: ScheduleFormat;
}

/** Schedule 1 -> the bytes of a text file, in UTF-8. */
export const task: ComputeTask<ScheduleFileInput, Uint8Array> = {
  name: 'schedule_file',
  file: __filename,
  run: (input) => new TextEncoder().encode(textOf(input)),
};

function textOf(input: ScheduleFileInput): string {
  const schedule = unpackSchedule(input);
  const { format } = input;
  if (format.name === 'csv') return schedule1Csv(schedule);
  return JSON.stringify({ ...toSchedule1(schedule, schedule.rows, format.facts), ...format.notes });
}
