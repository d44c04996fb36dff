import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** Redis only refers to these rows. */
@Entity('jobs')
@Check('jobs_status', `"status" IN ('queued', 'running', 'completed', 'failed', 'cancelled')`)
@Check('jobs_lease', `("status" = 'running') = ("lease_until" IS NOT NULL)`)
@Index('jobs_one_open', ['type', 'dedupeKey'], { unique: true, where: `"finished_at" IS NULL` })
@Index('jobs_queued', ['createdAt'], { where: `"status" = 'queued'` })
@Index('jobs_running', ['leaseUntil'], { where: `"status" = 'running'` })
@Index('jobs_owner', ['owner', 'createdAt'], { where: `"owner" IS NOT NULL` })
@Index('jobs_finished', ['finishedAt'], { where: `"finished_at" IS NOT NULL` })
export class JobEntity {
  @PrimaryGeneratedColumn('uuid') id!: string;
  @Column('text') type!: string;

  /** At most one job of a type with this key is queued or running. */
  @Column('text') dedupeKey!: string;
  @Column('json') payload!: unknown;

  @Column('text', { nullable: true }) owner!: string | null;

  /** The caller of the job, from `requesterOf` or `ownerOf`; of a space: its owner. Null: the service itself. */
  @Column('text', { nullable: true }) requestedBy!: string | null;

  @Column('text', { nullable: true }) address!: string | null;
  @Column('text', { nullable: true }) addressGiven!: string | null;

  @Column('json', { nullable: true }) params!: unknown;

  /** The result stays until it is deleted. */
  @Column('boolean', { default: false }) keepsResult!: boolean;
  @Column('text', { default: 'queued' }) status!: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';

  /** 0 to 100. */
  @Column('smallint', { default: 0 }) progress!: number;
  @Column('text', { default: 'queued' }) stage!: string;
  @Column('json', { nullable: true }) result!: unknown;
  @Column('text', { nullable: true }) errorCode!: string | null;
  @Column('json', { nullable: true }) errorDetails!: Record<string, unknown> | null;

  /** Number of started attempts. A clean shutdown does not count. */
  @Column('smallint', { default: 0 }) attempts!: number;

  /** Increases with every claim. Only the holder of the latest value can write. */
  @Column('integer', { default: 0 }) fence!: number;

  /** The claim ends then unless renewed, by the clock of the database. */
  @Column('timestamptz', { nullable: true }) leaseUntil!: Date | null;
  @Column('boolean', { default: false }) cancelRequested!: boolean;
  @Column('timestamptz', { default: () => 'service_now()' }) createdAt!: Date;
  @Column('timestamptz', { nullable: true }) startedAt!: Date | null;
  @Column('timestamptz', { nullable: true }) finishedAt!: Date | null;
}
