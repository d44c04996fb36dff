import {
  DISPOSAL_TYPES,
  ELECTABLE,
  INCOME_TYPES,
  METHODS,
  OUTFLOWS,
  type Acquire,
  type LedgerEvent,
  type LotSelection,
  type MethodElection,
  type StandingSelection,
} from '../../src/domain/engine';
import { coinOf, eventBase } from '../support/engine-events';
import type { Fact, LoanFact } from './facts';
import type { OracleOptions } from './oracle';

const [COIN, OTHER] = [coinOf('COIN', 4), coinOf('OTHER', 4)];
const COINS = [COIN, OTHER] as const;
/** COIN in another form. */
const WRAPPED = coinOf('WRAPPED', 4);
/** Three units for each one, for good: a unit of a lot then has one basis, whatever way it came. */
const NEWER = coinOf('NEWER', 4);
/** The other end of a bridge. */
const WIDE = coinOf('WIDE', 6);
/**
 * Only one transfer of a ledger brings units of it, with gas that is added to their basis, and none moves them again: no
 * rule orders units of unknown acquisition, which then have different bases.
 */
const COSTLY = coinOf('COSTLY', 4);
const CASH = coinOf('USD', 2);
const ASSETS = [COIN, OTHER, WRAPPED, NEWER, WIDE, COSTLY] as const;
const LENDERS = ['a market', 'another market'] as const;
const WALLETS = ['a', 'b'] as const;
const ZONES = ['UTC', 'America/New_York', 'Pacific/Auckland'] as const;
const METHOD_NAMES = Object.keys(METHODS) as OracleOptions['method'][];
const HOUR_MS = 3_600_000;
/** Units of every lot when wash sales are on: then no lot is replaced in part. */
const EQUAL = 10n;

export interface RandomLedger {
  facts: Fact[];
  options: OracleOptions;
}

/** The same ledger for the same seed, on every machine. */
export function randomLedger(seed: number): RandomLedger {
  const random = new Random(seed);
  const options = {
    method: random.of(METHOD_NAMES),
    timezone: random.of(ZONES),
    washSales: random.below(2) === 0,
    groupOf,
  };
  const writer = new Writer(options, random);
  let at = Date.UTC(2023, 0, 1);
  const count = 1 + random.below(40);
  for (let i = 0; i < count; i++) {
    at += 1 + random.below(random.below(4) === 0 ? 2_000 * HOUR_MS : 200 * HOUR_MS);
    writer.write(`t${i}`, at);
  }
  const { facts } = writer;
  const orders = { standing: standingOf(facts, options, seed), elections: electionsOf(facts, seed) };
  const given = { facts, options: { ...options, ...orders } };
  if (options.washSales || random.below(3) > 0) return given;
  return allocated(given.facts, given.options, random);
}

const groupOf = (assetId: string): string | null => (assetId === WRAPPED.id ? COIN.id : null);

/** Elections of the wallets, often none. */
function electionsOf(events: readonly Fact[], seed: number): MethodElection[] {
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
  events: readonly Fact[],
  { method, washSales }: OracleOptions,
  seed: number,
): StandingSelection[] {
  const random = new Random(seed + 1_000_000_007);
  const lots = events.filter((fact) => fact.kind === 'acquire' || fact.kind === 'borrow');
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
function allocated(facts: readonly Fact[], options: OracleOptions, random: Random): RandomLedger {
  const asset = random.of(COINS);
  const { at } = random.of(facts);
  const place = facts.findIndex((fact) => fact.at === at);
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
    facts: [...facts.slice(0, place), allocate, ...opened, ...facts.slice(place)],
    options: isShared ? { ...options, sharedPools: [{ assetId: asset.id, wallets: WALLETS }] } : options,
  };
}

type Base = ReturnType<typeof eventBase>;

/** Writes one transaction after the other. */
class Writer {
  readonly facts: Fact[] = [];
  /** Borrowed units of a wallet and an asset that are not paid back. */
  private readonly owed = new Map<string, bigint>();
  private isCostlyUsed = false;

  constructor(
    private readonly options: Pick<OracleOptions, 'method' | 'washSales'>,
    private readonly random: Random,
  ) {}

  write(id: string, at: number): void {
    const { random } = this;
    const wallet = random.of(WALLETS);
    const asset = random.below(6) === 0 ? random.of(ASSETS) : random.of(COINS);
    const base = eventBase(id, at, this.units(), asset, wallet);
    const kind = random.below(14);
    if (kind < 6) return this.acquire(base);
    if (kind < 9 || (kind < 11 && asset === COSTLY)) return this.dispose(base);
    if (kind < 11) return this.move(base);
    return kind < 12 ? this.trade(base) : this.loan(base);
  }

  private units(): bigint {
    return this.options.washSales ? EQUAL : BigInt(1 + this.random.below(5_000));
  }

  /** Null: not known. */
  private value(): bigint | null {
    return this.random.below(8) === 0 ? null : this.random.money();
  }

  private acquire(base: Base): void {
    const { random } = this;
    const event = acquireOf(base, this.value(), random);
    this.facts.push(event);
    if (this.options.washSales || event.isCash === true || random.below(8) > 0) return;
    // A fee that is withheld from the receipt.
    const quantity = BigInt(1 + random.below(Number(base.quantity)));
    const later = { ...base, leg: 1, logIndex: 1, quantity };
    const fee = { kind: 'dispose', type: 'fee', proceeds: this.value(), fees: 0n } as const;
    this.facts.push({ ...later, ...fee, fromReceipt: true });
  }

  private dispose(base: Base): void {
    const outflow = {
      kind: 'dispose',
      type: this.random.of(DISPOSAL_TYPES),
      proceeds: this.value(),
    } as const;
    this.facts.push({ ...base, ...this.selections(base), ...outflow, fees: 0n });
  }

