/**
 * JOBS: every kind of background work and its payload. Postgres holds each job; Bull (or a poll) only wakes a worker.
 * @source reliability.md D1, D2
 */
export interface JobPayloads {
  index_wallet: { address: string; given: string };
  /** Prices still unknown of the histories of one owner's wallets, read as one. */
  price_wallets: { addresses: string[] };
}
export type JobType = keyof JobPayloads;

export interface JobContext {
  jobId: string;
  /** Aborted on cancel, on shutdown and when the lease is lost. */
  signal: AbortSignal;
  progress(percent: number, stage: string): Promise<void>;
}

export type JobHandler<T extends JobType> = (
  payload: JobPayloads[T],
  context: JobContext,
) => Promise<unknown>;

export interface JobOutcome {
  status: 'completed' | 'failed' | 'cancelled';
  errorCode: string | null;
  errorDetails: Record<string, unknown> | null;
}

export abstract class Jobs {
  /**
   * Makes sure such a job is queued or running; one with the same `dedupeKey` that has not ended is joined.
   * Never waits for Redis.
   */
  abstract enqueue<T extends JobType>(
    type: T,
    dedupeKey: string,
    payload: JobPayloads[T],
  ): Promise<{ jobId: string }>;
  /**
   * Resolves when the job ends, or with null when `signal` aborts first or this process shuts down; the job goes on.
   * Works across processes.
   * @throws AppError RESOURCE_NOT_FOUND when there is no such job
   */
  abstract outcome(jobId: string, signal: AbortSignal): Promise<JobOutcome | null>;
  /** Ends a queued job at once and asks a running one to stop. @returns false when it had already ended */
  abstract cancel(jobId: string): Promise<boolean>;
  /** Binds the one handler of a type; called at boot by pipeline and modules. */
  abstract handle<T extends JobType>(type: T, handler: JobHandler<T>): void;
}
