import type { EntityManager } from 'typeorm';

/**
 * GRANTED_ACCESS: everything by which a caller acts for an account without its password or its mailbox. One statement
 * for each; `$1` is the account, `$2` the time.
 */
const GRANTED_ACCESS: readonly string[] = [
  'UPDATE sessions SET revoked_at = $2 WHERE user_id = $1 AND revoked_at IS NULL',
  'DELETE FROM mail_tokens WHERE user_id = $1 AND $2::timestamptz IS NOT NULL',
  `UPDATE api_keys SET is_active = false, revoked_at = $2, revoke_reason = 'the owner proved the address'
   WHERE user_id = $1 AND revoked_at IS NULL`,
  'UPDATE webhooks SET is_active = false, updated_at = $2 WHERE user_id = $1 AND is_active',
];

/** Ends sessions, links, API keys and deliveries from before the owner came. Part of the caller's transaction. */
export async function endGrantedAccess(manager: EntityManager, userId: string, at: Date): Promise<void> {
  for (const statement of GRANTED_ACCESS) await manager.query(statement, [userId, at]);
}
