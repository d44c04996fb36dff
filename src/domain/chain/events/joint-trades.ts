import { filterSliced, SLICE, sortSliced, type Sliced } from '../../kernel/slices';
import { isDebt, isNative, isNft, isStakedForm, looksLikeReceipt } from '../facts/assets';
import { withInterest } from '../facts/interest';
import { ZERO_ADDRESS } from '../facts/known-contracts';
import { isReceiptOf } from '../facts/receipt-names';
import { isAccountCall, isBundled, METHOD_KINDS, methodName } from '../facts/methods';
import type { Leg, WalletTransaction } from '../facts/wallet-transaction';
import type { Quantity } from '../../kernel/units';
import { splitValue } from '../pricing/split';
import type { TransferEnd } from './bridges';
import { INTEREST_LEG, slice } from './event-drafts';
import { carriesBasis, type DepositPolicy } from './receipts';

const PAYMENTS: ReadonlySet<string> = new Set(['spend', 'transfer_out']);
const DEPOSITS: ReadonlySet<string> = new Set(['stake', 'lp_add']);
/** Units that only the history of the receiver shows as unasked for. */
const UNASKED: ReadonlySet<string> = new Set(['spam-unsolicited', 'spam-provider']);
/** What the other half of a trade makes clear. */
const RESOLVED: ReadonlySet<string> = new Set(['unmatched', 'untracked', 'classification_uncertain', 'burn']);

const isPayment = ({ type }: WalletTransaction): boolean => PAYMENTS.has(type);
const isDecided = ({ isStated, position }: WalletTransaction): boolean =>
  isStated === true || position !== undefined;
const isDeposit = (tx: WalletTransaction): boolean => DEPOSITS.has(tx.type) && !isDecided(tx);
/** A receipt is given back. Without its payment it is a request. */
const isReturn = (tx: WalletTransaction): boolean => tx.rule === 'withdrawal-request' && !isDecided(tx);
const isGiver = (tx: WalletTransaction): boolean =>
  isActing(tx) && (isPayment(tx) || isDeposit(tx) || isReturn(tx));
/** The wallet sent the transaction, or it is the smart account that executes it. */
const isActing = ({ from, to, wallet, method }: WalletTransaction): boolean =>
  from === wallet ||
  (to === wallet && isAccountCall(methodName({ id: null, name: method }))) ||
  ((from === null || to === null) && isBundled({ id: method, name: method }));
const isUnasked = ({ isSpam, rule }: WalletTransaction): boolean => isSpam && UNASKED.has(rule);

/**
 * What the ledger reads, in order of time. Dust of an impostor is held. Other spam is read only when another wallet
 * paid in the same transaction.
 */
export function* liveInOrder(txs: readonly WalletTransaction[]): Sliced<WalletTransaction[]> {
  const unasked = new Set<string>();
  const read = yield* filterSliced(txs, (tx) => {
    if (!tx.isSpam || tx.rule === 'spam-poisoning') return true;
    if (isUnasked(tx)) unasked.add(keyOf(tx));
    return isUnasked(tx);
  });
  return yield* sortSliced(
    unasked.size === 0 ? read : yield* withoutUnpaid(read, unasked),
    (a, b) => a.at - b.at || (a.block ?? 0) - (b.block ?? 0) || a.txIndex - b.txIndex,
  );
}

/** Without what a wallet did not ask for, unless another one gave in the same transaction. */
function* withoutUnpaid(
  txs: readonly WalletTransaction[],
  unasked: ReadonlySet<string>,
): Sliced<WalletTransaction[]> {
  const givers = yield* filterSliced(txs, (tx) => isGiver(tx) && unasked.has(keyOf(tx)));
  const paid = new Set(givers.map(keyOf));
  return yield* filterSliced(txs, (tx) => !isUnasked(tx) || paid.has(keyOf(tx)));
}

const keyOf = ({ chain, hash }: WalletTransaction): string => `${chain}|${hash}`;

