import { DAY_MS } from '../../kernel/durations';
import { SLICE, type Sliced } from '../../kernel/slices';
import type { Quantity } from '../../kernel/units';
import { escrowKey, escrowPlace, isOwnCall, methodsOf, targetsOf, type Facts } from '../facts/facts';
import { isUnclearDeposit, METHOD_KINDS } from '../facts/methods';
import type { NetLeg } from '../facts/net-legs';
import type { NettedTransaction } from './spam/spam';

/** Out-legs whose call is a payment, not a deposit, even if the same asset comes back later. */
const PAYMENTS = ['plainTransfer', 'repay', 'bridge'] as const;

/**
 * Finds deposits by their return: an out-only call to a contract, of an asset that later comes back alone
 * from the same contract in at least that amount (for example cancelled orders, margin accounts, escrow).
 * Matches the latest deposits first, each once.
 * @source tax-rules 10.5
 */
export class ReturnedDeposits {
  private readonly open = new Map<string, { key: string; quantity: bigint }[]>();
  private readonly returned = new Set<string>();
  /** Place -> deposits there after which nothing came from it. */
  private readonly silent = new Map<string, string[]>();
  private readonly answered = new Set<string>();

  /** @param key `chain|hash` */
  has(key: string): boolean {
    return this.returned.has(key);
  }

  /** True when the place of the deposit paid anything later: a part of it, its receipt or a reward. */
  isAnswered(key: string): boolean {
    return this.answered.has(key);
  }

  /**
   * Continues with the next transactions of the history, in slices.
   * @returns the deposits that they return, as `chain|hash`
   */
  *adding(history: readonly NettedTransaction[]): Sliced<string[]> {
    const found: string[] = [];
    for (const [index, netted] of history.entries()) {
      if (index % SLICE === 0) yield;
      for (const key of this.answeredBy(netted)) {
        this.answered.add(key);
        found.push(key);
      }
      const leg = onlyLeg(netted);
      if (!leg) continue;
      const key = escrowKey(netted.tx, leg);
      if (leg.direction === 'out') {
        if (!isDepositCall(netted)) continue;
        const waiting = this.open.get(key) ?? [];
        waiting.push({ key: `${netted.tx.chain}|${netted.tx.hash}`, quantity: leg.quantity });
        this.open.set(key, waiting);
      } else
        for (const taken of takenBack(this.open.get(key) ?? [], leg.quantity)) {
          this.returned.add(taken);
          found.push(taken);
        }
    }
    return found;
  }

  /** Takes the deposits that the transaction answers, and keeps what it deposits. */
  private answeredBy({ tx, legs }: NettedTransaction): string[] {
    if (!tx.succeeded) return [];
    const isOwn = isOwnCall(tx);
    const moved = legs.filter((leg) => !leg.isInternal);
    const called = isOwn ? targetsOf(tx).filter((to) => to !== tx.wallet) : [];
    const placesOf = (direction: NetLeg['direction']): Set<string> =>
      new Set(
        [
          ...moved
            .filter((leg) => leg.direction === direction)
            .map((leg) => escrowPlace(tx.chain, leg.kind, leg.counterparty)),
          ...called,
        ].map((place) => `${tx.chain}|${place}`),
      );
    const found: string[] = [];
    if (moved.some((leg) => leg.direction === 'in'))
      for (const place of placesOf('in')) {
        found.push(...(this.silent.get(place) ?? []));
        this.silent.delete(place);
      }
    else if (isOwn && moved.length > 0)
      for (const place of placesOf('out'))
        this.silent.set(place, [...(this.silent.get(place) ?? []), `${tx.chain}|${tx.hash}`]);
    return found;
  }
}

function takenBack(waiting: { key: string; quantity: bigint }[], quantity: bigint): string[] {
  const keys: string[] = [];
  let rest = quantity;
  for (let last = waiting.at(-1); last && last.quantity <= rest; last = waiting.at(-1)) {
    rest -= last.quantity;
    keys.push(last.key);
    waiting.pop();
  }
  return keys;
}

function onlyLeg({ tx, legs }: NettedTransaction): NetLeg | null {
  const [leg] = legs;
  return tx.succeeded && legs.length === 1 && leg && !leg.isInternal && leg.counterparty !== null
    ? leg
    : null;
}

function isDepositCall({ tx }: NettedTransaction): boolean {
  const methods = methodsOf(tx);
  const isPayment = (method: string): boolean =>
    !isUnclearDeposit(method) && PAYMENTS.some((kind) => METHOD_KINDS[kind].test(method));
  return isOwnCall(tx) && !methods.some(isPayment);
}

const MONTH_MS = BigInt(30 * DAY_MS);
/** Percent per month. Faster growth is rarely interest alone. */
const MOST_PER_MONTH = 2n;

/** When the deposits at each place began. @source coverage.md 2.12 */
export class DepositAges {
  private readonly since = new Map<string, number>();

  /** True when a return is above its deposit by more than interest explains. Call it before `note`. */
  isFast({ tx, ins, deposited }: Facts, principals: ReadonlyMap<NetLeg, Quantity>): boolean {
    return ins.some((leg) => {
      const principal = principals.get(leg) ?? 0n;
      const since = this.since.get(escrowKey(tx, leg));
      if (principal === 0n || since === undefined || deposited(leg) >= leg.quantity) return false;
      const elapsed = BigInt(Math.max(tx.at - since, 0));
      return (leg.quantity - principal) * 100n * MONTH_MS > principal * MOST_PER_MONTH * elapsed;
    });
  }

  /** @param kept the legs that the transaction put into deposits, or took out */
  note({ tx }: Facts, kept: readonly NetLeg[], escrow: ReadonlyMap<string, Quantity>): void {
    for (const leg of kept) {
      const key = escrowKey(tx, leg);
      if (!escrow.has(key)) this.since.delete(key);
      else if (!this.since.has(key)) this.since.set(key, tx.at);
    }
  }
}
