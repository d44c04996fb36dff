import { dec } from '../../kernel/decimal';
import { canonicalCoin } from '../coins';
import type { ExchangeRecord } from '../record';

/**
 * A payout that takes one coin and gives another in one moment is a coin under a new name, not income: exchanges list
 * redenominations among their distributions. Rewards of several coins are paid in one moment too, and are none.
 * @param records by time
 */
export function withRenamed(records: readonly ExchangeRecord[]): readonly ExchangeRecord[] {
  const moments = new Map<number, ExchangeRecord[]>();
  for (const record of records) {
    if (record.kind !== 'airdrop') continue;
    const known = moments.get(record.at);
    if (known) known.push(record);
    else moments.set(record.at, [record]);
  }
  const groups = new Map<ExchangeRecord, string>();
  for (const all of moments.values()) {
    const [outs, ins] = [true, false].map((isOut) =>
      all.filter(({ amount }) => dec(amount).isNegative() === isOut),
    );
    const [out, into] = [outs?.[0], ins?.[0]];
    const isPair = outs?.length === 1 && ins?.length === 1;
    if (!isPair || !out || !into || canonicalCoin(out.coin) === canonicalCoin(into.coin)) continue;
    for (const record of [out, into]) groups.set(record, `pair:${out.id}`);
  }
  if (groups.size === 0) return records;
  return records.map((record) => {
    const group = groups.get(record);
    return group === undefined ? record : { ...record, group, kind: 'migration' };
  });
}
