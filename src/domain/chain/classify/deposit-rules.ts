import { isNative, isNft, isPaidInMoney, looksLikeReceipt } from '../facts/assets';
import { is, type Facts } from '../facts/facts';
import { METHOD_KINDS, methodName } from '../facts/methods';
import { isPoolShare } from '../facts/receipt-names';
import {
  comesFromDeposit,
  custodianOf,
  depositName,
  harvestsOnDeposit,
  isFarAbove,
  isStakeReward,
  marketOf,
  onlyIns,
  onlyOuts,
  serviceCosts,
} from './patterns';
import { SOLANA_STAKE, ZERO_ADDRESS } from '../facts/known-contracts';
import { MARGIN_VENUES } from '../protocols/deposits';
import { GM_MARKETS } from '../protocols/gm-markets';
import { POSITION_MANAGERS } from '../protocols/position-managers';
import { rule, type Rule } from './rule';

/** The account contract of the owner: DSProxy and its successors (`execute`), Instadapp (`cast`). */
const isOwnProxy = (f: Facts): boolean =>
  f.tx.from === f.tx.wallet &&
  f.tx.to !== null &&
  /^(execute|cast)$/.test(methodName(f.tx.method)) &&
  hasOneParty(f);
const hasOneParty = (f: Facts): boolean => [...f.ins, ...f.outs].every((leg) => leg.counterparty === f.tx.to);

/**
 * Units of a fund that its issuer takes back and destroys. The payment comes later, on the chain or by a bank, so nothing
 * is lost.
 */
const isTakenBack = (f: Facts): boolean => {
  const units = f.outs.filter((leg) => !isNative(leg.asset));
  return (
    onlyOuts(f) &&
    units.length > 0 &&
    units.every(
      ({ asset, counterparty }) =>
        isPaidInMoney(asset) && (counterparty === ZERO_ADDRESS || counterparty === asset.contract),
    )
  );
};

/** Receipts are given now: to any contract by a call for it, else destroyed. Their value is paid later. */
const isRequest = (f: Facts): boolean => {
  const [receipt, ...more] = f.outs.filter((leg) => !isNative(leg.asset));
  if (!receipt || more.length > 0 || isNft(receipt.asset) || !onlyOuts(f) || !f.isCaller) return false;
  if (is(f, 'plainTransfer') || is(f, 'deposit') || f.methods.some((method) => method.startsWith('burn')))
    return false;
  if (is(f, 'withdrawalRequest')) return true;
  const { contract } = receipt.asset;
  return (
    (receipt.isBurn || receipt.counterparty === contract) &&
    (looksLikeReceipt(receipt.asset) || (contract !== null && f.targets.includes(contract)))
  );
};

/** Native coin alone in a call that transfers a deposit elsewhere pays for the message. */
const paysForMessage = (f: Facts): boolean =>
  is(f, 'plainTransfer') &&
  f.methods.every((method) => method !== '') &&
  f.outs.every((leg) => isNative(leg.asset));

const isDeposit = (f: Facts): boolean =>
  onlyOuts(f) &&
  (f.isCaller
    ? is(f, 'deposit') || (custodianOf(f, f.outs) !== null && !paysForMessage(f))
    : f.outs.every((leg) => depositName(f, leg) !== null));

/**
 * A call with the name of a deposit, to a contract in no table, after which the contract paid nothing: a stake, or a payment
 * that arrives elsewhere. Shares are given to farms alone.
 */
const isSilentDeposit = (f: Facts): boolean =>
  f.isCaller &&
  f.methods.every((method) => method.startsWith('deposit')) &&
  custodianOf(f, f.outs) === null &&
  !f.isAnsweredLater &&
  !f.isReturnedLater &&
  f.outs.some((leg) => !looksLikeReceipt(leg.asset) && !isPoolShare(leg.asset) && !isNft(leg.asset));

/** Assets paid by a contract that the wallet calls to get its deposit back. */
const isWithdrawal = (f: Facts): boolean =>
  onlyIns(f) &&
  (f.isCaller
    ? is(f, 'withdrawal') || (custodianOf(f, f.ins) !== null && !is(f, 'reward'))
    : f.ins.every((leg) => depositName(f, leg) !== null));

/** A deposit comes back from a contract that charges native coin for the call. */
const isPaidWithdrawal = (f: Facts): boolean =>
  f.isCaller &&
  is(f, 'withdrawal') &&
  f.ins.length > 0 &&
  f.outs.length > 0 &&
  f.outs.every((leg) => isNative(leg.asset)) &&
  f.ins.every((leg) => !isNative(leg.asset) && !leg.isMint && f.targets.includes(leg.counterparty ?? ''));

