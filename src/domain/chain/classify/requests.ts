import { DAY_MS } from '../../kernel/durations';
import type { Asset } from '../../kernel/asset';
import { mulDiv, pow10, type Quantity } from '../../kernel/units';
import { isNative, isNft, looksLikeReceipt } from '../facts/assets';
import type { ChainTransaction } from '../facts/chain-transaction';
import { escrowPlace, isOfKind, isOwnCall, targetsOf, type Facts } from '../facts/facts';
import { isBurn } from '../facts/known-contracts';
import type { NetLeg } from '../facts/net-legs';
import { isNamedAfter, isPoolShare, isReceiptOf } from '../facts/receipt-names';
import type { Decision, Outcome } from './rule';

/** Units that left for a later payment, and the place that holds them. */
export interface HeldUnits {
  asset: Asset;
  quantity: Quantity;
  place: string;
}

interface Request {
  /**
   * `exit`: receipts wait for their deposit. `entry`: a deposit waits for its receipt. `stake`: a deposit may have a
   * receipt that is claimed later, about as many units as were given.
   */
  kind: 'exit' | 'entry' | 'stake';
  at: number;
  held: readonly HeldUnits[];
  /** Contracts that may pay: the receiver of the units, those that the request calls, and the receipt itself. */
  places: ReadonlySet<string>;
}

/** A receipt is issued within this time. */
const ISSUED_WITHIN = 30 * DAY_MS;
/** Each payment is compared with all open requests of its chain. The oldest of more are not connected. */
const MOST_OPEN = 500;

/** True for a receipt that leaves to get a deposit back later. */
export const isRequest = ({ type }: Outcome, { direction }: Pick<NetLeg, 'direction'>): boolean =>
  type === 'unstake' && direction === 'out';

/** The contract that a request calls. A smart account that only passes the call on is none. */
export function placeOfRequest(tx: ChainTransaction): string | undefined {
  const targets = targetsOf(tx);
  return targets.find((target) => target !== tx.wallet) ?? targets[0];
}

/**
 * Connects requests with their payments, in both directions: receipts that are given before their deposit is paid, and
 * deposits that are given before their receipt is issued. The oldest request at a contract is paid first, except when
 * only another one fits the amount, or all together.
 * @source tax-rules 10.5; coverage.md 2.10
 */
export class RequestTracker {
  /** By chain, oldest first. */
  private readonly open = new Map<string, Request[]>();

  /**
   * What the transaction pays. A deposit comes from the place of its request, or by a call for such payments, in the
   * asset after which the receipt is named and in about its units. Call it before the rules.
   */
  paidKind(tx: ChainTransaction, legs: readonly NetLeg[]): Request['kind'] | null {
    return this.fitting(tx, legs)[0]?.kind ?? null;
  }

  /**
   * Call it once per transaction, in order, after the rules decided.
   * @returns what was given before for the units that come in
   */
  pass(facts: Facts, { rule, outcome }: Decision): readonly HeldUnits[] {
    const { tx, ins, outs } = facts;
    const { type, costs = [], earned = [] } = outcome;
    const given = outs.filter((leg) => !costs.includes(leg));
    if (rule === 'deposit-request') {
      this.note(tx, 'entry', given, (leg) => escrowPlace(tx.chain, leg.kind, leg.counterparty));
      return [];
    }
    if (rule === 'deposit-issued' || rule === 'receipt-claimed') return this.take(tx, this.fitting(tx, ins));
    if (rule === 'deposit' && given.length === 1)
      this.note(tx, 'stake', given, (leg) => escrowPlace(tx.chain, leg.kind, leg.counterparty));
    if (rule === 'to-sub-account') {
      const receipts = given.filter(({ asset }) => looksLikeReceipt(asset));
      for (const leg of receipts) this.note(tx, 'exit', [leg], () => leg.counterparty ?? '');
    }
    if (rule === 'from-sub-account') this.cancel(tx, ins, ['exit']);
    if (type !== 'unstake') return [];
    const paid = ins.filter((leg) => !earned.some((one) => one.leg === leg));
    if (paid.length === 0) {
      const place = placeOfRequest(tx);
      if (place !== undefined) for (const leg of given) this.note(tx, 'exit', [leg], () => place);
      return [];
    }
    if (given.length > 0) return [];
    this.cancel(tx, paid);
    const fitting = this.fitting(tx, paid);
    if (fitting.length > 0) return this.take(tx, fitting);
    const [first] = paid.length === 1 ? this.at(tx, 'exit', placesOf(tx, paid)) : [];
    return first ? this.take(tx, [first]) : [];
  }

