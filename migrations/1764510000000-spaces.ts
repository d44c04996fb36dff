import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A space is a row of users that owns records and has no credential. Its portfolio has the same id. */
export class Spaces1764510000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users
        ADD COLUMN space_owner_id uuid,
        ALTER COLUMN email DROP NOT NULL,
        ADD CONSTRAINT users_space_owner FOREIGN KEY (space_owner_id) REFERENCES users (id) ON DELETE CASCADE,
        ADD CONSTRAINT users_email_or_space CHECK ((email IS NULL) = (space_owner_id IS NOT NULL)),
        ADD CONSTRAINT users_space_login CHECK (space_owner_id IS NULL OR (password_hash IS NULL AND NOT email_verified
          AND role = 'user' AND created_by_partner_id IS NULL))`);
    await runner.query(
      `CREATE INDEX users_spaces ON users (space_owner_id) WHERE space_owner_id IS NOT NULL`,
    );
    await runner.query(`ALTER TABLE portfolios ADD COLUMN is_space boolean NOT NULL DEFAULT false`);
    await runner.query(`
      CREATE TABLE space_members (
        space_id   uuid        NOT NULL,
        user_id    uuid        NOT NULL,
        role       text        NOT NULL,
        created_at timestamptz NOT NULL,
        CONSTRAINT space_members_pkey PRIMARY KEY (space_id, user_id),
        CONSTRAINT space_members_space FOREIGN KEY (space_id) REFERENCES users (id) ON DELETE CASCADE,
        CONSTRAINT space_members_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
        CONSTRAINT space_members_role CHECK (role IN ('owner', 'preparer', 'reviewer', 'reader'))
      )`);
    await runner.query(`CREATE INDEX space_members_user_id ON space_members (user_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE space_members`);
    await runner.query(`DELETE FROM portfolios WHERE is_space`);
    await runner.query(`DELETE FROM users WHERE space_owner_id IS NOT NULL`);
    await runner.query(`ALTER TABLE portfolios DROP COLUMN is_space`);
    await runner.query(`
      ALTER TABLE users
        DROP CONSTRAINT users_space_login,
        DROP CONSTRAINT users_email_or_space,
        DROP COLUMN space_owner_id,
        ALTER COLUMN email SET NOT NULL`);
  }
}
