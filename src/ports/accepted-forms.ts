import type { AcceptedForm } from '../domain/broker';

/** Forms 1099-DA whose rows a user accepted for Form 8949. */
export abstract class AcceptedForms {
  /** Forms of one year about any of the wallets, oldest first. A corrected form is not among them. */
  abstract of(userId: string, year: number, wallets: readonly string[]): Promise<AcceptedForm[]>;
}
