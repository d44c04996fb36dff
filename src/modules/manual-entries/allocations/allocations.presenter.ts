import { formatMoney, formatUnits } from '../../../domain/kernel/units';
import type { BasisOrder } from '../../../domain/overlays/allocations/allocations';
import type { AllocationEntry } from '../../../domain/overlays/manual-entry';
import type { StoredEntry } from '../../../ports/storage/overlays';
import type { AllocationResponse } from './allocations.shapes.dto';

export interface ShownAllocation {
  tokenKey: string;
  basisOrder: BasisOrder | null;
  note: string;
}

const time = (at: number): string => new Date(at).toISOString();

export function toAllocation(stored: StoredEntry & { entry: AllocationEntry }): AllocationResponse {
  const { id, entry, createdAt, deactivatedAt } = stored;
  const { tokenKey, basisOrder, note } = stored.shown as unknown as ShownAllocation;
  const { decimals } = entry.asset;
  return {
    id,
    kind: entry.kind,
    token_key: tokenKey,
    method: entry.method,
    pre_2025_pool: entry.pool,
    basis_order: basisOrder,
    effective_from: time(entry.at),
    stated_recorded_at: time(entry.recordedAt),
    quantity: formatUnits(
      entry.lots.reduce((sum, { quantity }) => sum + quantity, 0n),
      decimals,
    ),
    cost_basis: formatMoney(entry.lots.reduce((sum, { cost }) => sum + cost, 0n)),
    lots: entry.lots.map((lot) => ({
      address: lot.wallet,
      quantity: formatUnits(lot.quantity, decimals),
      cost_basis: formatMoney(lot.cost),
      acquisition_date: time(lot.acquiredAt),
      basis_type: lot.inherited === true ? 'inheritance' : lot.lossBasis === undefined ? null : 'gift',
      value_at_gift_usd: typeof lot.lossBasis === 'bigint' ? formatMoney(lot.lossBasis) : null,
      gift_date: lot.givenAt === undefined ? null : time(lot.givenAt),
      held_since: lot.heldSince === undefined ? null : time(lot.heldSince),
      is_purchase: lot.isPurchase === true,
      replaced_loss: lot.isReplacement === true,
    })),
    note,
    is_active: deactivatedAt === null,
    created_at: createdAt.toISOString(),
    deactivated_at: deactivatedAt?.toISOString() ?? null,
  };
}
