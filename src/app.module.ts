import { Module } from '@nestjs/common';
import { AdaptersModule } from './adapters/adapters.module';
import { ConfigModule } from './config/config.module';
import { HttpModule } from './http/http.module';
import { AuthModule } from './modules/auth/auth.module';
import { WalletsModule } from './modules/wallets/wallets.module';
import { PipelineModule } from './pipeline/pipeline.module';

/** The composition root: the one file that sees every floor. */
@Module({
  imports: [ConfigModule, AdaptersModule, HttpModule, AuthModule, PipelineModule, WalletsModule],
})
export class AppModule {}
