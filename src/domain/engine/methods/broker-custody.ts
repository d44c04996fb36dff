import { dayNumber } from '../../kernel/calendar';
import { firstYearAfter } from '../../law';

/** From this year on, own books do not identify units that a broker holds. @source Notice 2026-20 */
const BROKER_IDENTIFIES_FROM = firstYearAfter('notice-2026-20');
const FIRST_DAY = dayNumber(BROKER_IDENTIFIES_FROM, 1, 1);

/** An identification of units that a broker may have to know of. */
export interface Communicated {
  /** ms UTC: when the broker was told. Absent: it was not. */
  communicatedAt?: number;
}

/**
 * The accounts in which a broker holds the units. Sales, dispositions and transfers out of them take the units that the
 * broker was told of, no later than their time; else the earliest acquired. The days are those of the report zone, as the
 * tax years are.
 * @source 26 CFR 1.1012-1(j)(3); Notice 2026-20
 */
export class BrokerCustody {
  private readonly accounts: ReadonlySet<string>;

  constructor(
    accounts: readonly string[],
    private readonly dayOf: (at: number) => number,
  ) {
    this.accounts = new Set(accounts);
  }

  /** True when own books do not identify the units that leave. */
  decides(wallet: string, at: number): boolean {
    return this.accounts.has(wallet) && this.dayOf(at) >= FIRST_DAY;
  }
}

export const isKnownAt = ({ communicatedAt }: Communicated, at: number): boolean =>
  communicatedAt !== undefined && communicatedAt <= at;

/** Standing orders as the broker knows them: none before it was told. */
export const knownToBroker = <T extends Communicated & { from: number }>(orders: readonly T[]): T[] =>
  orders.flatMap((order) =>
    order.communicatedAt === undefined
      ? []
      : [{ ...order, from: Math.max(order.from, order.communicatedAt) }],
  );
