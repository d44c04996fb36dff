import { INCOME_TYPES, type Income, type IncomeType, type Ledger } from '../engine';
import { yearBounds } from '../kernel/calendar';
import type { Money } from '../kernel/units';

export interface Schedule1Request {
  /** Address values. */
  wallets: readonly string[];
  year: number;
  /** IANA name; decides the year and the dates. */
  timezone: string;
  /** Transactions a plan shows; rows of the others are left out of the list, not of the sums. */
  shows?: (transactionId: string) => boolean;
}

/** Ordinary income from digital assets, exact: only files are rounded to cents. */
export interface Schedule1 {
  year: number;
  timezone: string;
  /** By receipt, in the order of the books. */
  rows: readonly Income[];
  byType: Record<IncomeType, Money>;
  /** Airdrops, staking, mining and other. */
  line8vTotal: Money;
  scheduleBInterestTotal: Money;
  total: Money;
  /** Receipts of the year, rows left out included. */
  count: number;
  rowsOmitted: number;
  isLimited: boolean;
}

/**
 * The income part of Schedule 1 for one year, and what belongs on Schedule B instead.
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
  };
}

const isInterest = (type: IncomeType): boolean => type === 'interest';

/** Where digital assets received as income stood on the form, the latest first. */
const INCOME_LINES: readonly { from: number; line: string }[] = [
  { from: 2023, line: 'Schedule 1 line 8v' },
  { from: 2021, line: 'Schedule 1 line 8z' },
  { from: 2019, line: 'Schedule 1 line 8' },
  { from: 2018, line: 'Schedule 1 line 21' },
  { from: 0, line: 'Form 1040 line 21' },
];

/** The line of the tax return an income of that type goes to. */
export function incomeLine(year: number, type: IncomeType): string {
  if (isInterest(type)) return 'Schedule B';
  return INCOME_LINES.find(({ from }) => year >= from)?.line ?? 'Form 1040 line 21';
}
