import { Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import type { ListCover, ListState } from '../../../ports/exchanges/exchange-syncs';

/** Table exchange_accounts. The migration sets the foreign key to users: this layer has no entity of users. */
@Entity('exchange_accounts', { synchronize: false })
@Index('exchange_accounts_of_user', ['userId', 'createdAt', 'id'])
@Index('exchange_accounts_owner', ['userId', 'exchange', 'ownerHash'], {
  unique: true,
  where: 'disconnected_at IS NULL',
})
@Index('exchange_accounts_due', ['nextSyncAt'])
export class ExchangeAccountEntity {
  @PrimaryGeneratedColumn('uuid') id!: string;
  @Column('uuid') userId!: string;
  @Column('text') exchange!: string;
  @Column('text', { default: '' }) label!: string;

  /** `us_exchange` or `foreign_exchange`. */
  @Column('text') kind!: string;

  /** Increases with every change of the rows. */
  @Column('bigint', { default: 0 }) revision!: string;
  @Column('integer', { default: 0 }) rowCount!: number;
  @Column('timestamptz') createdAt!: Date;

  /** Disconnected by the user, who kept the history. */
  @Column('timestamptz', { nullable: true }) disconnectedAt!: Date | null;

  /** `api`: the service reads it. `csv`: its history comes from files. */
  @Column('text', { default: 'csv' }) source!: string;

  /** Hashed id of the account at the exchange. */
  @Column('text', { nullable: true }) ownerHash!: string | null;
  @Column('text', { nullable: true }) apiKeyHint!: string | null;
  @Column('boolean', { nullable: true }) readOnly!: boolean | null;
  @Column('timestamptz', { nullable: true }) lastSyncAt!: Date | null;
  @Column('timestamptz', { nullable: true }) nextSyncAt!: Date | null;

  @Column('text', { nullable: true }) lastError!: string | null;
  @Column('uuid', { nullable: true }) syncJobId!: string | null;

  @Column('json', { default: {} }) syncLists!: Record<string, ListState>;

  /** By list that the key may not read. */
  @Column('json', { default: {} }) listCovers!: Record<string, ListCover>;

  @Column('json', { nullable: true }) balances!: Record<string, string> | null;
}

/** A row as received. `json`: text of exchanges can contain NUL. */
@Entity('exchange_rows')
export class ExchangeRowEntity {
  @ForeignKey(() => ExchangeAccountEntity, { name: 'exchange_rows_account', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  accountId!: string;

  @PrimaryColumn('text') key!: string;
  @Column('text') part!: string;

  @Column('text') format!: string;
  @Column('bigint') atMs!: string;
  @Column('json') body!: Record<string, string>;
}
