import {
  acquiredLotId,
  GAINLESS,
  replay,
  type Acquire,
  type Dispose,
  type EventFlag,
  type Ledger,
  type LedgerEvent,
  type MethodName,
  type Move,
  type ReplayOptions,
} from '../engine';
import { AppError } from '../kernel/errors';
import { finished, SLICE, type Sliced } from '../kernel/slices';
import { mulDiv, type Money, type Quantity } from '../kernel/units';
import { withCompletion } from './complete-trades';
import { withAllocations } from './allocations/allocations';
import type { BasisAssignment, BasisPart, DisposalEntry, ManualEntry } from './manual-entry';
import { canSelect, withSelections } from './lot-selections';
import { isHeld, leaving, movesToPlace, replaceableDisposals } from './replaceable-disposals';

/** Offset between the legs of parts. Larger than any leg of a transaction, so that each part has a unique id. */
const LEGS_PER_PART = 1_000_000;

/**
 * An entry whose target is missing changes nothing: the history was read again and differs.
 * @param owned wallets that are read; undefined for all
 */
export function applyEntries(
  events: readonly LedgerEvent[],
  entries: readonly ManualEntry[],
  owned?: ReadonlySet<string>,
): readonly LedgerEvent[] {
  if (entries.length === 0) return events;
  const assignments = entries.filter((entry) => entry.kind === 'basis_assignment');
  const disposals = entries.filter((entry) => entry.kind === 'disposal_entry');
  const completions = entries.filter((entry) => entry.kind === 'trade_completion');
  // The user's entry about a lot or disposal overrides the other half of its trade.
  const assigned = withAssignments(completions.reduce(withCompletion, events), assignments);
  const disposed = disposals.reduce(withDisposal, withSelections(assigned, entries));
  return withAllocations(disposed, entries, owned);
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
  const disposals = replaceableDisposals(events, entry);
  const moves = disposals.length === 0 ? movesToPlace(events, entry) : [];
  const replaced = [...disposals, ...moves.map(leaving)];
  const total = replaced.reduce((sum, { quantity }) => sum + quantity, 0n);
  const [first] = replaced;
  // A part of what a place keeps is not known to have left it, except where the units wait for their owner.
  if (!first || total < entry.quantity || (!moves.every(isHeld) && total !== entry.quantity)) return events;
  const gone = new Set<LedgerEvent>([...disposals, ...moves]);
  const others = events.filter((event) => !gone.has(event));
  const rest = moves.length > 0 ? restHeld(moves, entry.quantity) : restOf(replaced, entry.quantity);
  return [...others, withEntry(first, entry), ...rest];
}

function restHeld(moves: readonly Move[], entryQuantity: Quantity): Move[] {
  let taken = entryQuantity;
  return moves.flatMap((event) => {
    const gone = taken < event.quantity ? taken : event.quantity;
    taken -= gone;
    const left = event.quantity - gone;
    return left === 0n ? [] : [{ ...event, quantity: left, received: left, leg: event.leg + LEGS_PER_PART }];
  });
}

const withEntry = (
  event: Dispose,
  { quantity, type, proceeds, fees, selections }: DisposalEntry,
): Dispose => ({
  ...event,
  selections,
  quantity,
  type,
  proceeds: GAINLESS.has(type) ? marketValue(event, quantity) : proceeds,
  fees,
  priceSource: 'manual',
  flags: event.flags?.filter((flag) => !STATED.has(flag)),
});

const STATED: ReadonlySet<EventFlag> = new Set(['missing_price', 'unmatched', 'classification_uncertain']);

/** Units that leave without a gain keep their market value. */
const marketValue = (event: Dispose, quantity: Quantity): Money | null =>
  event.proceeds === null || event.fees !== 0n ? null : mulDiv(event.proceeds, quantity, event.quantity);

