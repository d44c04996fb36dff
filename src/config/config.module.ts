import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Config } from './env';
import { ProcessState } from './process-state';

/** Provides the parsed, frozen Config and the process role to all modules. */
@Global()
@Module({ providers: [ProcessState], exports: [ProcessState] })
export class ConfigModule {
  static forRoot(config: Config): DynamicModule {
    return {
      module: ConfigModule,
      providers: [{ provide: Config, useValue: config }],
      exports: [Config],
    };
  }
}