/** The deposit comes first in the log, its rewards follow. */
function rewardsOfExit(f: Facts) {
  if (f.ins.length < 2 || !(is(f, 'exitWithRewards') || isOwnProxy(f))) return [];
  const deposit = f.ins.find((leg) => !isNative(leg.asset));
  return f.ins
    .filter((leg) => leg !== deposit && !isNft(leg.asset))
    .map((leg) => ({ leg, income: 'staking_reward' as const }));
}

/** The venue of positions whose market or vault pays without a call of the wallet. */
function payingVenue(f: Facts): string | null {
  if (f.isCaller || !onlyIns(f) || f.methods.includes('executewithdrawal')) return null;
  const names = f.ins.map((leg) => GM_MARKETS.of(f.tx.chain, leg.counterparty) ?? depositName(f, leg));
  return names.find((name) => name !== null && MARGIN_VENUES.has(name)) ?? null;
}

/** The venue that pays another coin than was put there: an order to swap, or a position that is paid in its coin. */
function paidAt(f: Facts): string | null {
  const venue = payingVenue(f);
  const isPaid = f.ins.some((leg) => depositName(f, leg) === null);
  return venue !== null && isPaid && f.isDepositPaid(venue) ? venue : null;
}

/**
 * The venue of a position that a keeper closes: one of its markets pays, or another contract beside the refund of the
 * venue. The wallet put such units there.
 */
function closedAt(f: Facts): string | null {
  const venue = payingVenue(f);
  return venue !== null && f.ins.some((leg) => depositName(f, leg) === null && f.isKeptAt(venue, leg))
    ? venue
    : null;
}

/** Farms pay their rewards by every call. A deposit returns nothing, and neither does a withdrawal of zero units. */
const harvestsByCall = (f: Facts): boolean =>
  onlyIns(f) &&
  f.isCaller &&
  f.ins.every((leg) => !leg.isMint && !isNft(leg.asset)) &&
  (is(f, 'deposit')
    ? !is(f, 'withdrawal') && !is(f, 'borrow')
    : f.ins.every((leg) => f.deposited(leg) === 0n) &&
      (f.tx.calls ?? []).some(({ isOfNothing = false }) => isOfNothing)) &&
  f.keepsDeposit();

/** Withdrawals whose second word is the number of units. Where it is the only word, zero may be the number of a lock. */
const WITHDRAWALS_OF_UNITS: ReadonlySet<string> = new Set(['0x441a3e70', '0x0ad58d2f']);

/** The called farm pays a coin that the wallet never had, for a withdrawal of zero units. Its deposit is not known. */
const harvestsUnknown = (f: Facts): boolean =>
  onlyIns(f) &&
  f.isCaller &&
  f.ins.every((leg) => !leg.isMint && !isNft(leg.asset) && f.targets.includes(leg.counterparty ?? '')) &&
  (f.tx.calls ?? []).length > 0 &&
  (f.tx.calls ?? []).every(
    ({ id, isOfNothing = false }) => isOfNothing && WITHDRAWALS_OF_UNITS.has(id ?? ''),
  ) &&
  f.isNew();

/** The liquidity of the wallet stays in the pool. */
const paysFees = (f: Facts): boolean =>
  is(f, 'poolFees') &&
  f.methods.every((method) => METHOD_KINDS.poolFees.test(method)) &&
  f.targets.every((to) => POSITION_MANAGERS.of(f.tx.chain, to) === null);

const unstake = (f: Facts) => ({
  type: 'unstake' as const,
  protocol: custodianOf(f, f.ins),
  earned: rewardsOfExit(f),
  flags: ['classification_uncertain' as const],
});

