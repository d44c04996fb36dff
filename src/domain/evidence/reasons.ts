import {
  centsOfText,
  coinOfRow,
  isTransferredIn,
  scaledUnits,
  type AppliedRow,
  type BrokerRow,
  type Match,
} from '../broker';
import { centsText, toCents, type Cents } from '../forms';
import { mulDiv } from '../kernel/units';
import type { FactedSale, OwnLot } from './facts';

/** EVIDENCE_REASONS: why a row of the broker and the own records differ. */
export const EVIDENCE_REASONS = [
  'duplicate',
  'transferred_in_no_basis',
  'basis_not_reported',
  'method_differs',
  'fee_in_basis',
  'fee_gross_net',
  'price_differs',
  'aggregate_reporting',
  'wash_sale',
  'rounding',
  'term_differs',
  'year_edge',
  'unexplained',
] as const;
export type EvidenceReasonName = (typeof EVIDENCE_REASONS)[number];

/** Columns of a row: of these the gain is proceeds - basis + adjustment. */
export type ReasonColumn = 'proceeds' | 'basis' | 'adjustment';

export interface EvidenceReason {
  reason: EvidenceReasonName;
  column: ReasonColumn;
  /** Own records - broker. */
  amount: Cents;
  sentence: string;
}

export interface ComparedRow {
  row: BrokerRow;
  kind: Match['kind'];
  /** True when several rows of the broker share the own sales. */
  isShared: boolean;
  sales: readonly FactedSale[];
  /** Lines of Form 8949 of this row. */
  applied: readonly AppliedRow[];
  year: number;
  lots: readonly OwnLot[];
}

/** The gain that follows from the form of the broker alone: without a basis, the proceeds. */
export const proposedGain = ({ box1f, box1g, box1i }: BrokerRow): Cents =>
  centsOfText(box1f) - centsOfText(box1g) + centsOfText(box1i);

export const effectOf = ({ column, amount }: Pick<EvidenceReason, 'column' | 'amount'>): Cents =>
  column === 'basis' ? -amount : amount;

/** Their effects add up to the difference of the gain, to the cent: what nothing explains is a reason of its own. */
export function reasonsOf(compared: ComparedRow): EvidenceReason[] {
  const { row, applied, sales } = compared;
  if (sales.length === 0 && compared.kind !== 'duplicate') return [];
  const difference = applied.reduce((sum, { gain }) => sum + gain, 0n) - proposedGain(row);
  const found = namedReasons(compared, difference);
  const rest = difference - found.reduce((sum, reason) => sum + effectOf(reason), 0n);
  const unexplained = found.filter(({ reason }) => reason === 'unexplained');
  const others = found.filter(({ reason }) => reason !== 'unexplained');
  return [...others, ...unexplained, ...(rest === 0n ? [] : [notExplained('adjustment', rest)])];
}

function namedReasons(compared: ComparedRow, difference: Cents): EvidenceReason[] {
  if (compared.kind === 'duplicate')
    return [
      {
        reason: 'duplicate',
        column: 'adjustment',
        amount: difference,
        sentence: 'The broker reports this sale in another row too, and it was made once.',
      },
    ];
  return compared.isShared
    ? sharedReasons(compared)
    : [
        ...proceedsReasons(compared),
        ...basisReasons(compared),
        ...washReasons(compared),
        ...dateReasons(compared),
      ];
}

const given = (reason: EvidenceReason): EvidenceReason[] => (reason.amount === 0n ? [] : [reason]);

const notExplained = (column: ReasonColumn, amount: Cents): EvidenceReason => ({
  reason: 'unexplained',
  column,
  amount,
  sentence: `${centsText(amount)} is not explained.`,
});

const sum = (sales: readonly FactedSale[], of: (one: FactedSale) => Cents): Cents =>
  sales.reduce((total, one) => total + of(one), 0n);