  private note(
    tx: ChainTransaction,
    kind: Request['kind'],
    legs: readonly NetLeg[],
    placeOf: (leg: NetLeg) => string,
  ): void {
    if (legs.length === 0) return;
    const receivers = legs.map((leg) => leg.counterparty).filter((at) => at !== null && !isBurn(at));
    const receipts = kind === 'exit' ? legs.map(({ asset }) => asset.contract) : [];
    const called = targetsOf(tx).filter((target) => target !== tx.wallet);
    const places = [...receivers, ...receipts, ...called].filter((place) => place !== null);
    const held = legs.map((leg) => ({ asset: leg.asset, quantity: leg.quantity, place: placeOf(leg) }));
    const open = this.open.get(tx.chain) ?? [];
    open.push({ kind, at: tx.at, held, places: new Set(places) });
    if (open.length > MOST_OPEN) open.shift();
    this.open.set(tx.chain, open);
  }

  private take(tx: ChainTransaction, taken: readonly Request[]): readonly HeldUnits[] {
    const open = this.open.get(tx.chain) ?? [];
    this.open.set(
      tx.chain,
      open.filter((one) => !taken.includes(one)),
    );
    return summed(taken.flatMap(({ held }) => held));
  }

  /** A deposit that comes back waits for no receipt. */
  private cancel(
    tx: ChainTransaction,
    paid: readonly NetLeg[],
    kinds: readonly Request['kind'][] = ['entry', 'stake'],
  ): void {
    const ids = new Set(paid.map(({ asset }) => asset.id));
    for (const kind of kinds) {
      const waiting = this.at(tx, kind, placesOf(tx, paid));
      this.take(tx, waiting.filter(({ held }) => held.every(({ asset }) => ids.has(asset.id))).slice(-1));
    }
  }

  /** Open requests at the places. */
  private at(tx: ChainTransaction, kind: Request['kind'], places: readonly string[]): readonly Request[] {
    const open = this.open.get(tx.chain) ?? [];
    return open.filter((one) => one.kind === kind && places.some((place) => one.places.has(place)));
  }

  /** The requests that a payment settles without doubt about what it pays. */
  private fitting(tx: ChainTransaction, ins: readonly NetLeg[]): readonly Request[] {
    const open = this.open.get(tx.chain) ?? [];
    const isPayment = ins.length > 0 && ins.every((leg) => leg.direction === 'in' && !leg.isInternal);
    if (open.length === 0 || !isPayment || ins.some(({ asset }) => isNft(asset))) return [];
    const places = placesOf(tx, ins);
    const issued = this.issued(tx, ins, places);
    if (issued.length > 0) return issued;
    const claimed = this.at(tx, 'stake', places).find((one) => isClaimOf(ins, one));
    if (claimed) return [claimed];
    if (isOfKind('reward', tx)) return [];
    const ofShares = this.at(tx, 'exit', places).filter(({ held }) =>
      held.every(({ asset }) => isPoolShare(asset)),
    );
    const [share] = isOfKind('requestPaid', tx) ? ofShares : [];
    if (share) return [share];
    const [leg] = ins;
    if (!leg || ins.length > 1 || leg.isMint) return [];
    const isNamed = ({ kind, held }: Request): boolean =>
      kind === 'exit' &&
      held.every(({ asset }) => asset.id === leg.asset.id || isNamedAfter(asset, leg.asset));
    const here = this.at(tx, 'exit', places).filter(isNamed);
    const isAnywhere = isOfKind('requestPaid', tx) && isOwnCall(tx);
    return paidBy(here.length > 0 || !isAnywhere ? here : open.filter(isNamed), leg);
  }

