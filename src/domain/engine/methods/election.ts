import { dayCounter } from '../../kernel/calendar';
import { BrokerCustody, knownToBroker, type Communicated } from './broker-custody';
import type { MethodName } from './index';

/** ELECTABLE: methods of a standing order. Specific identification is made sale by sale. */
export const ELECTABLE = ['fifo', 'lifo', 'hifo'] as const satisfies readonly MethodName[];
export type ElectableMethod = (typeof ELECTABLE)[number];

/**
 * A standing order of the taxpayer for one wallet, or for all: disposals and transfers from that time on consume lots by
 * it. While an order for the wallet itself is in force, it comes before one for all.
 * @source 26 CFR 1.1012-1(j)(2), (3); tax-rules 4.1
 */
export interface MethodElection extends Communicated {
  /** Null: all wallets and accounts of the taxpayer. */
  wallet: string | null;
  method: ElectableMethod;
  /** ms UTC. */
  from: number;
  /** ms UTC: the order was ended. Absent while it holds. */
  until?: number;
}

/** Finds the method that is in force in a wallet. */
export class ElectedMethods {
  /** By wallet, the latest election first. Null: those for all wallets. */
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

/** The elections that the broker of an account knows. An order for all accounts was given to no broker. */
export const electionsAtBroker = (elections: readonly MethodElection[]): MethodElection[] =>
  knownToBroker(elections).filter(({ wallet }) => wallet !== null);

/** The part of the options of a replay that decides the method. */
interface Elected {
  elections?: readonly MethodElection[];
  brokerAccounts?: readonly string[];
  timezone: string;
}

/** The elected method of a wallet at a time, at a broker as far as it knows. @returns null without one */
export function methodInForce(
  { elections = [], brokerAccounts = [], timezone }: Elected,
  wallet: string,
  at: number,
): ElectableMethod | null {
  const isAtBroker = new BrokerCustody(brokerAccounts, dayCounter(timezone)).decides(wallet, at);
  return new ElectedMethods(isAtBroker ? electionsAtBroker(elections) : elections).methodAt(wallet, at);
}
