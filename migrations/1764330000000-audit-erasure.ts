import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Personal fields of the audit log stand outside the hashed part, so that they can be erased with their account. Rows of
 * before stay as they are, and are verified by their own rules (version 1).
 */
export class AuditErasure1764330000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE audit_logs
        ADD COLUMN version       smallint NOT NULL DEFAULT 1,
        ADD COLUMN personal_salt bytea,
        ADD COLUMN personal_hash bytea,
        ADD COLUMN erased_at     timestamptz`);
    await runner.query(`
      CREATE TABLE audit_erasures (
        user_id   uuid        NOT NULL,
        entries   bigint      NOT NULL,
        erased_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT audit_erasures_pkey PRIMARY KEY (user_id)
      )`);
    await runner.query(REFUSE_BUT_ERASURE);
    await runner.query(ERASE);
    await runner.query(`REVOKE ALL ON FUNCTION audit_erase(uuid) FROM PUBLIC`);
  }

  /** Rows of version 2 do not verify with the code of before. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP FUNCTION audit_erase(uuid)`);
    await runner.query(REFUSE);
    await runner.query(`DROP TABLE audit_erasures`);
    await runner.query(`
      ALTER TABLE audit_logs
        DROP COLUMN version, DROP COLUMN personal_salt, DROP COLUMN personal_hash, DROP COLUMN erased_at`);
  }
}

/**
 * Empties the personal fields of an account that is deleted. It takes the lock of the writers (7216345003), so that no
 * entry of the account is on its way when it ends.
 */
const ERASE = `
  CREATE FUNCTION audit_erase(account uuid) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = public, pg_temp AS $$
  DECLARE
    emptied bigint;
  BEGIN
    IF EXISTS (SELECT FROM users u WHERE u.id = account) THEN
      RAISE EXCEPTION 'audit_erase: the account exists' USING ERRCODE = 'insufficient_privilege';
    END IF;
    PERFORM pg_advisory_xact_lock(7216345003);
    UPDATE audit_logs a SET path = a.route, user_id = NULL, api_key_id = NULL, key_prefix = NULL, ip = '',
      user_agent = '', personal_salt = NULL, erased_at = now() WHERE a.user_id = account;
    GET DIAGNOSTICS emptied = ROW_COUNT;
    INSERT INTO audit_erasures AS e (user_id, entries) VALUES (account, emptied)
      ON CONFLICT (user_id) DO UPDATE SET entries = e.entries + excluded.entries;
    RETURN emptied;
  END $$`;

/** As before, and the one change that is allowed: the personal fields of an account that is deleted become empty. */
const REFUSE_BUT_ERASURE = `
  CREATE OR REPLACE FUNCTION audit_refuse() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    IF TG_TABLE_NAME = 'audit_logs' AND TG_OP = 'DELETE' THEN
      IF OLD.seq <= (SELECT max(c.count) FROM audit_checkpoints c) THEN
        RETURN OLD;
      END IF;
    END IF;
    IF TG_TABLE_NAME = 'audit_logs' AND TG_OP = 'UPDATE' THEN
      IF OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL AND NEW.path = NEW.route AND NEW.user_id IS NULL
        AND NEW.api_key_id IS NULL AND NEW.key_prefix IS NULL AND NEW.ip = '' AND NEW.user_agent = ''
        AND NEW.personal_salt IS NULL AND OLD.user_id IS NOT NULL
        AND NOT EXISTS (SELECT FROM users u WHERE u.id = OLD.user_id)
        AND ROW(NEW.seq, NEW.id, NEW.at, NEW.request_id, NEW.method, NEW.route, NEW.status, NEW.error_code,
          NEW.duration_ms, NEW.auth_type, NEW.partner_id, NEW.missed, NEW.version, NEW.personal_hash, NEW.prev_hash,
          NEW.hash)
        IS NOT DISTINCT FROM
          ROW(OLD.seq, OLD.id, OLD.at, OLD.request_id, OLD.method, OLD.route, OLD.status, OLD.error_code,
          OLD.duration_ms, OLD.auth_type, OLD.partner_id, OLD.missed, OLD.version, OLD.personal_hash, OLD.prev_hash,
          OLD.hash) THEN
        RETURN NEW;
      END IF;
    END IF;
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP
      USING ERRCODE = 'insufficient_privilege';
  END $$`;

const REFUSE = `
      CREATE OR REPLACE FUNCTION audit_refuse() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
      BEGIN
        IF TG_TABLE_NAME = 'audit_logs' AND TG_OP = 'DELETE' THEN
          IF OLD.seq <= (SELECT max(c.count) FROM audit_checkpoints c) THEN
            RETURN OLD;
          END IF;
        END IF;
        RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP
          USING ERRCODE = 'insufficient_privilege';
      END $$`;
