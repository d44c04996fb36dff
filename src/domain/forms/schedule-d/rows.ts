import type { Form8949, FormTotals } from '../form-8949/rows';
import { FORM_1099_DA_FROM, type Box } from '../boxes';
import type { Cents } from '../cents';
import { isOfCollectible } from '../collectibles';
import { totalsOf } from '../form-8949/rows';
import { marksOf } from '../status/row-marks';
import type { Mark } from '../status/status';
import { LawInForce } from '../../law';

export interface ReturnFacts {
  /** Line 6: short-term loss carried over from the year before. Not negative. */
  shortTermCarryover: Cents;
  /** Line 14. Not negative. */
  longTermCarryover: Cents;
  isMarriedFilingSeparately: boolean;
  /** Form 1040 line 15; negative for a loss. Null: not stated, and assumed to be above the deducted loss. */
  taxableIncome: Cents | null;
}

export type ScheduleDLine =
  '1b' | '2' | '3' | '6' | '7' | '8b' | '9' | '10' | '14' | '15' | '16' | '18' | '21';

export interface ScheduleDRow {
  line: ScheduleDLine;
  caption: string;
  totals: FormTotals | null;
  gain: Cents;
  marks: readonly Mark[];
}

/** Null where the loss is used up in the year. */
export interface CarryoverWorksheet {
  /** Lines 1 to 13. */
  lines: readonly Cents[];
  shortTerm: Cents;
  longTerm: Cents;
  /** False when line 1 is an assumption. */
  isIncomeStated: boolean;
}

export interface CollectiblesWorksheet {
  /** Lines 1 to 7. A loss is negative. */
  lines: readonly Cents[];
  /** Schedule D line 18. Null where lines 15 and 16 are not both gains: the form does not ask for it. */
  line18: Cents | null;
}

export interface ScheduleD {
  year: number;
  rows: readonly ScheduleDRow[];
  carryover: CarryoverWorksheet | null;
  collectibles: CollectiblesWorksheet | null;
}

/** FORM_LINES: the lines that take totals of Form 8949, and their boxes. G to L share the lines of A to F. */
export const FORM_LINES = [
  { line: '1b', part: 'I', boxes: ['A', 'G'] },
  { line: '2', part: 'I', boxes: ['B', 'H'] },
  { line: '3', part: 'I', boxes: ['C', 'I'] },
  { line: '8b', part: 'II', boxes: ['D', 'J'] },
  { line: '9', part: 'II', boxes: ['E', 'K'] },
  { line: '10', part: 'II', boxes: ['F', 'L'] },
] as const satisfies readonly { line: ScheduleDLine; part: string; boxes: readonly [Box, Box] }[];

/**
 * For the sales on one Form 8949, with the limit on losses and the carryover to the next year. Other gains of the
 * return are not part of it.
 * @source Schedule D (Form 1040) 2025 and its instructions; IRC 1211(b), 1212(b)
 */
export function scheduleD(form: Form8949, facts: ReturnFacts): ScheduleD {
  const { year } = form;
  const part = (wanted: 'I' | 'II') => FORM_LINES.filter((each) => each.part === wanted).map(rowOf(form));
  const short = [...part('I'), carried('6', 'Short-term capital loss carryover', facts.shortTermCarryover)];
  const long = [...part('II'), carried('14', 'Long-term capital loss carryover', facts.longTermCarryover)];
  const line7 = sumOf(short);
  const line15 = sumOf(long);
  const line16 = line7 + line15;
  const line21 = allowedLoss(line16, facts, LawInForce.of(year));
  const collectibles = collectiblesOf(form, { line7, line15, line16 }, facts);
  return {
    year,
    collectibles,
    rows: [
      ...short,
      plain('7', 'Net short-term capital gain or (loss)', line7),
      ...long,
      plain('15', 'Net long-term capital gain or (loss)', line15),
      plain('16', 'Combine lines 7 and 15', line16),
      ...(collectibles === null || collectibles.line18 === null
        ? []
        : [plain('18', 'Line 7 of the 28% Rate Gain Worksheet', collectibles.line18)]),
      ...(line16 < 0n ? [plain('21', 'Loss that is deducted in the year', -line21)] : []),
    ],
    carryover: carryover({ line7, line15, line16, line21 }, facts),
  };
}

export type ListedLine = Omit<ScheduleDRow, 'line'> & { line: string };

export const listedLines = ({ year, rows, carryover, collectibles }: ScheduleD): ListedLine[] => [
  ...rows,
  ...worksheet(`Capital Loss Carryover Worksheet to ${year + 1}`, carryover?.lines ?? []),
  ...worksheet('28% Rate Gain Worksheet', collectibles?.lines ?? []),
];

