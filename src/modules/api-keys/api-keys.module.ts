import { Global, Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApiKeyInventory } from '../../ports/access/access-inventory';
import { ApiKeyEntity } from './api-key.entity';
import { ApiKeyRepository } from './api-key.repository';
import { ApiKeyStrategy } from './api-key.strategy';
import { ApiKeysController } from './api-keys.controller';
import { ApiKeysService } from './api-keys.service';
import { StoredKeyInventory } from './stored-key-inventory';
import { UsageController } from './usage/usage.controller';
import { UsageDayEntity } from './usage/usage-day.entity';
import { UsageMeter } from './usage/usage-meter';
import { UsageMiddleware } from './usage/usage.middleware';
import { UsageRepository } from './usage/usage.repository';
import { UsageService } from './usage/usage.service';

/** Global, because other modules read the inventory of keys. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([ApiKeyEntity, UsageDayEntity])],
  controllers: [ApiKeysController, UsageController],
  providers: [
    ApiKeyRepository,
    ApiKeyStrategy,
    ApiKeysService,
    UsageMeter,
    UsageRepository,
    UsageService,
    { provide: ApiKeyInventory, useClass: StoredKeyInventory },
  ],
  exports: [ApiKeyInventory],
})
export class ApiKeysModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(UsageMiddleware).forRoutes('{*path}');
  }
}
