import { compareUnits } from '../kernel/units';
import { coinNamed, type OwnRow } from './own-rows';
import type { ToolRow } from './tool-row';

/** Rows of both sides that state the same units. Places in the lists. */
export interface Match {
  own: number[];
  theirs: number[];
  /** Days from the own date to theirs. */
  shift: number;
}

export interface Matching {
  matches: Match[];
  onlyHere: number[];
  onlyThere: number[];
}

/** Days apart at which a sale can be the same: tools count days in other zones. The first counts before others. */
const SHIFTS = [0, -1, 1] as const;
/** Rows of one asset, day and quantity that are compared to find the closest amounts. */
const MOST_CANDIDATES = 100;

/**
 * Each row has at most one match: rows with the same coin, day and units first, then all slices of one disposal, then all
 * that is left of a coin and a day where the units add up to the same. Without units, the proceeds decide instead. The same rows give the same
 * matches.
 */
export function matchRows(own: readonly OwnRow[], theirs: readonly ToolRow[]): Matching {
  const matcher = new Matcher(own, theirs);
  for (const shift of SHIFTS) matcher.single(shift);
  for (const shift of SHIFTS) matcher.whole(shift);
  for (const shift of SHIFTS) matcher.grouped(shift);
  return matcher.result();
}

/** The same for rows that say the same. */
export const twinKey = (row: ToolRow | undefined): string =>
  row === undefined
    ? ''
    : [row.kind, coinNamed(row.asset), row.units, row.day, row.wallet, ...Object.values(row.amounts)].join(
        '|',
      );

class Matcher {
  private readonly matches: Match[] = [];
  private readonly freeOwn: Set<number>;
  private readonly freeTheirs: Set<number>;
  private readonly coins: readonly string[];

  constructor(
    private readonly own: readonly OwnRow[],
    private readonly theirs: readonly ToolRow[],
  ) {
    this.freeOwn = new Set(own.keys());
    const order = [...theirs.keys()].sort((a, b) => this.orderOf(a, b));
    this.freeTheirs = new Set(order);
    const names = new Map(own.map(({ asset, coin }) => [asset.name.toUpperCase(), coin]));
    const known = new Set(own.map(({ coin }) => coin));
    this.coins = theirs.map(({ asset }) => {
      const coin = coinNamed(asset);
      return known.has(coin) ? coin : (names.get(asset.trim().toUpperCase()) ?? coin);
    });
  }

  single(shift: number): void {
    const free = groups([...this.freeOwn], (i) => this.keysOfOwn(i));
    for (const j of this.freeTheirs) {
      const row = this.theirs[j];
      if (!row) continue;
      const lists = [-1n, 0n, 1n].map((step) => free.get(this.keyOf(j, shift, step)) ?? []);
      const candidates = lists
        .flatMap((list) => list.slice(0, MOST_CANDIDATES))
        .filter((i) => this.freeOwn.has(i));
      const [best] = candidates.sort((a, b) => this.distance(a, row) - this.distance(b, row) || a - b);
      if (best === undefined) continue;
      this.take([best], [j], shift);
      for (const list of lists) {
        const at = list.slice(0, MOST_CANDIDATES).indexOf(best);
        if (at >= 0) list.splice(at, 1);
      }
    }
  }

  /** One row for all slices of a disposal. */
  whole(shift: number): void {
    const events = groups([...this.freeOwn], (i) => [this.own[i]?.event ?? '']);
    const free = new Map<string, number[][]>();
    for (const slices of events.values()) {
      const [first] = slices.map((i) => this.own[i]);
      if (!first || slices.length < 2) continue;
      const key = `${first.kind}|${first.coin}|${first.day}|${this.unitsOf(slices)}`;
      free.set(key, [...(free.get(key) ?? []), slices]);
    }
    for (const j of this.freeTheirs) {
      if (this.theirs[j]?.units === null) continue;
      const found = [0n, -1n, 1n]
        .map((step) => free.get(this.keyOf(j, shift, step)))
        .find((some) => some?.length);
      const slices = found?.shift();
      if (slices) this.take(slices, [j], shift);
    }
  }

