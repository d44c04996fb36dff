import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One lineage step of a lot, as first recorded. Only `superseded_at` can change. */
@Entity('lineage_links')
export class LineageLinkEntity {
  /** Hash of the owner's wallets: another set of wallets can have a different version of the same step. */
  @PrimaryColumn('text', { name: 'books' }) ledgerKey!: string;
  @PrimaryColumn('uuid') linkId!: string;
  @Column('uuid') fromLotId!: string;
  @Column('uuid', { nullable: true }) toLotId!: string | null;
  @Column('uuid', { nullable: true }) disposalId!: string | null;
  @Column('text') relation!: string;

  /** Base units. */
  @Column('numeric') quantity!: string;

  /** 1e-18 USD. */
  @Column('numeric') cost!: string;
  @Column('text', { nullable: true }) txHash!: string | null;

  /** Time of the step, ms UTC. */
  @Column('bigint') atMs!: string;
  @Column('text') engineVersion!: string;
  @Column('timestamptz') recordedAt!: Date;

  /** Time from which the ledger no longer contains the step. */
  @Column('timestamptz', { nullable: true }) supersededAt!: Date | null;
}
