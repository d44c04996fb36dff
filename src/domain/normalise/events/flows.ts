import type { Quantity } from '../../kernel/units';

/** How much one party gained (or lost, below zero) of one asset in one transaction. */
export interface Change {
  /** Null: somebody without an address. */
  party: string | null;
  delta: bigint;
}

export interface Flow {
  from: string | null;
  to: string | null;
  /** > 0 */
  quantity: Quantity;
}

/**
 * Who paid whom, where a chain records only what each party had before and after (spent and created outputs,
 * balances): in the order given, the first units lost are the first gained. So every party's flows add up to its
 * change exactly, and both ends of a flow tell it alike, whoever's history it is read for.
 * What was lost beyond all gains flows to null, what was gained beyond all losses comes from null.
 */
export function flowsOf(changes: readonly Change[]): Flow[] {
  const gains = changes.filter(({ delta }) => delta > 0n).map(({ party, delta }) => ({ party, left: delta }));
  const flows: Flow[] = [];
  let next = 0;
  for (const { party, delta } of changes) {
    let lost = delta < 0n ? -delta : 0n;
    while (lost > 0n) {
      const gain = gains[next];
      const quantity = gain && gain.left < lost ? gain.left : lost;
      flows.push({ from: party, to: gain?.party ?? null, quantity });
      lost -= quantity;
      if (!gain) continue;
      gain.left -= quantity;
      if (gain.left === 0n) next++;
    }
  }
  for (const { party, left } of gains.slice(next))
    if (left > 0n) flows.push({ from: null, to: party, quantity: left });
  return flows;
}
