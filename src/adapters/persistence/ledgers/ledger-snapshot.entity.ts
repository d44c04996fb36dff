import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';

/** A computed ledger: its wallets, time and input. */
@Entity('computed_books')
export class LedgerSnapshotEntity {
  /** Hash of the scope. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'computed_books_pkey' })
  books!: string;

  @Column('text', { array: true })
  wallets!: string[];

  @Column('text', { name: 'input_hash' })
  inputHash!: string;

  @Column('text', { name: 'engine_version' })
  engineVersion!: string;

  @Column('timestamptz', { name: 'computed_at' })
  computedAt!: Date;
}

/** Quantities in base units, money in 1e-18 USD. */
@Entity('computed_lots')
export class LedgerSnapshotLotEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'computed_lots_pkey' })
  books!: string;

  @PrimaryColumn('uuid', { name: 'lot_id', primaryKeyConstraintName: 'computed_lots_pkey' })
  lotId!: string;

  @ManyToOne(() => LedgerSnapshotEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'books', foreignKeyConstraintName: 'computed_lots_books' })
  computed!: LedgerSnapshotEntity;

  @Column('text')
  wallet!: string;

  @Column('text', { name: 'asset_id' })
  assetId!: string;

  @Column('numeric', { name: 'original_quantity' })
  originalQuantity!: string;

  @Column('numeric')
  remaining!: string;

  @Column('numeric', { name: 'original_cost' })
  originalCost!: string;

  @Column('numeric')
  cost!: string;

  @Column('bigint', { name: 'acquired_at_ms', nullable: true })
  acquiredAtMs!: string | null;

  @Column('bigint', { name: 'received_at_ms' })
  receivedAtMs!: string;

  @Column('text')
  source!: string;

  @Column('text', { name: 'basis_source' })
  basisSource!: string;

  @Column('text', { name: 'income_type', nullable: true })
  incomeType!: string | null;

  @Column('boolean', { name: 'is_untracked' })
  isUntracked!: boolean;

  @Column('uuid', { name: 'parent_id', nullable: true })
  parentId!: string | null;

  @Column('text', { name: 'transaction_id' })
  transactionId!: string;

  @Column('text', { name: 'tx_hash', nullable: true })
  txHash!: string | null;
}

/** Quantities in base units, money in 1e-18 USD. */
@Entity('computed_disposals')
export class LedgerSnapshotDisposalEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'computed_disposals_pkey' })
  books!: string;

  @PrimaryColumn('uuid', { name: 'disposal_id', primaryKeyConstraintName: 'computed_disposals_pkey' })
  disposalId!: string;

  @ManyToOne(() => LedgerSnapshotEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'books', foreignKeyConstraintName: 'computed_disposals_books' })
  computed!: LedgerSnapshotEntity;

  @Column('uuid', { name: 'lot_id' })
  lotId!: string;

  @Column('text')
  wallet!: string;

  @Column('text', { name: 'asset_id' })
  assetId!: string;

  @Column('text')
  type!: string;

  @Column('numeric')
  quantity!: string;

  @Column('numeric')
  proceeds!: string;

  @Column('numeric', { name: 'cost_basis' })
  costBasis!: string;

  @Column('numeric')
  gain!: string;

  @Column('numeric')
  fees!: string;

  @Column('bigint', { name: 'acquired_at_ms', nullable: true })
  acquiredAtMs!: string | null;

  @Column('bigint', { name: 'disposed_at_ms' })
  disposedAtMs!: string;

  @Column('boolean', { name: 'is_long_term' })
  isLongTerm!: boolean;

  @Column('numeric', { name: 'wash_disallowed' })
  washDisallowed!: string;

  @Column('text', { name: 'transaction_id' })
  transactionId!: string;

  @Column('text', { name: 'tx_hash', nullable: true })
  txHash!: string | null;
}
