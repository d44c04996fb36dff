import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** One row: which database this is, and which one is the first of its service. None with one database. */
@Entity('database_identity')
@Check('database_identity_one', `"singleton" = 1`)
export class DatabaseIdentityEntity {
  @PrimaryColumn('smallint', { default: 1 }) singleton!: number;
  @Column('uuid') id!: string;
  @Column('uuid') firstId!: string;
}

/** In the first database: the database in which the wallets of each logical shard are stored. */
@Entity('shard_places')
@Check('shard_places_shard', `"shard" >= 0 AND "shard" < 256`)
export class ShardPlaceEntity {
  @PrimaryColumn('smallint') shard!: number;
  @Column('uuid') databaseId!: string;
}
