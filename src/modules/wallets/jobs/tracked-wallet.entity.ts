import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

const PKEY = 'tracked_wallets_pkey';

/** A wallet that a user asked to track, until the request ends. */
@Entity('tracked_wallets')
@Index('tracked_wallets_age', ['requestedAt'])
export class TrackedWalletEntity {
  /** As the owner of a job. */
  @PrimaryColumn('text', { primaryKeyConstraintName: PKEY }) owner!: string;
  @PrimaryColumn('text', { primaryKeyConstraintName: PKEY }) address!: string;
  @Column('text') given!: string;
  @Column('text', { nullable: true }) label!: string | null;
  @Column('timestamptz') requestedAt!: Date;
}
