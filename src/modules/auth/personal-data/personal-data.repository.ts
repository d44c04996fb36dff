import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { lockKeyInTransaction } from '../../../adapters/persistence/advisory-locks';
import { inTransaction } from '../../../adapters/persistence/effects';
import { conditionOf, PERSONAL_TABLES, TABLE_NAMES, type TableName } from './personal-tables';

const CHUNK = 2_000;

export interface AccountKey {
  id: string;
  email: string;
}

export type AccountRecord = AccountKey & Readonly<Record<string, unknown>>;

@Injectable()
export class PersonalDataRepository {
  constructor(private readonly dataSource: DataSource) {}

  async account(by: { id: string } | { email: string }): Promise<AccountRecord | null> {
    const [column, value] = 'id' in by ? ['id', by.id] : ['email', by.email];
    const [row] = await this.dataSource.query<AccountRecord[]>(
      `SELECT id, email, full_name, email_verified, password_hash IS NOT NULL AS has_password, plan_name,
         plan_expires_at, role, created_by_partner_id, disabled_at, created_at FROM users WHERE ${column} = $1`,
      [value],
    );
    return row ?? null;
  }

  async *rows({ id, email }: AccountKey, name: TableName): AsyncGenerator<object[]> {
    const { columns, order } = PERSONAL_TABLES[name];
    if (columns === null) return;
    const { where, isByEmail } = conditionOf(name);
    for (let offset = 0; ; offset += CHUNK) {
      const rows = await this.dataSource.query<object[]>(
        `SELECT ${columns} FROM ${name} WHERE ${where} ORDER BY ${order} LIMIT ${CHUNK} OFFSET ${offset}`,
        [isByEmail ? email : id],
      );
      if (rows.length > 0) yield rows;
      if (rows.length < CHUNK) return;
    }
  }

  /** One transaction. The audit log loses personal fields. @returns null when the account does not exist */
  async erase({ id, email }: AccountKey): Promise<{ auditEntries: number } | null> {
    return inTransaction(this.dataSource, async (manager) => {
      // Links of this address are redeemed before or after, never at the same time.
      await lockKeyInTransaction(manager, 'mail tokens', email);
      const [found] = await manager.query<unknown[]>('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [id]);
      if (!found) return null;
      const spaces = await manager.query<{ id: string }[]>('SELECT id FROM users WHERE space_owner_id = $1', [
        id,
      ]);
      for (const space of spaces) await eraseSpace(manager, space.id);
      await deleteRows(manager, id, email);
      await manager.query('DELETE FROM users WHERE id = $1', [id]);
      const [row] = await manager.query<{ emptied: string }[]>('SELECT audit_erase($1) AS emptied', [id]);
      return { auditEntries: Number(row?.emptied ?? 0) };
    });
  }

  /** With its portfolio, in one transaction. */
  async eraseSpace(id: string): Promise<void> {
    await inTransaction(this.dataSource, (manager) => eraseSpace(manager, id));
  }

  /** For rows stored after the deletion of their account. @param withinMs since the deletion at most */
  async eraseLate(withinMs: number): Promise<void> {
    const accounts = await this.dataSource.query<{ id: string }[]>(
      'SELECT user_id AS id FROM audit_erasures WHERE erased_at > service_now() - make_interval(secs => $1::float8 / 1000)',
      [withinMs],
    );
    for (const { id } of accounts)
      await this.dataSource.transaction((manager) => deleteRows(manager, id, null));
  }
}

/** The erasure also names the space, so that rows stored later are found. */
async function eraseSpace(manager: EntityManager, id: string): Promise<void> {
  await deleteRows(manager, id, null);
  await manager.query('DELETE FROM portfolios WHERE id = $1 AND is_space', [id]);
  await manager.query('DELETE FROM users WHERE id = $1 AND space_owner_id IS NOT NULL', [id]);
  await manager.query('SELECT audit_erase($1)', [id]);
}

/** For rows without a foreign key. @param email null: keeps rows of the address, which can have a new account */
async function deleteRows(manager: EntityManager, id: string, email: string | null): Promise<void> {
  // For Citus, which deletes from distributed and from reference tables here. PostgreSQL ignores the setting.
  await manager.query(`SELECT set_config('citus.multi_shard_modify_mode', 'sequential', true)`);
  // Trails of data that the user added: the user is one of their wallets.
  const trails = `SELECT books FROM lineage_books WHERE EXISTS (
    SELECT FROM unnest(wallets) AS w (name) WHERE strpos(w.name, $1::text) > 0)`;
  await manager.query(`DELETE FROM lineage_links WHERE books IN (${trails})`, [id]);
  await manager.query(`DELETE FROM lineage_books WHERE books IN (${trails})`, [id]);
  for (const name of TABLE_NAMES) {
    const { where, isByEmail } = conditionOf(name);
    const key = isByEmail ? email : id;
    if (PERSONAL_TABLES[name].deletion !== 'delete' || key === null) continue;
    await manager.query(`DELETE FROM ${name} WHERE ${where}`, [key]);
  }
  // Jobs of the service that the user caused go on for the others.
  await manager.query(`UPDATE jobs SET requested_by = NULL WHERE requested_by = 'user:' || $1::text`, [id]);
}
