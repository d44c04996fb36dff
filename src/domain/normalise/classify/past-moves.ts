import { DAY_MS } from '../../kernel/durations';
import type { Asset } from '../../kernel/asset';
import { mulDiv, pow10, type Quantity } from '../../kernel/units';
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
/** Amounts of dollar coins and of funds compare at this many decimals. */
const COMMON_DECIMALS = 18;

interface Subscription {
  chain: string;
  at: number;
  /** At the common decimals. */
  paid: Quantity;
}

/**
 * What the wallet paid and holds before a transaction. It separates principal that comes back in another form from
 * income.
 * @source coverage.md 3; tax-rules 9.2
 */
export class PastMoves {
  private readonly paid = new Set<string>();
  private readonly held = new Map<string, Quantity>();
  /** Oldest first. */
  private readonly subscriptions: Subscription[] = [];

  /** True when the wallet paid the sender of the units, or the called contract, and got nothing for it. */
  isPaidFor(tx: ChainTransaction, legs: readonly NetLeg[]): boolean {
    const senders = legs.filter(({ direction }) => direction === 'in').map((leg) => leg.counterparty);
    return [...senders, ...calleesOf(tx)].some((place) => this.paid.has(`${tx.chain}|${place}`));
  }

  /** True when a mint of a fund is its yield: small beside the units held, and paid by no subscription. */
  isYield({ chain, at }: ChainTransaction, { asset, quantity }: NetLeg): boolean {
    if (!paysInUnits(asset) || quantity * MOST_YIELD > (this.held.get(asset.id) ?? 0n)) return false;
    return !this.isSubscribed(chain, at, comparable(asset, quantity));
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
    for (const { asset, quantity } of outs) {
      if (!isDollarCoin(asset)) continue;
      this.subscriptions.push({ chain: tx.chain, at: tx.at, paid: comparable(asset, quantity) });
    }
    if (CLAIMS.some((kind) => isOf(kind, tx))) return;
    const receivers = outs.map((leg) => leg.counterparty).filter((place) => !isBurn(place));
    // A plain transfer calls the token, which gets nothing.
    for (const place of [...receivers, ...(isOf('plainTransfer', tx) ? [] : calleesOf(tx))])
      this.paid.add(`${tx.chain}|${place}`);
  }

  /** True when the wallet paid as much in time, or somewhat more. The newest payments come first: older ones do not count. */
  private isSubscribed(chain: string, at: number, got: Quantity): boolean {
    for (let i = this.subscriptions.length - 1; i >= 0; i--) {
      const one = this.subscriptions[i] as Subscription;
      if (at - one.at > ISSUED_WITHIN) return false;
      if (one.chain === chain && got <= one.paid && (one.paid - got) * 100n <= one.paid) return true;
    }
    return false;
  }
}

const comparable = ({ decimals }: Asset, quantity: Quantity): Quantity =>
  mulDiv(quantity, pow10(COMMON_DECIMALS), pow10(decimals));

const isOf = (kind: keyof typeof METHOD_KINDS, tx: ChainTransaction): boolean =>
  methodsOf(tx).some((method) => METHOD_KINDS[kind].test(method));

/** Contracts that the transaction calls. An account or a bundler that only passes calls on is none. */
function calleesOf({ to, wallet, method, calls }: ChainTransaction): string[] {
  if (calls && calls.length > 0) return calls.map((call) => call.to ?? to).filter((place) => place !== null);
  const isPassedOn = to === wallet || isAccountCall(methodName(method)) || isBundled(method);
  return to === null || isPassedOn ? [] : [to];
}
