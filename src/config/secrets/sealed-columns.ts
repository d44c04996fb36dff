/**
 * SEALED_COLUMNS: every column with sealed text, by the purpose of the text. All tables have the primary key
 * `id`, of type uuid. `secrets rewrap` and the start of the service seal these columns again.
 */
export const SEALED_COLUMNS = {
  'webhook secret': { table: 'webhooks', column: 'secret' },
  'webhook headers': { table: 'webhooks', column: 'headers' },
} as const satisfies Record<string, { table: string; column: string }>;

export type SealedPurpose = keyof typeof SEALED_COLUMNS;
