import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SessionVerifier } from '../../ports/credentials';
import { PlanLookup } from '../../ports/plan-lookup';
import { AttemptLimits } from './attempt-limits';
import { AttemptsRepository } from './attempts.repository';
import { AuthController } from './auth.controller';
import { AuthService } from './auth.service';
import { CountedAttemptEntity } from './counted-attempt.entity';
import { LoginService } from './login.service';
import { MagicLinkService } from './magic-link.service';
import { MailOutboxEntity } from './mail-outbox.entity';
import { MailOutboxRepository } from './mail-outbox.repository';
import { MailPagesController } from './mail-pages.controller';
import { MailMetrics } from './mail-metrics';
import { MailSender } from './mail-sender.service';
import { MailTokenEntity } from './mail-token.entity';
import { MailTokenRepository } from './mail-token.repository';
import { PartnerKeysModule } from './partner-keys.module';
import { PasswordHasher } from './password-hasher';
import { RecoveryService } from './recovery.service';
import { SessionCookies } from './session-cookies';
import { SessionEntity } from './session.entity';
import { SessionRepository } from './session.repository';
import { SessionTokens } from './session-tokens';
import { StoredSessionVerifier } from './session.verifier';
import { SessionsService } from './sessions.service';
import { SignupAttemptEntity } from './signup-attempt.entity';
import { SignupService } from './signup.service';
import { StoredPlans } from './stored-plans';
import { UserEntity } from './user.entity';
import { UserRepository } from './user.repository';

const TABLES = [
  UserEntity,
  SessionEntity,
  SignupAttemptEntity,
  MailTokenEntity,
  MailOutboxEntity,
  CountedAttemptEntity,
];

/** Who may call. Global, because the guard of the http floor finds its verifiers by injection, not by import. */
@Global()
@Module({
  imports: [PartnerKeysModule, TypeOrmModule.forFeature(TABLES)],
  controllers: [AuthController, MailPagesController],
  providers: [
    AttemptLimits,
    AttemptsRepository,
    AuthService,
    LoginService,
    MagicLinkService,
    MailOutboxRepository,
    MailMetrics,
    MailSender,
    MailTokenRepository,
    PasswordHasher,
    RecoveryService,
    SessionCookies,
    SessionRepository,
    SessionTokens,
    SessionsService,
    SignupService,
    UserRepository,
    { provide: SessionVerifier, useClass: StoredSessionVerifier },
    { provide: PlanLookup, useClass: StoredPlans },
  ],
  exports: [SessionVerifier, PlanLookup, UserRepository],
})
export class AuthModule {}
