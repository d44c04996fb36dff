import { hashKey } from '../../../domain/kernel/transaction-hash';
import type { RawRow } from '../../../ports/upstream/history-source';
import type { EvmList, EvmRow, EvmRows } from './evm.schema';

/** Lists whose rows have an id. In others, two equal transfers of one transaction look the same. */
const isUnique = (list: EvmList): boolean => list === 'txlist' || list === 'txsBeaconWithdrawal';

/** Without trace ids, confirmations and names: providers differ. `rowKey` separates equal transfers. */
function rowIdentity(list: EvmList, row: EvmRow): string {
  if (list === 'txsBeaconWithdrawal') return (row as EvmRows['txsBeaconWithdrawal']).withdrawalIndex;
  if (list === 'txlist') return hashKey((row as EvmRows['txlist']).hash);
  const { hash, from, to, value, contractAddress } = row as EvmRows['txlistinternal'];
  const { tokenID = '', tokenValue = '' } = row as Partial<EvmRows['token1155tx']>;
  const amount = list === 'token1155tx' ? tokenValue : list === 'tokennfttx' ? '' : value;
  return [hash, from, to, contractAddress, tokenID, amount].join('|');
}

/** From so many transactions on, equal rows in each of them are no coincidence. */
const DOUBLED_FROM = 5;

/** An id twice, or only rows that occur an even number of times: the rows cannot be counted. */
export function isDoubled(list: EvmList, rows: readonly EvmRow[]): boolean {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const identity = rowIdentity(list, row);
    counts.set(identity, (counts.get(identity) ?? 0) + 1);
  }
  if (isUnique(list)) return counts.size < rows.length;
  const isEven = [...counts.values()].every((count) => count % 2 === 0);
  return isEven && new Set(rows.map((row) => (row as EvmRows['tokentx']).hash)).size >= DOUBLED_FROM;
}

/**
 * Key within (chain, wallet, list). It is the same on every read and from every provider.
 * @param ordinal occurrence number (from 0) among rows of the same `rowIdentity`, in upstream order
 */
const rowKey = (list: EvmList, row: EvmRow, ordinal: number): string =>
  isUnique(list) ? rowIdentity(list, row) : `${rowIdentity(list, row)}|${ordinal}`;

/**
 * A transaction must not be split between calls, because occurrence numbers restart.
 * @param rows of one list in upstream order
 * @param unstated fields of a row that its read could not obtain
 */
export function toRawRows(
  list: EvmList,
  rows: readonly EvmRow[],
  unstated: (row: EvmRow) => readonly string[] = () => [],
): RawRow[] {
  const seen = new Map<string, number>();
  const byKey = new Map<string, RawRow>();
  for (const row of rows) {
    const identity = rowIdentity(list, row);
    const ordinal = seen.get(identity) ?? 0;
    seen.set(identity, ordinal + 1);
    const key = rowKey(list, row, ordinal);
    const keeps = unstated(row);
    byKey.set(key, {
      ...{ list, key, block: Number(row.blockNumber || 0), body: { ...row } },
      ...(keeps.length > 0 && { keeps }),
    });
  }
  return [...byKey.values()];
}
