import { DAY_MS } from '../../kernel/durations';
import type { Quantity } from '../../kernel/units';
import { escrowKey, isOwnCall, methodsOf, type Facts } from '../facts/facts';
import { METHOD_KINDS } from '../facts/methods';
import type { NetLeg } from '../facts/net-legs';
import type { NettedTransaction } from './spam/spam';

/** Out-legs whose call is a payment, not a deposit, even if the same asset comes back later. */
const PAYMENTS = ['plainTransfer', 'repay', 'bridge'] as const;

/**
 * Finds deposits by their return: an out-only call to a contract, of an asset that later comes back alone
 * from the same contract in at least that amount (for example cancelled orders, margin accounts, escrow).
 * Matches the latest deposits first, each once.
 * @returns hashes of the deposits, per chain as `chain|hash`
 * @source tax-rules 10.5
 */
export function returnedDeposits(history: readonly NettedTransaction[]): Set<string> {
  const open = new Map<string, { key: string; quantity: bigint }[]>();
  const returned = new Set<string>();
  for (const netted of history) {
    const leg = onlyLeg(netted);
    if (!leg) continue;
    const key = escrowKey(netted.tx, leg);
    if (leg.direction === 'out') {
      if (!isDepositCall(netted)) continue;
      const waiting = open.get(key) ?? [];
      waiting.push({ key: `${netted.tx.chain}|${netted.tx.hash}`, quantity: leg.quantity });
      open.set(key, waiting);
    } else takeBack(open.get(key) ?? [], leg.quantity, returned);
  }
  return returned;
}

function takeBack(
  waiting: { key: string; quantity: bigint }[],
  quantity: bigint,
  returned: Set<string>,
): void {
  let rest = quantity;
  for (let last = waiting.at(-1); last && last.quantity <= rest; last = waiting.at(-1)) {
    rest -= last.quantity;
    returned.add(last.key);
    waiting.pop();
  }
}

function onlyLeg({ tx, legs }: NettedTransaction): NetLeg | null {
  const [leg] = legs;
  return tx.succeeded && legs.length === 1 && leg && !leg.isInternal && leg.counterparty !== null
    ? leg
    : null;
}

function isDepositCall({ tx }: NettedTransaction): boolean {
  const methods = methodsOf(tx);
  return isOwnCall(tx) && !PAYMENTS.some((kind) => methods.some((method) => METHOD_KINDS[kind].test(method)));
}

const MONTH_MS = BigInt(30 * DAY_MS);
/** Percent per month. Faster growth is rarely interest alone. */
const MOST_PER_MONTH = 2n;

/**
 * When the deposits at each place began.
 * @source coverage.md 2.12
 */
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
