import type {
  Acquire,
  Allocate,
  Dispose,
  DisposalType,
  LedgerEvent,
  MethodElection,
  Move,
  SharedPool,
  StandingSelection,
} from '../../src/domain/engine';
import { eventBase } from '../support/engine-events';
import type { Fact, LoanFact } from './facts';
import { compare, fraction, minus, plus, times, ZERO, type Fraction } from './fraction';
import { Liabilities } from './loans';

/**
 * A second computation of a ledger, slow and simple, written from the tax rules and not from the engine. Lots are in
 * one list, amounts are fractions, days are texts, and every step searches the whole list.
 */

export interface OracleOptions {
  method: 'fifo' | 'lifo' | 'hifo' | 'specific_id';
  timezone: string;
  washSales: boolean;
  sharedPools?: readonly SharedPool[];
  standing?: readonly StandingSelection[];
  elections?: readonly MethodElection[];
  /** Assets that are substantially identical have one name. */
  groupOf?: (assetId: string) => string | null;
}

interface Lot {
  readonly transactionId: string;
  /** The acquisition of the units. Null when it is not known. */
  readonly origin: Acquire | null;
  /** Place of the acquisition among all events. */
  readonly order: number;
  wallet: string;
  asset: string;
  units: bigint;
  /** Basis of all its units. */
  cost: Fraction;
  /** Basis for a loss, for all its units (gift). */
  lossCost: Fraction | null;
  acquiredOn: string | null;
  givenOn: string | null;
  isInherited: boolean;
  isUntracked: boolean;
  /** Day from which a replacement counts as held. */
  heldSince: string | null;
  isReplacement: boolean;
  /** The units wait for their value: their basis is provisional. */
  isValueMissing: boolean;
}

/** What one disposal took from one acquisition. */
export interface OracleSlice {
  transactionId: string;
  type: DisposalType;
  year: number;
  lot: string;
  units: bigint;
  proceeds: Fraction;
  basis: Fraction;
  disallowed: Fraction;
  isLong: boolean;
  isGainless: boolean;
  /** The amount realized or the basis is not known: in no total. */
  isHeldOut: boolean;
}

interface Loss {
  slice: OracleSlice;
  on: string;
  lot: Lot;
  heldFrom: string;
  unitsLeft: bigint;
  left: Fraction;
}

export interface OracleLedger {
  slices: OracleSlice[];
  open: Lot[];
  /** Null: no price at receipt. */
  income: { type: string; value: Fraction | null; transactionId: string; year: number }[];
}

const GAINLESS: ReadonlySet<DisposalType> = new Set(['gift', 'donation', 'lost', 'stolen']);
const SHORT: ReadonlySet<DisposalType> = new Set(['repayment', 'margin_result']);
const PURCHASES: ReadonlySet<string> = new Set(['purchase', 'swap']);
const WINDOW = 30;

/** @param facts in order */
export function oracle(facts: readonly Fact[], options: OracleOptions): OracleLedger {
  return new Oracle(options).read(facts);
}

class Oracle {
  private readonly lots: Lot[] = [];
  private readonly slices: OracleSlice[] = [];
  private readonly income: OracleLedger['income'] = [];
  private readonly losses: Loss[] = [];
  /** Assets whose pools are separate again. */
  private readonly divided = new Set<string>();
  private place = 0;
  /** What standing orders took of the units that they name, by order and place in it. */
  private readonly taken = new Map<string, bigint>();
  private readonly emptied = new Set<string>();
  private readonly liabilities = new Liabilities();
  /** Basis of the units that a trade without a value gave, by transaction. */
  private readonly givenBasis = new Map<string, Fraction>();

  private readonly days: Intl.DateTimeFormat;

  constructor(private readonly options: OracleOptions) {
    this.days = new Intl.DateTimeFormat('en-CA', { timeZone: options.timezone });
  }

  read(facts: readonly Fact[]): OracleLedger {
    for (const fact of facts) {
      this.place += 1;
      this.enter(fact);
    }
    return { slices: this.slices, open: this.lots.filter(({ units }) => units > 0n), income: this.income };
  }

