import {
  DISPOSAL_TYPES,
  ELECTABLE,
  INCOME_TYPES,
  METHODS,
  OUTFLOWS,
  type LedgerEvent,
  type LotSelection,
  type MethodElection,
  type StandingSelection,
} from '../../src/domain/engine';
import { coinOf, eventBase } from '../support/engine-events';
import type { OracleOptions } from './oracle';

const COINS = [coinOf('COIN', 4), coinOf('OTHER', 4)] as const;
const WALLETS = ['a', 'b'] as const;
const ZONES = ['UTC', 'America/New_York', 'Pacific/Auckland'] as const;
const METHOD_NAMES = Object.keys(METHODS) as OracleOptions['method'][];
const HOUR_MS = 3_600_000;
/** Units of every lot when wash sales are on: then no lot is replaced in part. */
const EQUAL = 10n;

export interface RandomLedger {
  events: LedgerEvent[];
  options: OracleOptions;
}

/** The same ledger for the same seed, on every machine. */
export function randomLedger(seed: number): RandomLedger {
  const random = new Random(seed);
  const options = {
    method: random.of(METHOD_NAMES),
    timezone: random.of(ZONES),
    washSales: random.below(2) === 0,
  };
  const events: LedgerEvent[] = [];
  let at = Date.UTC(2023, 0, 1);
  const count = 1 + random.below(40);
  for (let i = 0; i < count; i++) {
    at += 1 + random.below(random.below(4) === 0 ? 2_000 * HOUR_MS : 200 * HOUR_MS);
    events.push(eventOf(`t${i}`, at, options, events, random));
  }
  const orders = { standing: standingOf(events, options, seed), elections: electionsOf(events, seed) };
  const given = { events, options: { ...options, ...orders } };
  if (options.washSales || random.below(3) > 0) return given;
  return allocated(given.events, given.options, random);
}

/** Elections of the wallets, often none. */
function electionsOf(events: readonly LedgerEvent[], seed: number): MethodElection[] {
  const random = new Random(seed + 500_000_003);
  const count = random.below(3) === 0 ? 1 + random.below(4) : 0;
  return Array.from({ length: count }, (_, i) => {
    const from = random.of(events).at + i;
    return {
      wallet: random.of(WALLETS),
      method: random.of(ELECTABLE),
      from,
      ...(random.below(3) === 0 ? { until: from + random.below(2_000) * HOUR_MS } : {}),
    };
  });
}

/** Standing orders about lots of the ledger, often none. */
function standingOf(
  events: readonly LedgerEvent[],
  { method, washSales }: OracleOptions,
  seed: number,
): StandingSelection[] {
  const random = new Random(seed + 1_000_000_007);
  const lots = events.filter(({ kind }) => kind === 'acquire');
  if (method !== 'specific_id' || lots.length === 0) return [];
  return Array.from({ length: random.below(4) }, (_, i) => {
    const { asset, wallet } = random.of(lots);
    const named = lots.filter((lot) => lot.asset.id === asset.id);
    const from = random.of(events).at + i;
    return {
      wallet: random.below(4) === 0 ? random.of(WALLETS) : wallet,
      assetId: asset.id,
      from,
      ...(random.below(3) === 0 ? { until: from + random.below(2_000) * HOUR_MS } : {}),
      appliesTo: OUTFLOWS.filter((kind) => kind === 'disposals' || random.below(2) === 0),
      lots: Array.from({ length: 1 + random.below(3) }, () => ({
        lot: random.of(named).transactionId,
        quantity: washSales || random.below(2) === 0 ? null : BigInt(1 + random.below(4_000)),
      })),
    };
  });
}

