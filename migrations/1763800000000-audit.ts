import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The audit log: one chain of entries that can only grow, where it ends, and where it begins since older months were
 * dropped. The functions name their schema, and temporary tables come last: whoever calls cannot put others in place.
 */
export class Audit1763800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE audit_logs (
        seq         bigint         NOT NULL,
        id          uuid           NOT NULL,
        at          timestamptz(3) NOT NULL,
        request_id  uuid           NOT NULL,
        method      text           NOT NULL,
        path        text           NOT NULL,
        route       text           NOT NULL,
        status      smallint       NOT NULL,
        error_code  text,
        duration_ms integer        NOT NULL,
        auth_type   text           NOT NULL,
        user_id     uuid,
        api_key_id  uuid,
        key_prefix  text,
        partner_id  uuid,
        ip          text           NOT NULL,
        user_agent  text           NOT NULL,
        missed      integer        NOT NULL DEFAULT 0,
        prev_hash   bytea          NOT NULL,
        hash        bytea          NOT NULL,
        CONSTRAINT audit_logs_pkey PRIMARY KEY (seq),
        CONSTRAINT audit_logs_id UNIQUE (id),
        CONSTRAINT audit_logs_prev_hash UNIQUE (prev_hash)
      )`);
    await runner.query(`CREATE INDEX audit_logs_at ON audit_logs (at, seq)`);
    await runner.query(
      `CREATE INDEX audit_logs_user ON audit_logs (user_id, at, seq) WHERE user_id IS NOT NULL`,
    );
    await runner.query(`
      CREATE TABLE audit_head (
        only_row boolean NOT NULL DEFAULT true,
        count    bigint  NOT NULL,
        hash     bytea   NOT NULL,
        CONSTRAINT audit_head_pkey PRIMARY KEY (only_row),
        CONSTRAINT audit_head_only_row CHECK (only_row)
      )`);
    await runner.query(`INSERT INTO audit_head (count, hash) VALUES (0, decode(repeat('0', 64), 'hex'))`);
    await runner.query(`
      CREATE TABLE audit_checkpoints (
        count      bigint      NOT NULL,
        hash       bytea       NOT NULL,
        before     timestamptz NOT NULL,
        created_at timestamptz NOT NULL,
        CONSTRAINT audit_checkpoints_pkey PRIMARY KEY (count)
      )`);
    await this.extend(runner);
    await this.refuse(runner);
  }

  /** Entries are taken only where the chain ends, and the head moves with them; nobody else moves it. */
  private async extend(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION audit_logs_extend() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
        SET search_path = public, pg_temp AS $$
      DECLARE
        head_count bigint;
        head_hash  bytea;
      BEGIN
        SELECT h.count, h.hash INTO STRICT head_count, head_hash FROM audit_head h FOR UPDATE;
        IF EXISTS (
          SELECT FROM (
            SELECT a.seq, a.prev_hash, lag(a.seq) OVER in_order AS before, lag(a.hash) OVER in_order AS before_hash
            FROM added a WINDOW in_order AS (ORDER BY a.seq)
          ) n
          WHERE n.seq <> coalesce(n.before, head_count) + 1 OR n.prev_hash <> coalesce(n.before_hash, head_hash)
        ) THEN
          RAISE EXCEPTION 'audit_logs: entries that do not continue the chain'
            USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        UPDATE audit_head h SET count = n.seq, hash = n.hash
          FROM (SELECT a.seq, a.hash FROM added a ORDER BY a.seq DESC LIMIT 1) n;
        RETURN NULL;
      END $$`);
    await runner.query(`REVOKE ALL ON FUNCTION audit_logs_extend() FROM PUBLIC`);
    await runner.query(`
      CREATE TRIGGER audit_logs_extend AFTER INSERT ON audit_logs REFERENCING NEW TABLE AS added
        FOR EACH STATEMENT EXECUTE FUNCTION audit_logs_extend()`);
  }

  /** Whatever the rights: no change, and no deletion but of entries that a checkpoint stands for. */
  private async refuse(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION audit_refuse() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
      BEGIN
        IF TG_TABLE_NAME = 'audit_logs' AND TG_OP = 'DELETE' THEN
          IF OLD.seq <= (SELECT max(c.count) FROM audit_checkpoints c) THEN
            RETURN OLD;
          END IF;
        END IF;
        RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP
          USING ERRCODE = 'insufficient_privilege';
      END $$`);
    await runner.query(`REVOKE ALL ON FUNCTION audit_refuse() FROM PUBLIC`);
    for (const [table, rows, statements] of REFUSED) {
      await runner.query(
        `CREATE TRIGGER ${table}_keep BEFORE ${rows} ON ${table} FOR EACH ROW EXECUTE FUNCTION audit_refuse()`,
      );
      await runner.query(
        `CREATE TRIGGER ${table}_keep_all BEFORE ${statements} ON ${table} EXECUTE FUNCTION audit_refuse()`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE audit_checkpoints`);
    await runner.query(`DROP TABLE audit_head`);
    await runner.query(`DROP TABLE audit_logs`);
    await runner.query(`DROP FUNCTION audit_refuse()`);
    await runner.query(`DROP FUNCTION audit_logs_extend()`);
  }
}

const REFUSED = [
  ['audit_logs', 'UPDATE OR DELETE', 'TRUNCATE'],
  ['audit_head', 'DELETE', 'TRUNCATE'],
  ['audit_checkpoints', 'UPDATE OR DELETE', 'TRUNCATE'],
] as const;
