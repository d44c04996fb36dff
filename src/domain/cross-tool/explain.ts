import type { Cents } from '../forms';
import type { OwnRow } from './own-rows';
import { VARIANTS, type EventCost, type OtherSettings, type Variant } from './settings';
import { addTo, isNothing, nothing, type Amounts, type ToolRow } from './tool-row';

/** REASONS: why rows differ, in the order in which they are tried. */
export const REASONS = [
  'duplicate',
  'spam',
  'missing_transfer',
  'only_there',
  'only_here',
  'wallet_vs_universal',
  'method',
  'fee_handling',
  'price_source',
  'income_basis',
  'time_zone',
  'term',
  'rounding',
  'unexplained',
] as const;
export type Reason = (typeof REASONS)[number];

/** What a reason is worth: their amounts less the own ones. */
export interface Part {
  reason: Reason;
  amounts: Amounts;
}

/** Rows of both sides that are compared together: all slices of the same disposals. */
export interface Compared {
  own: readonly OwnRow[];
  theirs: readonly ToolRow[];
  /** Days from the own date to theirs. */
  shift: number;
}

/** Tools round each row. */
const ROUNDING_A_ROW = 1n;
/** A market price of another source differs by less than this part of the own value. Zero: the tool had no price. */
const MOST_PRICE_GAP = { part: 1n, of: 5n };

const FEES = ['none', 'in_basis', 'not_deducted'] as const;
type FeeHandling = (typeof FEES)[number];

interface Explanation {
  parts: Part[];
  /** Cents without a reason, and cents that rest on no recomputation: the least of both is the best. */
  open: Cents;
  priced: Cents;
  changes: number;
  variant: Variant;
}

export interface Explained {
  parts: readonly Part[];
  /** True when several settings of the lots are changed together. */
  isCombined: boolean;
}

const OF_RECORD: Variant = { name: 'of record', steps: [] };
const size = (cents: Cents): Cents => (cents < 0n ? -cents : cents);

export class Explainer {
  /** How often a setting explained a cost to the cent: a tool uses one for all rows. */
  private readonly exact = new Map<string, number>();

  constructor(
    private readonly settings: OtherSettings,
    private readonly record: ReadonlyMap<string, EventCost>,
  ) {}

  /** Counts which settings explain the cost of rows. Call it for all rows before `explain`. */
  learn(compared: Compared): void {
    const { own, theirs } = compared;
    const off = size(differenceOf(compared).costBasis);
    if (own.every(({ kind }) => kind === 'income') || off <= tolerance(own, theirs)) return;
    for (const variant of VARIANTS) {
      const moved = this.costs(compared, variant.name) - this.costs(compared, OF_RECORD.name);
      if (size(differenceOf(compared).costBasis - moved) <= tolerance(own, theirs))
        this.exact.set(variant.name, (this.exact.get(variant.name) ?? 0) + 1);
    }
  }

  /** The amounts of the parts add up to the difference. No parts: the rows agree. */
  explain(compared: Compared): Explained {
    const difference = differenceOf(compared);
    const ways: Explanation[] = [];
    for (const variant of this.variants(compared, difference))
      for (const fees of FEES) {
        const way = this.way(compared, difference, variant, fees);
        if (way !== null) ways.push(way);
      }
    const [best] = ways.sort(byWorth);
    const { variant = OF_RECORD, parts: found = [] } = best ?? {};
    const parts = [...found];
    if (compared.shift !== 0) parts.push({ reason: 'time_zone', amounts: nothing() });
    if (this.isOtherTerm(compared, variant)) parts.push({ reason: 'term', amounts: nothing() });
    return {
      parts: parts.sort((a, b) => REASONS.indexOf(a.reason) - REASONS.indexOf(b.reason)),
      isCombined: variant.steps.length > 1,
    };
  }

  private variants({ own }: Compared, difference: Amounts): readonly Variant[] {
    if (difference.costBasis === 0n || own.every(({ kind }) => kind === 'income')) return [OF_RECORD];
    const liked = (variant: Variant) => this.exact.get(variant.name) ?? 0;
    return [
      OF_RECORD,
      ...VARIANTS.toSorted((a, b) => liked(b) - liked(a) || a.steps.length - b.steps.length),
    ];
  }