/** Rows that share own sales: what each line of Form 8949 shows beside its row. */
function sharedReasons({ row, kind, applied, sales }: ComparedRow): EvidenceReason[] {
  const shown = (of: (line: AppliedRow) => Cents): Cents =>
    applied.reduce((total, line) => total + of(line), 0n);
  const basis = shown(({ costBasis }) => costBasis) - centsOfText(row.box1g);
  const proceeds = shown(({ proceeds: cents }) => cents) - centsOfText(row.box1f);
  const adjustment = shown(({ adjustment: cents }) => cents) - centsOfText(row.box1i);
  const joint = kind === 'aggregate' ? ('aggregate_reporting' as const) : ('method_differs' as const);
  const sentence =
    kind === 'aggregate'
      ? 'The broker adds up many sales in few rows; the own records have each sale with its lot, and this row has its share of them.'
      : 'The broker splits the sales of the day into other lots than those that were identified; the rows of the day are corrected together.';
  const noBasis = row.box1g === null ? noBasisReason(row, sales, basis) : null;
  return [
    ...given({ reason: joint, column: 'proceeds', amount: proceeds, sentence }),
    ...given(noBasis ?? { reason: joint, column: 'basis', amount: basis, sentence }),
    ...given({ reason: joint, column: 'adjustment', amount: adjustment, sentence }),
  ];
}

function proceedsReasons({ row, sales }: ComparedRow): EvidenceReason[] {
  const difference = sum(sales, ({ sale }) => sale.proceeds) - centsOfText(row.box1f);
  const fees = row.box3a === 'net' ? 0n : sum(sales, ({ sale }) => sale.fees);
  const sources = [...new Set(sales.flatMap(({ facts }) => facts?.proceedsSource ?? []))];
  const chosen = nearest(difference, [
    {
      reason: 'fee_gross_net',
      column: 'proceeds',
      amount: -fees,
      sentence: `Box 1f is before costs of ${centsText(fees)} to sell the units, which reduce the amount realized (26 CFR 1.1001-7).`,
    },
  ]);
  const rest = difference - chosen.reduce((total, { amount }) => total + amount, 0n);
  if (rest === 0n) return chosen;
  if (sources.length === 0) return [...chosen, notExplained('proceeds', rest)];
  return [
    ...chosen,
    {
      reason: 'price_differs',
      column: 'proceeds',
      amount: rest,
      sentence: `The own records value the sale by ${sources.join(', ')}; box 1f states another amount.`,
    },
  ];
}

function basisReasons({ row, sales, lots }: ComparedRow): EvidenceReason[] {
  const difference = sum(sales, ({ sale }) => sale.basis) - centsOfText(row.box1g);
  if (difference === 0n) return [];
  if (row.box1g === null || (centsOfText(row.box1g) === 0n && isMoved(row, sales)))
    return [noBasisReason(row, sales, difference)];
  const named = otherLot(row, sales, lots);
  const bought = sum(sales, ({ facts }) => facts?.buyingCosts ?? 0n);
  const exact = sum(sales, ({ sale, facts }) => facts?.exactBasis ?? sale.basis * MONEY_PER_CENT);
  const rounded = sum(sales, ({ sale }) => sale.basis) - toCents(exact, 'cents');
  const chosen = nearest(difference, [
    ...(named === null || named.cost === null
      ? []
      : [
          {
            reason: 'method_differs' as const,
            column: 'basis' as const,
            amount: sum(sales, ({ sale }) => sale.basis) - named.cost,
            sentence: `${named.words} In the own records those units cost ${centsText(named.cost)}.`,
          },
        ]),
    {
      reason: 'fee_in_basis',
      column: 'basis',
      amount: bought,
      sentence: `The basis includes costs of ${centsText(bought)} to buy the units, which box 1g leaves out (26 CFR 1.1012-1(h)).`,
    },
    {
      reason: 'rounding',
      column: 'basis',
      amount: rounded,
      sentence: `Each lot is rounded to cents, which makes ${centsText(rounded)}.`,
    },
  ]);
  const rest = difference - chosen.reduce((total, { amount }) => total + amount, 0n);
  if (rest === 0n) return chosen;
  if (named !== null && named.cost === null)
    return [
      ...chosen,
      {
        reason: 'method_differs',
        column: 'basis',
        amount: rest,
        sentence: `${named.words} The basis of other units is another one.`,
      },
    ];
  return [...chosen, notExplained('basis', rest)];
}

