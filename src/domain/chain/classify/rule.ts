import type { DisposalType, IncomeType } from '../../engine';
import type { Facts } from '../facts/facts';
import type { NetLeg } from '../facts/net-legs';
import type { TransactionFlag, TransactionType } from '../facts/wallet-transaction';

export interface Outcome {
  type: TransactionType;
  incomeType?: IncomeType;
  protocol?: string | null;
  flags?: TransactionFlag[];
  /** In-legs that are income, beside the main subject of the transaction. */
  earned?: readonly { leg: NetLeg; income: IncomeType }[];
  /** Out-legs that pay for the service, beside the main subject of the transaction. */
  costs?: readonly NetLeg[];
  /** Units of a loan, beside the deposit that the transaction makes or returns. */
  lent?: readonly NetLeg[];
  /** What the owner states that the outflow was. */
  disposal?: DisposalType;
  /** A place of the owner that keeps the units, whatever their counterparty is. */
  place?: string;
  isStated?: true;
}

/** The outcome of the first rule that matches, and its name. */
export interface Decision {
  rule: string;
  outcome: Outcome;
}

export interface Rule {
  name: string;
  /** @returns null when the rule does not apply */
  decide: (facts: Facts) => Outcome | null;
}

export const rule = (
  name: string,
  applies: (facts: Facts) => boolean,
  outcome: Outcome | ((f: Facts) => Outcome),
): Rule => ({
  name,
  decide: (facts) => (applies(facts) ? (typeof outcome === 'function' ? outcome(facts) : outcome) : null),
});
