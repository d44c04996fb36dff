import { compareEvents, type Acquire, type LedgerEvent } from '../../engine';
import type { Asset } from '../../kernel/asset';
import { uuidOf } from '../../kernel/hash';
import { finished, SLICE, sortSliced, type Sliced } from '../../kernel/slices';
import { compounds, growthOf, logsGrowth } from '../facts/assets';
import { GROWTH_LEG } from './event-drafts';
import type { BalanceObservation } from './observation';
import { worth } from '../pricing/split';
import { DAY_MS } from '../../kernel/durations';

type Growth = 'staking_reward' | 'interest';

/** The running balance of one rebasing token in one wallet. */
interface Holding {
  /** Base units in the ledger. */
  booked: bigint;
  /** Recorded from observations, and not yet confirmed by a transaction row. */
  ahead: bigint;
  /** On-chain units beyond the possible growth: rows must be missing. */
  unexplained: bigint;
  /** Time of the last observation, in ms, and the largest recorded balance since then. */
  seenAt: number;
  most: bigint;
  /** Growth that can still be there after a spend took all that was booked. */
  unseen: bigint;
}

const NOTHING = { booked: 0n, ahead: 0n, unexplained: 0n, most: 0n, unseen: 0n };
/**
 * Largest difference between chain time and local time. A balance read this close to a movement may be from
 * before or after it.
 */
const UNCLEAR_MS = 5 * 60_000;
/** Highest plausible growth of a rebasing token, in percent per day. Faster growth means that a movement is missing. */
const MOST_PER_DAY = 3n;
/** Rounding of shares at every transfer. A smaller part of a balance is not recorded as growth, and is not lost. */
const LEAST = 100_000_000n;

/**
 * Rebasing tokens grow without a transfer. An observed on-chain balance above the ledger balance is income at
 * the time of the observation. A spend above both balances implies earlier growth, which is recorded just
 * before it. So such a token never has a negative or untracked balance. Growth that is both observed and
 * logged by the token counts once.
 * @param events in any order
 * @param observations at most one per day and token, in any order
 * @param valueOf fair value of the units of an event, null when unknown
 * @source tax-rules 8.2
 */
export const withGrowth = (
  events: readonly LedgerEvent[],
  observations: readonly BalanceObservation[],
  valueOf: (event: LedgerEvent) => bigint | null,
): LedgerEvent[] => finished(bookingGrowth(events, observations, valueOf));

/** @param receipts of stakes, which grow as the history shows */
export function* bookingGrowth(
  events: readonly LedgerEvent[],
  observations: readonly BalanceObservation[],
  valueOf: (event: LedgerEvent) => bigint | null,
  receipts: ReadonlySet<string> = new Set(),
): Sliced<LedgerEvent[]> {
  const ordered = yield* sortSliced(events, compareEvents);
  yield;
  const open = clearOnes(observations, ordered).sort((a, b) => b.at - a.at);
  const walk = new GrowthWalk(yield* byTransaction(ordered), valueOf, receipts);
  yield;
  const out: LedgerEvent[] = [];
  for (const [index, event] of ordered.entries()) {
    if (index % SLICE === 0) yield;
    for (let next = open.at(-1); next && next.at < event.at; next = open.at(-1)) {
      out.push(...walk.observe(next));
      open.pop();
    }
    for (const booked of walk.pass(event)) out.push(booked);
  }
  for (const observation of open.reverse()) out.push(...walk.observe(observation));
  return out;
}

class GrowthWalk {
  private readonly holdings = new Map<string, Holding>();

  constructor(
    private readonly counterparts: ReadonlyMap<string, LedgerEvent[]>,
    private readonly valueOf: (event: LedgerEvent) => bigint | null,
    private readonly receipts: ReadonlySet<string>,
  ) {}

  private typeOf(asset: Asset): Growth | null {
    return growthOf(asset) ?? (this.receipts.has(asset.id) ? 'staking_reward' : null);
  }

  observe(observation: BalanceObservation): LedgerEvent[] {
    const { wallet, asset, at, quantity } = observation;
    const type = growthOf(asset);
    const holding = this.holdings.get(keyOf(wallet, asset.id));
    if (!type || !holding) return [];
    if (holding.booked <= 0n) return this.observeRest(observation, holding, type);
    const days = BigInt(Math.max(1, Math.ceil((at - holding.seenAt) / DAY_MS)));
    const limit = holding.unseen + (holding.most * MOST_PER_DAY * days) / 100n;
    [holding.seenAt, holding.most, holding.unseen] = [at, holding.booked, 0n];
    const growth = quantity - holding.booked - holding.unexplained;
    if (growth * LEAST <= holding.booked) return [];
    if (growth > limit) {
      holding.unexplained += growth;
      return [];
    }
    this.book(holding, growth);
    return [observed(observation, growth, type)];
  }

