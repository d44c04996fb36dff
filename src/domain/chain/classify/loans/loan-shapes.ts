import { isDebt, isListedAsset, isNative, isNft, liquidityRank } from '../../facts/assets';
import { is, type Facts } from '../../facts/facts';
import type { NetLeg } from '../../facts/net-legs';
import { isReceiptOf } from '../../facts/receipt-names';
import { custodianOf, depositName, onlyIns, onlyOuts } from '../patterns';
import { rule, type Outcome, type Rule } from '../rule';
import { isTradeCall, marketsOf } from './places';
import { isOtherThing } from './returned-collateral';

/** One call of a market changes collateral and loan in either direction: its legs show which. */
const CHANGES = /^(operate(perfect)?|invoke)$/;
const changesPosition = (f: Facts): boolean => f.methods.some((method) => CHANGES.test(method));

const operates = (f: Facts): boolean => changesPosition(f) && custodianOf(f, [...f.ins, ...f.outs]) === null;

const fungible = (legs: readonly NetLeg[]): NetLeg[] => legs.filter(({ asset }) => !isNft(asset));
const marketOf = (f: Facts): string | undefined => marketsOf(f.tx)[0];
/** Borrowed coins have a market. A collection pays its buyers in tokens of its own. */
const isLendable = ({ asset }: NetLeg): boolean => isNative(asset) || isListedAsset(asset);

/** One asset goes to a market and another one comes out of it. Only the token of a position comes along. */
function exchanged(f: Facts): { given: NetLeg; got: NetLeg } | null {
  const [[given, ...moreOut], [got, ...moreIn]] = [f.outs, fungible(f.ins)];
  if (!f.isCaller || !given || !got || moreOut.length + moreIn.length > 0 || isNft(given.asset)) return null;
  if (!isOtherThing(given, got) || !f.ins.every((leg) => leg === got || leg.isMint)) return null;
  return { given, got };
}

const opens = (f: Facts): boolean => {
  const sides = exchanged(f);
  if (sides === null) return false;
  if (f.loans.shape === 'opens') return true;
  const hasToken = f.ins.length > 1;
  return (
    isLendable(sides.got) &&
    !isTradeCall(f.tx) &&
    (changesPosition(f) ? !paysBack(f, sides) : hasToken && !is(f, 'reward') && !is(f, 'claim'))
  );
};

const paysBack = (f: Facts, { given, got }: { given: NetLeg; got: NetLeg }): boolean =>
  f.loans.owes(given) || (liquidityRank(given.asset) >= 3 && liquidityRank(got.asset) < 3);

/** What is owed is paid, and what a market keeps as collateral comes back. Its token may be destroyed. */
const closes = (f: Facts): boolean => {
  const [paid, ...more] = fungible(f.outs);
  const back = fungible(f.ins);
  if (!f.isCaller || !paid || more.length > 0 || back.length !== 1 || back.length < f.ins.length)
    return false;
  if (!f.outs.every((leg) => leg === paid || leg.isBurn)) return false;
  if (f.loans.shape === 'closes') return true;
  const sides = exchanged(f);
  if (sides !== null && changesPosition(f) && !isTradeCall(f.tx)) return paysBack(f, sides);
  return f.loans.owes(paid) && back.every((leg) => f.loans.collateralAt(leg, true) !== null);
};

/** The receipt of the deposit comes along with the loan, and its debt or the name of the call states the loan. */
function lentBesideReceipt(f: Facts): NetLeg[] {
  const [given, ...more] = f.outs;
  const receipts = given
    ? fungible(f.ins).filter((leg) => leg.isMint && isReceiptOf(leg.asset, given.asset))
    : [];
  const lent = f.ins.filter((leg) => !receipts.includes(leg));
  const isStated = is(f, 'borrow') || f.debts.some(({ direction }) => direction === 'in');
  const isPlain = f.isCaller && more.length === 0 && receipts.length === 1 && lent.length === 1;
  return isPlain && isStated && lent.every((leg) => !leg.isMint && !isNft(leg.asset)) ? lent : [];
}

/** The receipt goes back for its deposit, and the loan is paid. */
function paidBesideReceipt(f: Facts): NetLeg[] {
  const [back, ...more] = f.ins;
  const receipts = back
    ? fungible(f.outs).filter((leg) => leg.isBurn && isReceiptOf(leg.asset, back.asset))
    : [];
  const paid = f.outs.filter((leg) => !receipts.includes(leg));
  const isStated = is(f, 'repay') || f.debts.some(({ direction }) => direction === 'out');
  const isPlain = f.isCaller && more.length === 0 && receipts.length === 1 && paid.length === 1;
  return isPlain && paid.every((leg) => !isNft(leg.asset) && (isStated || f.loans.owes(leg))) ? paid : [];
}