/**
 * Joins two transactions where one wallet paid and another wallet of the same owner received (a swap with a
 * recipient, a deposit whose receipt is minted to another wallet). Alone they are a spend or a deposit, and an
 * inflow of unknown origin. Together they are one trade or one deposit, or a transfer when the asset is the same.
 * @param txs of all owned wallets, valued
 * @param policy changes what becomes of a deposit, not what is joined
 */
export function* withJointTrades(
  txs: readonly WalletTransaction[],
  policy: DepositPolicy,
): Sliced<readonly WalletTransaction[]> {
  const shared = yield* sharedHashes(txs);
  if (shared.size === 0) return txs;
  const replaced = new Map<WalletTransaction, WalletTransaction>();
  for (const group of shared.values()) {
    const giver = group.find(isGiver);
    const getters = giver ? group.filter((tx) => tx !== giver && isGetter(giver, tx)) : [];
    const [getter] = getters;
    if (giver && getter && getters.length === 1) joinTrade(giver, getter, policy, replaced);
    else if (giver && isPayment(giver)) joinSeveral(giver, getters, replaced);
  }
  return txs.map((tx) => replaced.get(tx) ?? tx);
}

function* sharedHashes(txs: readonly WalletTransaction[]): Sliced<Map<string, WalletTransaction[]>> {
  const first = new Map<string, WalletTransaction>();
  const shared = new Map<string, WalletTransaction[]>();
  for (const [index, tx] of txs.entries()) {
    if (index % SLICE === 0) yield;
    const key = keyOf(tx);
    const other = first.get(key);
    if (other === undefined) first.set(key, tx);
    else shared.set(key, [...(shared.get(key) ?? [other]), tx]);
  }
  return shared;
}

/** True when what the wallet received may be what the giver paid for. */
function isGetter(giver: WalletTransaction, tx: WalletTransaction): boolean {
  const isMint = mainLegs(tx).every(isMinted);
  if (isDeposit(giver)) return isMint && (isInflow(tx) || tx.rule === 'bridge-in');
  if (isPaidClaim(giver, tx)) return false;
  return isInflow(tx) || (isReturn(giver) && tx.type === 'unstake');
}

const isInflow = (tx: WalletTransaction): boolean =>
  tx.isSpam ? isUnasked(tx) : tx.type === 'transfer_in' || tx.rule === 'minted';

/** Native coin that is paid for a claim is its cost, not the price of what is claimed. */
const isPaidClaim = (giver: WalletTransaction, getter: WalletTransaction): boolean => {
  const method = methodName({ id: null, name: giver.method });
  return (
    (METHOD_KINDS.claim.test(method) || METHOD_KINDS.reward.test(method)) &&
    mainLegs(giver).every(({ asset }) => isNative(asset)) &&
    mainLegs(getter).every(({ asset }) => !isNative(asset) && !isNft(asset))
  );
};

function joinTrade(
  giver: WalletTransaction,
  getter: WalletTransaction,
  policy: DepositPolicy,
  replaced: Map<WalletTransaction, WalletTransaction>,
): void {
  const moved = [...mainLegs(giver), ...mainLegs(getter)];
  const [given, got] = [mainLegs(giver), mainLegs(getter)];
  if (given.some((leg) => leg.direction === 'in') || got.some((leg) => leg.direction === 'out')) return;
  const [out] = given;
  const [into] = got;
  if (!out || !into) return;
  if (given.length === 1 && got.length === 1 && out.asset.id === into.asset.id) {
    if (isPayment(giver)) joinTransfer({ tx: giver, leg: out }, { tx: getter, leg: into }, replaced);
    return;
  }
  const type = typeOf(giver, given, got);
  const parts = type === 'swap' ? moved : withInterestApart(moved);
  const traded = parts.filter(({ earns }) => earns === undefined);
  const { legs: valued } = splitValue(
    traded.filter((leg) => leg.direction === 'out'),
    traded.filter((leg) => leg.direction === 'in'),
    giver.at,
  );
  const [put, receipt] = [valued.filter(isOut), valued.filter((leg) => !isOut(leg))];
  const isOneSided = put.length === 1 || receipt.length === 1;
  const carries = isOneSided && carriesBasis({ type }, { given: put, got: receipt }, policy);
  const earned = parts.filter(({ earns }) => earns !== undefined);
  if (!carries) {
    replaced.set(giver, joined(giver, 'swap', put));
    replaced.set(getter, joined(getter, 'swap', [...receipt, ...earned]));
    return;
  }
  replaced.set(giver, { ...joined(giver, type, put), carriedTo: { wallet: getter.wallet, legs: receipt } });
  replaced.set(getter, joined(getter, 'internal_transfer', earned));
}