  private selections({ asset, wallet, at }: Base): { selections?: LotSelection[] } {
    if (this.options.method !== 'specific_id') return {};
    return selectionsOf(this.facts, asset.id, wallet, at, this.random);
  }

  private move(base: Base): void {
    const { random } = this;
    const { asset, quantity, wallet } = base;
    const { washSales } = this.options;
    const [here, there] = [wallet, wallet === 'a' ? 'b' : 'a'] as const;
    const plain = { ...base, ...this.selections(base), kind: 'move', feeValue: this.value() } as const;
    const wrap = { ...plain, relation: 'wrap', received: quantity } as const;
    const way = random.below(8);
    const lost = washSales || quantity === 1n ? 0n : BigInt(random.below(Number(quantity)));
    if (way === 0 && (asset === COIN || asset === WRAPPED)) {
      const toAsset = asset === COIN ? WRAPPED : COIN;
      this.facts.push({ ...wrap, toWallet: here, toAsset });
    } else if (way === 1 && asset === OTHER && !washSales)
      this.facts.push({ ...wrap, toWallet: here, toAsset: NEWER, received: 3n * quantity, rescaled: true });
    else if (way === 2 && asset === COIN && !washSales)
      this.facts.push({
        ...plain,
        relation: 'bridge',
        toWallet: there,
        toAsset: WIDE,
        received: (quantity - lost) * 100n,
      });
    else if (way === 3 && asset === OTHER && !this.isCostlyUsed) {
      this.isCostlyUsed = true;
      this.facts.push({ ...wrap, toWallet: here, toAsset: COSTLY, addedCost: random.money() });
    } else
      this.facts.push({
        ...plain,
        relation: 'transfer',
        toWallet: there,
        toAsset: asset,
        received: quantity - lost,
      });
  }

  /** A swap of one asset for one or two others, whose value is known or not. */
  private trade(base: Base): void {
    const { random } = this;
    const given = random.of(COINS);
    const got = given === COIN ? OTHER : COIN;
    const value = random.below(2) === 0 ? null : random.money();
    const swap = { ...base, asset: given, kind: 'dispose', type: 'swap', proceeds: value, fees: 0n } as const;
    const receipt = {
      ...base,
      asset: got,
      quantity: this.units(),
      kind: 'acquire',
      incomeType: null,
    } as const;
    const bought = { ...receipt, source: 'swap', basisSource: 'trade' } as const;
    const later = { leg: 1, logIndex: 1 };
    if (value !== null) {
      this.facts.push({ ...bought, cost: value }, { ...swap, ...later });
      return;
    }
    const carried = { ...bought, ...later, cost: null, basisSource: 'carried' } as const;
    const second = { ...carried, leg: 2, logIndex: 2, asset: WIDE, quantity: this.units() };
    const [all, left, right] = [
      { from: 0n, upTo: 1n, whole: 1n },
      { from: 0n, upTo: 1n, whole: 2n },
      { from: 1n, upTo: 2n, whole: 2n },
    ];
    this.facts.push(swap);
    switch (random.below(3)) {
      case 0:
        this.facts.push({ ...carried, carries: { ...all, less: 0n } });
        return;
      case 1: {
        const less = random.money();
        this.facts.push({ ...carried, carries: { ...all, less } });
        this.facts.push({ ...second, cost: less, basisSource: 'trade' });
        return;
      }
      default:
        this.facts.push({ ...carried, carries: { ...left, less: 0n } });
        this.facts.push({ ...second, carries: { ...right, less: 0n } });
    }
  }

  private loan({ transactionId, wallet, at, quantity }: Base): void {
    const { random, owed } = this;
    const lender = random.of(LENDERS);
    const [asset, collateral] = random.below(2) === 0 ? [COIN, OTHER] : [OTHER, COIN];
    const place = `${wallet} ${asset.id}`;
    const due = owed.get(place) ?? 0n;
    const fact = { transactionId, wallet, at, lender, quantity, value: this.value() };
    const way = random.below(5);
    if (way < 2) {
      owed.set(place, due + quantity);
      this.facts.push({ ...fact, kind: 'borrow', asset });
      return;
    }
    owed.set(place, due > quantity ? due - quantity : 0n);
    const loan: LoanFact =
      way < 4
        ? { ...fact, kind: 'repay', asset }
        : { ...fact, kind: 'liquidation', asset: collateral, debt: { asset, quantity } };
    this.facts.push(loan);
  }
}

function acquireOf(base: Base, cost: bigint | null, random: Random): Acquire {
  const plain = {
    ...base,
    kind: 'acquire',
    cost,
    source: 'purchase',
    basisSource: 'trade',
    incomeType: null,
  } as const;
  const earlier = base.at - random.below(20_000) * HOUR_MS;
  switch (random.below(12)) {
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
    case 6:
      return { ...plain, source: 'income', incomeType: random.of(INCOME_TYPES), isCash: true, asset: CASH };
    case 7: {
      const acquiredAt = base.at - random.below(1_500) * HOUR_MS;
      return { ...plain, source: 'manual', acquiredAt, isPurchase: true };
    }
    case 8:
      return { ...plain, orderId: `order ${random.below(3)}` };
    case 9:
      return { ...plain, isReplacement: random.below(3) === 0 };
    default:
      return plain;
  }
}

/** Sometimes too late. The lot may be gone: such a ledger is refused, and not compared. */
function selectionsOf(
  before: readonly Fact[],
  assetId: string,
  wallet: string,
  at: number,
  random: Random,
): { selections?: LotSelection[] } {
  const known = before.filter(
    (fact) =>
      (fact.kind === 'acquire' || fact.kind === 'borrow') &&
      fact.asset.id === assetId &&
      fact.wallet === wallet,
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