  /** Null for fees that the rows do not have. */
  private way(
    compared: Compared,
    difference: Amounts,
    variant: Variant,
    fees: FeeHandling,
  ): Explanation | null {
    const { own, theirs } = compared;
    const parts: Part[] = [];
    const rest = { ...difference };
    const take = (reason: Reason, amounts: Partial<Amounts>): void => {
      const whole = { ...nothing(), ...amounts };
      if (isNothing(whole)) return;
      addTo(rest, whole, -1n);
      const before = parts.find((part) => part.reason === reason);
      if (before) addTo(before.amounts, whole);
      else parts.push({ reason, amounts: whole });
    };
    let before = this.costs(compared, OF_RECORD.name);
    for (const { setting, name } of variant.steps) {
      const cost = this.costs(compared, name);
      take(setting, { costBasis: cost - before, gain: before - cost });
      before = cost;
    }
    const paid = own.reduce((sum, row) => sum + row.fees, 0n);
    if (fees !== 'none' && paid === 0n) return null;
    if (fees === 'in_basis') take('fee_handling', { proceeds: paid, costBasis: paid });
    if (fees === 'not_deducted') take('fee_handling', { proceeds: paid, gain: paid });
    const limit = tolerance(own, theirs);
    let priced = 0n;
    const takePrice = (reason: Reason, amounts: Partial<Amounts>): void => {
      take(reason, amounts);
      priced += COUNTED.reduce((sum, column) => sum + size(amounts[column] ?? 0n), 0n);
    };
    // The tool knows where units of unknown origin come from.
    if (variant.steps.length === 0 && rest.costBasis > limit && own.some(({ isUntracked }) => isUntracked))
      takePrice('missing_transfer', { costBasis: rest.costBasis, gain: -rest.costBasis });
    for (const { column, reason, sign } of this.prices(compared, rest, limit))
      takePrice(reason, { [column]: rest[column], gain: sign * rest[column] });
    const within = (cents: Cents): Cents => (size(cents) <= limit ? cents : 0n);
    const [proceeds, costBasis, income] = COUNTED.map((column) => within(rest[column])) as [
      Cents,
      Cents,
      Cents,
    ];
    const gain = proceeds - costBasis + within(misstated(rest));
    take('rounding', { proceeds, costBasis, income, gain });
    const open = COUNTED.reduce((sum, column) => sum + size(rest[column]), size(misstated(rest)));
    take('unexplained', rest);
    const changes = variant.steps.length + (fees === 'none' ? 0 : 1);
    return { parts, open, priced, changes, variant };
  }

  /** Columns whose rest comes from a market price, the own one or that of the tool. */
  private prices({ own, theirs }: Compared, rest: Amounts, limit: Cents) {
    const all = (isTrue: (row: OwnRow) => boolean) => own.every(isTrue);
    const found: { column: 'proceeds' | 'costBasis' | 'income'; reason: Reason; sign: 1n | -1n | 0n }[] = [];
    const isNear = (column: 'proceeds' | 'costBasis' | 'income'): boolean => {
      const mine = own.reduce((sum, row) => sum + row.amounts[column], 0n);
      const other = theirs.reduce((sum, row) => sum + row.amounts[column], 0n);
      const isUnpriced = other === 0n || own.some(({ valuedBy }) => valuedBy === 'missing');
      return isUnpriced || size(rest[column]) * MOST_PRICE_GAP.of <= size(mine) * MOST_PRICE_GAP.part;
    };
    const add = (column: 'proceeds' | 'costBasis' | 'income', reason: Reason, sign: 1n | -1n | 0n) => {
      if (size(rest[column]) > limit && isNear(column)) found.push({ column, reason, sign });
    };
    if (all(({ valuedBy }) => valuedBy !== 'trade')) add('proceeds', 'price_source', 1n);
    if (all(({ valuedBy }) => valuedBy === 'missing')) add('costBasis', 'price_source', -1n);
    else if (all(({ basis }) => basis === 'income')) add('costBasis', 'income_basis', -1n);
    else if (all(({ basis }) => basis !== 'trade')) add('costBasis', 'price_source', -1n);
    add('income', 'price_source', 0n);
    return found;
  }

  private costs({ own }: Compared, name: string): Cents {
    const costs = name === OF_RECORD.name ? this.record : this.settings.costs(name);
    return eventsIn(own).reduce((sum, event) => sum + (costs.get(event)?.costBasis ?? 0n), 0n);
  }

  private isOtherTerm({ own, theirs }: Compared, { steps }: Variant): boolean {
    if (theirs.some(({ isLongTerm, units }) => isLongTerm === null || units === null)) return false;
    const name = steps.at(-1)?.name ?? OF_RECORD.name;
    const costs = name === OF_RECORD.name ? this.record : this.settings.costs(name);
    const mine = eventsIn(own).reduce((sum, event) => sum + (costs.get(event)?.longUnits ?? 0n), 0n);
    const other = theirs.reduce((sum, row) => sum + (row.isLongTerm === true ? (row.units ?? 0n) : 0n), 0n);
    return size(mine - other) > BigInt(Math.max(own.length, theirs.length));
  }
}

/** By what a gain is not the proceeds less the basis. */
const misstated = ({ proceeds, costBasis, gain }: Amounts): Cents => gain - (proceeds - costBasis);

const COUNTED = ['proceeds', 'costBasis', 'income'] as const;

const eventsIn = (own: readonly OwnRow[]): string[] => [...new Set(own.map(({ event }) => event))];

export function differenceOf({ own, theirs }: Pick<Compared, 'own' | 'theirs'>): Amounts {
  const difference = nothing();
  for (const { amounts } of theirs) addTo(difference, amounts);
  for (const { amounts } of own) addTo(difference, amounts, -1n);
  return difference;
}

const tolerance = (own: readonly unknown[], theirs: readonly unknown[]): Cents =>
  ROUNDING_A_ROW * BigInt(Math.max(own.length, theirs.length));

/** Without a reason the least, without a recomputation the least, then by the fewest changes; else as they were tried. */
function byWorth(a: Explanation, b: Explanation): number {
  if (a.open !== b.open) return a.open < b.open ? -1 : 1;
  if (a.priced !== b.priced) return a.priced < b.priced ? -1 : 1;
  return a.changes - b.changes;
}
