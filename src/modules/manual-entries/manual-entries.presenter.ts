import type { LotSelection } from '../../domain/engine';
import { formatMoney, formatUnits } from '../../domain/kernel/units';
import type { BasisAssignment, DisposalEntry, TradeCompletion } from '../../domain/overlays/manual-entry';
import { toTime, toTimeOrNull } from '../../presenters/sync-status.presenter';
import type {
  BasisAssignmentShape,
  DisposalEntryShape,
  LotChoiceResponse,
  TradeCompletionShape,
} from './manual-entries.shapes.dto';

interface Stored<T> {
  id: string;
  entry: T;
  shown: Readonly<Record<string, unknown>>;
  createdAt: Date;
  deactivatedAt: Date | null;
}

/** Stored with an entry, so that the ledger need not be read again. */
export interface Shown {
  given: string;
  txHash: string | null;
  tokenKey: string;
  decimals: number;
  note: string;
}

export const toEntryHead = <K extends string>({ id, entry, shown }: Stored<{ kind: K }>) => ({
  id,
  kind: entry.kind,
  address: (shown as unknown as { given: string }).given,
});

export function toEntryState({ shown, createdAt, deactivatedAt }: Stored<unknown>) {
  return {
    note: (shown as unknown as { note: string }).note,
    is_active: deactivatedAt === null,
    created_at: createdAt.toISOString(),
    deactivated_at: deactivatedAt?.toISOString() ?? null,
  };
}

export const toLotChoices = (choices: readonly LotSelection[], decimals: number): LotChoiceResponse[] =>
  choices.map(({ lot, quantity, selectedAt }) => ({
    lot,
    quantity: quantity === null ? null : formatUnits(quantity, decimals),
    selected_at: toTimeOrNull(selectedAt ?? null),
  }));

export function toBasisAssignment(stored: Stored<BasisAssignment>): BasisAssignmentShape {
  const { entry } = stored;
  const { txHash, tokenKey, decimals } = stored.shown as unknown as Shown;
  return {
    ...toEntryHead(stored),
    lot_id: entry.lotId,
    tx_hash: txHash,
    token_key: tokenKey,
    parts: entry.parts.map(({ quantity, cost, acquiredAt, giftValue }) => ({
      quantity: formatUnits(quantity, decimals),
      cost_basis: formatMoney(cost),
      acquisition_date: toTime(acquiredAt),
      value_at_gift_usd: giftValue === undefined ? null : formatMoney(giftValue),
    })),
    basis_type: entry.basisType,
    ...toEntryState(stored),
  };
}

export function toDisposalEntry(stored: Stored<DisposalEntry>): DisposalEntryShape {
  const { entry } = stored;
  const { tokenKey, decimals } = stored.shown as unknown as Shown;
  return {
    ...toEntryHead(stored),
    token_key: tokenKey,
    quantity: formatUnits(entry.quantity, decimals),
    disposed_at: toTime(entry.at),
    disposal_type: entry.type,
    proceeds_usd: formatMoney(entry.proceeds + entry.fees),
    fee_usd: formatMoney(entry.fees),
    value_usd: typeof entry.value === 'bigint' ? formatMoney(entry.value) : null,
    recipient: entry.recipient ?? null,
    lot_selections: toLotChoices(entry.selections ?? [], decimals),
    tx_hash: entry.txHash,
    ...toEntryState(stored),
  };
}

export interface ShownCompletion {
  given: string;
  tokenKey: string;
  counterAsset: string;
  counterQuantity: string;
  note: string;
}

export function toTradeCompletion(stored: Stored<TradeCompletion>): TradeCompletionShape {
  const { entry } = stored;
  const shown = stored.shown as unknown as ShownCompletion;
  return {
    ...toEntryHead(stored),
    tx_hash: entry.txHash,
    token_key: shown.tokenKey,
    side: entry.side,
    counter_asset: shown.counterAsset,
    counter_quantity: shown.counterQuantity,
    counter_value_usd: formatMoney(entry.value),
    fee_usd: formatMoney(entry.fees),
    executed_at: toTimeOrNull(entry.executedAt),
    ...toEntryState(stored),
  };
}
