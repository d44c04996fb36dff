import { INCOME_TYPES, type Income, type IncomeType, type Ledger } from '../engine';
import { yearBounds } from '../kernel/calendar';
import type { Money } from '../kernel/units';

export interface Schedule1Request {
  /** Address values. */
  wallets: readonly string[];
  year: number;
  /** IANA name. It defines the year and the dates. */
  timezone: string;
  /** Transactions that the plan shows. Rows of the others are removed from the list, not from the sums. */
  shows?: (transactionId: string) => boolean;
}

/** Ordinary income from digital assets, exact. Only files round to cents. */
export interface Schedule1 {
  year: number;
  timezone: string;
  /** By receipt, in ledger order. */
  rows: readonly Income[];
  byType: Record<IncomeType, Money>;
  /** Airdrops, staking, mining and other. */
  line8vTotal: Money;
  scheduleBInterestTotal: Money;
  total: Money;
  /** Receipts of the year, including removed rows. */
  count: number;
  rowsOmitted: number;
  isLimited: boolean;
  /** Receipts of the year that wait for a value. They are listed and in no sum. */
  excludedCount: number;
}

/**
 * Builds the income part of Schedule 1 for one year, and the part that belongs on Schedule B.
 * @source tax-rules 8, 14.5, 14.6
 */
export function schedule1(ledger: Ledger, request: Schedule1Request): Schedule1 {
  const { year, timezone, shows = () => true } = request;
  const wallets = new Set(request.wallets);
  const { from, until } = yearBounds(year, timezone);
  const received = ledger.income.filter(
    ({ wallet, receivedAt }) => wallets.has(wallet) && receivedAt >= from && receivedAt < until,
  );
  const byType = Object.fromEntries(INCOME_TYPES.map((type) => [type, 0n])) as Record<IncomeType, Money>;
  for (const { type, fairMarketValue } of received) byType[type] += fairMarketValue;
  const line8vTotal = INCOME_TYPES.filter((type) => !isInterest(type)).reduce(
    (sum, type) => sum + byType[type],
    0n,
  );
  const rows = received.filter(({ transactionId }) => shows(transactionId));
  return {
    year,
    timezone,
    rows,
    byType,
    line8vTotal,
    scheduleBInterestTotal: byType.interest,
    total: line8vTotal + byType.interest,
    count: received.length,
    rowsOmitted: received.length - rows.length,
    isLimited: rows.length < received.length,
    excludedCount: received.filter(({ valueStatus }) => valueStatus === 'missing').length,
  };
}

const isInterest = (type: IncomeType): boolean => type === 'interest';

/** The line for digital assets received as income, the latest first. */
const INCOME_LINES: readonly { from: number; line: string }[] = [
  { from: 2023, line: 'Schedule 1 line 8v' },
  { from: 2021, line: 'Schedule 1 line 8z' },
  { from: 2019, line: 'Schedule 1 line 8' },
  { from: 2018, line: 'Schedule 1 line 21' },
  { from: 0, line: 'Form 1040 line 21' },
];

/** Returns the line of the tax return for an income type. */
export function incomeLine(year: number, type: IncomeType): string {
  if (isInterest(type)) return 'Schedule B';
  return INCOME_LINES.find(({ from }) => year >= from)?.line ?? 'Form 1040 line 21';
}
