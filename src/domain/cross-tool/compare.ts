import type { LedgerEvent, Move, ReplayOptions } from '../engine';
import { dayCounter, yearOfDay } from '../kernel/calendar';
import { differenceOf, Explainer, REASONS, type Compared, type Explained, type Reason } from './explain';
import { matchRows, twinKey } from './match';
import { coinNamed, ownRows, unitsOf, type OwnRow } from './own-rows';
import { costsOf, OtherSettings, type Replay } from './settings';
import { addTo, nothing, type Amounts, type ToolRow } from './tool-row';

export interface ToolHistory {
  events: readonly LedgerEvent[];
  options: ReplayOptions;
  wallets: readonly string[];
  /** Absent: the years of the file. */
  year?: number;
  /** What the files state: a file of gains says nothing about receipts. */
  kinds: readonly ToolRow['kind'][];
  /** Coins that are left out as spam. */
  spam?: readonly string[];
}

export interface DifferentRow extends Compared, Explained {
  difference: Amounts;
  /** Year of the own sale, or of theirs where there is none. */
  year: number;
}

export interface ToolYear {
  year: number;
  own: Amounts;
  theirs: Amounts;
  /** Of the difference: what the tool has in another year. */
  moved: Amounts;
}

export interface ToolComparison {
  own: Amounts;
  theirs: Amounts;
  years: readonly ToolYear[];
  /** Those that occur, in the order in which they are tried. Their amounts add up to the difference. */
  reasons: readonly { reason: Reason; count: number; amounts: Amounts }[];
  /** Rows or groups of rows that agree in every amount. */
  agreed: number;
  /** In order of the day. */
  rows: readonly DifferentRow[];
  /** Rows of the file in years that are not compared. */
  outside: number;
  /** True when the own pool and the method were changed together, and the file does not tell them apart. */
  isInseparable: boolean;
  isApproximate: boolean;
  /** Own rows without a value, and rows of units of unknown basis: what is not known counts as 0 in the own amounts. */
  unknown: { values: number; bases: number };
}

/** Compares the sales and receipts of another tool with the own ones. Every difference has a reason, or is unexplained. */
export function toolComparison(
  { events, options, wallets, year, kinds, spam = [] }: ToolHistory,
  rows: readonly ToolRow[],
  replay: Replay,
): ToolComparison {
  const { timezone } = options;
  const years = new Set(year === undefined ? rows.map(({ day }) => yearOfDay(day)) : [year]);
  const isIn = (day: number) => years.has(yearOfDay(day));
  const theirs = rows.filter(({ day }) => [day - 1, day, day + 1].some(isIn));
  const ledger = replay(events, options);
  const own = ownRows(ledger, { wallets, timezone, years }).filter(({ kind }) => kinds.includes(kind));
  const { matches, onlyHere, onlyThere } = matchRows(own, theirs);
  const joined = joinedByEvent(own, theirs, matches).filter(
    (one) => one.own.some(({ day }) => isIn(day)) || one.theirs.some(({ day }) => isIn(day)),
  );
  const explainer = new Explainer(new OtherSettings(events, options, replay), costsOf(ledger));
  for (const compared of joined) explainer.learn(compared);
  const found: DifferentRow[] = joined.map((compared) => different(compared, explainer.explain(compared)));
  const known = new Set(matches.flatMap((match) => match.theirs.map((j) => twinKey(theirs[j]))));
  const moves = movesOf(events, dayCounter(timezone));
  const spamCoins = new Set(spam.map(coinNamed));
  const coins = new Set(events.map(({ asset }) => coinNamed(asset.symbol)));
  for (const row of onlyThere.flatMap((j) => theirs[j] ?? [])) {
    if (!isIn(row.day)) continue;
    found.push(onlyOne({ own: [], theirs: [row] }, reasonThere(row)));
  }
  for (const row of onlyHere.flatMap((i) => own[i] ?? [])) {
    if (!isIn(row.day)) continue;
    found.push(onlyOne({ own: [row], theirs: [] }, reasonHere(row)));
  }
  return {
    ...summed(found),
    outside: found.reduce((count, row) => count - row.theirs.length, rows.length),
    isApproximate: ledger.isApproximate,
  };

  function reasonThere(row: ToolRow): Reason {
    const key = twinKey(row);
    if (known.has(key)) return 'duplicate';
    known.add(key);
    const coin = coinNamed(row.asset);
    if (spamCoins.has(coin) && !coins.has(coin)) return 'spam';
    return row.kind === 'gain' && moves.take(row) ? 'missing_transfer' : 'only_there';
  }
}

/** A payment for gas is no sale in some tools. An outflow without a known other end is a transfer for the tool. */
function reasonHere({ isUnmatched, type }: OwnRow): Reason {
  if (isUnmatched) return 'missing_transfer';
  return type === 'fee' ? 'fee_handling' : 'only_here';
}