/** Deposits whose units come back, with what they earned. @source tax-rules 10.5 */
export const RETURN_RULES: readonly Rule[] = [
  rule('pool-fees', (f) => onlyIns(f) && f.isCaller && paysFees(f), { type: 'income', incomeType: 'other' }),
  rule(
    'request-paid',
    (f) => f.pays === 'exit',
    (f) => ({ type: 'unstake', protocol: custodianOf(f, f.ins), flags: ['classification_uncertain'] }),
  ),
  rule(
    'deposit-issued',
    (f) => f.pays === 'entry',
    (f) => ({ type: 'lp_add', protocol: custodianOf(f, f.ins), flags: ['classification_uncertain'] }),
  ),
  rule(
    'liquidity-returned',
    (f) => onlyIns(f) && f.isCaller && is(f, 'poolExit'),
    (f) => ({
      type: 'unstake',
      protocol: depositName(f, f.ins[0]),
      flags: ['classification_uncertain'],
    }),
  ),
  rule('harvest-on-deposit', harvestsOnDeposit, (f) => ({
    type: 'stake',
    incomeType: 'staking_reward',
    protocol: depositName(f, f.outs[0]),
  })),
  rule(
    'margin-closed',
    (f) => closedAt(f) !== null,
    (f) => ({
      type: 'unstake',
      protocol: closedAt(f),
      place: closedAt(f) ?? undefined,
      flags: ['classification_uncertain'],
    }),
  ),
  rule(
    'margin-paid',
    (f) => paidAt(f) !== null,
    (f) => ({
      type: 'swap',
      protocol: paidAt(f),
      flags: ['classification_uncertain'],
    }),
  ),
  rule('harvest', harvestsByCall, { type: 'income', incomeType: 'staking_reward' }),
  rule('harvest-without-deposit', harvestsUnknown, {
    type: 'income',
    incomeType: 'staking_reward',
    flags: ['classification_uncertain'],
  }),
  rule('deposit-returned', comesFromDeposit, (f) => ({
    type: 'unstake',
    protocol: depositName(f, f.ins[0]),
    flags: f.ins.some((leg) => isFarAbove(leg.quantity, f.deposited(leg)))
      ? ['classification_uncertain']
      : [],
  })),
  rule('stake-reward', isStakeReward, {
    type: 'income',
    incomeType: 'staking_reward',
    protocol: SOLANA_STAKE,
    flags: ['classification_uncertain'],
  }),
];

/** Orders that others fill. @source coverage.md 2.7 */
export const ORDER_RULES: readonly Rule[] = [
  rule(
    'order-placed',
    (f) => onlyOuts(f) && f.isCaller && marketOf(f, f.outs) !== null,
    (f) => ({
      type: 'stake',
      protocol: marketOf(f, f.outs),
    }),
  ),
  rule(
    'order-filled',
    (f) => onlyIns(f) && f.fill !== null,
    (f) => ({
      type: 'swap',
      protocol: f.fill?.market,
      flags: f.fill?.isExact ? [] : ['classification_uncertain'],
    }),
  ),
  rule(
    'order-refunded',
    (f) => onlyIns(f) && marketOf(f, f.ins) === 'CoW EthFlow',
    (f) => ({ type: 'unstake', protocol: marketOf(f, f.ins), flags: ['classification_uncertain'] }),
  ),
];

/** Deposits without a receipt, requests to get a deposit back, and withdrawals. @source tax-rules 10.5 */
export const DEPOSIT_RULES: readonly Rule[] = [
  rule(
    'deposit-request',
    (f) => onlyOuts(f) && f.isCaller && is(f, 'depositRequest'),
    (f) => ({
      type: 'stake',
      protocol: custodianOf(f, f.outs),
      costs: serviceCosts(f),
      flags: ['classification_uncertain'],
    }),
  ),
  rule('fund-redeemed', isTakenBack, (f) => ({
    type: 'spend',
    costs: serviceCosts(f),
    flags: ['unmatched', 'classification_uncertain'],
  })),
  rule('withdrawal-request', isRequest, (f) => ({
    type: 'unstake',
    protocol: custodianOf(f, f.outs),
    costs: serviceCosts(f),
    flags: ['classification_uncertain'],
  })),
  rule(
    'liquidity-kept',
    (f) => onlyOuts(f) && f.isCaller && is(f, 'poolDeposit'),
    (f) => ({
      type: 'stake',
      protocol: custodianOf(f, f.outs),
      flags: ['classification_uncertain'],
    }),
  ),
  rule('deposit', isDeposit, (f) => ({
    type: 'stake',
    protocol: custodianOf(f, f.outs),
    costs: serviceCosts(f),
    flags: isSilentDeposit(f) ? ['unmatched', 'classification_uncertain'] : [],
  })),
  rule('deposit-in-own-proxy', (f) => onlyOuts(f) && isOwnProxy(f), {
    type: 'stake',
    flags: ['classification_uncertain'],
  }),
  rule('deposit-until-returned', (f) => onlyOuts(f) && f.isReturnedLater, {
    type: 'stake',
    flags: ['classification_uncertain'],
  }),
  rule('withdrawal', isWithdrawal, unstake),
  rule('withdrawal-from-own-proxy', (f) => onlyIns(f) && isOwnProxy(f), unstake),
];

export const PAID_WITHDRAWAL_RULES: readonly Rule[] = [
  rule('paid-withdrawal', isPaidWithdrawal, (f) => ({ ...unstake(f), costs: f.outs })),
];
