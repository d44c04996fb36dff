import { service } from './api';

/** Between questions for the state of a job. */
const POLL_MS = 700;

/** Waits until a job has its result. @returns the id of the job */
export async function finished(id: string): Promise<string> {
  for (;;) {
    const { data } = await service.getJob({ job_id: id });
    if (data.status === 'completed') return id;
    if (data.status === 'failed' || data.status === 'cancelled')
      throw new Error(data.error?.message ?? 'The report could not be made. Try again.');
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
