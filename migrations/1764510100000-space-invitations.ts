import type { MigrationInterface, QueryRunner } from 'typeorm';

const KINDS = [
  'signup',
  'verify',
  'reset',
  'magic',
  'password_changed',
  'totp_on',
  'totp_off',
  'recovery_codes',
];

/** Invitations into spaces. The token is made when the mail is written, and stored as a hash. */
export class SpaceInvitations1764510100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE space_invitations (
        id          uuid        NOT NULL DEFAULT gen_random_uuid(),
        space_id    uuid        NOT NULL,
        email       text        NOT NULL,
        role        text        NOT NULL,
        token_hash  text,
        created_by  uuid,
        created_at  timestamptz NOT NULL,
        expires_at  timestamptz NOT NULL,
        accepted_at timestamptz,
        revoked_at  timestamptz,
        CONSTRAINT space_invitations_pkey PRIMARY KEY (id),
        CONSTRAINT space_invitations_token UNIQUE (token_hash),
        CONSTRAINT space_invitations_space FOREIGN KEY (space_id) REFERENCES users (id) ON DELETE CASCADE,
        CONSTRAINT space_invitations_author FOREIGN KEY (created_by) REFERENCES users (id) ON DELETE SET NULL,
        CONSTRAINT space_invitations_role CHECK (role IN ('owner', 'preparer', 'reviewer', 'reader'))
      )`);
    await runner.query(
      `CREATE INDEX space_invitations_space_id ON space_invitations (space_id, created_at, id)`,
    );
    await runner.query(
      `CREATE INDEX space_invitations_created_by ON space_invitations (created_by, created_at)`,
    );
    await setKinds(runner, [...KINDS, 'invitation']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM mail_outbox WHERE kind = 'invitation'`);
    await setKinds(runner, KINDS);
    await runner.query(`DROP TABLE space_invitations`);
  }
}

async function setKinds(runner: QueryRunner, kinds: readonly string[]): Promise<void> {
  const list = kinds.map((kind) => `'${kind}'`).join(', ');
  await runner.query(`
    ALTER TABLE mail_outbox DROP CONSTRAINT mail_outbox_kind, ADD CONSTRAINT mail_outbox_kind CHECK (kind IN (${list}))`);
}
