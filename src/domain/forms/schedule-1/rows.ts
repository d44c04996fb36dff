import { INCOME_TYPES, type Income, type IncomeType, type Ledger } from '../../engine';
import { yearBounds } from '../../kernel/calendar';
import type { Money } from '../../kernel/units';
import { toCents, type Cents } from '../cents';
import { tallyIncome } from '../status/row-marks';
import { ReasonTally, type FormBasis, type StatusReason } from '../status/status';
import { isOfSchedule1, tallyUnsettled, type Unsettled } from '../status/unsettled';

export interface Schedule1Request {
  wallets: readonly string[];
  year: number;
  /** IANA name. It defines the year and the dates. */
  timezone: string;
  businessIncome?: readonly IncomeType[];
  /** Transactions that the plan shows. Rows of the others are removed from the list, not from the sums. */
  shows?: (transactionId: string) => boolean;
  unsettled?: readonly Unsettled[];
}

export interface Schedule1 extends FormBasis {
  year: number;
  timezone: string;
  rows: readonly Income[];
  byType: Record<IncomeType, Money>;
  /** Each receipt is rounded to a cent first, as files print it. */
  printedByType: Record<IncomeType, Cents>;
  businessIncome: readonly IncomeType[];
  /** Airdrops, staking, mining and other, without income of a business. */
  line8vTotal: Money;
  scheduleCTotal: Money;
  scheduleBInterestTotal: Money;
  total: Money;
  /** Includes rows that the plan hides. */
  count: number;
  rowsOmitted: number;
  isLimited: boolean;
  /** Receipts without a value. They are listed and in no sum. */
  excludedCount: number;
}

/** The income of one year on Schedule 1, and the part that belongs on Schedule B. @source tax-rules 8, 14.5, 14.6 */
export function schedule1(ledger: Ledger, request: Schedule1Request): Schedule1 {
  const { year, timezone, shows = () => true } = request;
  const wallets = new Set(request.wallets);
  const { from, until } = yearBounds(year, timezone);
  const received = ledger.income.filter(
    ({ wallet, receivedAt }) => wallets.has(wallet) && receivedAt >= from && receivedAt < until,
  );
  const byType = Object.fromEntries(INCOME_TYPES.map((type) => [type, 0n])) as Record<IncomeType, Money>;
  const printedByType: Record<IncomeType, Cents> = { ...byType };
  for (const { type, fairMarketValue } of received) {
    byType[type] += fairMarketValue;
    printedByType[type] += toCents(fairMarketValue, 'cents');
  }
  const { businessIncome = [] } = request;
  const sumOf = (types: readonly IncomeType[]): Money => types.reduce((sum, type) => sum + byType[type], 0n);
  const scheduleCTotal = sumOf(businessIncome);
  const line8vTotal = sumOf(INCOME_TYPES.filter((type) => !isInterest(type))) - scheduleCTotal;
  const rows = received.filter(({ transactionId }) => shows(transactionId));
  return {
    year,
    timezone,
    rows,
    byType,
    printedByType,
    businessIncome,
    line8vTotal,
    scheduleCTotal,
    scheduleBInterestTotal: byType.interest,
    total: line8vTotal + scheduleCTotal + byType.interest,
    count: received.length,
    rowsOmitted: received.length - rows.length,
    isLimited: rows.length < received.length,
    excludedCount: received.filter(({ valueStatus }) => valueStatus === 'missing').length,
    reasons: reasonsOf(received, rows.length, request),
  };
}

function reasonsOf(
  received: readonly Income[],
  shown: number,
  { wallets, year, timezone, unsettled = [] }: Schedule1Request,
): StatusReason[] {
  const tally = new ReasonTally();
  for (const income of received) tallyIncome(tally, income, toCents(income.fairMarketValue, 'cents'));
  tally.add('rows_not_shown', null, received.length - shown);
  tallyUnsettled(tally, unsettled.filter(isOfSchedule1), {
    isOf: (wallet) => wallets.includes(wallet),
    ...yearBounds(year, timezone),
    marked: new Set(),
  });
  return tally.reasons;
}

const isInterest = (type: IncomeType): boolean => type === 'interest';

const INCOME_LINES: readonly { from: number; line: string }[] = [
  { from: 2023, line: 'Schedule 1 line 8v' },
  { from: 2021, line: 'Schedule 1 line 8z' },
  { from: 2019, line: 'Schedule 1 line 8' },
  { from: 2018, line: 'Schedule 1 line 21' },
  { from: 0, line: 'Form 1040 line 21' },
];

/**
 * @param business income types of a trade or business: gross receipts of Schedule C
 * @source Notice 2014-21, answer 9; tax-rules 8.7
 */
export function incomeLine(year: number, type: IncomeType, business: readonly IncomeType[] = []): string {
  if (business.includes(type)) return 'Schedule C line 1';
  if (isInterest(type)) return 'Schedule B';
  return INCOME_LINES.find(({ from }) => year >= from)?.line ?? 'Form 1040 line 21';
}
