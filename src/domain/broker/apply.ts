import type { Box, Cents } from '../forms';
import { formatUnits } from '../kernel/units';
import type { AccountYear } from './account-year';
import { assetOfRow, boxFor, centsOfText, type BrokerRow, type OwnSale } from './broker-row';
import { scaled, UNIT_DECIMALS, type Match } from './match-rows';
import { aggregatesByTerm, partsByTerm, sharedBy } from './own-terms';
import { possibleTwins } from './possible-twins';
import type { BrokerReconciliation } from './reconcile';
import { valuedSales } from './valued-sales';

export interface AppliedRow {
  description: string;
  units: string;
  /** `YYYY-MM-DD`; null is printed as VARIOUS for an aggregate, else as UNKNOWN. */
  dateAcquired: string | null;
  dateSold: string;
  /** (d) as the broker reported it */
  proceeds: Cents;
  /** (e) as the broker reported it; the own basis where none was reported */
  costBasis: Cents;
  /** (f) letters in alphabetical order */
  codes: string;
  /** (g) */
  adjustment: Cents;
  /** (h) = (d) - (e) + (g) */
  gain: Cents;
  box: Box;
  /** Index of the broker's row; null for a sale that no broker reported. */
  row: number | null;
  /** Index of the own sale; null for several and for none. */
  sale: number | null;
  needsReview: boolean;
  isDoubtful?: boolean;
  lacksOwnBasis?: boolean;
  isBeyondPlan?: boolean;
}

/**
 * Columns (d) and, where it was reported, (e) are the broker's. Column (g) corrects them.
 * @param beside what has no counterpart in the years beside it
 * @source Form 8949 instructions, columns (e), (f), (g)
 */
export function applyForms(
  rows: readonly BrokerRow[],
  own: readonly OwnSale[],
  { matches }: Pick<BrokerReconciliation, 'matches'>,
  beside?: AccountYear,
): AppliedRow[] {
  const sales = valuedSales(rows, own, matches);
  const twins = possibleTwins({ rows, sales }, matches, beside);
  const ofMatch = (match: Match): AppliedRow[] => {
    const own = match.sales.map((index): Numbered => ({ ...(sales[index] as OwnSale), index }));
    const given = match.rows.map((index): Given => [index, rows[index] as BrokerRow]);
    switch (match.kind) {
      case 'only_own':
        return own.map((sale) => doubted(unreported(sale), twins.sales.has(sale.index)));
      case 'only_broker':
        return given.map(([index, row]) =>
          doubted({ ...asReported(index, row), needsReview: true }, twins.rows.has(index)),
        );
      case 'duplicate':
        return given.map(([index, row]) => withGain(asReported(index, row), 'O', 0n));
      case 'pair':
        return partsByTerm(given.map(withoutWashed(own)), own).map(({ index, row, term }) =>
          corrected(
            index,
            row,
            own.filter((sale) => sale.term === term),
            null,
          ),
        );
      case 'aggregate':
        return aggregated(given, own);
      case 'regrouped':
        return regrouped(given, own);
    }
  };
  return matches.flatMap((match) => {
    const lacksOwnBasis = match.rows.length > 0 && match.sales.some((index) => sales[index]?.lacksBasis);
    const isBeyondPlan = match.sales.some((index) => sales[index]?.isBeyondPlan);
    const marks = { ...(lacksOwnBasis && { lacksOwnBasis }), ...(isBeyondPlan && { isBeyondPlan }) };
    return lacksOwnBasis || isBeyondPlan
      ? ofMatch(match).map((row) => ({ ...row, ...marks }))
      : ofMatch(match);
  });
}

type Numbered = OwnSale & { index: number };

type Given = readonly [number, BrokerRow];

const doubted = (row: AppliedRow, isDoubtful: boolean): AppliedRow =>
  isDoubtful ? { ...row, isDoubtful } : row;

const gainOf = ({ proceeds, basis, washed = 0n }: OwnSale): Cents => proceeds - basis + washed;

const withoutWashed =
  (own: readonly OwnSale[]) =>
  ([index, row]: Given): Given => [
    index,
    own.some(({ washed = 0n }) => washed !== 0n) ? { ...row, box1i: null } : row,
  ];

