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

/** The kinds of jobs that a type can have; that of a user's job is the last. */
export const kindsOf = (type: JobType): readonly [JobKind, ...JobKind[]] =>
  isUserJobType(type) ? ['own', 'owned'] : [serviceKindOf(type)];

/** @param valueOf called for each kind */
export const byKind = <T>(valueOf: (kind: JobKind) => T): Record<JobKind, T> =>
  Object.fromEntries(JOB_KIND_NAMES.map((kind) => [kind, valueOf(kind)])) as Record<JobKind, T>;
