import type { CalculationSummary } from '../../domain/jobs/calculation-news';
import type { ElectableMethod } from '../../domain/engine';
import type { Requester } from '../../domain/jobs/requester';
import type { ReadingDecision } from '../../domain/overlays/manual-entry';

/**
 * JOBS: every type of job and its payload. Postgres stores each job. A processor runs it (`QUEUE_OF`).
 * @source reliability.md D1, D2
 */
export interface JobPayloads {
  /**
   * `since` (ms UTC): reads again what was read before that time. Without it, a read within the last minute
   * is skipped.
   */
  index_wallet: { address: string; given: string; since?: number };
  /**
   * Requests the missing prices of one owner's wallets, as one history, including data that the user added.
   * `supposed`: decisions to apply instead of the stored ones.
   */
  price_wallets: { addresses: string[]; userId?: string; supposed?: readonly ReadingDecision[] };
  /** Requests prices of past days. `at`: ms UTC of each price. */
  price_days: { assets: readonly { id: string; symbol: string; at: readonly number[] }[] };
  /**
   * Computes the snapshot of a wallet by the rules of this release. Addresses as given.
   * `owned`: the other wallets of the owner. `userId`: whose additions count.
   */
  /** `together`: wallets that each get a snapshot. Absent: `given` alone. */
  compute_snapshot: { given: string; owned: string[]; userId?: string; together?: string[] };
  /** For a user: reads a wallet and reports the result. Addresses as given. */
  track_wallet: { given: string; owned: string[]; chains: string[] };
  /** For a user: computes the ledger and stores the lineage of its lots. Addresses as given. */
  precompute: { given: string; owned: string[]; force: boolean; persistLineage: boolean };
  /** Tries the credentials of a trial at their exchange. */
  exchange_trial: { userId: string; trialId: string };
  /**
   * For a user: reads an exchange account. `full`: from the beginning. `isRetry`: the service starts it because the last
   * one failed.
   */
  exchange_sync: { userId: string; accountId: string; full: boolean; isRetry?: boolean };
  /**
   * For a user: a report of one year, stored with the data of its creation. `cap`: transactions that the plan
   * shows.
   */
  tax_report: {
    given: string;
    owned: string[];
    year: number;
    format: 'json' | 'csv' | 'pdf' | 'zip';
    include: string[];
    cap: number | null;
    /** Absent: the method of record. */
    method?: ElectableMethod;
    /** IANA name. Absent: the zone of the owner. */
    timezone?: string;
  };
  /** For a user: the evidence of an accepted Form 1099-DA. Addresses as given. `cap`: as of `tax_report`. */
  evidence_pack: { userId: string; formId: string; owned: string[]; cap: number | null };
}
export type JobType = keyof JobPayloads;

/** Dedupe key of the job that reads a wallet: all callers join one open job. */
export const indexWalletKey = (address: string): string => `index_wallet:${address}`;

/** Dedupe key of the job that reads an exchange account: one at a time. */
export const exchangeSyncKey = (userId: string, accountId: string): string =>
  `user:${userId}|exchange:${accountId}`;

/** A job that a user started. @source api.md 1.3 */
export interface JobOwnership {
  /** From `ownerOf`. At most three jobs of one owner, and of the spaces of one account, run at once; further jobs wait. */
  owner: string;
  /** The wallet of the job, in normal form and as sent. Null for none. */
  address: { value: string; given: string } | null;
  /** The request parameters as in the API. */
  params: Readonly<Record<string, unknown>>;
  /** Its result is kept until deletion. */
  keepsResult: boolean;
}

/** A job of the service that runs for a caller. */
export interface JobRequest {
  /** The queue is fair between requesters. */
  requester: Requester;
}

export interface JobContext {
  jobId: string;
  /** The owner of the job. Null for the service's own work. */
  owner: string | null;
  /** Aborted on cancel, on shutdown and when the lease is lost. */
  signal: AbortSignal;
  progress(percent: number, stage: string): Promise<void>;
  /** Sets the summary for the completion event. It is stored together with the end of the job. */
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

/** Progress of a running job. */
export interface JobStanding {
  jobId: string;
  /** 0 to 100. */
  percent: number;
  /** What it does now, by its own word. */
  stage: string;
  /** Since the start of the job. */
  elapsedMs: number;
}

export abstract class Jobs {
  /**
   * Makes sure that such a job is queued or running. Joins an unfinished job with the same `dedupeKey`. Never
   * waits for Redis.
   * @param origin of a job that a user started, or that runs for a caller; absent for the service's own work
   */
  abstract enqueue<T extends JobType>(
    type: T,
    dedupeKey: string,
    payload: JobPayloads[T],
    origin?: JobOwnership | JobRequest,
  ): Promise<{ jobId: string }>;
  /** The keys among these that have a queued or running job. */
  abstract active(type: JobType, dedupeKeys: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Resolves when the job ends. Resolves with null when `signal` aborts first or this process shuts down; the
   * job continues. Works across processes.
   * @throws AppError RESOURCE_NOT_FOUND when there is no such job
   */
  abstract outcome(jobId: string, signal: AbortSignal): Promise<JobOutcome | null>;
  /** Progress of the running job with this `dedupeKey`. Null when none runs. */
  abstract standing(type: JobType, dedupeKey: string): Promise<JobStanding | null>;
  /** Whether any process works a job now. While none does, queued jobs wait for a process that is not there. */
  abstract isWorked(): Promise<boolean>;
  /**
   * Ends a queued job at once and requests a running one to stop.
   * @returns false when it had already ended
   */
  abstract cancel(jobId: string): Promise<boolean>;
  /**
   * For processors: claims the queued jobs of a type and starts the handler for each, while this process has
   * free slots. Waits for a free slot first.
   */
  abstract work<T extends JobType>(type: T, handler: JobHandler<T>): Promise<void>;
}
