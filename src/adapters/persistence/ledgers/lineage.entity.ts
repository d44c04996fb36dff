import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One lineage step of a lot, as first recorded. Only `superseded_at` can change. */
@Entity('lineage_links')
export class LineageLinkEntity {
  /** Hash of the owner's wallets: another set of wallets can have a different version of the same step. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'lineage_links_pkey' })
  books!: string;

  @PrimaryColumn('uuid', { name: 'link_id', primaryKeyConstraintName: 'lineage_links_pkey' })
  linkId!: string;

  @Column('uuid', { name: 'from_lot_id' })
  fromLotId!: string;

  @Column('uuid', { name: 'to_lot_id', nullable: true })
  toLotId!: string | null;

  @Column('uuid', { name: 'disposal_id', nullable: true })
  disposalId!: string | null;

  @Column('text')
  relation!: string;

  /** Base units. */
  @Column('numeric')
  quantity!: string;

  /** 1e-18 USD. */
  @Column('numeric')
  cost!: string;

  @Column('text', { name: 'tx_hash', nullable: true })
  txHash!: string | null;

  /** Time of the step, ms UTC. */
  @Column('bigint', { name: 'at_ms' })
  atMs!: string;

  @Column('text', { name: 'engine_version' })
  engineVersion!: string;

  @Column('timestamptz', { name: 'recorded_at' })
  recordedAt!: Date;

  /** Time from which the ledger no longer contains the step. */
  @Column('timestamptz', { name: 'superseded_at', nullable: true })
  supersededAt!: Date | null;
}