  /** What is left after a spend of all that was booked. More than can have grown is principal whose arrival is unknown. */
  private observeRest(observation: BalanceObservation, holding: Holding, type: Growth): LedgerEvent[] {
    const { at, quantity } = observation;
    if (quantity * LEAST <= holding.most || quantity > holding.unseen) return [];
    [holding.seenAt, holding.unseen] = [at, 0n];
    this.book(holding, quantity);
    const growth = observed(observation, quantity, type);
    return [{ ...growth, flags: [...(growth.flags ?? []), 'classification_uncertain'] }];
  }

  private book(holding: Holding, growth: bigint): void {
    holding.booked += growth;
    holding.most = holding.booked;
    holding.ahead += growth;
  }

  /** Returns the event to record, after any growth that must precede it. */
  pass(event: LedgerEvent): LedgerEvent[] {
    const { asset, wallet, at } = event;
    const value = this.valueOf(event);
    if (event.kind === 'move' && this.typeOf(event.toAsset))
      this.add(event.toWallet, event.toAsset.id, event.received, at);
    const type = this.typeOf(asset);
    if (!type) return [event];
    const known = this.known(event, type);
    if (event.kind === 'acquire') {
      const rest = event.quantity - known;
      this.add(wallet, asset.id, rest, at);
      if (known === 0n) return [event];
      return rest === 0n ? [] : [lessened(event, rest)];
    }
    const quantity = event.quantity + known;
    const limit = this.mostGrowth(wallet, asset, at);
    const holding = this.add(wallet, asset.id, -quantity, at);
    const short = holding.booked < 0n ? -holding.booked : 0n;
    // A larger shortfall is principal whose arrival is unknown.
    const missing = short <= limit ? short : 0n;
    if (holding.booked <= 0n) holding.unseen = short <= limit ? limit - short : 0n;
    holding.booked += short;
    holding.unexplained -= missing < holding.unexplained ? missing : holding.unexplained;
    if (holding.ahead > holding.booked) holding.ahead = holding.booked;
    const booked = known === 0n ? event : { ...event, quantity };
    return missing > 0n ? [found(event, missing, type, value), booked] : [booked];
  }

  /** Growth since the last observation that a spend may reveal. Never more than its principal allows. */
  private mostGrowth(wallet: string, asset: Asset, at: number): bigint {
    const holding = this.holdings.get(keyOf(wallet, asset.id));
    if (!holding) return 0n;
    const days = BigInt(Math.max(1, Math.ceil((at - holding.seenAt) / DAY_MS)));
    const plausible = (holding.most * MOST_PER_DAY * days) / 100n;
    const compound = compounds(asset) || this.receipts.has(asset.id) ? compounded(holding.most, days) : 0n;
    const since = [plausible, compound, holding.most / 4n].reduce((most, one) => (one > most ? one : most));
    return holding.unseen + (holding.booked > 0n ? since : 0n);
  }

  /**
   * Returns the units of a row that earlier observations already cover. These are either minted interest, or
   * the net difference when the token combines interest with a deposit or withdrawal.
   */
  private known(event: LedgerEvent, type: Growth): bigint {
    const holding = this.holdings.get(keyOf(event.wallet, event.asset.id));
    if (!holding || holding.ahead === 0n || !logsGrowth(event.asset) || event.kind === 'move') return 0n;
    const covered =
      event.kind === 'acquire' && event.incomeType === type ? event.quantity : this.difference(event);
    const known = covered < holding.ahead ? covered : holding.ahead;
    if (known <= 0n) return 0n;
    holding.ahead -= known;
    return known;
  }

  private difference(event: LedgerEvent): bigint {
    const wanted = event.kind === 'acquire' ? 'dispose' : 'acquire';
    const others = (this.counterparts.get(event.transactionId) ?? []).filter(
      (other) =>
        other.kind === wanted &&
        !(other.kind === 'dispose' && other.type === 'fee') &&
        !growthOf(other.asset) &&
        other.asset.decimals === event.asset.decimals,
    );
    const [only] = others;
    if (!only || others.length > 1) return 0n;
    const difference = event.quantity - only.quantity;
    return event.kind === 'acquire' ? difference : -difference;
  }

