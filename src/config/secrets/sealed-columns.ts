/**
 * SEALED_COLUMNS: every column with sealed text, by the purpose of the text. `key` is the primary key
 * of the table, of type uuid. `secrets rewrap` and the start of the service seal these columns again.
 */
export const SEALED_COLUMNS = {
  'webhook secret': { table: 'webhooks', key: 'id', column: 'secret' },
  'webhook headers': { table: 'webhooks', key: 'id', column: 'headers' },
  'exchange data key': { table: 'exchange_credentials', key: 'account_id', column: 'data_key' },
  'totp secret': { table: 'totp_factors', key: 'user_id', column: 'secret' },
  'previous webhook secret': { table: 'webhooks', key: 'id', column: 'previous_secret' },
  'idempotent answer': { table: 'idempotent_requests', key: 'id', column: 'answer' },
} as const satisfies Record<string, { table: string; key: string; column: string }>;

export type SealedPurpose = keyof typeof SEALED_COLUMNS;
