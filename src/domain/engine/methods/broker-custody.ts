import { dayNumber } from '../../kernel/calendar';
import { firstYearAfter } from '../../law';

/** From this year on, own books do not identify units that a broker holds. @source Notice 2026-20 */
const BROKER_IDENTIFIES_FROM = firstYearAfter('notice-2026-20');
const FIRST_DAY = dayNumber(BROKER_IDENTIFIES_FROM, 1, 1);

export interface Communicated {
  /** ms UTC: when the broker was told. Absent: it was not. */
  communicatedAt?: number;
}

/**
 * Accounts whose units a broker holds. Sales, dispositions and transfers out of these accounts take the units that
 * the broker was told of in time, else the earliest acquired. Days and tax years are in the report zone.
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

  decides(wallet: string, at: number): boolean {
    return this.accounts.has(wallet) && this.dayOf(at) >= FIRST_DAY;
  }
}

export const isKnownAt = ({ communicatedAt }: Communicated, at: number): boolean =>
  communicatedAt !== undefined && communicatedAt <= at;

export const knownToBroker = <T extends Communicated & { from: number }>(orders: readonly T[]): T[] =>
  orders.flatMap((order) =>
    order.communicatedAt === undefined
      ? []
      : [{ ...order, from: Math.max(order.from, order.communicatedAt) }],
  );
