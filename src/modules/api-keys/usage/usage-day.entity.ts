import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { OwnerKeyColumn } from '../../../adapters/persistence/columns';

const PKEY = 'usage_days_pkey';

/** Table usage_days: answered requests of an account by day, key, route and status. */
@Entity('usage_days')
@Index('usage_days_day', ['day'])
export class UsageDayEntity {
  @OwnerKeyColumn('usage_days_user', PKEY) userId!: string;

  /** The API key, or the id of the user for requests of a session. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: PKEY }) keyId!: string;

  /** UTC. */
  @PrimaryColumn('date', { primaryKeyConstraintName: PKEY }) day!: string;
  @PrimaryColumn('text', { primaryKeyConstraintName: PKEY }) method!: string;

  /** Route template. */
  @PrimaryColumn('text', { primaryKeyConstraintName: PKEY }) path!: string;
  @PrimaryColumn('smallint', { primaryKeyConstraintName: PKEY }) status!: number;
  @Column('bigint') requests!: string;
}
