import type { Permission } from '../access/permissions';
import type { Principal } from '../access/principal';

/**
 * USER_JOBS: background work that a user starts -> the permission to start it, whether its result is kept until
 * deletion, and whether its end sends `calculation.complete`. Permission to start a job includes permission to read
 * it.
 * @source api.md 1.3, 7
 */
export const USER_JOBS = {
  track_wallet: { permission: 'read:holdings', keepsResult: false, isCalculation: false },
  precompute: { permission: 'read:lots', keepsResult: false, isCalculation: true },
  exchange_sync: { permission: 'read:transactions', keepsResult: false, isCalculation: true },
  tax_report: { permission: 'read:tax-reports', keepsResult: true, isCalculation: true },
  evidence_pack: { permission: 'read:tax-reports', keepsResult: false, isCalculation: false },
} as const satisfies Record<string, { permission: Permission; keepsResult: boolean; isCalculation: boolean }>;
export type UserJobType = keyof typeof USER_JOBS;
export const USER_JOB_TYPES = Object.keys(USER_JOBS) as readonly UserJobType[];

export const isUserJobType = (type: string): type is UserJobType => Object.hasOwn(USER_JOBS, type);

export const JOB_STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

export const isEnded = (status: JobStatus): boolean => status !== 'queued' && status !== 'running';

/** Times in ms UTC. */
export interface UserJob {
  id: string;
  type: UserJobType;
  status: JobStatus;
  /** 0 to 100. */
  progress: number;
  stage: string;
  /** As sent. Null for a job without an address. */
  given: string | null;
  params: Readonly<Record<string, unknown>>;
  errorCode: string | null;
  errorDetails: Readonly<Record<string, unknown>> | null;
  createdAt: number;
  startedAt: number | null;
  finishedAt: number | null;
  /** Null while unknown, and for a result that is kept until deletion. */
  expiresAt: number | null;
}

/** All credentials of a user are one owner. Null for a caller without a credential. */
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

export const jobTypesOf = (principal: Principal): UserJobType[] =>
  USER_JOB_TYPES.filter(
    (type) => principal.kind !== 'api_key' || principal.permissions.includes(USER_JOBS[type].permission),
  );

export const jobResultUrl = (jobId: string): string => `/api/v1/jobs/${jobId}/result`;

/** @param owner from `ownerOf` @returns undefined for any other owner */
export const userOfOwner = (owner: string | null): string | undefined =>
  owner?.startsWith('user:') ? owner.slice('user:'.length) : undefined;