  private enter(fact: Fact): void {
    switch (fact.kind) {
      case 'acquire':
        return this.acquire(fact);
      case 'move':
        return this.move(fact);
      case 'dispose':
        return this.dispose(fact);
      case 'allocate':
        return this.allocate(fact);
      case 'borrow':
        return this.borrow(fact);
      case 'repay':
        return this.repay(fact);
      case 'liquidation':
        return this.liquidate(fact);
    }
  }

  /** Rule 10.6: borrowed units have their fair value as basis, and are no income. */
  private borrow(loan: LoanFact): void {
    this.liabilities.borrow(loan);
    const { transactionId, at, quantity, asset, wallet, value } = loan;
    this.acquire({
      ...eventBase(transactionId, at, quantity, asset, wallet),
      kind: 'acquire',
      cost: value,
      source: 'transfer_in',
      basisSource: 'market_price',
      incomeType: null,
    });
  }

  /**
   * Rule 10.6: units that settle a liability are disposed of for its value at borrowing. Units beyond it are interest, at
   * fair value. A payment without a known loan counts at fair value.
   */
  private repay(loan: LoanFact): void {
    const { units, value } = this.liabilities.settle(loan, loan.asset.id, loan.quantity);
    const fair = loan.value === null ? null : fraction(loan.value);
    if (units === 0n) return this.sell(outflowOf(loan, 'repayment'), loan.quantity, 'repayment', fair);
    this.sell(outflowOf(loan, 'repayment'), units, 'repayment', value);
    const rest = loan.quantity - units;
    const interest = fair && times(fair, rest, loan.quantity);
    if (rest > 0n) this.sell(outflowOf(loan, 'spend'), rest, 'spend', interest);
  }

  /**
   * Rule 10.6: a liquidation disposes of the collateral against the carrying value of the debt. The part of the debt that
   * is beyond its loan is interest, at its part of the value of the collateral.
   */
  private liquidate(loan: LoanFact): void {
    const debt = loan.debt ?? { asset: loan.asset, quantity: 0n };
    const { units, value } = this.liabilities.settle(loan, debt.asset.id, debt.quantity);
    const fair = loan.value === null ? null : fraction(loan.value);
    const rest = debt.quantity - units;
    const interest = rest === 0n ? ZERO : fair && times(fair, rest, debt.quantity);
    const amount = units === 0n ? fair : value && interest && plus(value, interest);
    this.sell(outflowOf(loan, 'liquidation'), loan.quantity, 'liquidation', amount);
  }

  /** Rule 7.3: without a value the received units take over the basis of the given ones, less what is known. */
  private carriedBasis({ transactionId, carries }: Acquire): Fraction {
    const given = this.givenBasis.get(transactionId) ?? ZERO;
    if (carries === undefined || compare(given, fraction(carries.less)) <= 0) return ZERO;
    return times(minus(given, fraction(carries.less)), carries.upTo - carries.from, carries.whole);
  }

  /** Rules 5.2, 7.3, 8.1, 8.4, 8.7, 9.2. */
  private acquire(event: Acquire): void {
    const isUntracked = event.untracked === true;
    const isValueMissing = !isUntracked && event.cost === null;
    const cost = isUntracked ? ZERO : event.cost === null ? this.carriedBasis(event) : fraction(event.cost);
    if (event.incomeType !== null)
      this.income.push({
        type: event.incomeType,
        value: isValueMissing ? null : cost,
        transactionId: event.transactionId,
        year: this.year(event.acquiredAt ?? event.at),
      });
    if (event.isCash === true) return;
    const { lossBasis } = event;
    const lot: Lot = {
      transactionId: event.transactionId,
      origin: event,
      order: this.place,
      wallet: event.wallet,
      asset: event.asset.id,
      units: event.quantity,
      cost,
      lossCost:
        typeof lossBasis === 'bigint' && compare(fraction(lossBasis), cost) < 0 ? fraction(lossBasis) : null,
      acquiredOn: this.day(event.acquiredAt ?? event.at),
      givenOn: this.day(event.at),
      isInherited: event.inherited === true,
      isUntracked,
      heldSince: null,
      isReplacement: event.isReplacement === true,
      isValueMissing,
    };
    this.lots.push(lot);
    if (this.options.washSales) this.settle(lot);
  }

