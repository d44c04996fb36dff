/** The account `$1` and its spaces. Of a deleted account only its id is left. */
const USERS = '(SELECT $1::uuid UNION ALL SELECT id FROM users WHERE space_owner_id = $1::uuid)';
const TEXTS = `(SELECT $1::text UNION ALL SELECT id::text FROM users WHERE space_owner_id = $1::uuid)`;

const OF = {
  user: `user_id IN ${USERS}`,
  /** `$1`: the owner of jobs (`domain/jobs/user-job`). */
  owner: `owner IN (SELECT 'user:' || n.id FROM ${TEXTS} AS n (id))`,
  job: `owner IN (SELECT 'user:' || n.id FROM ${TEXTS} AS n (id)) OR payload->>'userId' IN ${TEXTS}`,
  recipient: 'recipient = $1',
  email: 'email = $1',
  webhook: `webhook_id IN (SELECT id FROM webhooks WHERE user_id IN ${USERS})`,
  exchange_account: `account_id IN (SELECT id FROM exchange_accounts WHERE user_id IN ${USERS})`,
  ledger: `ledger_id IN (SELECT id FROM ledgers WHERE user_id IN ${USERS})`,
  portfolio: `portfolio_id IN (SELECT id FROM portfolios WHERE user_id IN ${USERS})`,
  /** Memberships of the account, and members of its spaces. */
  member: `user_id = $1 OR space_id IN ${USERS}`,
} as const;

interface PersonalTable {
  /** Columns of the export; null: the account may read nothing of the table (secrets, hashes, work in progress). */
  columns: string | null;
  of: keyof typeof OF;
  order: string;
  /** What deletes the rows with the account: its foreign keys, or a statement. Or why they stay. */
  deletion: 'cascade' | 'delete' | 'kept';
}

/**
 * PERSONAL_TABLES: every table with data of an account, as the export names it. A test compares it with the database: a
 * table that refers to accounts and has no row here fails.
 */
