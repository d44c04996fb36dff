import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BillingMetrics } from './payments/billing-metrics';
import { BillingRules } from './billing-rules';
import { CatchUp } from './payments/catch-up.service';
import { CheckoutController } from './checkout/checkout.controller';
import { CheckoutEntity } from './checkout.entity';
import { CheckoutRepository } from './checkout/checkout.repository';
import { CheckoutService } from './checkout/checkout.service';
import { HeldEventsRepository } from './payments/held-events.repository';
import { PaymentEventEntity } from './payments/payment-event.entity';
import { PaymentEvents } from './payments/payment-events.service';
import { PaymentLedgerRepository } from './payments/payment-ledger.repository';
import { PaymentScanEntity } from './payments/payment-scan.entity';
import { PaymentScanRepository } from './payments/payment-scan.repository';

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
    BillingRules,
  ],
})
export class BillingModule {}
