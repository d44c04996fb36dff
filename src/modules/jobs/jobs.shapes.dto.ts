/** A job that is gone. */
export class JobDeletedResponse {
  /** @example true */
  deleted!: true;
  /** @example "3f2b8c1e-6d4a-4f0b-9a57-1c2d3e4f5a6b" */
  job_id!: string;
  /** True when it had not ended yet. @example false */
  was_cancelled!: boolean;
}
