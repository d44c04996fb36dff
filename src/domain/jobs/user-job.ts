import type { Permission } from '../access/permissions';
import type { Principal } from '../access/principal';

/**
 * USER_JOBS: background work somebody asked for by name -> what its starter needs, whether its result stays until it
 * is deleted, and whether its end is the event `calculation.complete`. Whoever may start a job may read it.
 * @source api.md 1.3, 7
 */
export const USER_JOBS = {
  track_wallet: { permission: 'read:holdings', keepsResult: false, isCalculation: false },
  precompute: { permission: 'read:lots', keepsResult: false, isCalculation: true },
  tax_report: { permission: 'read:tax-reports', keepsResult: true, isCalculation: true },
} as const satisfies Record<string, { permission: Permission; keepsResult: boolean; isCalculation: boolean }>;
export type UserJobType = keyof typeof USER_JOBS;
export const USER_JOB_TYPES = Object.keys(USER_JOBS) as readonly UserJobType[];

export const JOB_STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** A job as its owner sees it. Times in ms UTC. */
export interface UserJob {
  id: string;
  type: UserJobType;
  status: JobStatus;
  /** 0 to 100. */
  progress: number;
  stage: string;
  /** As sent; null for a job about no address. */
  given: string | null;
  /** What was asked for, in the words of the wire. */
  params: Readonly<Record<string, unknown>>;
  errorCode: string | null;
  errorDetails: Readonly<Record<string, unknown>> | null;
  createdAt: number;
  startedAt: number | null;
  finishedAt: number | null;
  /** Null while it is not known, and for a result kept until it is deleted. */
  expiresAt: number | null;
}

/** Whose a job is: all credentials of a user are one owner. Null for a caller without a credential. */
export function ownerOf(principal: Principal): string | null {
  switch (principal.kind) {
    case 'user':
    case 'api_key':
      return `user:${principal.userId}`;
    case 'partner':
      return `partner:${principal.partnerId}`;
    case 'anonymous':
      return null;
  }
}

/** An API key sees the jobs its permissions may start. */
export const jobTypesOf = (principal: Principal): UserJobType[] =>
  USER_JOB_TYPES.filter(
    (type) => principal.kind !== 'api_key' || principal.permissions.includes(USER_JOBS[type].permission),
  );

/** Where the result of a completed job is. */
export const jobResultUrl = (jobId: string): string => `/api/v1/jobs/${jobId}/result`;

/** The user an owner stands for, in the words of `ownerOf`; undefined for any other owner. */
export const userOfOwner = (owner: string | null): string | undefined =>
  owner?.startsWith('user:') ? owner.slice('user:'.length) : undefined;