/** Numbers the legs of several receivers. */
const OF_RECEIVER = 10_000;

/** Several wallets receive what one paid for: a transfer to each, or one trade. */
function joinSeveral(
  giver: WalletTransaction,
  getters: readonly WalletTransaction[],
  replaced: Map<WalletTransaction, WalletTransaction>,
): void {
  const given = mainLegs(giver);
  const got = getters.flatMap((tx, i) =>
    mainLegs(tx).map((leg) => ({ ...leg, index: leg.index + (i + 1) * OF_RECEIVER })),
  );
  const [out] = given;
  // What came unasked may belong to no payment.
  if (!out || got.length === 0 || getters.some(({ isSpam }) => isSpam)) return;
  if (!given.every(isOut) || got.some(isOut)) return;
  const isSame = ({ asset }: Leg): boolean => asset.id === out.asset.id;
  if (given.length === 1 && got.every(isSame)) return joinTransfers(giver, out, getters, replaced);
  if (got.some(({ asset }) => given.some((leg) => leg.asset.id === asset.id))) return;
  const { legs } = splitValue(given, got, giver.at);
  replaced.set(giver, joined(giver, 'swap', legs.filter(isOut)));
  for (const [i, getter] of getters.entries()) {
    const from = (i + 1) * OF_RECEIVER;
    const own = legs.filter(
      ({ index, direction }) => direction === 'in' && index >= from && index < from + OF_RECEIVER,
    );
    replaced.set(
      getter,
      joined(
        getter,
        'swap',
        own.map((leg) => ({ ...leg, index: leg.index - from })),
      ),
    );
  }
}

/** What one wallet alone would have done. */
function typeOf(
  giver: WalletTransaction,
  given: readonly Leg[],
  got: readonly Leg[],
): WalletTransaction['type'] {
  if (isReturn(giver)) return 'lp_remove';
  if (isDeposit(giver)) return 'lp_add';
  const [into] = got;
  if (!into || got.length > 1 || !isMinted(into)) return 'swap';
  if (isStakedForm(into.asset)) return 'stake';
  const isAdded = METHOD_KINDS.addLiquidity.test(methodName({ id: null, name: giver.method }));
  const isReceipt =
    looksLikeReceipt(into.asset) || given.every(({ asset }) => isReceiptOf(into.asset, asset));
  return isAdded && isReceipt ? 'lp_add' : 'swap';
}

/** A receipt that grows is minted with the interest since the last movement. */
function withInterestApart(legs: readonly Leg[]): Leg[] {
  const marked = legs.map((leg) => ({ ...leg, isMint: isMinted(leg), isBurn: isOut(leg) }));
  return withInterest(marked).flatMap(({ index, direction, quantity, earns }) => {
    const whole = legs.find((leg) => leg.index === index && leg.direction === direction);
    if (!whole) return [];
    const part = slice(whole, quantity);
    return [earns === undefined ? part : { ...part, earns, index: INTEREST_LEG + index }];
  });
}

