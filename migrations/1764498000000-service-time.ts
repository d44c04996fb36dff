import type { MigrationInterface, QueryRunner } from 'typeorm';

const DEFAULTS = [
  ['users', 'created_at'],
  ['partner_keys', 'created_at'],
  ['mail_outbox', 'due_at'],
  ['mail_outbox', 'created_at'],
  ['audit_erasures', 'erased_at'],
  ['jobs', 'created_at'],
  ['events', 'created_at'],
  ['webhooks', 'active_since'],
  ['webhook_deliveries', 'next_attempt_at'],
  ['webhook_deliveries', 'created_at'],
  ['webhook_attempts', 'created_at'],
] as const;

/**
 * The time of the service in SQL. The server puts the body of a function like this one in place of its call, so that
 * conditions use indexes as with now().
 */
export class ServiceTime1764498000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE FUNCTION service_now() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE AS 'SELECT now()'`,
    );
    await setDefaults(runner, 'service_now()');
  }

  async down(runner: QueryRunner): Promise<void> {
    await setDefaults(runner, 'now()');
    await runner.query(`DROP FUNCTION service_now()`);
  }
}

async function setDefaults(runner: QueryRunner, time: string): Promise<void> {
  for (const [table, column] of DEFAULTS)
    await runner.query(`ALTER TABLE ${table} ALTER COLUMN ${column} SET DEFAULT ${time}`);
}
