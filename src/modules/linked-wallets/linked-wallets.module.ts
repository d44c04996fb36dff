import { Global, Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LinkedWallets } from '../../ports/storage/linked-wallets';
import { LinkedWalletEntity } from './linked-wallet.entity';
import { LinkedWalletRepository } from './linked-wallet.repository';
import { LinkedWalletsController } from './linked-wallets.controller';
import { LinkedWalletsService } from './linked-wallets.service';
import { StoredLinkedWallets } from './stored-linked-wallets';
import { WalletIdInterceptor } from './wallet-id.interceptor';

/** Global, because the modules that read wallets find the port by injection. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([LinkedWalletEntity])],
  controllers: [LinkedWalletsController],
  providers: [
    LinkedWalletRepository,
    LinkedWalletsService,
    { provide: LinkedWallets, useClass: StoredLinkedWallets },
    { provide: APP_INTERCEPTOR, useClass: WalletIdInterceptor },
  ],
  exports: [LinkedWallets],
})
export class LinkedWalletsModule {}
