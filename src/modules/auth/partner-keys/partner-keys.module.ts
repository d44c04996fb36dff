import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PartnerKeyVerifier } from '../../../ports/access/credentials';
import { PartnerKeyEntity } from './partner-key.entity';
import { PartnerKeyRepository } from './partner-key.repository';
import { StoredPartnerKeyVerifier } from './partner-key.verifier';
import { PartnerKeysService } from './partner-keys.service';
import { PartnersController } from './partners.controller';

/** Keys of partners: what the operator's commands need of this room as well. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([PartnerKeyEntity])],
  controllers: [PartnersController],
  providers: [
    PartnerKeyRepository,
    PartnerKeysService,
    { provide: PartnerKeyVerifier, useClass: StoredPartnerKeyVerifier },
  ],
  exports: [PartnerKeysService, PartnerKeyVerifier],
})
export class PartnerKeysModule {}
