import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Users, their sessions, sign-ups under way, mailed tokens, mails to be sent, and attempts that are counted. */
export class Accounts1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE users (
        id                    uuid        NOT NULL DEFAULT gen_random_uuid(),
        email                 text        NOT NULL,
        full_name             text        NOT NULL DEFAULT '',
        password_hash         text,
        email_verified        boolean     NOT NULL DEFAULT false,
        plan_name             text        NOT NULL DEFAULT 'free',
        plan_expires_at       timestamptz,
        role                  text        NOT NULL DEFAULT 'user',
        created_by_partner_id uuid,
        disabled_at           timestamptz,
        created_at            timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT users_pkey PRIMARY KEY (id),
        CONSTRAINT users_email UNIQUE (email),
        CONSTRAINT users_email_lower CHECK (email = lower(email)),
        CONSTRAINT users_plan CHECK (plan_name IN ('free', 'basic', 'professional', 'defi')),
        CONSTRAINT users_role CHECK (role IN ('user', 'operator')),
        CONSTRAINT users_partner FOREIGN KEY (created_by_partner_id) REFERENCES partner_keys (id) ON DELETE SET NULL
      )`);

    await runner.query(`
      CREATE TABLE signup_attempts (
        id            uuid        NOT NULL DEFAULT gen_random_uuid(),
        email         text        NOT NULL,
        full_name     text        NOT NULL,
        password_hash text        NOT NULL,
        created_at    timestamptz NOT NULL,
        expires_at    timestamptz NOT NULL,
        CONSTRAINT signup_attempts_pkey PRIMARY KEY (id)
      )`);
    await runner.query(`CREATE INDEX signup_attempts_email ON signup_attempts (email, created_at)`);

    await runner.query(`
      CREATE TABLE sessions (
        id           uuid        NOT NULL DEFAULT gen_random_uuid(),
        user_id      uuid        NOT NULL,
        refresh_jti  uuid        NOT NULL,
        previous_jti uuid,
        rotated_at   timestamptz,
        created_at   timestamptz NOT NULL,
        expires_at   timestamptz NOT NULL,
        revoked_at   timestamptz,
        CONSTRAINT sessions_pkey PRIMARY KEY (id),
        CONSTRAINT sessions_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX sessions_user_id ON sessions (user_id)`);

    await runner.query(`
      CREATE TABLE mail_tokens (
        token_hash   text        NOT NULL,
        purpose      text        NOT NULL,
        user_id      uuid,
        attempt_id   uuid,
        redirect_url text,
        was_mailed   boolean     NOT NULL,
        expires_at   timestamptz NOT NULL,
        CONSTRAINT mail_tokens_pkey PRIMARY KEY (token_hash),
        CONSTRAINT mail_tokens_purpose CHECK (purpose IN ('verify', 'reset', 'magic')),
        CONSTRAINT mail_tokens_subject CHECK ((user_id IS NULL) <> (attempt_id IS NULL)),
        CONSTRAINT mail_tokens_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
        CONSTRAINT mail_tokens_attempt FOREIGN KEY (attempt_id) REFERENCES signup_attempts (id) ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX mail_tokens_user_id ON mail_tokens (user_id)`);
    await runner.query(`CREATE INDEX mail_tokens_attempt_id ON mail_tokens (attempt_id)`);

    await runner.query(`
      CREATE TABLE mail_outbox (
        id           uuid        NOT NULL DEFAULT gen_random_uuid(),
        kind         text        NOT NULL,
        recipient    text        NOT NULL,
        attempt_id   uuid,
        redirect_url text,
        tries        smallint    NOT NULL DEFAULT 0,
        due_at       timestamptz NOT NULL DEFAULT now(),
        created_at   timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT mail_outbox_pkey PRIMARY KEY (id),
        CONSTRAINT mail_outbox_kind CHECK (kind IN ('signup', 'verify', 'reset', 'magic'))
      )`);
    await runner.query(`CREATE INDEX mail_outbox_due ON mail_outbox (due_at)`);

    await runner.query(`
      CREATE TABLE counted_attempts (
        id         uuid        NOT NULL DEFAULT gen_random_uuid(),
        key        text        NOT NULL,
        at         timestamptz NOT NULL,
        CONSTRAINT counted_attempts_pkey PRIMARY KEY (id)
      )`);
    await runner.query(`CREATE INDEX counted_attempts_key ON counted_attempts (key, at)`);
    await runner.query(`CREATE INDEX counted_attempts_at ON counted_attempts (at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [
      'counted_attempts',
      'mail_outbox',
      'mail_tokens',
      'sessions',
      'signup_attempts',
      'users',
    ]) {
      await runner.query(`DROP TABLE ${table}`);
    }
  }
}
