import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The end of a key, and the key before a rotation, which opens the same for a while. */
export class ApiKeyRotation1764481000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE api_keys ADD COLUMN expires_at timestamptz, ADD COLUMN previous_hash text,
         ADD COLUMN previous_until timestamptz,
         ADD CONSTRAINT api_keys_previous CHECK ((previous_hash IS NULL) = (previous_until IS NULL))`,
    );
    await runner.query(
      `CREATE UNIQUE INDEX api_keys_previous_hash ON api_keys (previous_hash) WHERE previous_hash IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX api_keys_previous_hash`);
    await runner.query(
      `ALTER TABLE api_keys DROP CONSTRAINT api_keys_previous, DROP COLUMN expires_at, DROP COLUMN previous_hash,
         DROP COLUMN previous_until`,
    );
  }
}
