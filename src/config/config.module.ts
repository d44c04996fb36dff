import { Global, Module } from '@nestjs/common';
import { Config, loadConfig } from './env';

/** Provides the parsed, frozen Config everywhere. */
@Global()
@Module({ providers: [{ provide: Config, useFactory: () => loadConfig(process.env) }], exports: [Config] })
export class ConfigModule {}
