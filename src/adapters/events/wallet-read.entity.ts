import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The next read of a watched wallet. Rows exist only while the wallet is watched. */
@Entity('wallet_reads')
@Index('wallet_reads_due', ['nextReadAt'])
@Index('wallet_reads_claimed', ['claimedAt'])
export class WalletReadEntity {
  /** Lower-case, as in the watch lists. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'wallet_reads_pkey' })
  address!: string;

  @Column('text')
  given!: string;

  /** Interval between two reads, ms. */
  @Column('bigint', { name: 'pace_ms' })
  paceMs!: string;

  @Column('timestamptz', { name: 'next_read_at' })
  nextReadAt!: Date;

  /** Time of the last assignment to a process. */
  @Column('timestamptz', { name: 'claimed_at', nullable: true })
  claimedAt!: Date | null;

  /** State of the wallet after the last read. Null before the first. */
  @Column('bigint', { name: 'seen_revision', nullable: true })
  seenRevision!: string | null;
}
