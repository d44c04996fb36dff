import {
  basisText,
  effectOf,
  textOrNone,
  unexplainedOf,
  type Evidence,
  type EvidenceLine,
  type EvidenceRow,
  type FactedSale,
  type LetterFacts,
} from '../../../domain/evidence';
import { centsText } from '../../../domain/forms';
import { csvText, type CsvColumn } from '../../../domain/kernel/csv';
import { toBrokerRow } from '../broker-forms.presenter';

/** `rows.json`. What is not known is null. */
export const toEvidence = ({ rows, hidden }: Evidence, facts: LetterFacts) => ({
  form_id: facts.formId,
  account_id: facts.account,
  broker: facts.broker,
  tax_year: facts.year,
  status: isAnswered({ rows, hidden }) ? 'answered' : 'not_answered',
  rows_not_shown: hidden,
  rows: rows.map((row, index) => ({
    key: row.key,
    page: pageName(index),
    verdict: row.verdict,
    form_row: row.given && toBrokerRow(row.given),
    lines: row.lines.map((line) => toLine(row, line)),
    proposed_gain: textOrNone(row.proposed),
    reported_gain: row.reported === null || !row.isBasisKnown ? null : centsText(row.reported),
    reasons: row.reasons.map((reason) => ({
      reason: reason.reason,
      column: reason.column,
      amount: centsText(reason.amount),
      effect_on_gain: centsText(effectOf(reason)),
      sentence: reason.sentence,
    })),
    not_explained: textOrNone(unexplainedOf(row)),
    own_sales: row.sales.map(toSale),
  })),
});

export const isAnswered = ({ rows, hidden }: Pick<Evidence, 'rows' | 'hidden'>): boolean =>
  hidden === 0 && rows.every(({ verdict }) => verdict !== 'not_answered');

export const pageName = (index: number): string => `row-${String(index + 1).padStart(3, '0')}.pdf`;

const toLine = ({ isBasisKnown }: EvidenceRow, { line, place }: EvidenceLine) => ({
  description: line.description,
  date_acquired: line.dateAcquired,
  date_sold: line.dateSold,
  proceeds: centsText(line.proceeds),
  cost_basis: isBasisKnown ? centsText(line.costBasis) : null,
  adjustment_code: line.codes,
  adjustment_amount: centsText(line.adjustment),
  gain_loss: isBasisKnown ? centsText(line.gain) : null,
  box: line.box,
  copy: place?.copy ?? null,
  row: place?.row ?? null,
  schedule_d_line: place?.scheduleDLine ?? null,
});

const toSale = ({ sale, facts }: FactedSale) => ({
  id: sale.id,
  asset: sale.asset,
  units: sale.units,
  date_acquired: sale.acquiredOn,
  date_sold: sale.soldOn,
  proceeds: sale.lacksProceeds ? null : centsText(sale.proceeds),
  fees: centsText(sale.fees),
  cost_basis: sale.lacksBasis || facts?.isBasisKnown === false ? null : centsText(sale.basis),
  term: sale.term,
  lot: facts && {
    lot_id: facts.lotId,
    account: facts.account,
    acquired_at: facts.acquiredAt,
    acquired_in: facts.acquiredIn,
    origin: facts.origin,
    basis_source: facts.basisSource,
    buying_costs: textOrNone(facts.buyingCosts),
    price_source: facts.priceSource,
    priced_at: facts.pricedAt,
    transfers: facts.transfers.map(({ txHash, ...moved }) => ({ ...moved, tx_hash: txHash })),
  },
  sold_at: facts?.soldAt ?? null,
  sold_in: facts?.soldIn ?? null,
  proceeds_source: facts?.proceedsSource ?? null,
  identified_by: facts?.identification ?? null,
});

interface CsvRow {
  row: EvidenceRow;
  line: EvidenceLine | null;
}
type Cell = (of: CsvRow) => string;
const text = (header: string, of: Cell): CsvColumn<CsvRow> => ({ header, kind: 'text', of });
const number = (header: string, of: Cell): CsvColumn<CsvRow> => ({ header, kind: 'number', of });

const COLUMNS: readonly CsvColumn<CsvRow>[] = [
  text('Key', ({ row }) => row.key),
  text('Verdict', ({ row }) => row.verdict),
  text('1a', ({ row }) => row.given?.box1a ?? ''),
  text('1b', ({ row }) => row.given?.box1b ?? row.given?.symbol ?? ''),
  number('1c', ({ row }) => row.given?.box1c ?? ''),
  text('1d', ({ row }) => row.given?.box1d ?? ''),
  text('1e', ({ row }) => row.given?.box1e ?? ''),
  number('1f', ({ row }) => row.given?.box1f ?? ''),
  number('1g', ({ row }) => row.given?.box1g ?? ''),
  number('1i', ({ row }) => row.given?.box1i ?? ''),
  text('2', ({ row }) => (row.given === null ? '' : row.given.box2 ? 'yes' : 'no')),
  text('3a', ({ row }) => row.given?.box3a ?? ''),
  text('6', ({ row }) => row.given?.box6 ?? ''),
  text('8949 (a)', ({ line }) => line?.line.description ?? ''),
  text('(b)', ({ line }) => line?.line.dateAcquired ?? ''),
  text('(c)', ({ line }) => line?.line.dateSold ?? ''),
  number('(d)', ({ line }) => (line ? centsText(line.line.proceeds) : '')),
  text('(e)', ({ row, line }) => (line ? basisText(row, line.line.costBasis) : '')),
  text('(f)', ({ line }) => line?.line.codes ?? ''),
  number('(g)', ({ line }) => (line ? centsText(line.line.adjustment) : '')),
  text('(h)', ({ row, line }) => (line ? basisText(row, line.line.gain) : '')),
  text('Box', ({ line }) => line?.line.box ?? ''),
  text('Copy', ({ line }) => String(line?.place?.copy ?? '')),
  text('Row', ({ line }) => String(line?.place?.row ?? '')),
  text('Schedule D line', ({ line }) => line?.place?.scheduleDLine ?? ''),
  number('Gain by the form', ({ row }) => textOrNone(row.proposed) ?? ''),
  text('Reasons', ({ row }) =>
    row.reasons.map(({ reason, column, amount }) => `${reason} ${column} ${centsText(amount)}`).join('; '),
  ),
  number('Not explained', ({ row }) => textOrNone(unexplainedOf(row)) ?? ''),
];

/** `rows.csv`: one line for each line of Form 8949. */
export const evidenceCsv = ({ rows }: Evidence): string =>
  csvText(
    COLUMNS,
    rows.flatMap((row): CsvRow[] =>
      row.lines.length === 0 ? [{ row, line: null }] : row.lines.map((line) => ({ row, line })),
    ),
  );
