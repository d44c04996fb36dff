import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AdaptersModule } from '../adapters/adapters.module';
import { LaunchError } from '../bootstrap/launch-error';
import { quietLogger } from '../bootstrap/logger';
import { ProcessState } from '../common/process-state';
import { ConfigModule } from '../config/config.module';
import { AuthModule } from '../modules/auth/auth.module';
import { BillingModule } from '../modules/billing/billing.module';
import { CatchUp, type Round } from '../modules/billing/payments/catch-up.service';
import { SpacesModule } from '../modules/spaces/spaces.module';
import { onCurrentDatabase } from './database';

@Module({ imports: [AdaptersModule, AuthModule, BillingModule, SpacesModule] })
class PaymentsModule {}

/** Also processes held events that are due. @throws LaunchError when no payment processor is configured */
export function catchUpPayments(): Promise<Round> {
  return onCurrentDatabase(async (config) => {
    if (!config.STRIPE_SECRET_KEY)
      throw new LaunchError('Payments are disabled: STRIPE_SECRET_KEY is not set.');
    const root = { module: PaymentsModule, imports: [ConfigModule.forRoot(config, new ProcessState(false))] };
    const context = await NestFactory.create(root, { logger: quietLogger(), abortOnError: false });
    await context.init();
    try {
      return await context.get(CatchUp, { strict: false }).run();
    } finally {
      await context.close();
    }
  });
}
