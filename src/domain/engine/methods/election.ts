import type { MethodName } from './index';

/** ELECTABLE: methods of a standing order. Specific identification is made sale by sale. */
export const ELECTABLE = ['fifo', 'lifo', 'hifo'] as const satisfies readonly MethodName[];
export type ElectableMethod = (typeof ELECTABLE)[number];

/**
 * A standing order of the taxpayer for one wallet: disposals and transfers from that time on consume lots by it.
 * @source 26 CFR 1.1012-1(j)(2), (3); tax-rules 4.1
 */
export interface MethodElection {
  wallet: string;
  method: ElectableMethod;
  /** ms UTC. */
  from: number;
}

/** Finds the method that is in force in a wallet. */
export class ElectedMethods {
  /** By wallet, the latest election first. */
  private readonly byWallet = new Map<string, MethodElection[]>();

  constructor(elections: readonly MethodElection[]) {
    for (const election of elections.toSorted((a, b) => b.from - a.from)) {
      const known = this.byWallet.get(election.wallet);
      if (known) known.push(election);
      else this.byWallet.set(election.wallet, [election]);
    }
  }

  /** @param at ms UTC @returns null without an election at that time */
  methodAt(wallet: string, at: number): ElectableMethod | null {
    return this.byWallet.get(wallet)?.find(({ from }) => from <= at)?.method ?? null;
  }
}