/** Basis is allocated anew at some time, before which the wallets may share a pool. */
function allocated(events: readonly LedgerEvent[], options: OracleOptions, random: Random): RandomLedger {
  const asset = random.of(COINS);
  const place = random.below(events.length);
  const at = (events[place] as LedgerEvent).at;
  const base = { ...eventBase('allocation', at, 0n, asset, 'a'), block: -1 };
  const allocate: LedgerEvent = { ...base, kind: 'allocate', wallets: WALLETS };
  const opened = Array.from({ length: random.below(4) }, (_, i): LedgerEvent => ({
    ...eventBase(`opened${i}`, at, BigInt(1 + random.below(5_000)), asset, random.of(WALLETS)),
    block: -1,
    kind: 'acquire',
    cost: random.money(),
    acquiredAt: at - (1 + random.below(20_000)) * HOUR_MS,
    source: 'manual',
    basisSource: 'manual',
    incomeType: null,
  }));
  const isShared = random.below(2) === 0;
  return {
    events: [...events.slice(0, place), allocate, ...opened, ...events.slice(place)],
    options: isShared ? { ...options, sharedPools: [{ assetId: asset.id, wallets: WALLETS }] } : options,
  };
}

function eventOf(
  id: string,
  at: number,
  { method, washSales }: OracleOptions,
  before: readonly LedgerEvent[],
  random: Random,
): LedgerEvent {
  const wallet = random.of(WALLETS);
  const quantity = washSales ? EQUAL : BigInt(1 + random.below(5_000));
  const base = eventBase(id, at, quantity, random.of(COINS), wallet);
  const selections = method === 'specific_id' ? selectionsOf(before, base.asset.id, wallet, at, random) : {};
  const kind = random.below(10);
  if (kind < 5) return acquireOf(base, random);
  if (kind < 9)
    return {
      ...base,
      ...selections,
      kind: 'dispose',
      type: random.of(DISPOSAL_TYPES),
      proceeds: random.money(),
      fees: 0n,
    };
  const lost = washSales || quantity === 1n ? 0n : BigInt(random.below(Number(quantity)));
  return {
    ...base,
    ...selections,
    kind: 'move',
    relation: 'transfer',
    toWallet: wallet === 'a' ? 'b' : 'a',
    toAsset: base.asset,
    received: quantity - lost,
    feeValue: random.money(),
  };
}

function acquireOf(base: ReturnType<typeof eventBase>, random: Random): LedgerEvent {
  const plain = {
    ...base,
    kind: 'acquire',
    cost: random.money(),
    source: 'purchase',
    basisSource: 'trade',
    incomeType: null,
  } as const;
  const earlier = base.at - random.below(20_000) * HOUR_MS;
  switch (random.below(9)) {
    case 0:
      return { ...plain, source: 'income', incomeType: random.of(INCOME_TYPES) };
    case 1:
      return { ...plain, source: 'manual', acquiredAt: earlier, lossBasis: random.money() };
    case 2:
      return { ...plain, source: 'manual', acquiredAt: earlier, inherited: true };
    case 3:
      return { ...plain, source: 'transfer_in', cost: null, untracked: true };
    case 4:
      return { ...plain, source: 'manual', acquiredAt: base.at, isPurchase: true };
    case 5:
      return { ...plain, source: 'swap' };
    default:
      return plain;
  }
}

/** Sometimes too late. The lot may be gone: such a ledger is refused, and not compared. */
function selectionsOf(
  before: readonly LedgerEvent[],
  assetId: string,
  wallet: string,
  at: number,
  random: Random,
): { selections?: LotSelection[] } {
  const known = before.filter(
    (event) => event.kind === 'acquire' && event.asset.id === assetId && event.wallet === wallet,
  );
  if (known.length === 0 || random.below(3) > 0) return {};
  const selectedAt = at + random.of([-1, 0, 1]);
  return { selections: [{ lot: random.of(known).transactionId, quantity: null, selectedAt }] };
}

/** The generator of Park and Miller. */
class Random {
  private state: number;

  constructor(seed: number) {
    this.state = (seed % 2_147_483_646) + 1;
    for (let i = 0; i < 8; i++) this.next();
  }

  below(limit: number): number {
    return Math.floor((this.next() / 2_147_483_647) * limit);
  }

  of<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  /**
   * Small amounts make remainders, large ones are usual. Still smaller ones would be ordered by what rounding left of
   * them, and fractions are not rounded.
   */
  money(): bigint {
    return this.below(3) === 0
      ? BigInt(this.below(50)) * 10n ** 9n
      : BigInt(this.below(1_000_000)) * 10n ** 15n;
  }

  private next(): number {
    this.state = (this.state * 48_271) % 2_147_483_647;
    return this.state;
  }
}