  private sharePool(one: string, other: string, asset: string): boolean {
    return (this.options.sharedPools ?? []).some(
      ({ assetId, wallets }) =>
        assetId === asset && !this.divided.has(asset) && wallets.includes(one) && wallets.includes(other),
    );
  }

  /** Rule 3.3: the lots of the wallets end. Acquisitions that follow open others. */
  private allocate({ wallets, asset }: Allocate): void {
    for (const lot of this.lots) if (wallets.includes(lot.wallet) && lot.asset === asset.id) lot.units = 0n;
    this.divided.add(asset.id);
  }

  /**
   * Rules 10.1, 10.3, 10.4, 10.7: lots move slice by slice and keep date and cost, also into other units. Rule 6: what is
   * lost on the way is a fee.
   */
  private move(event: Move): void {
    const { wallet, toWallet, toAsset } = event;
    const sent = event.rescaled === true ? event.quantity : sentUnits(event);
    const isShared =
      event.asset.id === toAsset.id &&
      (wallet === toWallet || this.sharePool(wallet, toWallet, event.asset.id));
    // The units that the taxpayer identifies as transferred are not those disposed of on the way (1.1012-1(j)): they are
    // still held. So inside one pool the identified units stay, and the fee takes others.
    const chosen = isShared ? this.identified(event, sent) : this.choose(event, sent);
    const moved = chosen.map(({ lot, units }) => this.cut(lot, units));
    const lost = event.quantity - sent;
    if (lost > 0n) this.sell(event, lost, 'fee', event.feeValue === null ? null : fraction(event.feeValue));
    for (const part of moved) this.lots.push(isShared ? part : this.arrived(part, event, sent));
  }

  /** Gas that is added to the basis (rule 6) is an adjustment of each basis of the units (IRC 1016). */
  private arrived(part: Lot, { toWallet, toAsset, received, addedCost = 0n }: Move, sent: bigint): Lot {
    if ((part.units * received) % sent !== 0n) throw new Error('A unit would be split');
    const added = fraction(addedCost * part.units, sent);
    return {
      ...part,
      wallet: toWallet,
      asset: toAsset.id,
      units: (part.units * received) / sent,
      cost: plus(part.cost, added),
      lossCost: part.lossCost && plus(part.lossCost, added),
    };
  }

  private dispose(event: Dispose): void {
    const { quantity, type, proceeds } = event;
    if (GAINLESS.has(type)) return this.sell(event, quantity, type, ZERO);
    this.sell(event, quantity, type, proceeds === null ? null : fraction(proceeds));
  }

  /** Rules 5, 7.3, 9.1, 10.6, 10.8. */
  private sell(event: Dispose | Move, quantity: bigint, type: DisposalType, proceeds: Fraction | null): void {
    const on = this.day(event.at);
    const made: Loss[] = [];
    // What a transfer loses is a fee: no order about transfers names it.
    for (const { lot, units } of this.choose(event, quantity, event.kind === 'move')) {
      const sold = this.cut(lot, units);
      if (type === 'swap' && proceeds === null) this.give(event.transactionId, sold.cost);
      const isGainless = GAINLESS.has(type);
      const isHeldOut = !isGainless && (proceeds === null || sold.isValueMissing);
      const share = isHeldOut ? sold.cost : times(proceeds ?? ZERO, units, quantity);
      const { basis, isLossSide } =
        isGainless || isHeldOut ? { basis: sold.cost, isLossSide: false } : basisOf(sold, share);
      const from = isLossSide ? sold.givenOn : (sold.heldSince ?? sold.acquiredOn);
      const isAlwaysLong = sold.isInherited && !isLossSide && sold.heldSince === null;
      const isLong =
        !SHORT.has(type) &&
        (isAlwaysLong || ((!sold.isUntracked || sold.origin !== null) && isLongTerm(from, on)));
      const slice: OracleSlice = {
        transactionId: event.transactionId,
        type,
        year: this.year(event.at),
        lot: sold.transactionId,
        units,
        proceeds: share,
        basis,
        disallowed: ZERO,
        isLong,
        isGainless,
        isHeldOut,
      };
      this.slices.push(slice);
      const loss = minus(basis, share);
      if (!isGainless && compare(loss, ZERO) > 0)
        made.push({ slice, on, lot: sold, heldFrom: from ?? on, unitsLeft: units, left: loss });
    }
    // Rule 11.1: the loss of a position is that of its contract, not of the units that settle it.
    if (!this.options.washSales || type === 'margin_result') return;
    for (const loss of made) this.lookBack(loss);
  }

