import { isLongTerm, longTermOn, type Lot } from '../domain/engine';
import { formatMoney, formatUnits, unitPriceText } from '../domain/kernel/units';
import { toTime, toTimeOrNull } from './sync-status.presenter';
import type { LotResponse } from './shapes.dto';

export interface LotContext {
  tokenKey: string;
  /** 1-based place within the token under the chosen method. */
  rank: number;
  isPending: boolean;
}

/** @param now ms UTC, for the term @param timezone of the report @source spec 2.6, api.md 2 Lot */
export function toLot(lot: Lot, context: LotContext, now: number, timezone: string): LotResponse {
  const { asset, remaining, originalQuantity } = lot;
  const heldSince = lot.holdingStartAt ?? lot.acquiredAt;
  const cost = context.isPending ? 0n : lot.cost;
  const originalCost = context.isPending ? 0n : lot.originalCost;
  const isClosed = remaining === 0n;
  return {
    lot_id: lot.id,
    token_key: context.tokenKey,
    symbol: asset.symbol,
    chain: asset.chain,
    contract_address: asset.contract,
    wallet_address: lot.wallet,
    original_quantity: formatUnits(originalQuantity, asset.decimals),
    remaining_quantity: formatUnits(remaining, asset.decimals),
    quantity: formatUnits(remaining, asset.decimals),
    cost_per_unit: isClosed
      ? unitPriceText(originalCost, originalQuantity, asset.decimals)
      : unitPriceText(cost, remaining, asset.decimals),
    cost_basis: formatMoney(cost),
    original_cost_basis: formatMoney(originalCost),
    acquisition_date: toTimeOrNull(lot.acquiredAt),
    received_date: toTime(lot.receivedAt),
    source: lot.source,
    income_type: lot.incomeType,
    is_long_term: isLongTerm(heldSince, now, timezone),
    long_term_on: heldSince === null ? null : longTermOn(heldSince, timezone),
    is_untracked: lot.isUntracked,
    value_status: lot.valueStatus,
    basis_source: lot.basisSource,
    parent_lot_id: lot.parentId,
    transaction_id: lot.transactionId,
    tx_hash: lot.txHash,
    holding_start: toTimeOrNull(lot.holdingStartAt),
    status: isClosed ? 'closed' : remaining < originalQuantity ? 'partial' : 'open',
    wash_sale_adjustment: formatMoney(lot.washSaleAdjustment),
    fifo_order: context.rank,
    price_source: lot.priceSource,
    ...(context.isPending && { basis_pending: true as const }),
  };
}

/** @param lots in the order of the ledger, which is the order of time */
export const openFirst = (lots: readonly Lot[]): Lot[] => [
  ...lots.filter(({ remaining }) => remaining > 0n),
  ...lots.filter(({ remaining }) => remaining === 0n),
];