  private add(wallet: string, assetId: string, quantity: bigint, at: number): Holding {
    const key = keyOf(wallet, assetId);
    const holding = this.holdings.get(key) ?? { ...NOTHING, seenAt: at };
    if (holding.booked <= 0n && quantity > 0n) [holding.seenAt, holding.most] = [at, 0n];
    holding.booked += quantity;
    if (holding.booked > holding.most) holding.most = holding.booked;
    this.holdings.set(key, holding);
    return holding;
  }
}

/** Growth at the highest rates that Olympus and its forks paid, in percent per day, every day on the day before. */
const MOST_COMPOUND = 2n;
const MOST_DAYS = 1000n;
function compounded(units: bigint, days: bigint): bigint {
  const all = days < MOST_DAYS ? days : MOST_DAYS;
  return (units * (100n + MOST_COMPOUND) ** all) / 100n ** all - units;
}

const keyOf = (wallet: string, assetId: string): string => `${wallet}|${assetId}`;

/** Only transactions that move a growing token of the logging kind can combine interest with other movements. */
function* byTransaction(events: readonly LedgerEvent[]): Sliced<Map<string, LedgerEvent[]>> {
  const wanted = new Set<string>();
  for (const [index, { asset, transactionId }] of events.entries()) {
    if (index % SLICE === 0) yield;
    if (logsGrowth(asset)) wanted.add(transactionId);
  }
  const groups = new Map<string, LedgerEvent[]>();
  if (wanted.size === 0) return groups;
  for (const [index, event] of events.entries()) {
    if (index % SLICE === 0) yield;
    if (!wanted.has(event.transactionId)) continue;
    const group = groups.get(event.transactionId);
    if (group) group.push(event);
    else groups.set(event.transactionId, [event]);
  }
  return groups;
}

/** Observations without a movement of the same token and wallet near them. */
function clearOnes(
  observations: readonly BalanceObservation[],
  events: readonly LedgerEvent[],
): BalanceObservation[] {
  if (observations.length === 0) return [];
  const moments = new Map<string, number[]>();
  const note = (wallet: string, assetId: string, at: number) => {
    const key = keyOf(wallet, assetId);
    const known = moments.get(key);
    if (known) known.push(at);
    else moments.set(key, [at]);
  };
  for (const event of events) {
    if (growthOf(event.asset)) note(event.wallet, event.asset.id, event.at);
    if (event.kind === 'move' && growthOf(event.toAsset)) note(event.toWallet, event.toAsset.id, event.at);
  }
  return observations.filter(({ wallet, asset, at }) =>
    (moments.get(keyOf(wallet, asset.id)) ?? []).every((moment) => Math.abs(moment - at) >= UNCLEAR_MS),
  );
}

function observed({ wallet, asset, at, price }: BalanceObservation, quantity: bigint, type: Growth): Acquire {
  const day = new Date(at).toISOString().slice(0, 10);
  const stem = `growth|${asset.id}|${day}`;
  return {
    kind: 'acquire',
    transactionId: uuidOf(`v1|${stem}|${wallet}`),
    txHash: null,
    ...{ stem, leg: 0, wallet, asset, quantity, at },
    ...{ block: 0, txIndex: 0, logIndex: 0 },
    priceSource: price?.source ?? null,
    cost: price ? worth(quantity, asset.decimals, price.usd) : null,
    source: 'income',
    basisSource: 'market_price',
    incomeType: type,
    ...(price ? {} : { flags: ['missing_price'] as const }),
  };
}

function lessened(event: Acquire, quantity: bigint): Acquire {
  // The cost of a deposit stays the cost of its units. Only the new units change the income.
  if (event.incomeType === null || event.cost === null) return { ...event, quantity };
  return { ...event, quantity, cost: (event.cost * quantity) / event.quantity };
}

function found(
  event: Exclude<LedgerEvent, { kind: 'acquire' }>,
  quantity: bigint,
  incomeType: Growth,
  value: bigint | null,
): LedgerEvent {
  const { transactionId, txHash, stem, wallet, asset, at, block, txIndex, priceSource } = event;
  return {
    kind: 'acquire',
    ...{ transactionId, txHash, stem, wallet, asset, at, block, txIndex, priceSource, quantity },
    leg: GROWTH_LEG + event.leg,
    logIndex: event.logIndex,
    cost: value === null ? null : (value * quantity) / event.quantity,
    source: 'income',
    basisSource: 'market_price',
    incomeType,
    flags: value === null ? ['missing_price', 'classification_uncertain'] : ['classification_uncertain'],
  };
}
