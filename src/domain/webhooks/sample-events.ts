import type { EventData, EventType } from './events';

/** No wallet: the zero address. */
const ADDRESS = `0x${'0'.repeat(40)}`;
const HASH = `0x${'0'.repeat(64)}`;
const id = (digit: number): string => `00000000-0000-4000-8000-00000000000${digit}`;
const ETH = { symbol: 'ETH', chain: 'ethereum', token_key: 'ethereum:ETH' } as const;

/** Invented data, for tests of a receiver. @param now ISO 8601 */
export function sampleEvents(now: string) {
  return {
    'transaction.new': {
      address: ADDRESS,
      chain: 'ethereum',
      transaction_id: id(1),
      tx_hash: HASH,
      timestamp: now,
      type: 'transfer_in' as const,
      block_number: 1,
      legs: [
        {
          direction: 'in' as const,
          symbol: 'ETH',
          token_key: 'ethereum:ETH',
          contract_address: null,
          quantity: '0.5',
          value_usd: '1500',
        },
      ],
      fee: { symbol: 'ETH', token_key: 'ethereum:ETH', quantity: '0.0004', value_usd: '1.2' },
    },
    'lot.created': {
      ...ETH,
      address: ADDRESS,
      lot_id: id(2),
      quantity: '0.5',
      cost_per_unit: '3000',
      cost_basis: '1500',
      acquisition_date: now,
      source: 'purchase' as const,
      income_type: null,
      is_untracked: false,
      value_status: 'known' as const,
      tx_hash: HASH,
    },
    'lot.consumed': {
      ...ETH,
      address: ADDRESS,
      lot_id: id(2),
      disposal_id: id(3),
      quantity_consumed: '0.2',
      remaining_quantity: '0.3',
      fully_consumed: false,
      proceeds: '700',
      cost_basis: '600',
      gain_loss: '100',
      is_long_term: false,
      disposal_date: now,
      type: 'sale' as const,
      value_status: 'known' as const,
      tx_hash: HASH,
    },
    'wash_sale.detected': {
      ...ETH,
      address: ADDRESS,
      wash_sale_id: id(4),
      disposal_id: id(3),
      disposal_date: now,
      loss: '100',
      disallowed_loss: '50',
      matched_quantity: '0.25',
      replacement_lot_id: id(2),
      replacement_date: now,
      days_apart: 0,
      basis_adjustment: '50',
    },
    'price.alert': {
      ...ETH,
      address: ADDRESS,
      price: '3300',
      reference_price: '3000',
      change_percent: '10',
      direction: 'up' as const,
      threshold_percent: '10',
      window: '24h' as const,
      quantity_held: '0.5',
      triggered_at: now,
    },
    'calculation.complete': {
      address: ADDRESS,
      job_id: id(5),
      job_type: 'precompute' as const,
      status: 'completed' as const,
      tax_year: null,
      started_at: now,
      finished_at: now,
      duration_ms: 0,
      result_url: `/api/v1/jobs/${id(5)}/result`,
      summary: { total_realized_gl: '100', disposal_count: 1, severity: 'ok' as const },
      error: null,
    },
  } satisfies Record<EventType, EventData>;
}