function restOf(replaced: readonly Dispose[], entryQuantity: Quantity): Dispose[] {
  let taken = entryQuantity;
  return replaced.flatMap((event) => {
    const gone = taken < event.quantity ? taken : event.quantity;
    taken -= gone;
    const left = event.quantity - gone;
    if (left === 0n) return [];
    const share = (value: Money) => (value * left) / event.quantity;
    const proceeds = event.proceeds === null ? null : share(event.proceeds);
    return [{ ...event, quantity: left, proceeds, fees: share(event.fees), leg: event.leg + LEGS_PER_PART }];
  });
}

/** After all chain events of the same time. */
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
  proceeds: GAINLESS.has(type) ? null : proceeds,
  fees,
  selections,
});

const hasChoices = (events: readonly LedgerEvent[]): boolean => finished(findingChoice(events));

function* findingChoice(events: readonly LedgerEvent[]): Sliced<boolean> {
  for (const [index, event] of events.entries()) {
    if (index % SLICE === 0) yield;
    if (canSelect(event) && event.selections !== undefined) return true;
  }
  return false;
}

/** Specific identification where the user selected lots. In slices. */
export function* choosingMethod(
  events: readonly LedgerEvent[],
  { method, standing }: Pick<ReplayOptions, 'method' | 'standing'>,
): Sliced<MethodName> {
  return standing !== undefined || (yield* findingChoice(events)) ? 'specific_id' : method;
}

export const withoutChoices = (events: readonly LedgerEvent[]): readonly LedgerEvent[] =>
  hasChoices(events)
    ? events.map((event) => (canSelect(event) ? { ...event, selections: undefined } : event))
    : events;

export const withoutChoice = (events: readonly LedgerEvent[], transactionId: string): LedgerEvent[] =>
  events.map((event) =>
    canSelect(event) && event.transactionId === transactionId ? { ...event, selections: undefined } : event,
  );

/** The transaction whose lot selection the engine refused. @throws any other error */
export function refusedChoice(error: unknown): string {
  const refused = error instanceof AppError ? error.details?.['transaction_id'] : undefined;
  if (typeof refused !== 'string') throw error;
  return refused;
}

/** A selection that the present history makes invalid has no effect. */
export function replayChosen(events: readonly LedgerEvent[], options: ReplayOptions): Ledger {
  try {
    return replay(events, { ...options, method: finished(choosingMethod(events, options)) });
  } catch (error) {
    return replayChosen(withoutChoice(events, refusedChoice(error)), options);
  }
}

export const acquisitionOf = (events: readonly LedgerEvent[], wallet: string, lotId: string) =>
  events.find(
    (event): event is Acquire =>
      event.kind === 'acquire' && event.wallet === wallet && acquiredLotId(event) === lotId,
  );

/** The first part keeps the id of the lot. Fields without an entry keep their values. */
function partsOf(event: Acquire, entry: BasisAssignment): Acquire[] {
  const assigned: Acquire[] = entry.parts.map((part, index) => ({
    ...withBasis(event, part, entry),
    leg: event.leg + index * LEGS_PER_PART,
  }));
  const left = entry.parts.reduce((rest, { quantity }) => rest - quantity, event.quantity);
  if (left < 0n) return [event];
  if (left === 0n) return assigned;
  const cost = event.cost === null ? null : (event.cost * left) / event.quantity;
  return [
    ...assigned,
    { ...event, quantity: left, cost, leg: event.leg + entry.parts.length * LEGS_PER_PART },
  ];
}

function withBasis(
  event: Acquire,
  { quantity, cost, acquiredAt, giftValue }: BasisPart,
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
    // Income that the history does not show is income of the stated value and day.
    incomeType: entry.basisType === 'income' ? (event.incomeType ?? 'other') : null,
    isPurchase: entry.basisType === 'purchase',
    lossBasis: entry.basisType === 'gift' ? (giftValue ?? null) : undefined,
    inherited: entry.basisType === 'inheritance',
    priceSource: 'manual',
    flags: event.flags?.filter((flag) => !STATED.has(flag)),
  };
}