  private give(transactionId: string, basis: Fraction): void {
    this.givenBasis.set(transactionId, plus(this.givenBasis.get(transactionId) ?? ZERO, basis));
  }

  private poolOf(event: Dispose | Move): Lot[] {
    return this.lots.filter(
      (lot) =>
        lot.units > 0n &&
        lot.asset === event.asset.id &&
        (lot.wallet === event.wallet || this.sharePool(lot.wallet, event.wallet, lot.asset)),
    );
  }

  /** Rule 4.3. */
  private identified(event: Dispose | Move, quantity: bigint): { lot: Lot; units: bigint }[] {
    if (this.options.method !== 'specific_id') return [];
    if (event.selections === undefined) return this.standing(event, quantity);
    const chosen: { lot: Lot; units: bigint }[] = [];
    let need = quantity;
    for (const { lot: name, quantity: most } of event.selections)
      for (const lot of this.poolOf(event).toSorted(byAge)) {
        if (lot.transactionId !== name) continue;
        const units = [lot.units, most ?? need, need].reduce((a, b) => (a < b ? a : b));
        if (units > 0n) chosen.push({ lot, units });
        need -= units;
      }
    return chosen;
  }

  /**
   * Rule 4.3, before the sale: the latest order of the wallet and asset that has begun decides, unless it ended. It names
   * so many units of a lot, or all of it, until it took the last one.
   */
  private standing(event: Dispose | Move, quantity: bigint): { lot: Lot; units: bigint }[] {
    const kind = event.kind === 'move' ? 'transfers' : event.type === 'fee' ? 'fees' : 'disposals';
    const orders = (this.options.standing ?? []).filter(
      (order) =>
        order.wallet === event.wallet &&
        order.assetId === event.asset.id &&
        order.from <= event.at &&
        hasHeld(order),
    );
    const latest = orders.reduce((a, b) => (b.from > a.from ? b : a), orders[0] as StandingSelection);
    if (orders.length === 0 || !latest.appliesTo.includes(kind)) return [];
    if (latest.until !== undefined && latest.until <= event.at) return [];
    const chosen: { lot: Lot; units: bigint }[] = [];
    let need = quantity;
    for (const [i, { lot: name, quantity: most }] of latest.lots.entries()) {
      const key = `${latest.wallet} ${latest.assetId} ${latest.from} ${i}`;
      if (this.emptied.has(key)) continue;
      const lots = this.poolOf(event)
        .filter(({ transactionId }) => transactionId === name)
        .sort(byAge);
      const leftIn = (lot: Lot): bigint =>
        chosen.reduce((left, each) => (each.lot === lot ? left - each.units : left), lot.units);
      for (const lot of lots) {
        const limits = [leftIn(lot), need, ...(most === null ? [] : [most - (this.taken.get(key) ?? 0n)])];
        const units = limits.reduce((a, b) => (a < b ? a : b));
        if (units <= 0n) continue;
        chosen.push({ lot, units });
        this.taken.set(key, (this.taken.get(key) ?? 0n) + units);
        need -= units;
      }
      if (lots.length > 0 && lots.every((lot) => leftIn(lot) === 0n)) this.emptied.add(key);
    }
    return chosen;
  }

