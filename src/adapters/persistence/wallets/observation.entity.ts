import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

const KEY = 'balance_observations_pkey';

/** On-chain balance of a rebasing token. One row per wallet, token and day. */
@Entity('balance_observations')
@Check('balance_observations_quantity', `"quantity" >= 0 AND "quantity" < 'Infinity'::numeric`)
export class BalanceObservationEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: KEY }) chain!: string;
  @PrimaryColumn('text', { primaryKeyConstraintName: KEY }) address!: string;
  @PrimaryColumn('text', { primaryKeyConstraintName: KEY }) assetId!: string;

  /** UTC. */
  @PrimaryColumn('date', { primaryKeyConstraintName: KEY }) day!: string;
  @Column('bigint') atMs!: string;

  /** Base units. */
  @Column('numeric') quantity!: string;
  @Column('text') source!: string;
}
