import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BillingMetrics } from './billing-metrics';
import { BillingRules } from './billing-rules';
import { CatchUp } from './catch-up.service';
import { CheckoutController } from './checkout.controller';
import { CheckoutEntity } from './checkout.entity';
import { CheckoutRepository } from './checkout.repository';
import { CheckoutService } from './checkout.service';
import { HeldEventsRepository } from './held-events.repository';
import { PaymentEventEntity } from './payment-event.entity';
import { PaymentEvents } from './payment-events.service';
import { PaymentLedgerRepository } from './payment-ledger.repository';
import { PaymentScanEntity } from './payment-scan.entity';
import { PaymentScanRepository } from './payment-scan.repository';

/** Buying plans, and what becomes of the money. */
@Module({
  imports: [TypeOrmModule.forFeature([CheckoutEntity, PaymentEventEntity, PaymentScanEntity])],
  controllers: [CheckoutController],
  providers: [
    BillingMetrics,
    CatchUp,
    CheckoutRepository,
    CheckoutService,
    HeldEventsRepository,
    PaymentEvents,
    PaymentLedgerRepository,
    PaymentScanRepository,
    { provide: BillingRules, useFactory: () => new BillingRules() },
  ],
})
export class BillingModule {}
