import { Global, Module } from '@nestjs/common';
import { Config, loadConfig } from './env';
import { ProcessState } from './process-state';

/** Provides the parsed, frozen Config and what this process is for, everywhere. */
@Global()
@Module({
  providers: [{ provide: Config, useFactory: () => loadConfig(process.env) }, ProcessState],
  exports: [Config, ProcessState],
})
export class ConfigModule {}
