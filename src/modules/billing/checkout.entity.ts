import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import type { PaymentFacts } from '../../domain/billing/payment';
import type { SoldPlan } from '../../domain/plans/plans';

/** Table checkouts: what users buy or have bought, stored before the processor is asked. */
@Entity('checkouts')
@Unique('checkouts_session', ['sessionId'])
@Check('checkouts_plan', `"plan" IN ('basic', 'professional', 'defi')`)
@Check('checkouts_amount', `"amount_cents" > 0`)
@Index('checkouts_of_user', ['userId', 'createdAt'])
@Index('checkouts_covered', ['coveredUntil'], { where: `"covered_until" IS NOT NULL` })
@Index('checkouts_payment', ['paymentId'], { where: `"payment_id" IS NOT NULL` })
export class CheckoutEntity {
  @PrimaryColumn('uuid') id!: string;

  /** Null when the account is gone: what was paid is still known. */
  @ForeignKey('users', { name: 'checkouts_user', onDelete: 'SET NULL' })
  @Column('uuid', { nullable: true })
  userId!: string | null;

  @Column('text') plan!: SoldPlan;

  /** Price when the form was opened. */
  @Column('integer') amountCents!: number;

  /** The processor's name for the form; null while it has not answered. */
  @Column('text', { nullable: true }) sessionId!: string | null;

  /** The processor's name for the payment; null until the processor reports it. */
  @Column('text', { nullable: true }) paymentId!: string | null;
  @Column('jsonb') facts!: PaymentFacts;

  /** False after a failure: the next attempt is another order. */
  @Column('boolean', { default: true }) isReusable!: boolean;

  /** The end of what was bought; null while nothing of it is in force. */
  @Column('timestamptz', { nullable: true }) coveredUntil!: Date | null;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz') expiresAt!: Date;
}
