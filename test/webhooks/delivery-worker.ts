import { type Abstract, Global, Logger, Module, type Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { BullQueuesModule } from '../../src/adapters/queue/wake-up/bull-queues.module';
import { EventsModule } from '../../src/adapters/events/events.module';
import { EgressPolicy } from '../../src/adapters/outbound/egress-policy';
import { GuardedHttp } from '../../src/adapters/outbound/guarded-http';
import { PersistenceModule } from '../../src/adapters/persistence/persistence.module';
import { PersistenceRules } from '../../src/adapters/persistence/persistence-rules';
import { RedisTimes } from '../../src/adapters/redis/redis-times';
import { SecretBox } from '../../src/config/secrets/secret-box';
import { SecretKeys } from '../../src/config/secrets/secret-keys';
import { SystemClock } from '../../src/adapters/system/system-clock';
import { Config } from '../../src/config/env';
import { ProcessState } from '../../src/common/process-state';
import { claimDatabase } from '../../src/bootstrap/process-lock';
import { DeliveriesModule } from '../../src/modules/webhooks/delivery/deliveries.module';
import { DeliveryRules } from '../../src/modules/webhooks/delivery/delivery-rules';
import { Clock } from '../../src/ports/clock';
import { OutboundHttp } from '../../src/ports/upstream/outbound-http';
import { FAR_RULES } from '../support/far-limits';

export interface Deliveries {
  get<T>(token: Type<T> | Abstract<T>): T;
  close(): Promise<void>;
}

/**
 * The part of the service that delivers, as the product wires it, without the rest: it starts in a moment. It holds
 * the claim of a process that has others beside it.
 * @param runs false: a process that only stores events
 */
export async function startDeliveries(
  config: Config,
  rules: Partial<DeliveryRules>,
  runs: boolean,
): Promise<Deliveries> {
  @Global()
  @Module({
    providers: [
      { provide: Config, useValue: config },
      { provide: ProcessState, useValue: new ProcessState(runs) },
      { provide: Clock, useClass: SystemClock },
      SecretKeys,
      SecretBox,
      {
        provide: OutboundHttp,
        useValue: new GuardedHttp(new EgressPolicy(config.EGRESS_POLICY, config.WEBHOOK_ALLOWED_CIDRS)),
      },
    ],
    imports: [PersistenceModule, EventsModule, BullQueuesModule.forRoot(config, runs)],
    exports: [EventsModule, Config, ProcessState, Clock, SecretKeys, SecretBox, OutboundHttp],
  })
  class Floor {}
  const app = await Test.createTestingModule({ imports: [Floor, DeliveriesModule] })
    .overrideProvider(DeliveryRules)
    .useValue(FAR_RULES.deliveries.with(rules))
    .overrideProvider(RedisTimes)
    .useValue(FAR_RULES.redis)
    .overrideProvider(PersistenceRules)
    .useValue(FAR_RULES.persistence)
    .compile();
  Logger.overrideLogger(false);
  const onLost = (reason: Error): never => {
    throw reason;
  };
  const url = config.DATABASE_SESSION_URL ?? '';
  const claim = await claimDatabase(
    url,
    false,
    config.DATABASE_CONNECT_TIMEOUT_MS,
    onLost,
    new SystemClock(),
  );
  await app.init();
  return {
    get: (token) => app.get(token, { strict: false }),
    close: async () => {
      await app.close();
      await claim.release();
    },
  };
}
