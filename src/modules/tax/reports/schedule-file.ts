import { packSchedule } from '../../../common/packed-form';
import type { Schedule1 } from '../../../domain/forms';
import type { Compute, ComputeCaller } from '../../../ports/work/compute';
import { task, type ScheduleFormat } from './schedule-file.task';

/** Schedule 1 as a text file. A thread writes a long one. */
export async function scheduleText(
  schedule: Schedule1,
  format: ScheduleFormat,
  { compute, caller }: { compute: Compute; caller: ComputeCaller },
): Promise<Uint8Array> {
  const input = { ...(await packSchedule(schedule, caller.signal)), format };
  return compute.run(task, input, { ...caller, size: schedule.rows.length });
}
