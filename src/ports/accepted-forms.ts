import type { AcceptedForm } from '../domain/broker';

/** The accounts on a form. */
export interface FormAccounts {
  wallets: readonly string[];
  /** Whether accounts that are not in the service are on it. */
  unconnected: boolean;
  /** Leaves out such accounts of other portfolios. Absent: those of all portfolios. */
  portfolioId?: string;
}

/** Forms 1099-DA whose rows a user accepted for Form 8949. */
export abstract class AcceptedForms {
  /** Forms of the years about the accounts, oldest first. A corrected form is not among them. */
  abstract of(userId: string, years: readonly number[], accounts: FormAccounts): Promise<AcceptedForm[]>;
}
