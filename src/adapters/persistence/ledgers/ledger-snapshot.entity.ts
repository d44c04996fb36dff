import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';

/** A computed ledger: its wallets, time and input. */
@Entity('computed_books')
export class LedgerSnapshotEntity {
  /** Hash of the scope. */
  @PrimaryColumn('text', { name: 'books' }) ledgerKey!: string;
  @Column('text', { array: true }) wallets!: string[];
  @Column('text') inputHash!: string;
  @Column('text') engineVersion!: string;
  @Column('timestamptz') computedAt!: Date;
}

/** What rows of lots and of disposals share. Quantities in base units, money in 1e-18 USD. */
abstract class SnapshotRow {
  @PrimaryColumn('text', { name: 'books' }) ledgerKey!: string;
  @Column('text') wallet!: string;
  @Column('text') assetId!: string;
  @Column('bigint', { nullable: true }) acquiredAtMs!: string | null;
  @Column('text') transactionId!: string;
  @Column('text', { nullable: true }) txHash!: string | null;
  @Column('text', { default: 'known' }) valueStatus!: string;
}

@Entity('computed_lots')
export class LedgerSnapshotLotEntity extends SnapshotRow {
  @PrimaryColumn('uuid') lotId!: string;

  @ManyToOne(() => LedgerSnapshotEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'books', foreignKeyConstraintName: 'computed_lots_books' })
  computed!: LedgerSnapshotEntity;

  @Column('numeric') originalQuantity!: string;
  @Column('numeric') remaining!: string;
  @Column('numeric') originalCost!: string;
  @Column('numeric') cost!: string;
  @Column('bigint') receivedAtMs!: string;
  @Column('text') source!: string;
  @Column('text') basisSource!: string;
  @Column('text', { nullable: true }) incomeType!: string | null;
  @Column('boolean') isUntracked!: boolean;
  @Column('uuid', { nullable: true }) parentId!: string | null;
}

@Entity('computed_disposals')
export class LedgerSnapshotDisposalEntity extends SnapshotRow {
  @PrimaryColumn('uuid') disposalId!: string;

  @ManyToOne(() => LedgerSnapshotEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'books', foreignKeyConstraintName: 'computed_disposals_books' })
  computed!: LedgerSnapshotEntity;

  @Column('uuid') lotId!: string;
  @Column('text') type!: string;
  @Column('numeric') quantity!: string;
  @Column('numeric') proceeds!: string;
  @Column('numeric') costBasis!: string;
  @Column('numeric') gain!: string;
  @Column('numeric') fees!: string;
  @Column('bigint') disposedAtMs!: string;
  @Column('boolean') isLongTerm!: boolean;
  @Column('numeric') washDisallowed!: string;
}