function aggregated(given: readonly Given[], own: readonly Numbered[]): AppliedRow[] {
  const parts = aggregatesByTerm(given.map(withoutWashed(own)), own);
  const beyond = { lacksSales: isBeyond(given, own) };
  const rows = (['short', 'long'] as const).flatMap((term) => {
    const ofTerm = parts.filter((part) => part.term === term);
    const sales = own.filter((sale) => sale.term === term);
    if (ofTerm.length === 1) return ofTerm.map(({ index, row }) => corrected(index, row, sales, beyond));
    const shares = sharedBy(ofTerm, sales);
    return ofTerm.map(({ index, row }, i) => ({
      ...corrected(
        index,
        row,
        (shares[i] ?? []).map((sale) => ({ ...sale, index: 0 })),
        beyond,
      ),
      sale: null,
    }));
  });
  const place = new Map(given.map(([index], i) => [index, i]));
  return rows.sort((a, b) => (place.get(a.row ?? -1) ?? 0) - (place.get(b.row ?? -1) ?? 0));
}

/**
 * Rows and sales of one asset and day that are split into other lots. With a reported basis, the rows repeat the form
 * and the first row of each term corrects that term. Without one, the own lots are listed.
 */
function regrouped(given: readonly Given[], own: readonly Numbered[]): AppliedRow[] {
  if (given.every(([, row]) => !row.box2)) return ownLots(given, own);
  const reported = given.map(([index, row]) => asReported(index, row));
  const rowTerms = new Set(reported.map(isLong));
  const ownTerms = new Set(own.map(isLongSale));
  const isSame = rowTerms.size === ownTerms.size && [...rowTerms].every((term) => ownTerms.has(term));
  const repeated = isSame ? reported : inOwnTerms(given, own);
  const isReported = ({ row }: AppliedRow): boolean =>
    given.some(([index, { box2 }]) => box2 && index === row);
  return [true, false].flatMap((long) => {
    const sales = own.filter((sale) => isLongSale(sale) === long);
    const lots = new LotQueue(sales);
    const rows = repeated
      .filter((row) => isLong(row) === long)
      .flatMap((row) => (isReported(row) ? [row] : lots.rowsOf(row)));
    const corrects = rows.find(isReported) ?? rows.at(-1);
    const gain = sales.reduce((sum, sale) => sum + gainOf(sale), 0n);
    const others = rows.reduce((sum, row) => sum + row.gain, 0n) - (corrects?.gain ?? 0n);
    const code = corrects && isReported(corrects) ? 'B' : 'O';
    return rows.map((row) => (row === corrects ? withGain(row, code, gain - others) : row));
  });
}

const isLong = ({ box }: AppliedRow): boolean => box === 'J' || box === 'K' || box === 'L';
const isLongSale = ({ term }: OwnSale): boolean => term === 'long';

/** A row whose units have both terms becomes one row in each part. @source Form 8949 instructions, code T */
const inOwnTerms = (given: readonly Given[], own: readonly Numbered[]): AppliedRow[] =>
  partsByTerm(given, own).map(({ index, row, term }) => {
    const reported = asReported(index, row);
    if (isLong(reported) === (term === 'long')) return reported;
    const isWrong = row.box6 !== null;
    return { ...reported, box: boxFor(row, term), codes: withCode(reported.codes, isWrong ? 'T' : '') };
  });

/**
 * Own lots for rows without a reported basis. First come units transferred in, then the oldest: these are the units
 * whose basis a broker does not know.
 */
class LotQueue {
  private readonly lots: { sale: Numbered; taken: bigint }[];

  constructor(sales: readonly Numbered[]) {
    const order = ({ isTransferredIn, acquiredOn }: OwnSale): string =>
      `${isTransferredIn ? 0 : 1} ${acquiredOn ?? ''}`;
    this.lots = sales
      .filter(({ units }) => scaled(units) > 0n)
      .sort((a, b) => (order(a) < order(b) ? -1 : order(a) > order(b) ? 1 : 0))
      .map((sale) => ({ sale, taken: 0n }));
  }

