import type { CalculationSummary } from '../../domain/jobs/calculation-news';

/**
 * JOBS: every kind of background work and its payload. Postgres holds each job; Bull (or a poll) only wakes a worker.
 * @source reliability.md D1, D2
 */
export interface JobPayloads {
  /** `since` (ms UTC): what was read before is read again; without it a reading of the last minute is passed over. */
  index_wallet: { address: string; given: string; since?: number };
  /** Prices still unknown of the histories of one owner's wallets, read as one, with what a user has added to them. */
  price_wallets: { addresses: string[]; userId?: string };
  /** For a user: reads a wallet, and says how that went. Addresses as given. */
  track_wallet: { given: string; owned: string[]; chains: string[] };
  /** For a user: works out the books, and keeps the lineage of their lots. Addresses as given. */
  precompute: { given: string; owned: string[]; force: boolean; persistLineage: boolean };
  /** For a user: a report of one year, frozen as it is then. `cap`: transactions the user's plan shows. */
  tax_report: {
    given: string;
    owned: string[];
    year: number;
    format: 'json' | 'csv' | 'pdf' | 'zip';
    include: string[];
    cap: number | null;
  };
}
export type JobType = keyof JobPayloads;

/** A job somebody asked for by name. @source api.md 1.3 */
export interface JobOwnership {
  /** As `ownerOf` says it. At most three jobs of one owner run at once; further ones wait. */
  owner: string;
  /** The wallet it is about, in the form to compare and as sent; null for none. */
  address: { value: string; given: string } | null;
  /** What was asked for, in the words of the wire. */
  params: Readonly<Record<string, unknown>>;
  /** Its result stays until it is deleted. */
  keepsResult: boolean;
}

export interface JobContext {
  jobId: string;
  /** Who asked for it; null for the service's own work. */
  owner: string | null;
  /** Aborted on cancel, on shutdown and when the lease is lost. */
  signal: AbortSignal;
  progress(percent: number, stage: string): Promise<void>;
  /** What the event of this calculation reports when it completes; stored with its end, or not at all. */
  summarise(summary: CalculationSummary): void;
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

/** How far a job that runs has come. */
export interface JobStanding {
  /** 0 to 100. */
  percent: number;
  /** Since it was begun. */
  elapsedMs: number;
}

export abstract class Jobs {
  /**
   * Makes sure such a job is queued or running; one with the same `dedupeKey` that has not ended is joined.
   * Never waits for Redis.
   * @param ownership of a job somebody asked for; one without is the service's own
   */
  abstract enqueue<T extends JobType>(
    type: T,
    dedupeKey: string,
    payload: JobPayloads[T],
    ownership?: JobOwnership,
  ): Promise<{ jobId: string }>;
  /**
   * Resolves when the job ends, or with null when `signal` aborts first or this process shuts down; the job goes on.
   * Works across processes.
   * @throws AppError RESOURCE_NOT_FOUND when there is no such job
   */
  abstract outcome(jobId: string, signal: AbortSignal): Promise<JobOutcome | null>;
  /** Of the job with this `dedupeKey` that runs; null when none does. */
  abstract standing(type: JobType, dedupeKey: string): Promise<JobStanding | null>;
  /** Ends a queued job at once and asks a running one to stop. @returns false when it had already ended */
  abstract cancel(jobId: string): Promise<boolean>;
  /** Binds the one handler of a type; called at boot by pipeline and modules. */
  abstract handle<T extends JobType>(type: T, handler: JobHandler<T>): void;
}