/** Own transfers, each for one row of the tool that has it as a sale. */
function movesOf(events: readonly LedgerEvent[], dayOf: (at: number) => number) {
  const free = new Map<string, Move[]>();
  const keyOf = (coin: string, day: number, units: bigint) => `${coin}|${day}|${units}`;
  for (const event of events) {
    if (event.kind !== 'move' || event.relation === 'wrap') continue;
    const units = unitsOf(event.quantity, event.asset);
    const key = keyOf(coinNamed(event.asset.symbol), dayOf(event.at), units);
    free.set(key, [...(free.get(key) ?? []), event]);
  }
  return {
    take: ({ asset, day, units }: ToolRow): boolean => {
      if (units === null) return false;
      for (const near of [day, day - 1, day + 1])
        for (const step of [0n, -1n, 1n]) {
          const key = keyOf(coinNamed(asset), near, units + step);
          const [, ...rest] = free.get(key) ?? [];
          if (!free.get(key)?.length) continue;
          free.set(key, rest);
          return true;
        }
      return false;
    },
  };
}

/** Matches that share a disposal are compared together: its slices are others under another method. */
function joinedByEvent(
  own: readonly OwnRow[],
  theirs: readonly ToolRow[],
  matches: readonly { own: number[]; theirs: number[]; shift: number }[],
): Compared[] {
  const groupOf = new Map<string, number>();
  const parents = matches.map((_, i) => i);
  const root = (i: number): number => {
    let at = i;
    while (parents[at] !== at) at = parents[at] ?? at;
    return at;
  };
  for (const [m, match] of matches.entries())
    for (const i of match.own) {
      const event = own[i]?.event ?? '';
      const first = groupOf.get(event);
      if (first === undefined) groupOf.set(event, m);
      else parents[root(m)] = root(first);
    }
  const joined = new Map<number, { own: OwnRow[]; theirs: ToolRow[]; shift: number }>();
  for (const [m, match] of matches.entries()) {
    const group = joined.get(root(m)) ?? { own: [], theirs: [], shift: 0 };
    group.own.push(...match.own.flatMap((i) => own[i] ?? []));
    group.theirs.push(...match.theirs.flatMap((j) => theirs[j] ?? []));
    if (match.shift !== 0) group.shift = match.shift;
    joined.set(root(m), group);
  }
  return [...joined.values()];
}

const yearOf = ({ own, theirs }: Pick<Compared, 'own' | 'theirs'>): number =>
  yearOfDay((own[0] ?? theirs[0])?.day ?? 0);

const different = (compared: Compared, explained: Explained): DifferentRow => ({
  ...compared,
  ...explained,
  difference: differenceOf(compared),
  year: yearOf(compared),
});

const onlyOne = (rows: Pick<Compared, 'own' | 'theirs'>, reason: Reason): DifferentRow =>
  different({ ...rows, shift: 0 }, { parts: [{ reason, amounts: differenceOf(rows) }], isCombined: false });

function summed(found: readonly DifferentRow[]) {
  const [own, theirs] = [nothing(), nothing()];
  const years = new Map<number, ToolYear>();
  const reasons = new Map<Reason, { count: number; amounts: Amounts }>();
  const yearly = (year: number): ToolYear => {
    const known = years.get(year) ?? { year, own: nothing(), theirs: nothing(), moved: nothing() };
    years.set(year, known);
    return known;
  };
  for (const row of found) {
    for (const { amounts } of row.own) {
      addTo(own, amounts);
      addTo(yearly(row.year).own, amounts);
    }
    for (const { amounts, day } of row.theirs) {
      addTo(theirs, amounts);
      addTo(yearly(yearOfDay(day)).theirs, amounts);
      if (yearOfDay(day) === row.year) continue;
      addTo(yearly(yearOfDay(day)).moved, amounts);
      addTo(yearly(row.year).moved, amounts, -1n);
    }
    for (const { reason, amounts } of row.parts) {
      const sum = reasons.get(reason) ?? { count: 0, amounts: nothing() };
      sum.count += 1;
      addTo(sum.amounts, amounts);
      reasons.set(reason, sum);
    }
  }
  const rows = found.filter(({ parts }) => parts.length > 0);
  const mine = found.flatMap((row) => row.own);
  const isMissing = ({ valuedBy }: OwnRow): boolean => valuedBy === 'missing';
  return {
    unknown: {
      values: mine.filter(isMissing).length,
      bases: mine.filter((row) => row.isUntracked && !isMissing(row)).length,
    },
    own,
    theirs,
    years: [...years.values()].sort((a, b) => a.year - b.year),
    reasons: REASONS.flatMap((reason) => {
      const sum = reasons.get(reason);
      return sum ? [{ reason, ...sum }] : [];
    }),
    agreed: found.length - rows.length,
    rows: rows.toSorted((a, b) => dayOfRow(a) - dayOfRow(b)),
    isInseparable: rows.some(
      ({ isCombined, theirs: stated }) => isCombined && stated.every(({ wallet }) => wallet === null),
    ),
  };
}

const dayOfRow = ({ own, theirs }: DifferentRow): number => (own[0] ?? theirs[0])?.day ?? 0;