  /** Column (e) holds the basis of the lots, so nothing is corrected. The last row has the rest of the proceeds. */
  rowsOf(row: AppliedRow): AppliedRow[] {
    const units = scaled(row.units);
    const found: AppliedRow[] = [];
    let [left, proceeds] = [units, row.proceeds];
    while (left > 0n) {
      const [lot] = this.lots;
      if (!lot) break;
      const open = scaled(lot.sale.units) - lot.taken;
      const taken = open < left ? open : left;
      left -= taken;
      const amount = left === 0n || this.lots.length === 1 ? proceeds : (row.proceeds * taken) / units;
      proceeds -= amount;
      found.push(lotRow(row, lot.sale, { from: lot.taken, taken, proceeds: amount }));
      lot.taken += taken;
      if (taken === open) this.lots.shift();
    }
    return found.length === 0 ? [row] : found;
  }
}

function lotRow(
  row: AppliedRow,
  sale: Numbered,
  { from, taken, proceeds }: { from: bigint; taken: bigint; proceeds: Cents },
): AppliedRow {
  const whole = scaled(sale.units);
  const part = (amount: Cents): Cents => (amount * (from + taken)) / whole - (amount * from) / whole;
  const [costBasis, washed] = [part(sale.basis), part(sale.washed ?? 0n)];
  const units = formatUnits(taken, UNIT_DECIMALS);
  return {
    ...row,
    description: `${units} ${sale.asset}`,
    units,
    dateAcquired: sale.acquiredOn,
    proceeds,
    costBasis,
    codes: washed === 0n ? row.codes : withCode(row.codes, 'W'),
    adjustment: washed,
    gain: proceeds - costBasis + washed,
    sale: taken === whole ? sale.index : null,
  };
}

/** The proceeds are from the form. Their remainder is in the last row, and adjusted there. */
function ownLots(given: readonly Given[], own: readonly Numbered[]): AppliedRow[] {
  const [first] = given;
  if (!first) return [];
  const [index, row] = first;
  const isGross = given.every(([, { box3a }]) => box3a === 'gross');
  const isOther = showsOther(
    given.map(([, each]) => each),
    own.reduce((sum, { basis }) => sum + basis, 0n),
  );
  const reported = given.reduce((sum, [, { box1f }]) => sum + centsOfText(box1f), 0n);
  let left = reported;
  return own.map((sale, i) => {
    const isLast = i === own.length - 1;
    const fees = isGross ? sale.fees : 0n;
    const proceeds = isLast ? left : sale.proceeds + fees;
    left -= proceeds;
    const start: AppliedRow = {
      ...unreported(sale),
      dateSold: row.box1e,
      proceeds,
      gain: proceeds - sale.basis + (sale.washed ?? 0n),
      box: boxFor(row, sale.term),
      row: index,
    };
    const gain = gainOf(sale);
    const isExpense = fees !== 0n && proceeds - sale.proceeds === fees;
    const adjusted = withGain(start, isExpense ? 'E' : 'O', gain);
    return isOther ? { ...adjusted, codes: withCode(adjusted.codes, 'B') } : adjusted;
  });
}

