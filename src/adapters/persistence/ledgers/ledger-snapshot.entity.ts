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

/** Quantities in base units, money in 1e-18 USD. */
@Entity('computed_lots')
export class LedgerSnapshotLotEntity {
  @PrimaryColumn('text', { name: 'books' }) ledgerKey!: string;
  @PrimaryColumn('uuid') lotId!: string;

  @ManyToOne(() => LedgerSnapshotEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'books', foreignKeyConstraintName: 'computed_lots_books' })
  computed!: LedgerSnapshotEntity;

  @Column('text') wallet!: string;
  @Column('text') assetId!: string;
  @Column('numeric') originalQuantity!: string;
  @Column('numeric') remaining!: string;
  @Column('numeric') originalCost!: string;
  @Column('numeric') cost!: string;
  @Column('bigint', { nullable: true }) acquiredAtMs!: string | null;
  @Column('bigint') receivedAtMs!: string;
  @Column('text') source!: string;
  @Column('text') basisSource!: string;
  @Column('text', { nullable: true }) incomeType!: string | null;
  @Column('boolean') isUntracked!: boolean;
  @Column('uuid', { nullable: true }) parentId!: string | null;
  @Column('text') transactionId!: string;
  @Column('text', { nullable: true }) txHash!: string | null;
  @Column('text', { default: 'known' }) valueStatus!: string;
}

/** Quantities in base units, money in 1e-18 USD. */
@Entity('computed_disposals')
export class LedgerSnapshotDisposalEntity {
  @PrimaryColumn('text', { name: 'books' }) ledgerKey!: string;
  @PrimaryColumn('uuid') disposalId!: string;

  @ManyToOne(() => LedgerSnapshotEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'books', foreignKeyConstraintName: 'computed_disposals_books' })
  computed!: LedgerSnapshotEntity;

  @Column('uuid') lotId!: string;
  @Column('text') wallet!: string;
  @Column('text') assetId!: string;
  @Column('text') type!: string;
  @Column('numeric') quantity!: string;
  @Column('numeric') proceeds!: string;
  @Column('numeric') costBasis!: string;
  @Column('numeric') gain!: string;
  @Column('numeric') fees!: string;
  @Column('bigint', { nullable: true }) acquiredAtMs!: string | null;
  @Column('bigint') disposedAtMs!: string;
  @Column('boolean') isLongTerm!: boolean;
  @Column('numeric') washDisallowed!: string;
  @Column('text') transactionId!: string;
  @Column('text', { nullable: true }) txHash!: string | null;
  @Column('text', { default: 'known' }) valueStatus!: string;
}
