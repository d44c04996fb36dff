import type { Quantity } from '../../kernel/units';

/** The balance change of one party in one asset and one transaction. Negative for a loss. */
export interface Change {
  /** Null: a party without an address. */
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
 * Derives flows where a chain records only balances before and after (spent and created outputs, account
 * balances). Matches units lost with units gained in the given order. So the flows of each party sum to its
 * change exactly, and both ends see the same flow, for every wallet.
 * Losses beyond all gains flow to null. Gains beyond all losses come from null.
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