/** The transaction as a part of the joint trade. Its units leave no deposit, and come out of none. */
function joined(
  tx: WalletTransaction,
  type: WalletTransaction['type'],
  traded: readonly Leg[],
): WalletTransaction {
  const others = tx.legs.filter((leg) => !isMain(leg));
  const legs = [...others, ...traded.map(withoutPlace)].sort((a, b) => a.index - b.index);
  const isOpen = tx.fee?.valueUsd === null || legs.some(({ valueUsd }) => valueUsd === null);
  const flags = tx.flags.filter((flag) => !RESOLVED.has(flag) && flag !== 'missing_price');
  if (isOpen) flags.push('missing_price');
  return { ...tx, type, incomeType: null, isSpam: false, legs, flags };
}

const withoutPlace = ({ escrow: _, principal: __, lost: ___, ...leg }: Leg): Leg => leg;

/**
 * The owner put in and took out the same asset through third parties (a shared payment). The returned units
 * never left the owner.
 */
function joinTransfer(
  out: TransferEnd,
  into: TransferEnd,
  replaced: Map<WalletTransaction, WalletTransaction>,
): void {
  const moved = out.leg.quantity < into.leg.quantity ? out.leg.quantity : into.leg.quantity;
  for (const [end, other] of [
    [out, into],
    [into, out],
  ] as const) {
    replaced.set(end.tx, transferred(end.tx, end.leg, moved, other.tx.wallet));
  }
}

/** The owner paid through a contract that divides the units between own wallets, and others. */
function joinTransfers(
  giver: WalletTransaction,
  out: Leg,
  getters: readonly WalletTransaction[],
  replaced: Map<WalletTransaction, WalletTransaction>,
): void {
  let rest = out.quantity;
  const parts: Leg[] = [];
  for (const getter of getters) {
    const [into, ...more] = mainLegs(getter);
    if (!into || more.length > 0) continue;
    const moved = rest < into.quantity ? rest : into.quantity;
    if (moved === 0n) continue;
    rest -= moved;
    const part = slice(out, moved);
    parts.push({ ...part, counterparty: getter.wallet, isInternal: true });
    replaced.set(getter, transferred(getter, into, moved, giver.wallet));
  }
  if (parts.length === 0) return;
  const legs = giver.legs.filter((one) => one !== out);
  const numbered = parts.map((leg, i) => ({ ...leg, index: i === 0 ? leg.index : giver.legs.length + i }));
  if (rest > 0n) legs.push({ ...slice(out, rest), index: giver.legs.length });
  const flags = giver.flags.filter((flag) => rest > 0n || flag !== 'unmatched');
  const type = rest > 0n ? giver.type : 'internal_transfer';
  replaced.set(giver, { ...giver, type, legs: [...numbered, ...legs], flags });
}

/** A part of the leg comes from, or goes to, another wallet of the owner. */
function transferred(tx: WalletTransaction, leg: Leg, moved: Quantity, other: string): WalletTransaction {
  const rest = leg.quantity - moved;
  const kept: Leg = { ...slice(leg, moved), counterparty: other, isInternal: true };
  const legs = tx.legs.map((one) => (one === leg ? kept : one));
  if (rest > 0n) legs.push({ ...slice(leg, rest), index: tx.legs.length });
  const flags = tx.flags.filter((flag) => rest > 0n || (flag !== 'unmatched' && flag !== 'untracked'));
  return { ...tx, type: rest > 0n ? tx.type : 'internal_transfer', isSpam: false, legs, flags };
}

/** Legs with third parties that the trade is about: no debts, no interest, no payment for the service. */
const isMain = (leg: Leg): boolean =>
  !leg.isInternal && !leg.isCost && leg.pair === undefined && leg.earns === undefined && !isDebt(leg.asset);
const mainLegs = (tx: WalletTransaction): Leg[] => tx.legs.filter(isMain);
const isOut = ({ direction }: Leg): boolean => direction === 'out';
const isMinted = ({ asset, direction, counterparty }: Leg): boolean =>
  direction === 'in' &&
  (counterparty === ZERO_ADDRESS || (counterparty !== null && counterparty === asset.contract));
