import { DAY_MS } from '../../kernel/durations';
import type { Quantity } from '../../kernel/units';
import { isDollarCoin, paysInUnits } from '../facts/assets';
import type { ChainTransaction } from '../facts/chain-transaction';
import { methodsOf } from '../facts/facts';
import { isBurn } from '../facts/known-contracts';
import { isAccountCall, isBundled, METHOD_KINDS, methodName } from '../facts/methods';
import type { NetLeg } from '../facts/net-legs';
import type { Decision } from './rule';

/** Rules of outflows that have no receipt of their own. */
const PAYMENTS: ReadonlySet<string> = new Set(['spend', 'transfer-out', 'burn']);
/** Calls whose outflow is the cost of a claim. */
const CLAIMS = ['claim', 'reward'] as const;
/** A subscription is issued within this time, less a fee of at most one in a hundred. */
const ISSUED_WITHIN = 30 * DAY_MS;
/** Dividends of more than two months at the yields of dollar funds. A larger mint may be principal. */
const MOST_YIELD = 100n;

interface Subscription {
  chain: string;
  at: number;
  quantity: Quantity;
  decimals: number;
}

/**
 * What the wallet paid and holds before a transaction. It separates principal that comes back in another form from
 * income.
 * @source coverage.md 3; tax-rules 9.2
 */
export class PastMoves {
  private readonly paid = new Set<string>();
  private readonly held = new Map<string, Quantity>();
  private subscriptions: Subscription[] = [];

  /** True when the wallet paid the sender of the units, or the called contract, and got nothing for it. */
  isPaidFor(tx: ChainTransaction, legs: readonly NetLeg[]): boolean {
    const senders = legs.filter(({ direction }) => direction === 'in').map((leg) => leg.counterparty);
    return [...senders, ...calleesOf(tx)].some((place) => this.paid.has(`${tx.chain}|${place}`));
  }

  /** True when a mint of a fund is its yield: small beside the units held, and paid by no subscription. */
  isYield({ chain, at }: ChainTransaction, { asset, quantity }: NetLeg): boolean {
    if (!paysInUnits(asset) || quantity * MOST_YIELD > (this.held.get(asset.id) ?? 0n)) return false;
    return !this.subscriptions.some((one) => {
      const [paid, got] = [
        one.quantity * 10n ** BigInt(asset.decimals),
        quantity * 10n ** BigInt(one.decimals),
      ];
      const isNear = got <= paid && (paid - got) * 100n <= paid;
      return one.chain === chain && at - one.at <= ISSUED_WITHIN && isNear;
    });
  }

  /** Call it once per transaction, in order, after the rules decided. */
  note(tx: ChainTransaction, legs: readonly NetLeg[], { rule, outcome }: Decision): void {
    for (const { asset, direction, quantity } of legs)
      if (paysInUnits(asset))
        this.held.set(
          asset.id,
          (this.held.get(asset.id) ?? 0n) + (direction === 'in' ? quantity : -quantity),
        );
    if (!PAYMENTS.has(rule) || outcome.isStated) return;
    const outs = legs.filter((leg) => leg.direction === 'out' && !leg.isInternal);
    this.subscriptions = this.subscriptions.filter((one) => tx.at - one.at <= ISSUED_WITHIN);
    for (const { asset, quantity } of outs) {
      if (!isDollarCoin(asset)) continue;
      this.subscriptions.push({ chain: tx.chain, at: tx.at, quantity, decimals: asset.decimals });
    }
    if (CLAIMS.some((kind) => isOf(kind, tx))) return;
    const receivers = outs.map((leg) => leg.counterparty).filter((place) => !isBurn(place));
    // A plain transfer calls the token, which gets nothing.
    for (const place of [...receivers, ...(isOf('plainTransfer', tx) ? [] : calleesOf(tx))])
      this.paid.add(`${tx.chain}|${place}`);
  }
}

const isOf = (kind: keyof typeof METHOD_KINDS, tx: ChainTransaction): boolean =>
  methodsOf(tx).some((method) => METHOD_KINDS[kind].test(method));

/** Contracts that the transaction calls. An account or a bundler that only passes calls on is none. */
function calleesOf({ to, wallet, method, calls }: ChainTransaction): string[] {
  if (calls && calls.length > 0) return calls.map((call) => call.to ?? to).filter((place) => place !== null);
  const isPassedOn = to === wallet || isAccountCall(methodName(method)) || isBundled(method);
  return to === null || isPassedOn ? [] : [to];
}
