import { dayCounter } from '../../kernel/calendar';
import { BrokerCustody, knownToBroker, type Communicated } from './broker-custody';
import type { MethodName } from './index';

/** ELECTABLE: methods of a standing order. Specific identification is made sale by sale. */
export const ELECTABLE = ['fifo', 'lifo', 'hifo'] as const satisfies readonly MethodName[];
export type ElectableMethod = (typeof ELECTABLE)[number];

/**
 * A standing order: disposals and transfers from `from` on consume lots by its method. An order for one wallet comes
 * before an order for all.
 * @source 26 CFR 1.1012-1(j)(2), (3); tax-rules 4.1
 */
export interface MethodElection extends Communicated {
  /** Null: all wallets and accounts of the taxpayer. */
  wallet: string | null;
  method: ElectableMethod;
  /** ms UTC. */
  from: number;
  /** ms UTC. Absent while the order holds. */
  until?: number;
}

export class ElectedMethods {
  private readonly byWallet = new Map<string | null, MethodElection[]>();

  constructor(elections: readonly MethodElection[]) {
    for (const election of elections.toSorted((a, b) => b.from - a.from)) {
      if (election.until !== undefined && election.until <= election.from) continue;
      const known = this.byWallet.get(election.wallet);
      if (known) known.push(election);
      else this.byWallet.set(election.wallet, [election]);
    }
  }

  /** @param at ms UTC @returns null without an election at that time */
  methodAt(wallet: string, at: number): ElectableMethod | null {
    return this.inForce(wallet, at) ?? this.inForce(null, at);
  }

  private inForce(wallet: string | null, at: number): ElectableMethod | null {
    const begun = this.byWallet.get(wallet)?.find(({ from }) => from <= at);
    return begun === undefined || (begun.until !== undefined && begun.until <= at) ? null : begun.method;
  }
}

/** Elections that the broker of an account knows. An order for all accounts was given to no broker. */
export const electionsAtBroker = (elections: readonly MethodElection[]): MethodElection[] =>
  knownToBroker(elections).filter(({ wallet }) => wallet !== null);

interface Elected {
  elections?: readonly MethodElection[];
  brokerAccounts?: readonly string[];
  timezone: string;
}

/** At a broker, counts only elections that it knows. @returns null without one */
export function methodInForce(
  { elections = [], brokerAccounts = [], timezone }: Elected,
  wallet: string,
  at: number,
): ElectableMethod | null {
  const isAtBroker = new BrokerCustody(brokerAccounts, dayCounter(timezone)).decides(wallet, at);
  return new ElectedMethods(isAtBroker ? electionsAtBroker(elections) : elections).methodAt(wallet, at);
}