  /** Rules 4.1 to 4.3 and 9.1: which units leave. */
  private choose(event: Dispose | Move, quantity: bigint, isLost = false): { lot: Lot; units: bigint }[] {
    const pool = this.poolOf(event);
    const taken = new Map<Lot, bigint>();
    const chosen: { lot: Lot; units: bigint }[] = [];
    let need = quantity;
    const take = (lot: Lot, most: bigint): void => {
      const left = lot.units - (taken.get(lot) ?? 0n);
      const units = [left, most, need].reduce((a, b) => (a < b ? a : b));
      if (units <= 0n) return;
      taken.set(lot, (taken.get(lot) ?? 0n) + units);
      chosen.push({ lot, units });
      need -= units;
    };
    // A fee that is paid from the receipt takes units of this receipt.
    const isFromReceipt = event.kind === 'dispose' && event.fromReceipt === true;
    if (isFromReceipt) for (const lot of pool) if (lot.transactionId === event.transactionId) take(lot, need);
    const isIdentified = this.options.method === 'specific_id' && !isFromReceipt;
    if (isIdentified && event.selections === undefined && !isLost)
      for (const { lot, units } of this.standing(event, quantity)) take(lot, units);
    if (isIdentified)
      for (const { lot: name, quantity: most, selectedAt } of event.selections ?? [])
        if (selectedAt === undefined || selectedAt <= event.at)
          for (const lot of pool.toSorted(byAge).filter(({ transactionId }) => transactionId === name))
            take(lot, most ?? need);
    for (const lot of pool.toSorted(ORDERS[this.methodAt(event)])) take(lot, need);
    if (need > 0n) chosen.push({ lot: this.unknown(event, need), units: need });
    return chosen;
  }

  /** Rule 4.1: the latest election of the wallet that has begun decides, unless it ended. */
  private methodAt({ wallet, at }: Dispose | Move): OracleOptions['method'] {
    const begun = (this.options.elections ?? []).filter(
      (election) => election.wallet === wallet && election.from <= at && hasHeld(election),
    );
    const [first] = begun;
    if (first === undefined) return this.options.method;
    const { method, until } = begun.reduce((a, b) => (b.from > a.from ? b : a), first);
    return until !== undefined && until <= at ? this.options.method : method;
  }

  private unknown(event: LedgerEvent, units: bigint): Lot {
    const lot: Lot = {
      transactionId: 'nothing',
      origin: null,
      order: this.place,
      wallet: event.wallet,
      asset: event.asset.id,
      units,
      cost: ZERO,
      lossCost: null,
      acquiredOn: null,
      givenOn: null,
      isInherited: false,
      isUntracked: true,
      heldSince: null,
      isReplacement: false,
      isValueMissing: false,
    };
    this.lots.push(lot);
    return lot;
  }

  /** Takes units out of a lot, with their share of everything. */
  private cut(lot: Lot, units: bigint): Lot {
    const part: Lot = {
      ...lot,
      units,
      cost: times(lot.cost, units, lot.units),
      lossCost: lot.lossCost && times(lot.lossCost, units, lot.units),
    };
    lot.cost = minus(lot.cost, part.cost);
    lot.lossCost = lot.lossCost && minus(lot.lossCost, part.lossCost ?? ZERO);
    lot.units -= units;
    return part;
  }

  /** Rule 11.3, 11.4: units that were bought in the window before the sale, earliest first. */
  private lookBack(loss: Loss): void {
    for (const lot of this.lots.toSorted(byAge)) {
      if (loss.unitsLeft === 0n) return;
      if (this.canReplace(lot, loss)) this.match(loss, lot);
    }
    if (loss.unitsLeft > 0n) this.losses.push(loss);
  }

  /** Rule 11.7: an acquisition first settles open losses of thirty days around it, oldest first. */
  private settle(lot: Lot): void {
    for (const loss of this.losses)
      if (loss.unitsLeft > 0n && this.canReplace(lot, loss)) this.match(loss, lot);
  }

