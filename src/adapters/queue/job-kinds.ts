import { isUserJobType } from '../../domain/jobs/user-job';
import type { JobType } from '../../ports/work/jobs';
import type { JobRules } from './job-rules';

/**
 * JOB_KINDS: jobs that are claimed separately, each kind with slots of its own: a name in the log, the slots of a process,
 * and of these, those for callers without a credential. User jobs wait for jobs of the service, and requests for snapshots,
 * which take a second, while reads of long histories take minutes.
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
    // They have an owner.
    anonymousPlaces: () => 0,
  },
} as const;
export type JobKind = keyof typeof JOB_KINDS;

export const JOB_KIND_NAMES = Object.keys(JOB_KINDS) as readonly JobKind[];

/** Types of the service that are no jobs of `own`. */
export const SNAPSHOT_TYPES: readonly JobType[] = ['compute_snapshot'];

/** The kind of a job without an owner. */
export const serviceKindOf = (type: JobType): JobKind =>
  SNAPSHOT_TYPES.includes(type) ? 'snapshots' : 'own';

/** The kind whose slots jobs of this type usually take. */
export const kindOf = (type: JobType): JobKind => (isUserJobType(type) ? 'owned' : serviceKindOf(type));

/** The kinds of jobs that a type can have: any job can have an owner. */
export const kindsOf = (type: JobType): readonly JobKind[] => [serviceKindOf(type), 'owned'];

/** @param valueOf called for each kind */
export const byKind = <T>(valueOf: (kind: JobKind) => T): Record<JobKind, T> =>
  Object.fromEntries(JOB_KIND_NAMES.map((kind) => [kind, valueOf(kind)])) as Record<JobKind, T>;
