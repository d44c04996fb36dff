import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';

@Entity('idempotent_requests')
@Unique('idempotent_requests_key', ['owner', 'credential', 'route', 'key'])
@Index('idempotent_requests_age', ['createdAt'])
export class IdempotentRequestEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'idempotent_requests_pkey' }) id!: string;
  @Column('text') owner!: string;
  @Column('text') credential!: string;
  @Column('text') route!: string;
  @Column('text') key!: string;
  /** Keyed digest of path and body. */
  @Column('text') fingerprint!: string;
  /** Sealed. Null while the work is in progress. */
  @Column('text', { nullable: true }) answer!: string | null;
  /** By the clock of the database. Later the work counts as abandoned. */
  @Column('timestamptz') leaseUntil!: Date;
  @Column('timestamptz') createdAt!: Date;
}