  /** Rules 11.1 to 11.3. */
  private canReplace(lot: Lot, { lot: sold, on }: Loss): boolean {
    const { origin } = lot;
    if (lot.units === 0n || lot.isReplacement || lot.isUntracked || origin === null) return false;
    if (origin.incomeType !== null) return false;
    if (!PURCHASES.has(origin.source) && origin.isPurchase !== true) return false;
    const group = (asset: string): string => this.options.groupOf?.(asset) ?? asset;
    return (
      group(lot.asset) === group(sold.asset) &&
      orderOf(lot) !== orderOf(sold) &&
      days(lot.acquiredOn ?? '', on) <= WINDOW
    );
  }

  /** Rules 11.5, 11.6. Only for histories whose lots have equal numbers of units: a part of a lot has no order. */
  private match(loss: Loss, lot: Lot): void {
    if (lot.units !== loss.unitsLeft) throw new Error('A lot would be split');
    loss.slice.disallowed = plus(loss.slice.disallowed, loss.left);
    lot.cost = plus(lot.cost, loss.left);
    lot.isReplacement = true;
    lot.heldSince = textOf(numberOf(lot.acquiredOn ?? '') - days(loss.heldFrom, loss.on));
    loss.unitsLeft = 0n;
    loss.left = ZERO;
  }

  private day(at: number): string {
    return this.days.format(at);
  }

  private year(at: number): number {
    return Number(this.day(at).slice(0, 4));
  }
}

/** An order that ended when it began was never an order. */
const hasHeld = ({ from, until }: { from: number; until?: number }): boolean =>
  until === undefined || until > from;

/** Rule 5.2: the donor's basis for a gain, the lower value for a loss, and neither gain nor loss between them. */
function basisOf({ cost, lossCost }: Lot, proceeds: Fraction): { basis: Fraction; isLossSide: boolean } {
  if (lossCost === null || compare(proceeds, cost) >= 0) return { basis: cost, isLossSide: false };
  if (compare(proceeds, lossCost) < 0) return { basis: lossCost, isLossSide: true };
  return { basis: proceeds, isLossSide: false };
}

/** Lots of one purchase order never replace each other. */
const orderOf = ({ origin, transactionId }: Lot): string => origin?.orderId ?? transactionId;

/** Units of the sent asset that arrived. */
function sentUnits({ asset, toAsset, received, quantity }: Move): bigint {
  const arrived = received / 10n ** BigInt(toAsset.decimals - asset.decimals);
  return arrived < quantity ? arrived : quantity;
}

const outflowOf = (
  { transactionId, at, quantity, asset, wallet }: LoanFact,
  type: DisposalType,
): Dispose => ({
  ...eventBase(transactionId, at, quantity, asset, wallet),
  kind: 'dispose',
  type,
  proceeds: null,
  fees: 0n,
});

const byAge = (a: Lot, b: Lot): number => {
  if (a.origin === null || b.origin === null) return Number(a.origin === null) - Number(b.origin === null);
  const [first, second] = [a.origin.acquiredAt ?? a.origin.at, b.origin.acquiredAt ?? b.origin.at];
  return first - second || a.order - b.order;
};

const knownFirst = (a: Lot, b: Lot): number => Number(a.isUntracked) - Number(b.isUntracked);

/** Rule 4.2. */
const ORDERS = {
  fifo: byAge,
  specific_id: byAge,
  lifo: (a: Lot, b: Lot) => knownFirst(a, b) || byAge(b, a),
  hifo: (a: Lot, b: Lot) =>
    knownFirst(a, b) || compare(times(b.cost, 1n, b.units), times(a.cost, 1n, a.units)) || byAge(a, b),
};

const DAY_MS = 86_400_000;
const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
const textOf = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10);
const days = (from: string, to: string): number => Math.abs(numberOf(to) - numberOf(from));

/** Rule 5.1: from the day after the acquisition, more than one year. */
function isLongTerm(from: string | null, on: string): boolean {
  if (from === null) return false;
  const [year = 0, month = 1, day = 1] = textOf(numberOf(from) + 1)
    .split('-')
    .map(Number);
  return numberOf(on) >= Date.UTC(year + 1, month - 1, day) / DAY_MS;
}