  grouped(shift: number): void {
    const own = groups([...this.freeOwn], (i) => [
      `${this.own[i]?.kind}|${this.own[i]?.coin}|${this.own[i]?.day}`,
    ]);
    const theirs = groups([...this.freeTheirs], (j) => {
      const row = this.theirs[j];
      return row ? [`${row.kind}|${this.coins[j]}|${row.day - shift}`] : [];
    });
    for (const [key, rows] of theirs) {
      const mine = own.get(key) ?? [];
      if (mine.length === 0) continue;
      const all = [rows, this.distinct(rows)].find((some) => this.isSameSum(mine, some, shift));
      if (all) this.take(mine, all, shift);
    }
  }

  result(): Matching {
    return { matches: this.matches, onlyHere: [...this.freeOwn], onlyThere: [...this.freeTheirs] };
  }

  private take(own: number[], theirs: number[], shift: number): void {
    for (const i of own) this.freeOwn.delete(i);
    for (const j of theirs) this.freeTheirs.delete(j);
    this.matches.push({ own, theirs, shift });
  }

  /** A tool without units: on the day itself the rows of a coin belong together, whatever they add up to. */
  private isSameSum(own: readonly number[], theirs: readonly number[], shift: number): boolean {
    if (theirs.some((j) => this.theirs[j]?.units === null)) return shift === 0;
    const mine = this.unitsOf(own);
    const other = theirs.reduce((sum, j) => sum + (this.theirs[j]?.units ?? 0n), 0n);
    const apart = mine > other ? mine - other : other - mine;
    return apart <= BigInt(Math.max(own.length, theirs.length));
  }

  /** The same row twice counts once. */
  private distinct(rows: readonly number[]): number[] {
    const seen = new Set<string>();
    return rows.filter((j) => {
      const key = twinKey(this.theirs[j]);
      return !seen.has(key) && seen.add(key);
    });
  }

  private unitsOf(own: readonly number[]): bigint {
    return own.reduce((sum, i) => sum + (this.own[i]?.units ?? 0n), 0n);
  }

  private keysOfOwn(i: number): string[] {
    const row = this.own[i];
    if (!row) return [];
    const place = `${row.kind}|${row.coin}|${row.day}`;
    return [`${place}|${row.units}`, `${place}|$${row.amounts.proceeds}`];
  }

  private keyOf(j: number, shift: number, step: bigint): string {
    const row = this.theirs[j];
    if (!row) return '';
    const place = `${row.kind}|${this.coins[j]}|${row.day - shift}`;
    return row.units === null ? `${place}|$${row.amounts.proceeds + step}` : `${place}|${row.units + step}`;
  }

  /** Cents between the amounts. Only an order: a number is enough. */
  private distance(i: number, { amounts }: ToolRow): number {
    const mine = this.own[i]?.amounts;
    if (!mine) return Infinity;
    return (['proceeds', 'costBasis', 'income'] as const).reduce(
      (sum, column) => sum + Math.abs(Number(amounts[column] - mine[column])),
      0,
    );
  }

  private orderOf(a: number, b: number): number {
    const [one, other] = [this.theirs[a], this.theirs[b]];
    if (!one || !other) return a - b;
    return (
      one.day - other.day ||
      compareUnits(one.units ?? 0n, other.units ?? 0n) ||
      compareUnits(one.amounts.proceeds, other.amounts.proceeds) ||
      compareUnits(one.amounts.costBasis, other.amounts.costBasis) ||
      a - b
    );
  }
}

function groups(places: readonly number[], keysOf: (place: number) => string[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const place of places)
    for (const key of keysOf(place)) {
      const group = found.get(key);
      if (group) group.push(place);
      else found.set(key, [place]);
    }
  return found;
}
