import { Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn, Unique } from 'typeorm';

@Entity('change_feeds')
@Unique('change_feeds_list', ['owner', 'list'])
@Index('change_feeds_read', ['readAt'])
export class ChangeFeedEntity {
  @PrimaryGeneratedColumn('uuid') id!: string;
  @Column('text') owner!: string;
  @Column('text') list!: string;
  /** Of the list at its last record. Empty before the first. */
  @Column('text') fingerprint!: string;
  @Column('timestamptz') beganAt!: Date;
  @Column('timestamptz') lastAt!: Date;
  @Column('timestamptz') readAt!: Date;
}

@Entity('change_feed_entries')
@Index('change_feed_entries_place', ['feedId', 'changedAt', 'entryId'])
export class ChangeFeedEntryEntity {
  @ForeignKey(() => ChangeFeedEntity, { name: 'change_feed_entries_feed', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  feedId!: string;

  @PrimaryColumn('text') entryId!: string;
  @Column('text') digest!: string;
  @Column('timestamptz') changedAt!: Date;
  @Column('boolean') isDeleted!: boolean;
}
