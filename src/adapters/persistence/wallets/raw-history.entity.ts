import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Rows of one wallet on one chain. */
abstract class WalletOnChain {
  @PrimaryColumn('text') chain!: string;
  @PrimaryColumn('text') address!: string;
}

/** Read progress of one wallet on one chain. One row per (chain, address). */
@Entity('chain_states')
export class ChainStateEntity extends WalletOnChain {
  @Column('json', { nullable: true }) cursor!: Record<string, unknown> | null;
  @Column('boolean', { default: false }) complete!: boolean;
  @Column('boolean', { default: false }) truncated!: boolean;
  @Column('boolean', { default: false }) incomplete!: boolean;

  /** The chain states another balance than its rows. */
  @Column('boolean', { default: false }) contradicted!: boolean;

  /** Flags of the active read. They replace the two above when it ends. */
  @Column('boolean', { default: false }) passTruncated!: boolean;
  @Column('boolean', { default: false }) passIncomplete!: boolean;
  @Column('timestamptz', { nullable: true }) indexedAt!: Date | null;
  @Column('text', { nullable: true }) provider!: string | null;
  @Column('text', { nullable: true }) errorCode!: string | null;
  @Column('json', { nullable: true }) errorDetails!: Record<string, unknown> | null;
  @Column('bigint', { default: 0 }) revision!: string;
  @Column('integer', { default: 0 }) rowCount!: number;

  /** Sequence number of the next row. */
  @Column('bigint', { default: 0 }) nextSeq!: string;
  // eslint-disable-next-line service/sql-time -- statements give the time; Citus knows no function of the schema
  @Column('timestamptz', { default: () => 'now()' }) updatedAt!: Date;
}

/** One upstream row as received. `json`, not `jsonb`: on-chain names contain NUL, which jsonb rejects. */
@Entity('raw_rows')
@Index('raw_rows_order', ['chain', 'address', 'block', 'seq'])
export class RawRowEntity extends WalletOnChain {
  @PrimaryColumn('text') list!: string;
  @PrimaryColumn('text') key!: string;
  @Column('bigint') block!: string;

  /** Sequence number within (chain, address). */
  @Column('bigint') seq!: string;
  @Column('json') body!: Record<string, unknown>;
}

/** A fetched USD price. `usd` is null when no source had one. */
@Entity('prices')
@Check('prices_usd_finite', `"usd" >= 0 AND "usd" < 'Infinity'::numeric`)
@Check('prices_whole', `("usd" IS NULL) = ("price_at_ms" IS NULL) AND ("usd" IS NULL) = ("source" IS NULL)`)
export class PriceEntity {
  @PrimaryColumn('text') assetId!: string;

  /** The requested time, ms UTC. */
  @PrimaryColumn('bigint') atMs!: string;
  @Column('numeric', { nullable: true }) usd!: string | null;

  /** The time of the price, ms UTC. */
  @Column('bigint', { nullable: true }) priceAtMs!: string | null;
  @Column('text', { nullable: true }) source!: string | null;
  // eslint-disable-next-line service/sql-time -- statements give the time; Citus knows no function of the schema
  @Column('timestamptz', { default: () => 'now()' }) fetchedAt!: Date;
}