  /** The deposit for which a receipt is issued, on its own or by a call of the wallet. */
  private issued(
    tx: ChainTransaction,
    ins: readonly NetLeg[],
    places: readonly string[],
  ): readonly Request[] {
    const minted = ins.filter((leg) => !isNative(leg.asset));
    const [receipt] = minted;
    if (!receipt || minted.length > 1) return [];
    const fits = ({ held, at }: Request): boolean =>
      tx.at - at <= ISSUED_WITHIN &&
      held.every(({ asset }) => asset.id !== receipt.asset.id) &&
      (isPoolShare(receipt.asset) || held.some(({ asset }) => isReceiptOf(receipt.asset, asset)));
    const here = this.at(tx, 'entry', places).filter(fits);
    const isByOthers = receipt.isMint && !isOwnCall(tx);
    const open = (this.open.get(tx.chain) ?? []).filter((one) => one.kind === 'entry' && fits(one));
    return (here.length > 0 || !isByOthers ? here : open).slice(0, 1);
  }
}

/** The receipt of a stake: another token, one unit for each or a little more, which grew since the stake. */
function isClaimOf(ins: readonly NetLeg[], { held }: Request): boolean {
  const [[receipt], [stake]] = [ins, held];
  if (!receipt || !stake || ins.length > 1 || isNative(receipt.asset)) return false;
  const { asset, quantity } = receipt;
  if (asset.id === stake.asset.id || asset.decimals !== stake.asset.decimals) return false;
  const isNamed = looksLikeReceipt(asset) && isNamedAfter(asset, stake.asset);
  return (
    quantity === stake.quantity ||
    (isNamed && quantity > stake.quantity && quantity * 4n <= stake.quantity * 5n)
  );
}

/** Units of one asset in one place left together, or one after the other. */
function summed(held: readonly HeldUnits[]): readonly HeldUnits[] {
  const sums = new Map<string, HeldUnits>();
  for (const one of held) {
    const key = `${one.place}|${one.asset.id}`;
    sums.set(key, { ...one, quantity: one.quantity + (sums.get(key)?.quantity ?? 0n) });
  }
  return [...sums.values()];
}

const placesOf = (tx: ChainTransaction, legs: readonly NetLeg[]): readonly string[] =>
  [
    ...legs.map((leg) => leg.counterparty).filter((at) => at !== null && !isBurn(at)),
    ...targetsOf(tx).filter((target) => target !== tx.wallet),
  ] as string[];

/** The request whose units a payment fits, else all of one receipt together. */
function paidBy(requests: readonly Request[], leg: NetLeg): readonly Request[] {
  const one = requests.find(({ held }) => fits(leg, held));
  if (one) return [one];
  const [first] = requests;
  const alike = requests.filter(({ held }) => held[0]?.asset.id === first?.held[0]?.asset.id);
  return fits(
    leg,
    alike.flatMap(({ held }) => held),
  )
    ? alike
    : [];
}

/** A staked coin or a share of a vault is worth about as many units: from nine tenths to one and a half times. */
function fits({ asset, quantity }: NetLeg, held: readonly HeldUnits[]): boolean {
  const units = held.reduce(
    (sum, { asset: receipt, quantity: given }) =>
      sum + mulDiv(given, pow10(asset.decimals), pow10(receipt.decimals)),
    0n,
  );
  return units > 0n && quantity * 10n >= units * 9n && quantity * 2n <= units * 3n;
}
