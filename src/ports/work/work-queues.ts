/**
 * QUEUE_OF: every kind of background work, and the queue whose processor runs it. One `@Process` method of a
 * `*.processor.ts` per row.
 */
export const QUEUE_OF = {
  index_wallet: 'indexing',
  track_wallet: 'indexing',
  price_wallets: 'pricing',
  price_days: 'pricing',
  compute_snapshot: 'snapshots',
  precompute: 'pricing',
  exchange_trial: 'exchanges',
  exchange_sync: 'exchanges',
  tax_report: 'reports',
  evidence_pack: 'reports',
  deliver_webhooks: 'webhooks',
  send_mail: 'mail',
} as const;

export type Work = keyof typeof QUEUE_OF;
export type QueueName = (typeof QUEUE_OF)[Work];

export const QUEUES: readonly QueueName[] = [...new Set(Object.values(QUEUE_OF))];
