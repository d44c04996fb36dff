import {
  coinOfRow,
  coinOfSale,
  type AppliedRow,
  type BrokerReconciliation,
  type BrokerRow,
  type Difference,
  type OrderCheck,
  type OwnSale,
  type Totals,
  type Verdict,
} from '../../domain/broker';
import { centsText, type Cents } from '../../domain/forms';
import type { BrokerForm } from './broker-form';
import type {
  AppliedRowResponse,
  BrokerFormResponse,
  BrokerOrdersResponse,
  BrokerReconciliationResponse,
  BrokerRowResponse,
  BrokerTotalsResponse,
} from './broker-forms.shapes.dto';

const MOST_DIFFERENCES = 500;
const MOST_ROWS = 20;

export const toBrokerForm = (form: BrokerForm): BrokerFormResponse => ({
  id: form.id,
  tax_year: form.taxYear,
  broker: form.broker,
  account_id: form.accountId,
  portfolio_id: form.portfolioId,
  format: form.format,
  row_count: form.rows.length,
  own_sale_count: form.ownSales.length,
  unknown_asset_codes: unknownCodes(form),
  corrects: form.corrects,
  created_at: form.createdAt.toISOString(),
  superseded_at: form.supersededAt?.toISOString() ?? null,
  applied_at: form.appliedAt?.toISOString() ?? null,
});

function unknownCodes({ rows, ownSales }: BrokerForm): string[] {
  const known = new Set(ownSales.map(coinOfSale));
  const unknown = rows.filter((row) => !known.has(coinOfRow(row)));
  return [...new Set(unknown.flatMap(({ box1a }) => box1a ?? []))].sort();
}

export const toBrokerRow = (row: BrokerRow): BrokerRowResponse => ({
  box_8949: row.box8949,
  cusip: row.cusip,
  box_1a: row.box1a,
  box_1b: row.box1b,
  box_1c: row.box1c,
  box_1d: row.box1d,
  box_1e: row.box1e,
  box_1f: row.box1f,
  box_1g: row.box1g,
  box_1h: row.box1h,
  box_1i: row.box1i,
  box_2: row.box2,
  box_3a: row.box3a,
  box_3b: row.box3b,
  box_4: row.box4,
  box_5: row.box5,
  box_6: row.box6,
  box_7: row.box7,
  box_8: row.box8,
  box_9: row.box9,
  box_11a: row.box11a,
  box_11b: row.box11b,
  box_11c: row.box11c,
  box_12a: row.box12a,
  box_12b: row.box12b,
  box_14: row.box14,
  box_15: row.box15,
  box_16: row.box16,
  symbol: row.symbol,
  account_number: row.accountNumber,
  transaction_id: row.transactionId,
  other: row.other && { ...row.other },
});

/** @param rows and @param sales in the order of the reconciliation. A difference of a sale beyond the plan is not listed. */
export function toReconciliation(
  year: number,
  formIds: string[],
  result: BrokerReconciliation,
  {
    rows,
    sales,
    orders,
  }: { rows: readonly BrokerRow[]; sales: readonly OwnSale[]; orders: readonly OrderCheck[] },
): BrokerReconciliationResponse {
  const isShown = ({ sales: of }: Pick<Difference, 'sales'>): boolean =>
    !of.some((index) => sales[index]?.isBeyondPlan);
  return {
    tax_year: year,
    form_ids: formIds,
    broker: toTotals(result.broker),
    own: toTotals(result.own),
    agreed: result.agreed,
    by_reason: [...result.byReason].map(([reason, totals]) => ({
      reason,
      count: totals.count,
      proceeds_difference: centsText(totals.proceeds),
      cost_basis_difference: centsText(totals.basis),
    })),
    totals: result.lines.map(({ broker, own, ...line }) => ({
      ...line,
      broker: toTotals(broker),
      own: toTotals(own),
    })),
    differences: result.differences
      .filter(isShown)
      .slice(0, MOST_DIFFERENCES)
      .map((difference) => ({
        reason: difference.reason,
        proceeds_difference: centsText(difference.proceeds),
        cost_basis_difference: centsText(difference.basis),
        rows: difference.rows.slice(0, MOST_ROWS).map((index) => toBrokerRow(rows[index] as BrokerRow)),
        own_sale_ids: difference.sales.slice(0, MOST_ROWS).map((index) => sales[index]?.id ?? ''),
      })),
    difference_count: result.differences.length,
    orders: toOrders(orders, rows, sales, isShown),
  };
}

const toOrders = (
  orders: readonly OrderCheck[],
  rows: readonly BrokerRow[],
  sales: readonly OwnSale[],
  isShown: (check: OrderCheck) => boolean,
): BrokerOrdersResponse => {
  const countOf = (verdict: Verdict): number => orders.filter((one) => one.verdict === verdict).length;
  return {
    followed: countOf('followed'),
    not_followed: countOf('not_followed'),
    cannot_tell: countOf('cannot_tell'),
    rows: orders
      .filter(isShown)
      .slice(0, MOST_DIFFERENCES)
      .map(({ row, sales: of, verdict }) => ({
        verdict,
        row: toBrokerRow(rows[row] as BrokerRow),
        own_sale_ids: of.slice(0, MOST_ROWS).map((index) => sales[index]?.id ?? ''),
      })),
  };
};

const toTotals = ({ count, proceeds, basis }: Totals): BrokerTotalsResponse => ({
  count,
  proceeds: centsText(proceeds),
  cost_basis: centsText(basis),
});

export const toAppliedRow = (row: AppliedRow): AppliedRowResponse => ({
  description: row.description,
  date_acquired: row.dateAcquired,
  date_sold: row.dateSold,
  proceeds: centsText(row.proceeds),
  cost_basis: centsText(row.costBasis),
  adjustment_code: row.codes,
  adjustment_amount: centsText(row.adjustment),
  gain_loss: centsText(row.gain),
  box: row.box,
  needs_review: row.needsReview || row.isDoubtful === true || row.lacksOwnBasis === true,
});

/** Sums of rounded rows. */
export const toAppliedTotals = (rows: readonly AppliedRow[]) => {
  const sum = (of: (row: AppliedRow) => Cents): string =>
    centsText(rows.reduce((total, row) => total + of(row), 0n));
  return {
    proceeds: sum(({ proceeds }) => proceeds),
    cost_basis: sum(({ costBasis }) => costBasis),
    adjustments: sum(({ adjustment }) => adjustment),
    gain_loss: sum(({ gain }) => gain),
  };
};
