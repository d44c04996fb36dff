import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PartnerKeyEntity } from './partner-key.entity';
import { PartnerKeyRepository } from './partner-key.repository';
import { PartnerKeyStrategy } from './partner-key.strategy';
import { PartnerKeysService } from './partner-keys.service';
import { PartnersController } from './partners.controller';

/** A module of its own, because the operator's commands need it too. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([PartnerKeyEntity])],
  controllers: [PartnersController],
  providers: [PartnerKeyRepository, PartnerKeysService, PartnerKeyStrategy],
  exports: [PartnerKeysService],
})
export class PartnerKeysModule {}
