import { isUserJobType } from '../../domain/jobs/user-job';
import type { JobType } from '../../ports/work/jobs';
import type { JobRules } from './job-rules';

/**
 * JOB_KINDS: jobs that are claimed separately, with slots per kind: log name, slots of a process, and slots for
 * callers without a credential. User jobs wait for service jobs. Requests wait for snapshots, which take a second,
 * while reads of long histories take minutes.
 */
export const JOB_KINDS = {
  own: {
    name: 'Jobs of the service',
    places: ({ concurrency }: JobRules) => concurrency,
    anonymousPlaces: ({ anonymousConcurrency }: JobRules) => anonymousConcurrency,
  },
  snapshots: {
    name: 'Snapshots',
    places: ({ snapshotConcurrency }: JobRules) => snapshotConcurrency,
    anonymousPlaces: ({ anonymousSnapshotConcurrency }: JobRules) => anonymousSnapshotConcurrency,
  },
  owned: {
    name: 'Jobs of users',
    places: ({ concurrency }: JobRules) => concurrency,
    anonymousPlaces: () => 0,
  },
} as const;
export type JobKind = keyof typeof JOB_KINDS;

export const JOB_KIND_NAMES = Object.keys(JOB_KINDS) as readonly JobKind[];

/** Service types that never belong to `own`. */
export const SNAPSHOT_TYPES: readonly JobType[] = ['compute_snapshot'];

export const serviceKindOf = (type: JobType): JobKind =>
  SNAPSHOT_TYPES.includes(type) ? 'snapshots' : 'own';

export const kindOf = (type: JobType): JobKind => (isUserJobType(type) ? 'owned' : serviceKindOf(type));

export const kindsOf = (type: JobType): readonly JobKind[] => [serviceKindOf(type), 'owned'];

export const byKind = <T>(valueOf: (kind: JobKind) => T): Record<JobKind, T> =>
  Object.fromEntries(JOB_KIND_NAMES.map((kind) => [kind, valueOf(kind)])) as Record<JobKind, T>;
