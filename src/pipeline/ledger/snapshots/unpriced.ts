import { sha256Hex } from '../../../domain/kernel/hash';
import { priceQueryKey } from '../../../ports/upstream/price-source';
import type { ValuedHistory } from '../../history/history-reader.service';

/** Names the prices that were not fetched yet. Null: none. */
export const unpricedOf = ({ open }: Pick<ValuedHistory, 'open'>): string | null =>
  open.length === 0 ? null : sha256Hex(open.map(priceQueryKey).sort().join());

/** The state that a ledger is stored with: the stored rows say nothing of the prices that are missing. */
export const ledgerState = (state: string, unpriced: string | null): string =>
  unpriced === null ? state : `${state} ${unpriced}`;
