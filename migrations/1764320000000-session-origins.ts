import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where sessions were opened and when they were last used, so that their user can tell them apart. */
export class SessionOrigins1764320000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE sessions
        ADD COLUMN ip_address     text NOT NULL DEFAULT '',
        ADD COLUMN user_agent     text NOT NULL DEFAULT '',
        ADD COLUMN last_active_at timestamptz`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE sessions DROP COLUMN ip_address, DROP COLUMN user_agent, DROP COLUMN last_active_at`,
    );
  }
}
