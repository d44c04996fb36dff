import {
  applyForms,
  reconcileForms,
  valuedSales,
  type AppliedRow,
  type BrokerRow,
  type OwnSale,
} from '../broker';
import type { Cents } from '../forms';
import type { FactedSale, OwnLot, SaleFacts } from './facts';
import type { FiledLines, FiledPlace } from './filed';
import { proposedGain, reasonsOf, type EvidenceReason } from './reasons';

/**
 * EVIDENCE_VERDICTS. `only_broker`: the own records have the sale once, and the broker reports it again. `not_answered`:
 * the own records do not have the sale, or not all of its units, or do not know its basis.
 */
export const EVIDENCE_VERDICTS = ['agreed', 'different', 'only_broker', 'only_own', 'not_answered'] as const;
export type EvidenceVerdict = (typeof EVIDENCE_VERDICTS)[number];

export interface EvidenceLine {
  line: AppliedRow;
  place: FiledPlace | null;
}

export interface EvidenceRow {
  /** Form, account and number of the row; of a sale that no broker reports, the id of the sale. It never changes. */
  key: string;
  /** From 1. Null for a sale that no broker reports. */
  number: number | null;
  given: BrokerRow | null;
  verdict: EvidenceVerdict;
  /** False when units have an unknown basis, or neither the broker nor the own records have one. */
  isBasisKnown: boolean;
  lines: readonly EvidenceLine[];
  sales: readonly FactedSale[];
  /** What follows from the form of the broker alone. Null for a sale that no broker reports. */
  proposed: Cents | null;
  /** Column (h) of its lines. Null when it has none. */
  reported: Cents | null;
  reasons: readonly EvidenceReason[];
}

export interface Evidence {
  rows: readonly EvidenceRow[];
  /** Keys of rows whose lines are not on Form 8949 as it is filed. */
  notAsFiled: readonly string[];
  /** Rows and sales that the plan does not show. */
  hidden: number;
}

export interface EvidenceInput {
  form: { id: string; account: string };
  year: number;
  /** Of the form, then of other accepted forms of its account. */
  rows: readonly BrokerRow[];
  rowsOfForm: number;
  sales: readonly OwnSale[];
  facts: ReadonlyMap<string, SaleFacts>;
  lots: readonly OwnLot[];
}

/** Every row of a form, and every own sale of its account that no form has. */
export function evidenceOf(input: EvidenceInput, filed: FiledLines): Evidence {
  const { form, year, rows, rowsOfForm, facts, lots } = input;
  const result = reconcileForms(rows, input.sales, year);
  const sales = valuedSales(rows, input.sales, result.matches);
  const applied = applyForms(rows, input.sales, result);
  const linesOf = groupedLines(applied);
  const notAsFiled: string[] = [];
  const found: EvidenceRow[] = [];
  let hidden = 0;
  for (const match of result.matches) {
    const own = match.sales.map((index): FactedSale => {
      const sale = sales[index] as OwnSale;
      return { sale, facts: facts.get(sale.id) ?? null };
    });
    const isHidden = own.some(({ sale }) => sale.isBeyondPlan === true);
    const isOwnBasisKnown = own.every(
      ({ sale, facts: known }) => !sale.lacksBasis && known?.isBasisKnown !== false,
    );
    const placed = (key: string, lines: readonly AppliedRow[]): EvidenceLine[] =>
      lines.map((line) => {
        const place = filed.take(line);
        if (place === null) notAsFiled.push(key);
        return { line, place };
      });
    for (const index of match.rows) {
      if (index >= rowsOfForm) continue;
      if (isHidden) {
        hidden++;
        continue;
      }
      const row = rows[index] as BrokerRow;
      const key = `${form.id}/${form.account}/${index + 1}`;
      const ofRow = linesOf.get(`row ${index}`) ?? [];
      const isShared = match.rows.length > 1;
      const isWithoutOwn = own.length === 0 && match.kind !== 'duplicate';
      const isBasisKnown = isOwnBasisKnown && !(isWithoutOwn && row.box1g === null);
      const isAnswered = isBasisKnown && !isWithoutOwn && !ofRow.some(({ needsReview }) => needsReview);
      const reasons = isAnswered
        ? reasonsOf({ row, kind: match.kind, isShared, sales: own, applied: ofRow, year, lots })
        : [];
      found.push({
        key,
        number: index + 1,
        given: row,
        verdict: verdictOf(match.kind, isAnswered, reasons),
        isBasisKnown,
        lines: placed(key, ofRow),
        sales: own,
        proposed: proposedGain(row),
        reported: ofRow.reduce((sum, { gain }) => sum + gain, 0n),
        reasons,
      });
    }
    if (match.rows.length > 0) continue;
    for (const [i, one] of own.entries()) {
      if (isHidden) {
        hidden++;
        continue;
      }
      const key = `own/${form.account}/${one.sale.id}`;
      const isOnForm = !one.sale.lacksProceeds && !one.sale.lacksBasis;
      const lines = isOnForm ? (linesOf.get(`sale ${match.sales[i] ?? ''}`) ?? []) : [];
      found.push({
        key,
        number: null,
        given: null,
        verdict: isOnForm && isOwnBasisKnown ? 'only_own' : 'not_answered',
        isBasisKnown: isOwnBasisKnown,
        lines: placed(key, lines),
        sales: [one],
        proposed: null,
        reported: isOnForm ? lines.reduce((sum, { gain }) => sum + gain, 0n) : null,
        reasons: [],
      });
    }
  }
  return { rows: found.sort(inOrder), notAsFiled: [...new Set(notAsFiled)].sort(), hidden };
}

function groupedLines(applied: readonly AppliedRow[]): ReadonlyMap<string, AppliedRow[]> {
  const lines = new Map<string, AppliedRow[]>();
  for (const line of applied) {
    const key = line.row === null ? `sale ${line.sale ?? ''}` : `row ${line.row}`;
    const known = lines.get(key);
    if (known) known.push(line);
    else lines.set(key, [line]);
  }
  return lines;
}

function verdictOf(kind: string, isAnswered: boolean, reasons: readonly EvidenceReason[]): EvidenceVerdict {
  if (kind === 'duplicate') return 'only_broker';
  if (!isAnswered) return 'not_answered';
  return reasons.length === 0 ? 'agreed' : 'different';
}

/** Rows of the broker first, by number. */
const inOrder = (a: EvidenceRow, b: EvidenceRow): number =>
  a.number !== null && b.number !== null
    ? a.number - b.number
    : a.number !== null
      ? -1
      : b.number !== null
        ? 1
        : a.key < b.key
          ? -1
          : 1;
