import { Check, Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { OwnerKeyColumn } from '../persistence/columns';

/** The outbox: every event until its retention ends. */
@Entity('events')
@Unique('events_key', ['key'])
@Check('events_for_somebody', `"address" IS NOT NULL OR "user_id" IS NOT NULL`)
@Index('events_waiting', ['createdAt'], { where: `"fanned_out_at" IS NULL` })
@Index('events_age', ['createdAt'])
export class EventEntity {
  @PrimaryGeneratedColumn('uuid') id!: string;
  @Column('text') type!: string;

  /** Lower-case. */
  @Column('text', { nullable: true }) address!: string | null;
  @Column('uuid', { nullable: true }) userId!: string | null;
  @Column('timestamptz', { nullable: true }) occurredAt!: Date | null;
  @Column('text', { nullable: true }) key!: string | null;

  /** Canonical bytes: every attempt sends the same bytes, whatever code version runs. */
  @Column('text') body!: string;
  @Column('timestamptz', { default: () => 'service_now()' }) createdAt!: Date;
  @Column('timestamptz', { nullable: true }) fannedOutAt!: Date | null;
}

const WATCHES_PKEY = 'watches_pkey';

/** Linked wallets and exchange accounts have separate tables. The view `watchers` joins all of them. */
@Entity('watches')
@Index('watches_address', ['address'])
export class WatchEntity {
  @OwnerKeyColumn('watches_user', WATCHES_PKEY) userId!: string;

  /** Lower-case. */
  @PrimaryColumn('text', { primaryKeyConstraintName: WATCHES_PKEY }) address!: string;
  @PrimaryColumn('text', { primaryKeyConstraintName: WATCHES_PKEY }) reason!: string;
  @Column('text') given!: string;
  @Column('timestamptz') since!: Date;
}

/** One row: events of watched wallets are stored up to this time. */
@Entity('news_cursor')
@Check('news_cursor_one', `"id" = 1`)
export class NewsCursorEntity {
  @PrimaryColumn('smallint', { default: 1 }) id!: number;
  @Column('timestamptz') caughtUpAt!: Date;
}
