import type { RowDifference, UsedTerm, YearDifference, BillComparison } from '../../domain/comparison';
import { LAW_AS_OF } from '../../domain/engine';
import { centsText } from '../../domain/forms';
import { tokenKeyOf } from '../../domain/kernel/asset';
import { formatUnits } from '../../domain/kernel/units';
import { LAW_IDS, lawRecord, type LawId, type LawParameter } from '../../domain/law';
import type { AssumptionsResponse } from '../shapes.dto';
import { toTime } from '../sync-status.presenter';
import type {
  LawComparisonResponse,
  LawRecordResponse,
  LawRegisterResponse,
  LawResultResponse,
  LawRowResponse,
  LawYearResponse,
  UsedParameterResponse,
} from './law.shapes.dto';

const DISCLAIMER =
  'A bill is no law. These figures show what it would change as far as its text is public: do not file them.';

const valueText = (value: LawParameter['value']): string | null =>
  value === null ? null : typeof value === 'object' ? value.join(',') : String(value);

const toLawRecord = (id: LawId): LawRecordResponse => {
  const record = lawRecord(id);
  return {
    id,
    status: record.status,
    what: record.what,
    source: record.source,
    read_on: record.readOn,
    sure: record.sure,
    effective_from: record.effectiveFrom,
    effective_to: record.effectiveTo,
    parameters: Object.entries(record.parameters).map(([name, { value, unverified }]) => ({
      name,
      value: valueText(value),
      unverified,
    })),
    computable: record.notComputable === null,
    not_computable_reason: record.notComputable,
    readings: [...record.readings],
  };
};

export const toLawRegister = (): LawRegisterResponse => ({
  law_as_of: LAW_AS_OF,
  rules: LAW_IDS.map(toLawRecord),
});

interface Listed extends BillComparison {
  rowsTotal: number;
  omitted: { count: number; difference: bigint };
}

interface Facts {
  address: string;
  year: number | undefined;
  tokenKeys: ReadonlyMap<string, string>;
  assumptions: AssumptionsResponse;
}

export const toLawComparison = (
  results: readonly Listed[],
  { address, year, tokenKeys, assumptions }: Facts,
): LawComparisonResponse => ({
  address,
  tax_year: year ?? null,
  is_comparison: true,
  results: results.map((one) => toResult(one, tokenKeys)),
  assumptions: { ...assumptions, is_comparison: true },
  disclaimer: DISCLAIMER,
});

function toResult(one: Listed, tokenKeys: ReadonlyMap<string, string>): LawResultResponse {
  const { status, what, source, readOn, readings } = lawRecord(one.bill);
  return {
    law: one.bill,
    status,
    what,
    source,
    read_on: readOn,
    computable: one.notComputable === null,
    not_computable_reason: one.notComputable,
    parameters: one.terms.map(toParameter),
    unverified: one.terms.flatMap(({ name, isUnverified }) => (isUnverified ? name : [])),
    readings: [...readings],
    years: one.years.map(toYear),
    difference:
      one.notComputable === null
        ? centsText(one.years.reduce((sum, { difference }) => sum + difference, 0n))
        : null,
    rows: one.rows.map((row) => toRow(row, tokenKeys)),
    rows_total: one.rowsTotal,
    rows_not_listed: one.omitted.count,
    not_listed_difference: centsText(one.omitted.difference),
    undecided_basis_count: one.undecided.unknown_basis,
    undecided_value_count: one.undecided.missing_value,
    needs_value_count: one.withoutValue,
    unknown_basis_count: one.unknownBasis,
    is_approximate: one.isApproximate,
  };
}

const toParameter = ({ name, value, isUnverified, isStated }: UsedTerm): UsedParameterResponse => ({
  name,
  value: valueText(value),
  unverified: isUnverified,
  stated: isStated,
});

const toYear = ({ year, law, bill, difference, note }: YearDifference): LawYearResponse => ({
  tax_year: year,
  law_gains: centsText(law.gains),
  law_income: centsText(law.income),
  bill_gains: centsText(bill.gains),
  bill_income: centsText(bill.income),
  bill_of_unknown_kind: centsText(bill.ofUnknownKind),
  difference: centsText(difference),
  note,
});

const toRow = (row: RowDifference, tokenKeys: ReadonlyMap<string, string>): LawRowResponse => ({
  kind: row.kind,
  type: row.type,
  tax_year: row.year,
  timestamp: toTime(row.at),
  wallet_address: row.wallet,
  transaction_id: row.transactionId,
  tx_hash: row.txHash,
  token_key: tokenKeyOf(tokenKeys, row.asset),
  symbol: row.asset.symbol,
  quantity: formatUnits(row.quantity, row.asset.decimals),
  law_amount: centsText(row.law),
  bill_amount: centsText(row.bill),
  difference: centsText(row.bill - row.law),
  kind_not_known: row.isOfUnknownKind,
});
