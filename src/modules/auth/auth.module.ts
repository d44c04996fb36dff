import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PartnerKeyVerifier } from '../../ports/credentials';
import { PartnerKeyEntity } from './partner-key.entity';
import { PartnerKeyRepository } from './partner-key.repository';
import { StoredPartnerKeyVerifier } from './partner-key.verifier';
import { PartnerKeysService } from './partner-keys.service';
import { PartnersController } from './partners.controller';

/** Who may call. Global, because the guard of the http floor finds its verifiers by injection, not by import. */
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
export class AuthModule {}