export const PERSONAL_TABLES = {
  sessions: {
    columns: 'id, ip_address, user_agent, created_at, last_active_at, expires_at, revoked_at',
    of: 'user',
    order: 'created_at, id',
    deletion: 'cascade',
  },
  known_networks: {
    columns: 'network, last_seen_at',
    of: 'user',
    order: 'last_seen_at, network',
    deletion: 'cascade',
  },
  totp_factors: { columns: 'created_at, confirmed_at', of: 'user', order: 'created_at', deletion: 'cascade' },
  recovery_codes: { columns: null, of: 'user', order: 'code_hash', deletion: 'cascade' },
  idempotent_requests: { columns: null, of: 'owner', order: 'id', deletion: 'delete' },
  /** Digests of lists that the other tables give. */
  change_feeds: { columns: null, of: 'owner', order: 'id', deletion: 'delete' },
  mail_tokens: { columns: null, of: 'user', order: 'token_hash', deletion: 'cascade' },
  mail_outbox: {
    columns: 'kind, recipient, created_at',
    of: 'recipient',
    order: 'created_at, id',
    deletion: 'delete',
  },
  signup_attempts: { columns: null, of: 'email', order: 'id', deletion: 'delete' },
  api_keys: {
    columns: `id, name, key_prefix, permissions, is_active, total_requests, created_at, last_used_at, revoked_at,
      revoke_reason, expires_at, previous_until`,
    of: 'user',
    order: 'created_at, id',
    deletion: 'cascade',
  },
  usage_days: {
    columns: 'day::text AS day, key_id, method, path, status, requests',
    of: 'user',
    order: 'day, key_id, method, path, status',
    deletion: 'cascade',
  },
  linked_wallets: {
    columns: 'id, given AS address, label, created_at',
    of: 'user',
    order: 'created_at, id',
    deletion: 'cascade',
  },
  exchange_accounts: {
    columns: 'id, exchange, label, kind, source, row_count, created_at, last_sync_at, disconnected_at',
    of: 'user',
    order: 'created_at, id',
    deletion: 'cascade',
  },
  exchange_credentials: { columns: null, of: 'user', order: 'account_id', deletion: 'cascade' },
  exchange_rows: {
    columns: 'account_id, part, format, at_ms, body',
    of: 'exchange_account',
    order: 'account_id, at_ms, key',
    deletion: 'cascade',
  },
  watches: {
    columns: 'given AS address, reason, since',
    of: 'user',
    order: 'since, address, reason',
    deletion: 'cascade',
  },
  tracked_wallets: {
    columns: 'given AS address, label, requested_at',
    of: 'owner',
    order: 'requested_at, address',
    deletion: 'delete',
  },
  portfolios: {
    columns: 'id, name, description, metadata, is_space, created_at, updated_at',
    of: 'user',
    order: 'created_at, id',
    deletion: 'cascade',
  },
  space_members: {
    columns: 'space_id, role, created_at',
    of: 'member',
    order: 'created_at, space_id',
    deletion: 'cascade',
  },
  space_invitations: {
    columns: 'space_id, role, created_at, expires_at, accepted_at, revoked_at',
    of: 'email',
    order: 'created_at, id',
    deletion: 'delete',
  },
  portfolio_addresses: {
    columns: 'portfolio_id, given AS address, label, added_at',
    of: 'portfolio',
    order: 'portfolio_id, place, address',
    deletion: 'cascade',
  },
  webhooks: {
    columns: `id, url, events, addresses_filter, description, is_active, active_since, successful_deliveries,
      failed_deliveries, last_delivery_at, created_at, updated_at`,
    of: 'user',
    order: 'created_at, id',
    deletion: 'delete',
  },
  webhook_addresses: {
    columns: 'webhook_id, given AS address, since',
    of: 'webhook',
    order: 'webhook_id, address',
    deletion: 'cascade',
  },
  webhook_deliveries: { columns: null, of: 'webhook', order: 'id', deletion: 'cascade' },
  webhook_attempts: {
    columns: `id, webhook_id, event_type, event_id, attempt, status, status_code, response_time_ms, error_message,
      created_at`,
    of: 'webhook',
    order: 'created_at, id',
    deletion: 'cascade',
  },
  events: {
    columns: 'id, type, address, body, created_at',
    of: 'user',
    order: 'created_at, id',
    deletion: 'delete',
  },
  jobs: {
    columns:
      'id, type, status, address_given AS address, params, result, error_code, created_at, finished_at',
    of: 'job',
    order: 'created_at, id',
    deletion: 'delete',
  },
  manual_entries: {
    columns: 'id, kind, address, target, body, created_at, deactivated_at',
    of: 'user',
    order: 'created_at, id',
    deletion: 'cascade',
  },
  broker_forms: {
    columns: `id, tax_year, account_id, portfolio_id, broker, format, rows, own_sales, corrects, created_at, superseded_at, applied_at`,
    of: 'user',
    order: 'created_at, id',
    deletion: 'cascade',
  },
  filed_years: {
    columns: `tax_year, given AS address, owned_wallets, report_id, input_hash, filing, frozen_at, unfrozen_at`,
    of: 'user',
    order: 'frozen_at, id',
    deletion: 'cascade',
  },
  imported_rows: {
    columns: 'chain, address, list, key, body',
    of: 'user',
    order: 'chain, address, list, key',
    deletion: 'cascade',
  },
  wallet_snapshots: { columns: null, of: 'user', order: 'wallet, scope', deletion: 'cascade' },
  ledger_assets: { columns: null, of: 'ledger', order: 'ledger_id, key', deletion: 'delete' },
  ledger_transactions: { columns: null, of: 'ledger', order: 'ledger_id, key', deletion: 'delete' },
  ledger_lots: { columns: null, of: 'ledger', order: 'ledger_id, key', deletion: 'delete' },
  ledger_disposals: { columns: null, of: 'ledger', order: 'ledger_id, key', deletion: 'delete' },
  ledger_income: { columns: null, of: 'ledger', order: 'ledger_id, key', deletion: 'delete' },
  ledger_links: { columns: null, of: 'ledger', order: 'ledger_id, key', deletion: 'delete' },
  ledger_issues: { columns: null, of: 'ledger', order: 'ledger_id, key', deletion: 'delete' },
  ledger_wash_sales: { columns: null, of: 'ledger', order: 'ledger_id, key', deletion: 'delete' },
  ledger_needs: { columns: null, of: 'ledger', order: 'ledger_id, key', deletion: 'delete' },
  ledgers: { columns: null, of: 'user', order: 'id, version', deletion: 'delete' },
  overlay_versions: { columns: null, of: 'user', order: 'address', deletion: 'cascade' },
  /** Facts of payments stay for bookkeeping, without the account. */
  checkouts: {
    columns: 'id, session_id, plan, amount_cents, facts, covered_until, created_at, expires_at',
    of: 'user',
    order: 'created_at, id',
    deletion: 'kept',
  },
  /** Entries stay without their personal fields (`audit_erase`). */
  audit_logs: {
    columns: `id, at, request_id, method, path, route, status, error_code, duration_ms, auth_type, api_key_id, key_prefix,
      ip, user_agent`,
    of: 'user',
    order: 'at, seq',
    deletion: 'kept',
  },
  /** The id of a deleted account and a number, so that late entries of the log are recognised. */
  audit_erasures: { columns: null, of: 'user', order: 'user_id', deletion: 'kept' },
} as const satisfies Record<string, PersonalTable>;

export type TableName = keyof typeof PERSONAL_TABLES;

export const TABLE_NAMES = Object.keys(PERSONAL_TABLES) as TableName[];

export function conditionOf(name: TableName): { where: string; isByEmail: boolean } {
  const { of } = PERSONAL_TABLES[name];
  return { where: OF[of], isByEmail: of === 'recipient' || of === 'email' };
}
