import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { OwnedRow } from '../../../adapters/persistence/columns';

/** Table webhooks: subscriptions, and the results of their deliveries. */
@Entity('webhooks')
@Index('webhooks_user_id', ['userId', 'createdAt', 'id'])
@Check('webhooks_in_flight', `"in_flight" >= 0`)
export class WebhookEntity extends OwnedRow('webhooks_user') {
  @Column('text') url!: string;
  @Column('text', { array: true }) events!: string[];

  /** Lower-case; empty: all addresses. */
  @Column('text', { array: true, default: '{}' }) addressesFilter!: string[];
  @Column('text', { default: '' }) description!: string;

  /** Sealed JSON object. */
  @Column('text') headers!: string;

  /** Sealed. */
  @Column('text') secret!: string;

  /** Sealed: the secret before the last rotation. */
  @Column('text', { nullable: true }) previousSecret!: string | null;

  /** Until then the previous secret signs `webhook-signature` as well. */
  @Column('timestamptz', { nullable: true }) previousUntil!: Date | null;
  @Column('boolean', { default: true }) isActive!: boolean;

  /** The last activation. Earlier events are not delivered. */
  @Column('timestamptz', { default: () => 'service_now()' }) activeSince!: Date;
  @Column('integer', { default: 0 }) successfulDeliveries!: number;
  @Column('integer', { default: 0 }) failedDeliveries!: number;

  @Column('timestamptz', { nullable: true }) lastDeliveryAt!: Date | null;

  /** Attempts under way; kept with every change of their state. */
  @Column('integer', { default: 0 }) inFlight!: number;
  @Column('integer', { name: 'failures_in_a_row', default: 0 }) failuresInARow!: number;
  @Column('timestamptz', { nullable: true }) failingSince!: Date | null;

  /** The circuit is open until then. After it one attempt may probe. */
  @Column('timestamptz', { nullable: true }) blockedUntil!: Date | null;
  @Column('timestamptz') updatedAt!: Date;
}

const ADDRESSES_PKEY = 'webhook_addresses_pkey';

/** Table webhook_addresses: the filters once more, by address, for fan-out and for watching. */
@Entity('webhook_addresses')
@Index('webhook_addresses_address', ['address'])
export class WebhookAddressEntity {
  @ForeignKey('webhooks', { name: 'webhook_addresses_webhook', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { primaryKeyConstraintName: ADDRESSES_PKEY })
  webhookId!: string;

  /** Lower-case. */
  @PrimaryColumn('text', { primaryKeyConstraintName: ADDRESSES_PKEY }) address!: string;

  /** As the user wrote it: some chains distinguish addresses by case. */
  @Column('text') given!: string;
  @Column('timestamptz') since!: Date;
}
