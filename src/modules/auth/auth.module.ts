import { Global, Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PlanLookup } from '../../ports/access/plan-lookup';
import { SpaceRecords } from '../../ports/access/spaces';
import { AccountController } from './personal-data/account.controller';
import { AccountService } from './personal-data/account.service';
import { AttemptLimits } from './users/attempt-limits';
import { AttemptsRepository } from './users/attempts.repository';
import { AuthController } from './accounts/auth.controller';
import { AuthService } from './accounts/auth.service';
import { CountedAttemptEntity } from './users/counted-attempt.entity';
import { ConsoleController } from './demo/console.controller';
import { ConsoleSettings } from './demo/console-settings.service';
import { DemoSessions } from './demo/demo-sessions.service';
import { KnownNetworkEntity } from './users/known-network.entity';
import { KnownNetworksRepository } from './users/known-networks.repository';
import { LoginCodes } from './second-factor/login-codes.service';
import { LoginService } from './accounts/login.service';
import { MagicLinkService } from './accounts/magic-link.service';
import { MailOutboxEntity } from './mail/mail-outbox.entity';
import { MailOutboxRepository } from './mail/mail-outbox.repository';
import { MailPagesController } from './mail/mail-pages.controller';
import { MailMetrics } from './mail/mail-metrics';
import { MailPacing } from './mail/mail-pacing.service';
import { MailProcessor } from './mail/mail.processor';
import { MailRules } from './mail/mail-rules';
import { MailSender } from './mail/mail-sender.service';
import { MailWriter } from './mail/mail-writer.service';
import { MailTokenEntity } from './users/mail-token.entity';
import { MailTokenRepository } from './users/mail-token.repository';
import { PartnerKeysModule } from './partner-keys/partner-keys.module';
import { PasswordChangeRepository } from './accounts/password-change.repository';
import { PasswordConfirmation } from './users/password-confirmation.service';
import { PasswordHasher } from './users/password-hasher';
import { RecoveryService } from './accounts/recovery.service';
import { LateRows } from './personal-data/late-rows.service';
import { PersonalDataRepository } from './personal-data/personal-data.repository';
import { PasswordService } from './accounts/password.service';
import { RecoveryCodeEntity } from './second-factor/recovery-code.entity';
import { SecondFactorController } from './second-factor/second-factor.controller';
import { SecondFactorRepository } from './second-factor/second-factor.repository';
import { SecondFactorService } from './second-factor/second-factor.service';
import { SessionCookies } from './sessions/session-cookies';
import { SessionEntity } from './sessions/session.entity';
import { SessionRepository } from './sessions/session.repository';
import { JwtStrategy } from './sessions/jwt.strategy';
import { SessionTokens, TOKEN_RULES } from './sessions/session-tokens';
import { SessionsController } from './sessions/sessions.controller';
import { SessionsService } from './sessions/sessions.service';
import { SigningKeys } from './sessions/signing-keys';
import { SignupAttemptEntity } from './users/signup-attempt.entity';
import { SignupService } from './accounts/signup.service';
import { StoredSpaceRecords } from './personal-data/stored-space-records';
import { StoredPlans } from './accounts/stored-plans';
import { TotpFactorEntity } from './second-factor/totp-factor.entity';
import { UserEntity } from './users/user.entity';
import { VerifiedAccounts } from './accounts/verified-accounts.repository';
import { UserRepository } from './users/user.repository';

const TABLES = [
  UserEntity,
  SessionEntity,
  SignupAttemptEntity,
  MailTokenEntity,
  MailOutboxEntity,
  CountedAttemptEntity,
  KnownNetworkEntity,
  RecoveryCodeEntity,
  TotpFactorEntity,
];

/** Global, because other modules ask for the plan of a user. */
@Global()
@Module({
  imports: [PartnerKeysModule, JwtModule.register(TOKEN_RULES), TypeOrmModule.forFeature(TABLES)],
  controllers: [
    AccountController,
    AuthController,
    ConsoleController,
    MailPagesController,
    SecondFactorController,
    SessionsController,
  ],
  providers: [
    AccountService,
    AttemptLimits,
    AttemptsRepository,
    AuthService,
    ConsoleSettings,
    DemoSessions,
    JwtStrategy,
    KnownNetworksRepository,
    LoginCodes,
    LoginService,
    MagicLinkService,
    MailOutboxRepository,
    MailMetrics,
    MailPacing,
    MailProcessor,
    MailRules,
    MailSender,
    MailWriter,
    MailTokenRepository,
    PasswordChangeRepository,
    PasswordConfirmation,
    LateRows,
    PasswordHasher,
    PasswordService,
    PersonalDataRepository,
    RecoveryService,
    SecondFactorRepository,
    SecondFactorService,
    SessionCookies,
    SessionRepository,
    SessionTokens,
    SessionsService,
    SigningKeys,
    SignupService,
    UserRepository,
    VerifiedAccounts,
    { provide: PlanLookup, useClass: StoredPlans },
    { provide: SpaceRecords, useClass: StoredSpaceRecords },
  ],
  exports: [PlanLookup, SpaceRecords, UserRepository],
})
export class AuthModule {}
