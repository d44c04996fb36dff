import { DAY_MS } from '../../kernel/durations';
import type { Asset } from '../../kernel/asset';
import { mulDiv, pow10, type Quantity } from '../../kernel/units';
import {
  isDollarCoin,
  isFund,
  isIssuedForMoney,
  isNative,
  isPaidInMoney,
  paysInUnits,
} from '../facts/assets';
import type { ChainTransaction } from '../facts/chain-transaction';
import { isOfKind, methodsOf } from '../facts/facts';
import { isBurn } from '../facts/known-contracts';
import { isAccountCall, isBundled, methodName } from '../facts/methods';
import type { NetLeg } from '../facts/net-legs';
import type { Leg, Payment } from '../facts/wallet-transaction';
import type { Decision } from './rule';

/** Rules of outflows that have no receipt of their own. */
const PAYMENTS: ReadonlySet<string> = new Set(['spend', 'transfer-out', 'burn', 'fund-redeemed']);
/** Calls whose outflow is the cost of a claim. */
const CLAIMS = ['claim', 'reward'] as const;
/** A subscription is issued, and a redemption is paid, within this time, less a fee of at most one in a hundred. */
const ISSUED_WITHIN = 30 * DAY_MS;
/** Dividends of more than two months at the yields of dollar funds. A larger mint may be principal. */
const MOST_YIELD = 100n;
/** Amounts of dollar coins and of funds compare at this many decimals. */
const COMMON_DECIMALS = 18;

/** Dollar coins that were paid for units of a fund, or units that were given back for dollar coins. */
interface Subscription extends Payment {
  chain: string;
  /** At the common decimals. */
  paid: Quantity;
  /** The receiver, and the contracts that the payment calls. */
  places: ReadonlySet<string | null>;
  /** True when units were minted for it, or it was paid. */
  isUsed: boolean;
}

/**
 * What the wallet paid and holds before a transaction. It separates principal that comes back in another form from
 * income.
 * @source coverage.md 3; tax-rules 9.2
 */
export class PastMoves {
  /** Place -> its payments. Null: one of them is no fee, or there are too many. */
  private readonly paid = new Map<string, Payment[] | null>();
  private readonly held = new Map<string, Quantity>();
  private readonly had = new Set<string>();
  /** Oldest first. */
  private readonly subscriptions: Subscription[] = [];
  private readonly redemptions: Subscription[] = [];

  /** True when the wallet paid the sender of the units, or the called contract, and got nothing for it. */
  isPaidFor(tx: ChainTransaction, legs: readonly NetLeg[]): boolean {
    return placesOf(tx, legs).some((place) => this.paid.has(`${tx.chain}|${place}`));
  }

  /** True when the wallet never had such units, so that they are no principal of its own. */
  isNew(legs: readonly NetLeg[]): boolean {
    return legs.every(({ asset }) => !isNative(asset) && !this.had.has(asset.id));
  }

  /** What was paid before for units that came in as principal. Call it at most once per transaction. */
  earlier(tx: ChainTransaction, legs: readonly NetLeg[]): Pick<Leg, 'paid' | 'fees'> {
    const paid = this.paymentFor(tx, legs);
    if (paid) return { paid };
    const fees = this.feesFor(tx, legs);
    return fees ? { fees } : {};
  }

  /**
   * Payments to the place of a claim that may all be fees. Native coin is a fee by a call that has a name, and none of a
   * purchase.
   * @returns null when the units may have been bought
   */
  private feesFor(tx: ChainTransaction, legs: readonly NetLeg[]): readonly Payment[] | null {
    const got = legs.filter(({ direction }) => direction === 'in');
    const [leg] = got;
    if (!leg || got.length > 1 || leg.isInternal || (leg.isMint && isIssuedForMoney(leg.asset))) return null;
    const known = placesOf(tx, legs).map((place) => this.paid.get(`${tx.chain}|${place}`));
    const fees = new Set(known.flatMap((payments) => payments ?? []));
    return fees.size === 0 || known.includes(null) ? null : [...fees];
  }

  /**
   * The payment for units of a fund that are minted as principal, or the units that dollar coins are paid for. A fund at a
   * price of one dollar has about as many units as dollars. Other funds are called as the payment was: their price is
   * compared at valuation.
   * @returns null without a payment, and when several fit
   */
  private paymentFor(tx: ChainTransaction, legs: readonly NetLeg[]): Payment | null {
    const [leg] = legs;
    if (!leg || legs.length > 1 || leg.isInternal) return null;
    const isIssue = isFund(leg.asset) && leg.isMint;
    if (!isIssue && !isDollarCoin(leg.asset)) return null;
    const got = comparable(leg.asset, leg.quantity);
    const places = placesOf(tx, legs);
    const isAtOneDollar = (one: Subscription): boolean =>
      isIssue ? isIssuedFor(got, one.paid) : isIssuedFor(got, one.paid) || isIssuedFor(one.paid, got);
    const fits = (one: Subscription): boolean =>
      paysInUnits(isIssue ? leg.asset : one.asset)
        ? isAtOneDollar(one)
        : places.some((place) => place !== null && !isBurn(place) && one.places.has(place));
    const known = isIssue ? this.subscriptions : this.redemptions;
    const open = since(known, tx).filter((one) => !one.isUsed && fits(one));
    const [payment] = open;
    if (!payment || open.length > 1) return null;
    payment.isUsed = true;
    const { asset, quantity, at } = payment;
    return { asset, quantity, at };
  }

