import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

abstract class WalletOnChain {
  @PrimaryColumn('text') chain!: string;
  @PrimaryColumn('text') address!: string;
}

/** One row per (chain, address). */
@Entity('chain_states')
export class ChainStateEntity extends WalletOnChain {
  @Column('json', { nullable: true }) cursor!: Record<string, unknown> | null;
  @Column('boolean', { default: false }) complete!: boolean;
  @Column('boolean', { default: false }) truncated!: boolean;
  @Column('boolean', { default: false }) incomplete!: boolean;

  /** The chain states another balance than the rows. */
  @Column('boolean', { default: false }) contradicted!: boolean;

  /** Flags of the active read. Its end copies them to the two columns above. */
  @Column('boolean', { default: false }) passTruncated!: boolean;
  @Column('boolean', { default: false }) passIncomplete!: boolean;
  @Column('timestamptz', { nullable: true }) indexedAt!: Date | null;
  @Column('text', { nullable: true }) provider!: string | null;
  @Column('text', { nullable: true }) errorCode!: string | null;
  @Column('json', { nullable: true }) errorDetails!: Record<string, unknown> | null;
  @Column('bigint', { default: 0 }) revision!: string;
  @Column('integer', { default: 0 }) rowCount!: number;

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

  @Column('bigint') seq!: string;
  @Column('json') body!: Record<string, unknown>;
}

/** `usd` is null when no source had a price. */
@Entity('prices')
@Check('prices_usd_finite', `"usd" >= 0 AND "usd" < 'Infinity'::numeric`)
@Check('prices_whole', `("usd" IS NULL) = ("price_at_ms" IS NULL) AND ("usd" IS NULL) = ("source" IS NULL)`)
export class PriceEntity {
  @PrimaryColumn('text') assetId!: string;

  /** Requested, ms UTC. */
  @PrimaryColumn('bigint') atMs!: string;
  @Column('numeric', { nullable: true }) usd!: string | null;

  /** Of the price, ms UTC. */
  @Column('bigint', { nullable: true }) priceAtMs!: string | null;
  @Column('text', { nullable: true }) source!: string | null;
  // eslint-disable-next-line service/sql-time -- statements give the time; Citus knows no function of the schema
  @Column('timestamptz', { default: () => 'now()' }) fetchedAt!: Date;
}
