import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Rows exist only while the wallet is watched. */
@Entity('wallet_reads')
@Index('wallet_reads_due', ['nextReadAt'])
@Index('wallet_reads_claimed', ['claimedAt'])
export class WalletReadEntity {
  /** Lower-case, as in the watch lists. */
  @PrimaryColumn('text') address!: string;
  @Column('text') given!: string;

  /** Interval between two reads, ms. */
  @Column('bigint') paceMs!: string;
  @Column('timestamptz') nextReadAt!: Date;

  /** Time of the last assignment to a process. */
  @Column('timestamptz', { nullable: true }) claimedAt!: Date | null;

  /** After the last read. Null before the first. */
  @Column('bigint', { nullable: true }) seenRevision!: string | null;
}
