import type { Income, IncomeType, ValueStatus } from '../../engine';
import { dayOf, dayText } from '../../kernel/calendar';
import { formatUnits } from '../../kernel/units';
import { toCents, type Cents } from '../cents';
import { incomeLine, type Schedule1 } from './rows';
import { incomeMarks } from '../status/row-marks';
import type { Mark } from '../status/status';

export interface IncomeRow {
  date: string;
  type: IncomeType;
  symbol: string;
  chain: string;
  quantity: string;
  /** 0 while the value is missing. */
  value: Cents;
  valueStatus: ValueStatus;
  line: string;
  txHash: string | null;
  marks: readonly Mark[];
}

/** In cents. Sums are of the rounded rows, including rows that a plan hides. */
export interface Schedule1Lines {
  rows: readonly IncomeRow[];
  byType: Record<IncomeType, Cents>;
  line8vTotal: Cents;
  scheduleCTotal: Cents;
  scheduleBInterestTotal: Cents;
  total: Cents;
}

/** @source tax-rules 1.2 */
export function schedule1Lines(schedule: Schedule1): Schedule1Lines {
  const rows = schedule.rows.map((income) => incomeRow(income, schedule));
  const byType = schedule.printedByType;
  const total = Object.values(byType).reduce((sum, value) => sum + value, 0n);
  const scheduleCTotal = schedule.businessIncome.reduce((sum, type) => sum + byType[type], 0n);
  return {
    rows,
    byType,
    line8vTotal: total - byType.interest - scheduleCTotal,
    scheduleCTotal,
    scheduleBInterestTotal: byType.interest,
    total,
  };
}

function incomeRow(income: Income, { year, timezone, businessIncome }: Schedule1): IncomeRow {
  return {
    date: dayText(dayOf(income.receivedAt, timezone)),
    type: income.type,
    symbol: income.asset.symbol,
    chain: income.asset.chain,
    quantity: formatUnits(income.quantity, income.asset.decimals),
    value: toCents(income.fairMarketValue, 'cents'),
    valueStatus: income.valueStatus,
    line: incomeLine(year, income.type, businessIncome),
    txHash: income.txHash,
    marks: incomeMarks(income),
  };
}
