import type { Acquire, Dispose, LedgerEvent } from '../engine';
import { isSameHash } from '../kernel/transaction-hash';
import { replaceableDisposals } from './replaceable-disposals';
import type { TradeCompletion } from './manual-entry';

type Leg = Acquire | Dispose;

export function openLegs(
  events: readonly LedgerEvent[],
  entry: Pick<TradeCompletion, 'wallet' | 'assetId' | 'txHash' | 'side'>,
): Leg[] {
  if (entry.side === 'out') return replaceableDisposals(events, entry);
  return events.filter(
    (event): event is Acquire =>
      event.kind === 'acquire' &&
      isSameHash(event.txHash, entry.txHash) &&
      event.wallet === entry.wallet &&
      event.asset.id === entry.assetId &&
      event.incomeType === null &&
      (event.untracked === true || event.cost === null),
  );
}

/** Several legs share the other half in proportion to their units. */
export function withCompletion(
  events: readonly LedgerEvent[],
  entry: TradeCompletion,
): readonly LedgerEvent[] {
  const legs = openLegs(events, entry);
  const completed = new Map<LedgerEvent, LedgerEvent>();
  let [units, value, fees] = [
    legs.reduce((sum, { quantity }) => sum + quantity, 0n),
    entry.value,
    entry.fees,
  ];
  for (const leg of legs) {
    const own = { value: (value * leg.quantity) / units, fees: (fees * leg.quantity) / units };
    [units, value, fees] = [units - leg.quantity, value - own.value, fees - own.fees];
    completed.set(leg, leg.kind === 'acquire' ? bought(leg, own, entry) : sold(leg, own));
  }
  return legs.length === 0 ? events : events.map((event) => completed.get(event) ?? event);
}

interface Half {
  value: bigint;
  fees: bigint;
}

/** Fees of a purchase are part of its cost. @source tax-rules 6 */
const bought = (event: Acquire, { value, fees }: Half, { executedAt }: TradeCompletion): Acquire => ({
  ...event,
  cost: value + fees,
  untracked: false,
  source: 'purchase',
  basisSource: 'manual',
  priceSource: 'manual',
  acquiredAt: executedAt ?? event.at,
  flags: settled(event),
});

const sold = (event: Dispose, { value, fees }: Half): Dispose => ({
  ...event,
  type: 'sale',
  proceeds: value - fees,
  fees,
  priceSource: 'manual',
  flags: settled(event),
});

const settled = ({ flags }: Leg) => flags?.filter((flag) => flag !== 'missing_price' && flag !== 'unmatched');
