import { Global, Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApiKeyInventory } from '../../ports/access-inventory';
import { ApiKeyVerifier } from '../../ports/credentials';
import { ApiKeyEntity } from './api-key.entity';
import { ApiKeyRepository } from './api-key.repository';
import { StoredApiKeyVerifier } from './api-key.verifier';
import { ApiKeysController } from './api-keys.controller';
import { ApiKeysService } from './api-keys.service';
import { StoredKeyInventory } from './stored-key-inventory';
import { UsageController } from './usage.controller';
import { UsageDayEntity } from './usage-day.entity';
import { UsageMeter } from './usage-meter';
import { UsageMiddleware } from './usage.middleware';
import { UsageRepository } from './usage.repository';
import { UsageService } from './usage.service';

/** Keys of users and what is asked under an account. Global, because the guard finds its verifier by injection. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([ApiKeyEntity, UsageDayEntity])],
  controllers: [ApiKeysController, UsageController],
  providers: [
    ApiKeyRepository,
    ApiKeysService,
    UsageMeter,
    UsageRepository,
    UsageService,
    { provide: ApiKeyVerifier, useClass: StoredApiKeyVerifier },
    { provide: ApiKeyInventory, useClass: StoredKeyInventory },
  ],
  exports: [ApiKeyVerifier, ApiKeyInventory],
})
export class ApiKeysModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(UsageMiddleware).forRoutes('{*path}');
  }
}