const isUnnamed = (f: Facts, legs: readonly NetLeg[]): boolean =>
  legs.every((leg) => depositName(f, leg) === null);

/** Where units that come back were kept. Undefined: at the address that pays them. */
export const placeOfReturn = (f: Facts, isAnywhere: boolean): string | undefined => {
  const kept = fungible(f.ins).find((leg) => f.deposited(leg) === 0n);
  return (kept && f.loans.collateralAt(kept, isAnywhere)) ?? undefined;
};
/** A market that is not in the tables may take collateral at one address and return it from another. */
export const placeOfCollateral = (f: Facts): string | undefined =>
  isUnnamed(f, f.outs) ? marketOf(f) : undefined;

const returnsCollateral = (f: Facts): boolean =>
  onlyIns(f) &&
  f.isCaller &&
  !is(f, 'borrow') &&
  f.ins.every((leg) => f.deposited(leg) === 0n && f.loans.collateralAt(leg, false) !== null);

const addsCollateral = (f: Facts): boolean =>
  f.outs.length === 1 &&
  f.isCaller &&
  isUnnamed(f, f.outs) &&
  fungible(f.outs).length === 1 &&
  f.ins.every((leg) => isNft(leg.asset) && leg.isMint) &&
  !is(f, 'repay') &&
  !is(f, 'plainTransfer') &&
  (f.outs.some((leg) => f.loans.collateralAt(leg, false) !== null) ||
    f.loans.shape === 'opens' ||
    (operates(f) && !f.outs.some((leg) => f.loans.owes(leg))));

const repays = (f: Facts): boolean =>
  onlyOuts(f) &&
  f.isCaller &&
  !is(f, 'plainTransfer') &&
  (is(f, 'repay') || !is(f, 'deposit')) &&
  f.outs.every((leg) => !isNft(leg.asset) && !isDebt(leg.asset) && f.loans.owes(leg));

const borrowsMore = (f: Facts): boolean =>
  onlyIns(f) &&
  f.isCaller &&
  f.ins.every((leg) => !isNft(leg.asset) && f.deposited(leg) === 0n) &&
  !is(f, 'reward') &&
  !is(f, 'claim') &&
  !is(f, 'withdrawal') &&
  (f.ins.every((leg) => f.loans.owes(leg)) ||
    (operates(f) && f.ins.every(({ asset }) => liquidityRank(asset) >= 3)));

/** A selector, or a call that only passes other calls on. */
const NAMELESS = /^(0x.*|multicall|batch|aggregate\w*|unreadbatch)$/;
const isNameless = (f: Facts): boolean => f.methods.every((method) => NAMELESS.test(method));

/**
 * What is known to be owed proves a loan, and what comes back later by a call that has a name. The shape of one call alone
 * does not: a router may sell and buy back the same units.
 */
const proven = (f: Facts, outcome: Outcome, isKnown = false): Outcome =>
  isKnown || (f.loans.shape !== null && !isNameless(f))
    ? outcome
    : { ...outcome, flags: ['classification_uncertain'] };

/** A loan and its collateral in one call, where the market gives a receipt. @source tax-rules 10.5, 10.6 */
export const RECEIPT_SHAPES: readonly Rule[] = [
  rule(
    'loan-beside-receipt',
    (f) => lentBesideReceipt(f).length > 0,
    (f) => ({ type: 'borrow', lent: lentBesideReceipt(f) }),
  ),
  rule(
    'loan-paid-beside-receipt',
    (f) => paidBesideReceipt(f).length > 0,
    (f) => ({ type: 'repay', lent: paidBesideReceipt(f) }),
  ),
];

/** Loans of markets that are in no table, by what moves and by what comes back later. @source tax-rules 10.6 */
export const LOAN_SHAPES: readonly Rule[] = [
  rule('loan-by-shape', opens, (f) => proven(f, { type: 'borrow', place: marketOf(f) })),
  rule('loan-closed-by-shape', closes, (f) =>
    proven(f, { type: 'repay', place: placeOfReturn(f, true) }, f.outs.some(f.loans.owes)),
  ),
  rule('loan-repaid', repays, { type: 'repay' }),
  rule('collateral-returned', returnsCollateral, (f) => ({
    type: 'unstake',
    place: placeOfReturn(f, false),
  })),
  rule('collateral-added', addsCollateral, (f) => proven(f, { type: 'stake', place: marketOf(f) })),
  rule('loan-extended', borrowsMore, (f) => proven(f, { type: 'borrow' }, f.ins.every(f.loans.owes))),
];
