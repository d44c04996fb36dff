import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SessionVerifier } from '../../ports/access/credentials';
import { PlanLookup } from '../../ports/access/plan-lookup';
import { AttemptLimits } from './users/attempt-limits';
import { AttemptsRepository } from './users/attempts.repository';
import { AuthController } from './accounts/auth.controller';
import { AuthService } from './accounts/auth.service';
import { CountedAttemptEntity } from './users/counted-attempt.entity';
import { LoginService } from './accounts/login.service';
import { MagicLinkService } from './accounts/magic-link.service';
import { MailOutboxEntity } from './mail/mail-outbox.entity';
import { MailOutboxRepository } from './mail/mail-outbox.repository';
import { MailPagesController } from './mail/mail-pages.controller';
import { MailMetrics } from './mail/mail-metrics';
import { MailSender } from './mail/mail-sender.service';
import { MailTokenEntity } from './users/mail-token.entity';
import { MailTokenRepository } from './users/mail-token.repository';
import { PartnerKeysModule } from './partner-keys/partner-keys.module';
import { PasswordHasher } from './users/password-hasher';
import { RecoveryService } from './accounts/recovery.service';
import { SessionCookies } from './sessions/session-cookies';
import { SessionEntity } from './sessions/session.entity';
import { SessionRepository } from './sessions/session.repository';
import { SessionTokens } from './sessions/session-tokens';
import { StoredSessionVerifier } from './sessions/session.verifier';
import { SessionsService } from './sessions/sessions.service';
import { SignupAttemptEntity } from './users/signup-attempt.entity';
import { SignupService } from './accounts/signup.service';
import { StoredPlans } from './accounts/stored-plans';
import { UserEntity } from './users/user.entity';
import { UserRepository } from './users/user.repository';

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
