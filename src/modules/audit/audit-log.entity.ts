import { Check, Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';

/** Table audit_logs: the chain. Only the personal fields of deleted accounts ever change: they are emptied. */
@Entity('audit_logs')
@Unique('audit_logs_id', ['id'])
@Unique('audit_logs_prev_hash', ['prevHash'])
@Index('audit_logs_at', ['at', 'seq'])
@Index('audit_logs_user', ['userId', 'at', 'seq'], { where: '"user_id" IS NOT NULL' })
export class AuditLogEntity {
  @PrimaryColumn({ type: 'bigint' }) seq!: string;
  @Column('uuid') id!: string;
  @Column({ type: 'timestamptz', precision: 3 }) at!: Date;
  @Column('uuid') requestId!: string;
  @Column('text') method!: string;
  @Column('text') path!: string;
  @Column('text') route!: string;
  @Column('smallint') status!: number;
  @Column('text', { nullable: true }) errorCode!: string | null;
  @Column('integer') durationMs!: number;
  @Column('text') authType!: string;
  @Column('uuid', { nullable: true }) userId!: string | null;
  @Column('uuid', { nullable: true }) apiKeyId!: string | null;
  @Column('text', { nullable: true }) keyPrefix!: string | null;
  @Column('uuid', { nullable: true }) partnerId!: string | null;
  @Column('text') ip!: string;
  @Column('text') userAgent!: string;
  @Column('integer', { default: 0 }) missed!: number;

  /** Version 2 hashes the personal fields separately. */
  @Column('smallint', { default: 1 }) version!: number;
  @Column('bytea', { nullable: true }) personalSalt!: Buffer | null;
  @Column('bytea', { nullable: true }) personalHash!: Buffer | null;

  /** Set when the account was deleted: the personal fields and their salt are gone. */
  @Column('timestamptz', { nullable: true }) erasedAt!: Date | null;
  @Column('bytea') prevHash!: Buffer;
  @Column('bytea') hash!: Buffer;
}

/** Table audit_erasures: deleted accounts with the number of their emptied entries. Only the database writes it. */
@Entity('audit_erasures')
export class AuditErasureEntity {
  @PrimaryColumn('uuid') userId!: string;
  @Column('bigint') entries!: string;
  @Column('timestamptz', { default: () => 'service_now()' }) erasedAt!: Date;
}

/** Table audit_head: where the chain ends. Only the database moves it, as entries come. */
@Entity('audit_head')
@Check('audit_head_only_row', '"only_row"')
export class AuditHeadEntity {
  @PrimaryColumn('boolean', { default: true }) onlyRow!: boolean;
  @Column('bigint') count!: string;
  @Column('bytea') hash!: Buffer;
}

/** Table audit_checkpoints: where the chain began each time older months were dropped. */
@Entity('audit_checkpoints')
export class AuditCheckpointEntity {
  @PrimaryColumn({ type: 'bigint' }) count!: string;
  @Column('bytea') hash!: Buffer;

  /** No entry of this time or later was dropped. */
  @Column('timestamptz') before!: Date;
  @Column('timestamptz') createdAt!: Date;
}
