import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Read progress of one wallet on one chain. One row per (chain, address). */
@Entity('chain_states')
export class ChainStateEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'chain_states_pkey' })
  chain!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'chain_states_pkey' })
  address!: string;

  @Column('json', { nullable: true })
  cursor!: Record<string, unknown> | null;

  @Column('boolean', { default: false })
  complete!: boolean;

  @Column('boolean', { default: false })
  truncated!: boolean;

  @Column('boolean', { default: false })
  incomplete!: boolean;

  /** Flags of the active read. They replace the two above when it ends. */
  @Column('boolean', { name: 'pass_truncated', default: false })
  passTruncated!: boolean;

  @Column('boolean', { name: 'pass_incomplete', default: false })
  passIncomplete!: boolean;

  @Column('timestamptz', { name: 'indexed_at', nullable: true })
  indexedAt!: Date | null;

  @Column('text', { nullable: true })
  provider!: string | null;

  @Column('text', { name: 'error_code', nullable: true })
  errorCode!: string | null;

  @Column('json', { name: 'error_details', nullable: true })
  errorDetails!: Record<string, unknown> | null;

  @Column('bigint', { default: 0 })
  revision!: string;

  @Column('integer', { name: 'row_count', default: 0 })
  rowCount!: number;

  /** Sequence number of the next row. */
  @Column('bigint', { name: 'next_seq', default: 0 })
  nextSeq!: string;

  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' })
  updatedAt!: Date;
}

/** One upstream row as received. `json`, not `jsonb`: on-chain names contain NUL, which jsonb rejects. */
@Entity('raw_rows')
@Index('raw_rows_order', ['chain', 'address', 'block', 'seq'])
export class RawRowEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'raw_rows_pkey' })
  chain!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'raw_rows_pkey' })
  address!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'raw_rows_pkey' })
  list!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'raw_rows_pkey' })
  key!: string;

  @Column('bigint')
  block!: string;

  /** Sequence number within (chain, address). */
  @Column('bigint')
  seq!: string;

  @Column('json')
  body!: Record<string, unknown>;
}

/** A fetched USD price. `usd` is null when no source had one. */
@Entity('prices')
@Check('prices_usd_finite', `"usd" >= 0 AND "usd" < 'Infinity'::numeric`)
@Check('prices_whole', `("usd" IS NULL) = ("price_at_ms" IS NULL) AND ("usd" IS NULL) = ("source" IS NULL)`)
export class PriceEntity {
  @PrimaryColumn('text', { name: 'asset_id', primaryKeyConstraintName: 'prices_pkey' })
  assetId!: string;

  /** The requested time, ms UTC. */
  @PrimaryColumn('bigint', { name: 'at_ms', primaryKeyConstraintName: 'prices_pkey' })
  atMs!: string;

  @Column('numeric', { nullable: true })
  usd!: string | null;

  /** The time of the price, ms UTC. */
  @Column('bigint', { name: 'price_at_ms', nullable: true })
  priceAtMs!: string | null;

  @Column('text', { nullable: true })
  source!: string | null;

  @Column('timestamptz', { name: 'fetched_at', default: () => 'now()' })
  fetchedAt!: Date;
}
