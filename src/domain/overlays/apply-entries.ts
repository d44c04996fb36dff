import { acquiredLotId, type Acquire, type LedgerEvent } from '../engine';
import type { BasisAssignment, BasisPart, ManualEntry } from './manual-entry';

/** Legs of the parts stand far above those of any transaction, so that every part has an id of its own. */
const LEGS_PER_PART = 1_000_000;

/**
 * The events with what a user says about them. An entry about something that is no longer there (the history was read
 * anew, and differs) changes nothing.
 */
export function applyEntries(
  events: readonly LedgerEvent[],
  entries: readonly ManualEntry[],
): readonly LedgerEvent[] {
  if (entries.length === 0) return events;
  const places = new Set(entries.map(({ wallet, assetId }) => `${wallet}|${assetId}`));
  const byLot = new Map(entries.map((entry) => [entry.lotId, entry]));
  return events.flatMap((event) => {
    if (event.kind !== 'acquire' || !places.has(`${event.wallet}|${event.asset.id}`)) return [event];
    const entry = byLot.get(acquiredLotId(event));
    return entry ? partsOf(event, entry) : [event];
  });
}

/** The acquisition that opens a lot; undefined for lots made in any other way. */
export const acquisitionOf = (events: readonly LedgerEvent[], wallet: string, lotId: string) =>
  events.find(
    (event): event is Acquire =>
      event.kind === 'acquire' && event.wallet === wallet && acquiredLotId(event) === lotId,
  );

/** The first part keeps the id of the lot; what is not said stays what it was. */
function partsOf(event: Acquire, entry: BasisAssignment): Acquire[] {
  const said: Acquire[] = entry.parts.map((part, index) => ({
    ...withBasis(event, part, entry),
    leg: event.leg + index * LEGS_PER_PART,
  }));
  const left = entry.parts.reduce((rest, { quantity }) => rest - quantity, event.quantity);
  if (left < 0n) return [event];
  if (left === 0n) return said;
  const cost = event.cost === null ? null : (event.cost * left) / event.quantity;
  return [...said, { ...event, quantity: left, cost, leg: event.leg + entry.parts.length * LEGS_PER_PART }];
}

function withBasis(
  event: Acquire,
  { quantity, cost, acquiredAt }: BasisPart,
  entry: BasisAssignment,
): Acquire {
  return {
    ...event,
    quantity,
    cost,
    acquiredAt,
    untracked: false,
    source: 'manual',
    basisSource: 'manual',
    incomeType: entry.basisType === 'income' ? event.incomeType : null,
    inherited: entry.basisType === 'inheritance',
    priceSource: 'manual',
    flags: event.flags?.filter((flag) => flag !== 'missing_price' && flag !== 'unmatched'),
  };
}
