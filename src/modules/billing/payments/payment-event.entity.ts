import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { HeldReason } from '../../../domain/billing/held';
import type { PaymentFact } from '../../../domain/billing/payment';

/** Table payment_events: the ledger. An event is stored together with its effect, or not at all. */
@Entity('payment_events')
@Check('payment_events_outcome', `"outcome" IN ('applied', 'held')`)
@Check('payment_events_reason', `("outcome" = 'held') = ("reason" IS NOT NULL)`)
@Index('payment_events_held', ['receivedAt'], { where: `"outcome" = 'held'` })
@Index('payment_events_waiting', ['paymentId'], { where: `"outcome" = 'held'` })
export class PaymentEventEntity {
  /** The processor's. */
  @PrimaryColumn('text') id!: string;
  @Column('text') type!: string;

  /** By the processor's clock. */
  @Column('timestamptz') occurredAt!: Date;
  @Column('timestamptz') receivedAt!: Date;
  @Column('uuid', { nullable: true }) orderId!: string | null;
  @Column('text', { nullable: true }) sessionId!: string | null;
  @Column('text', { nullable: true }) paymentId!: string | null;

  /** Only the fact, nothing else that the processor sent; null when it could not be read. */
  @Column('jsonb', { nullable: true }) fact!: PaymentFact | null;
  @Column('text') outcome!: 'applied' | 'held';
  @Column('text', { nullable: true }) reason!: HeldReason | null;

  @ForeignKey('checkouts', { name: 'payment_events_checkout' })
  @Column('uuid', { nullable: true })
  checkoutId!: string | null;

  @Column('integer', { default: 1 }) tries!: number;

  /** Next try of a held event; null: it waits for a person. */
  @Column('timestamptz', { nullable: true }) retryAt!: Date | null;
}
