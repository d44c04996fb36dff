import { PostgresLedgerStore } from '../adapters/persistence/wallets/ledger.store';
import { parseAddress } from '../domain/kernel/address';
import type { ChainState } from '../ports/storage/ledger-store';
import { withTables } from './database';

/**
 * Reports the synced part of an address's history for each chain. It calls no upstream.
 * @throws AppError INVALID_ADDRESS
 */
export async function walletStatus(text: string): Promise<unknown> {
  const address = parseAddress(text);
  return withTables([], async (connection) => {
    const states = await new PostgresLedgerStore(connection).chainStates(address.value);
    return { address: address.given, is_known: states.length > 0, chains: states.map(toReading) };
  });
}

const toReading = (state: ChainState) => ({
  chain: state.chain,
  /** True when the whole history was read at least once. */
  is_complete: state.complete,
  indexed_at: state.indexedAt === null ? null : new Date(state.indexedAt).toISOString(),
  row_count: state.rowCount,
  provider: state.provider,
  is_truncated: state.truncated,
  is_incomplete: state.incomplete,
  /** Code of the last failure. Null after a success. */
  error_code: state.errorCode,
});