const isMoved = (row: BrokerRow, sales: readonly FactedSale[]): boolean =>
  isTransferredIn(row) || sales.some(({ sale }) => sale.isTransferredIn);

function noBasisReason(row: BrokerRow, sales: readonly FactedSale[], amount: Cents): EvidenceReason {
  const isIn = isMoved(row, sales);
  return {
    reason: isIn ? 'transferred_in_no_basis' : 'basis_not_reported',
    column: 'basis',
    amount,
    sentence: isIn
      ? 'The units came from another wallet or account of the taxpayer, and the broker reports no basis; the basis went with the units.'
      : 'The broker reports no basis; the own records have it.',
  };
}

const MONEY_PER_CENT = 10n ** 16n;

/** The lot that box 1d names, when it is another one than those that were sold. A null cost: no own lot of that day. */
function otherLot(
  row: BrokerRow,
  sales: readonly FactedSale[],
  lots: readonly OwnLot[],
): { cost: Cents | null; words: string } | null {
  const { box1d } = row;
  if (box1d === null || sales.some(({ sale }) => sale.acquiredOn === box1d)) return null;
  const own = [...new Set(sales.map(({ sale }) => sale.acquiredOn ?? 'an unknown day'))].join(', ');
  const words = `The broker names units acquired on ${box1d}; the units sold were those acquired on ${own}.`;
  const ofDay = lots.filter((lot) => lot.acquiredOn === box1d && lot.coin === coinOfRow(row));
  const whole = ofDay.reduce((total, { units }) => total + scaledUnits(units), 0n);
  const cost = ofDay.reduce((total, lot) => total + lot.cost, 0n);
  return { cost: whole === 0n ? null : mulDiv(cost, scaledUnits(row.box1c), whole), words };
}

function washReasons({ row, sales }: ComparedRow): EvidenceReason[] {
  const own = sum(sales, ({ sale }) => sale.washed ?? 0n);
  // Where the own records disallow nothing, the line repeats what the broker states.
  if (own === 0n) return [];
  return given({
    reason: 'wash_sale',
    column: 'adjustment',
    amount: own - centsOfText(row.box1i),
    sentence: `A loss of ${centsText(own)} is disallowed by a wash sale (IRC 1091); box 1i states ${row.box1i ?? 'nothing'}.`,
  });
}

function dateReasons({ row, sales, year }: ComparedRow): EvidenceReason[] {
  const isOtherTerm =
    row.box6 !== null && row.box6 !== 'ordinary' && sales.some(({ sale }) => sale.term !== row.box6);
  const isOtherYear = [row.box1e, ...sales.map(({ sale }) => sale.soldOn)].some(
    (day) => !day.startsWith(String(year)),
  );
  const none = { column: 'adjustment', amount: 0n } as const;
  return [
    ...(isOtherTerm
      ? [{ ...none, reason: 'term_differs' as const, sentence: `Box 6 states another term: ${row.box6}.` }]
      : []),
    ...(isOtherYear
      ? [
          {
            ...none,
            reason: 'year_edge' as const,
            sentence: 'The zone of the broker puts the sale into another year than that of the taxpayer.',
          },
        ]
      : []),
  ];
}

/**
 * Of all combinations of what is known, the one that leaves least unexplained; of equal ones that with the first reasons.
 * A reason is never cut to fit.
 */
function nearest(difference: Cents, known: readonly EvidenceReason[]): EvidenceReason[] {
  const candidates = known.filter(({ amount }) => amount !== 0n);
  let best: EvidenceReason[] = [];
  let left = absolute(difference);
  for (let mask = 1; mask < 2 ** candidates.length; mask++) {
    const chosen = candidates.filter((_, i) => (mask >> i) % 2 === 1);
    const rest = absolute(difference - chosen.reduce((total, { amount }) => total + amount, 0n));
    if (rest < left) [best, left] = [chosen, rest];
  }
  return best;
}

const absolute = (cents: Cents): Cents => (cents < 0n ? -cents : cents);
