import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** Table webhook_deliveries: one event on its way to one webhook. */
@Entity('webhook_deliveries')
@Unique('webhook_deliveries_once', ['eventId', 'webhookId'])
@Check('webhook_deliveries_status', `"status" IN ('waiting', 'sending', 'delivered', 'failed')`)
@Check('webhook_deliveries_lease', `("status" = 'sending') = ("lease_until" IS NOT NULL)`)
@Check('webhook_deliveries_end', `("status" IN ('delivered', 'failed')) = ("finished_at" IS NOT NULL)`)
@Index('webhook_deliveries_waiting', ['webhookId', 'nextAttemptAt', 'id'], { where: `"status" = 'waiting'` })
@Index('webhook_deliveries_sending', ['leaseUntil'], { where: `"status" = 'sending'` })
@Index('webhook_deliveries_webhook_id', ['webhookId'])
export class DeliveryEntity {
  @PrimaryGeneratedColumn('uuid') id!: string;

  @ForeignKey('events', { name: 'webhook_deliveries_event', onDelete: 'CASCADE' })
  @Column('uuid')
  eventId!: string;

  @ForeignKey('webhooks', { name: 'webhook_deliveries_webhook', onDelete: 'CASCADE' })
  @Column('uuid')
  webhookId!: string;

  @Column('text', { default: 'waiting' }) status!: 'waiting' | 'sending' | 'delivered' | 'failed';

  /** Attempts that the receiver has answered, or that timed out. */
  @Column('smallint', { default: 0 }) attempts!: number;

  /** Attempts that could not run or end. */
  @Column('smallint', { default: 0 }) requeues!: number;
  @Column('timestamptz', { default: () => 'service_now()' }) nextAttemptAt!: Date;

  /** Grows with every claim; only the holder of the latest may write. */
  @Column('integer', { default: 0 }) fence!: number;

  /** End of the claim unless renewed, by the clock of the database. */
  @Column('timestamptz', { nullable: true }) leaseUntil!: Date | null;

  @Column('uuid', { nullable: true }) logId!: string | null;
  @Column('timestamptz', { default: () => 'service_now()' }) createdAt!: Date;
  @Column('timestamptz', { nullable: true }) finishedAt!: Date | null;
}

/** Table webhook_attempts: the log. An entry is stored before its request leaves. */
@Entity('webhook_attempts')
@Check('webhook_attempts_status', `"status" IN ('pending', 'success', 'failed', 'retrying')`)
@Index('webhook_attempts_webhook_id', ['webhookId', 'createdAt', 'id'])
@Index('webhook_attempts_tests', ['createdAt'], {
  where: `"status" = 'pending' AND "delivery_id" IS NULL`,
})
export class AttemptEntity {
  @PrimaryGeneratedColumn('uuid') id!: string;

  @ForeignKey('webhooks', { name: 'webhook_attempts_webhook', onDelete: 'CASCADE' })
  @Column('uuid')
  webhookId!: string;

  /** Null for a test. */
  @Column('uuid', { nullable: true }) deliveryId!: string | null;
  @Column('text') eventType!: string;
  @Column('text') eventId!: string;
  @Column('smallint') attempt!: number;
  @Column('text', { default: 'pending' }) status!: 'pending' | 'success' | 'failed' | 'retrying';
  @Column('integer', { nullable: true }) statusCode!: number | null;
  @Column('integer', { default: 0 }) responseTimeMs!: number;
  @Column('text', { nullable: true }) errorMessage!: string | null;

  @Column('timestamptz', { nullable: true }) deliveredAt!: Date | null;
  @Column('timestamptz', { default: () => 'service_now()' }) createdAt!: Date;
}