function corrected(
  index: number,
  row: BrokerRow,
  own: readonly Numbered[],
  aggregate: { lacksSales: boolean } | null,
): AppliedRow {
  const basis = own.reduce((sum, sale) => sum + sale.basis, 0n);
  const proceeds = own.reduce((sum, sale) => sum + sale.proceeds, 0n);
  const fees = own.reduce((sum, sale) => sum + sale.fees, 0n);
  const term = own[0]?.term ?? 'short';
  const start = asReported(index, row);
  const costBasis = row.box2 ? start.costBasis : basis;
  const codes = new Set<string>();
  let adjustment = 0n;
  const adjust = (code: string, amount: Cents) => {
    if (amount === 0n) return;
    codes.add(code);
    adjustment += amount;
  };
  adjust('B', costBasis - basis);
  if (showsOther([row], basis)) codes.add('B');
  const missing = proceeds - start.proceeds;
  const isExpense = row.box3a === 'gross' ? -fees >= missing : row.box3a === null && -fees === missing;
  const expenses = isExpense ? -fees : 0n;
  adjust('E', expenses);
  // Proceeds that the own records lack are no error of the broker.
  if (!aggregate?.lacksSales || missing > expenses) adjust('O', missing - expenses);
  const washed = own.reduce((sum, sale) => sum + (sale.washed ?? 0n), 0n);
  // A sale without a loss has no disallowed loss, whatever lots the broker took. @source IRC 1091(a)
  const most = aggregate === null ? lossOf(own) : null;
  const stated = centsOfText(row.box1i);
  adjust('W', washed !== 0n ? washed : most !== null && most < stated ? most : stated);
  if (row.box6 !== null && row.box6 !== 'ordinary' && row.box6 !== term) codes.add('T');
  if (aggregate !== null) codes.add('M');
  return {
    ...start,
    dateAcquired: aggregate !== null ? null : (own[0]?.acquiredOn ?? row.box1d),
    costBasis,
    codes: [...codes].sort().join(''),
    adjustment,
    gain: start.proceeds - costBasis + adjustment,
    box: boxFor(row, term),
    sale: own.length === 1 ? (own[0]?.index ?? null) : null,
    needsReview: aggregate?.lacksSales ?? false,
  };
}

/**
 * True when the statements show a wrong basis that was not reported to the IRS. The right basis is in (e), with code
 * B and nothing to correct in (g). A basis of 0 is an empty box.
 * @source Form 8949 instructions, column (f), code B
 */
const showsOther = (rows: readonly BrokerRow[], basis: Cents): boolean => {
  const shown = rows.reduce((sum, { box1g }) => sum + centsOfText(box1g), 0n);
  return rows.every(({ box2 }) => !box2) && shown !== 0n && shown !== basis;
};

const lossOf = (own: readonly OwnSale[]): Cents =>
  own.reduce((sum, { proceeds, basis }) => (basis > proceeds ? sum + basis - proceeds : sum), 0n);

const isBeyond = (given: readonly Given[], own: readonly OwnSale[]): boolean =>
  unitsSum(given.map(([, { box1c }]) => box1c)) > unitsSum(own.map(({ units }) => units));

const unitsSum = (units: readonly string[]): bigint => units.reduce((sum, text) => sum + scaled(text), 0n);

function asReported(index: number, row: BrokerRow): AppliedRow {
  const proceeds = centsOfText(row.box1f);
  const costBasis = centsOfText(row.box1g);
  const washed = centsOfText(row.box1i);
  return {
    description: `${row.box1c} ${assetOfRow(row)}`,
    units: row.box1c,
    dateAcquired: row.box1d,
    dateSold: row.box1e,
    proceeds,
    costBasis,
    codes: washed === 0n ? '' : 'W',
    adjustment: washed,
    gain: proceeds - costBasis + washed,
    box: row.box8949 === null || row.box8949 === 'Y' ? boxFor(row, termOf(row)) : row.box8949,
    row: index,
    sale: null,
    needsReview: false,
  };
}

const termOf = ({ box6 }: BrokerRow): 'short' | 'long' => (box6 === 'long' ? 'long' : 'short');

const withCode = (codes: string, code: string): string => [...new Set([...codes, code])].sort().join('');

function withGain(row: AppliedRow, code: string, gain: Cents): AppliedRow {
  if (row.gain === gain) return row;
  return {
    ...row,
    codes: withCode(row.codes, code),
    adjustment: row.adjustment + gain - row.gain,
    gain,
  };
}

/** @source Form 8949 (2025), boxes I and L */
const unreported = (sale: Numbered): AppliedRow => ({
  description: `${sale.units} ${sale.asset}`,
  units: sale.units,
  dateAcquired: sale.acquiredOn,
  dateSold: sale.soldOn,
  proceeds: sale.proceeds,
  costBasis: sale.basis,
  codes: (sale.washed ?? 0n) === 0n ? '' : 'W',
  adjustment: sale.washed ?? 0n,
  gain: gainOf(sale),
  box: sale.term === 'long' ? 'L' : 'I',
  row: null,
  sale: sale.index,
  needsReview: false,
});
