import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Config } from './env';
import { ProcessState } from './process-state';

/** Provides the parsed, frozen Config and the process role to all modules. */
@Global()
@Module({})
export class ConfigModule {
  /** @param runsJobs true when this process runs background work */
  static forRoot(config: Config, runsJobs: boolean): DynamicModule {
    return {
      module: ConfigModule,
      providers: [
        { provide: Config, useValue: config },
        { provide: ProcessState, useValue: new ProcessState(runsJobs) },
      ],
      exports: [Config, ProcessState],
    };
  }
}
