import type { BrokerRow, OwnSale } from '../../domain/broker';

/** A Form 1099-DA, and the user's own record of the same account. */
export interface BrokerForm {
  id: string;
  taxYear: number;
  accountId: string | null;
  /** Of an account that is not in the service: the portfolio that it belongs to. Null: all of the user. */
  portfolioId: string | null;
  broker: string;
  format: string;
  rows: readonly BrokerRow[];
  ownSales: readonly OwnSale[];
  corrects: string | null;
  createdAt: Date;
  supersededAt: Date | null;
  appliedAt: Date | null;
}
