import { acquiredLotId, type Acquire, type Dispose, type LedgerEvent } from '../engine';
import type { Money, Quantity } from '../kernel/units';
import { withCompletion } from './complete-trades';
import type { BasisAssignment, BasisPart, DisposalEntry, ManualEntry } from './manual-entry';
import { retellable } from './retell';

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
  const assignments = entries.filter((entry) => entry.kind === 'basis_assignment');
  const disposals = entries.filter((entry) => entry.kind === 'disposal_entry');
  const completions = entries.filter((entry) => entry.kind === 'trade_completion');
  // What the owner says of a lot or a disposal stands above the other half of its trade.
  return disposals.reduce(
    withDisposal,
    withAssignments(completions.reduce(withCompletion, events), assignments),
  );
}

function withAssignments(
  events: readonly LedgerEvent[],
  entries: readonly BasisAssignment[],
): readonly LedgerEvent[] {
  const places = new Set(entries.map(({ wallet, assetId }) => `${wallet}|${assetId}`));
  const byLot = new Map(entries.map((entry) => [entry.lotId, entry]));
  return events.flatMap((event) => {
    if (event.kind !== 'acquire' || !places.has(`${event.wallet}|${event.asset.id}`)) return [event];
    const entry = byLot.get(acquiredLotId(event));
    return entry ? partsOf(event, entry) : [event];
  });
}

function withDisposal(events: readonly LedgerEvent[], entry: DisposalEntry): readonly LedgerEvent[] {
  if (entry.txHash === null) return [...events, addedDisposal(entry)];
  const told = retellable(events, entry);
  const total = told.reduce((sum, { quantity }) => sum + quantity, 0n);
  const [first] = told;
  if (!first || total < entry.quantity) return events;
  const gone = new Set<LedgerEvent>(told);
  const others = events.filter((event) => !gone.has(event));
  return [...others, retold(first, entry), ...restOf(told, entry.quantity)];
}

const retold = (event: Dispose, { quantity, type, proceeds, fees, selections }: DisposalEntry): Dispose => ({
  ...event,
  selections,
  quantity,
  type,
  proceeds,
  fees,
  priceSource: 'manual',
  flags: event.flags?.filter((flag) => flag !== 'missing_price' && flag !== 'unmatched'),
});

/** What of several disposals is not told anew, each at its own price. */
function restOf(told: readonly Dispose[], retoldQuantity: Quantity): Dispose[] {
  let taken = retoldQuantity;
  return told.flatMap((event) => {
    const gone = taken < event.quantity ? taken : event.quantity;
    taken -= gone;
    const left = event.quantity - gone;
    if (left === 0n) return [];
    const share = (value: Money) => (value * left) / event.quantity;
    const proceeds = event.proceeds === null ? null : share(event.proceeds);
    return [{ ...event, quantity: left, proceeds, fees: share(event.fees), leg: event.leg + LEGS_PER_PART }];
  });
}

/** After everything the chain says of that moment. */
const addedDisposal = ({
  id,
  wallet,
  asset,
  quantity,
  at,
  type,
  proceeds,
  fees,
  selections,
}: DisposalEntry): Dispose => ({
  kind: 'dispose',
  transactionId: id,
  txHash: null,
  stem: id,
  leg: 0,
  wallet,
  asset,
  quantity,
  at,
  block: Number.MAX_SAFE_INTEGER,
  txIndex: 0,
  logIndex: 0,
  priceSource: 'manual',
  type,
  proceeds,
  fees,
  selections,
});

/** Whether somebody has chosen lots; books with a choice are kept by specific identification. */
export const hasChoices = (events: readonly LedgerEvent[]): boolean =>
  events.some((event) => event.kind === 'dispose' && event.selections !== undefined);

/** The events without the lots chosen for one transaction. */
export const withoutChoice = (events: readonly LedgerEvent[], transactionId: string): LedgerEvent[] =>
  events.map((event) =>
    event.kind === 'dispose' && event.transactionId === transactionId
      ? { ...event, selections: undefined }
      : event,
  );

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