const worksheet = (caption: string, lines: readonly Cents[]): ListedLine[] =>
  lines.map((gain, i) => ({ line: '', caption: `${caption}, line ${i + 1}`, totals: null, gain, marks: [] }));

const rowOf =
  ({ year, sections }: Form8949) =>
  ({ line, boxes }: (typeof FORM_LINES)[number]): ScheduleDRow => {
    const [first, second] = boxes;
    const checked = year < FORM_1099_DA_FROM ? `Box ${first}` : `Box ${first} or Box ${second}`;
    const found = sections.filter(({ box }) => box === first || box === second);
    const totals = found.reduce((sum, { totals: each }) => added(sum, each), totalsOf([]));
    return {
      line,
      caption: `Totals for all transactions reported on Form(s) 8949 with ${checked} checked`,
      totals,
      gain: totals.gain,
      marks: [...new Set(found.flatMap(({ rows }) => rows.flatMap(marksOf)))],
    };
  };

export const added = (a: FormTotals, b: FormTotals): FormTotals => ({
  count: a.count + b.count,
  proceeds: a.proceeds + b.proceeds,
  costBasis: a.costBasis + b.costBasis,
  adjustment: a.adjustment + b.adjustment,
  gain: a.gain + b.gain,
});

const plain = (line: ScheduleDLine, caption: string, gain: Cents): ScheduleDRow => ({
  line,
  caption,
  totals: null,
  gain,
  marks: [],
});

const carried = (line: ScheduleDLine, caption: string, loss: Cents): ScheduleDRow =>
  plain(line, caption, -loss);

const sumOf = (rows: readonly ScheduleDRow[]): Cents => rows.reduce((sum, { gain }) => sum + gain, 0n);

/** Line 21 as a positive amount; 0 without a loss. @source IRC 1211(b) */
function allowedLoss(line16: Cents, { isMarriedFilingSeparately }: ReturnFacts, law: LawInForce): Cents {
  if (line16 >= 0n) return 0n;
  const limit = law.amount(isMarriedFilingSeparately ? 'loss_limit_separate_usd' : 'loss_limit_usd');
  return lesser(-line16, limit * 100n);
}

interface Results {
  line7: Cents;
  line15: Cents;
  line16: Cents;
  /** Positive. */
  line21: Cents;
}

/**
 * Without a stated income, line 1 is 0: the income of the year covers the deduction.
 * @source Capital Loss Carryover Worksheet, lines 1 to 13
 */
function carryover(
  { line7, line15, line16, line21 }: Results,
  { taxableIncome }: ReturnFacts,
): CarryoverWorksheet | null {
  if (line21 === 0n || (line21 === -line16 && (taxableIncome ?? 0n) >= 0n)) return null;
  const one = taxableIncome ?? 0n;
  const three = positive(one + line21);
  const four = lesser(line21, three);
  const five = positive(-line7);
  const six = positive(line15);
  const seven = four + six;
  const eight = positive(five - seven);
  const nine = positive(-line15);
  const ten = nine === 0n ? 0n : positive(line7);
  const eleven = nine === 0n ? 0n : positive(four - five);
  const twelve = ten + eleven;
  const thirteen = positive(nine - twelve);
  return {
    lines: [one, line21, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen],
    shortTerm: eight,
    longTerm: thirteen,
    isIncomeStated: taxableIncome !== null,
  };
}

/**
 * Lines 2 to 4 are for gains that are not on Form 8949.
 * @source instructions of Schedule D (2025), 28% Rate Gain Worksheet; IRC 1(h)(4), (5); tax-rules 14.8
 */
function collectiblesOf(
  { sections }: Form8949,
  { line7, line15, line16 }: Omit<Results, 'line21'>,
  { longTermCarryover }: ReturnFacts,
): CollectiblesWorksheet | null {
  const rows = sections
    .flatMap(({ part, rows: some }) => (part === 'II' ? some : []))
    .filter(({ adjustmentCode }) => isOfCollectible(adjustmentCode));
  if (rows.length === 0) return null;
  const one = totalsOf(rows).gain;
  const six = lesser(line7, 0n);
  const seven = positive(one - longTermCarryover + six);
  return {
    lines: [one, 0n, 0n, 0n, -longTermCarryover, six, seven],
    line18: line15 > 0n && line16 > 0n ? seven : null,
  };
}

const positive = (amount: Cents): Cents => (amount > 0n ? amount : 0n);
const lesser = (a: Cents, b: Cents): Cents => (a < b ? a : b);