  /** True when a mint of a fund is its yield: small beside the units held, and paid by no subscription. */
  isYield(tx: ChainTransaction, { asset, quantity }: NetLeg): boolean {
    if (!paysInUnits(asset) || quantity * MOST_YIELD > (this.held.get(asset.id) ?? 0n)) return false;
    const got = comparable(asset, quantity);
    return !since(this.subscriptions, tx).some(({ paid }) => isIssuedFor(got, paid));
  }

  /** Call it once per transaction, in order, after the rules decided. */
  note(tx: ChainTransaction, legs: readonly NetLeg[], { rule, outcome }: Decision): void {
    for (const { asset } of legs) this.had.add(asset.id);
    for (const { asset, direction, quantity } of legs)
      if (paysInUnits(asset))
        this.held.set(
          asset.id,
          (this.held.get(asset.id) ?? 0n) + (direction === 'in' ? quantity : -quantity),
        );
    if (!PAYMENTS.has(rule) || outcome.isStated) return;
    const outs = legs.filter((leg) => leg.direction === 'out' && !leg.isInternal);
    for (const { asset, quantity, counterparty } of outs) {
      const known = isDollarCoin(asset) ? this.subscriptions : isPaidInMoney(asset) ? this.redemptions : null;
      const places = new Set([counterparty, ...paidContracts(tx)]);
      const { chain, at } = tx;
      const paid = comparable(asset, quantity);
      known?.push({ ...{ chain, at, asset, quantity, paid, places }, isUsed: false });
    }
    if (CLAIMS.some((kind) => isOfKind(kind, tx))) return;
    const receivers = outs.map((leg) => leg.counterparty).filter((place) => !isBurn(place));
    const fee = feeOf(tx, outs);
    for (const place of new Set([...receivers, ...paidContracts(tx)])) {
      const key = `${tx.chain}|${place}`;
      const known = this.paid.get(key);
      const isFew = known !== null && (known?.length ?? 0) < MOST_FEES;
      if (fee === null || !isFew) this.paid.set(key, null);
      else if (known === undefined) this.paid.set(key, [fee]);
      else known.push(fee);
    }
  }
}

/** The newest first. Older ones than `ISSUED_WITHIN` are not read. */
function since(known: readonly Subscription[], { chain, at }: ChainTransaction): Subscription[] {
  const found: Subscription[] = [];
  for (let i = known.length - 1; i >= 0; i--) {
    const one = known[i] as Subscription;
    if (at - one.at > ISSUED_WITHIN) break;
    if (one.chain === chain) found.push(one);
  }
  return found;
}

/** A registration is paid once, or a few times. */
const MOST_FEES = 3;
/** Calls that may pay for units which come later: also those without a known name. */
const BUYS =
  /^$|^0x|buy|purchase|contribut|deposit|invest|presale|commit|participat|subscri|pledge|fund|mint|swap|join|order|bid|stake/;

function feeOf(tx: ChainTransaction, outs: readonly NetLeg[]): Payment | null {
  const [out] = outs;
  if (!out || outs.length > 1 || !isNative(out.asset) || isOfKind('plainTransfer', tx)) return null;
  if (calleesOf(tx).length === 0 || methodsOf(tx).some((method) => BUYS.test(method))) return null;
  return { asset: out.asset, quantity: out.quantity, at: tx.at };
}

const isIssuedFor = (got: Quantity, paid: Quantity): boolean => got <= paid && (paid - got) * 100n <= paid;

const comparable = ({ decimals }: Asset, quantity: Quantity): Quantity =>
  mulDiv(quantity, pow10(COMMON_DECIMALS), pow10(decimals));

/** Senders of the units, and contracts that are called. */
const placesOf = (tx: ChainTransaction, legs: readonly NetLeg[]): (string | null)[] => [
  ...legs.filter(({ direction }) => direction === 'in').map((leg) => leg.counterparty),
  ...calleesOf(tx),
];

/** A plain transfer calls the token, which gets nothing. */
const paidContracts = (tx: ChainTransaction): string[] =>
  isOfKind('plainTransfer', tx) ? [] : calleesOf(tx);

/** Contracts that the transaction calls. An account or a bundler that only passes calls on is none. */
function calleesOf({ to, wallet, method, calls }: ChainTransaction): string[] {
  if (calls && calls.length > 0) return calls.map((call) => call.to ?? to).filter((place) => place !== null);
  const isPassedOn = to === wallet || isAccountCall(methodName(method)) || isBundled(method);
  return to === null || isPassedOn ? [] : [to];
}
