import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** When a watched wallet is read again. Rows come and go with the watching. */
@Entity('wallet_reads')
@Index('wallet_reads_due', ['nextReadAt'])
@Index('wallet_reads_claimed', ['claimedAt'])
export class WalletReadEntity {
  /** Lower-case, as in the lists of who watches what. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'wallet_reads_pkey' })
  address!: string;

  @Column('text')
  given!: string;

  /** Between two readings, ms. */
  @Column('bigint', { name: 'pace_ms' })
  paceMs!: string;

  @Column('timestamptz', { name: 'next_read_at' })
  nextReadAt!: Date;

  /** When it was last given out to be read. */
  @Column('timestamptz', { name: 'claimed_at', nullable: true })
  claimedAt!: Date | null;

  /** What was known of the wallet after the last reading; null before the first. */
  @Column('bigint', { name: 'seen_revision', nullable: true })
  seenRevision!: string | null;
}
