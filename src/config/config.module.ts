import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Config } from './env';
import { AccountChanges } from '../common/account-changes';
import { StoredChanges } from '../common/stored-changes';
import { ProcessState } from '../common/process-state';
import { CredentialBox } from './secrets/credential-box';
import { SecretBox } from './secrets/secret-box';
import { SecretKeys } from './secrets/secret-keys';

@Global()
@Module({})
export class ConfigModule {
  static forRoot(config: Config, state: ProcessState): DynamicModule {
    return {
      module: ConfigModule,
      providers: [
        { provide: Config, useValue: config },
        { provide: ProcessState, useValue: state },
        StoredChanges,
        AccountChanges,
        SecretKeys,
        SecretBox,
        CredentialBox,
      ],
      exports: [Config, ProcessState, StoredChanges, AccountChanges, SecretKeys, SecretBox, CredentialBox],
    };
  }
}
