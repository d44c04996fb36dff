import {
  isDebtMinted,
  isLendingReceipt,
  isListedAsset,
  isNative,
  isNft,
  liquidityRank,
  looksLikeReceipt,
} from '../facts/assets';
import { is, type Facts } from '../facts/facts';
import type { NetLeg } from '../facts/net-legs';
import { isReceiptOf } from '../facts/receipt-names';
import { BUNDLERS } from '../protocols/deposits';
import { BASE_COINS, isLentByCook } from '../protocols/lenders';
import {
  comesFromDeposit,
  custodianOf,
  depositName,
  isCollateralLoan,
  oneToOne,
  onlyIns,
  onlyOuts,
} from './patterns';
import { LOAN_SHAPES, placeOfCollateral, placeOfReturn, RECEIPT_SHAPES } from './loans/loan-shapes';
import { rule, type Rule } from './rule';

const isBaseCoin = (f: Facts, leg: NetLeg): boolean =>
  leg.asset.contract !== null &&
  [leg.counterparty, ...f.targets].some((at) => BASE_COINS.of(f.tx.chain, at) === leg.asset.contract);
const movesBaseCoin = (f: Facts, legs: readonly NetLeg[]): boolean => legs.some((leg) => isBaseCoin(f, leg));

/** A proxy of the owner, or a market that lends against collateral in one call. */
const lendsAgainst = (f: Facts): boolean =>
  (f.outs.length > 0 && cooks(f, f.ins)) ||
  lendsAgainstNft(f) ||
  (is(f, 'borrow') &&
    (oneToOne(f) ? f.outs.every((leg) => !isNative(leg.asset) || f.isCaller) : opensNumberedLoan(f)));

/** A loan with a number: its token comes along, and a deposit for its end goes with the collateral. */
const opensNumberedLoan = (f: Facts): boolean =>
  f.isCaller &&
  f.outs.length > 0 &&
  f.outs.every((leg) => !isNft(leg.asset)) &&
  f.ins.filter((leg) => !isNft(leg.asset)).length === 1 &&
  f.ins.every((leg) => leg.isMint);

/** The lender whose calls a contract runs together for the wallet. */
const bundledLender = (f: Facts): string | null =>
  f.isCaller
    ? (f.targets.map((to) => BUNDLERS.of(f.tx.chain, to)).find((name) => name !== null) ?? null)
    : null;

/** One asset goes to the lender, and another one comes out of it. A receipt stands for a deposit. */
function bundled(f: Facts): { given: NetLeg; got: NetLeg } | null {
  const lender = bundledLender(f);
  const [[given], [got]] = [f.outs, f.ins];
  if (lender === null || !oneToOne(f) || !given || !got) return null;
  const isOfLender = [given, got].every((leg) => depositName(f, leg) === lender && !isNft(leg.asset));
  return isOfLender && !isReceiptOf(given.asset, got.asset) && !isReceiptOf(got.asset, given.asset)
    ? { given, got }
    : null;
}

/** The call data states it, else the market, else the deposit, else the coin that is usually borrowed. */
function paysBack(f: Facts, { given, got }: { given: NetLeg; got: NetLeg }): boolean {
  if (is(f, 'repay') !== is(f, 'borrow')) return is(f, 'repay');
  if (isBaseCoin(f, given) !== isBaseCoin(f, got)) return isBaseCoin(f, given);
  if (f.deposited(got) > 0n) return true;
  return liquidityRank(given.asset) >= 3 && liquidityRank(got.asset) < 3;
}

const lendsInBundle = (f: Facts): boolean => {
  const legs = bundled(f);
  return legs !== null && !paysBack(f, legs);
};

/** Calls that give a coin back to its owner, and do not lend it. */
const RETURNS = /^(exit|withdraw(?!lusd|bold)|redeem|leave|unstake|cash)/;
const NO_LOANS = ['claim', 'reward', 'arrival', 'bridge', 'migration'] as const;
const isNoLoan = (f: Facts): boolean =>
  f.methods.some((method) => RETURNS.test(method)) || NO_LOANS.some((kind) => is(f, kind));

/** A coin that exists only as debt is minted for the wallet, or taken from it and destroyed. */
const isDebtOfWallet = (legs: readonly NetLeg[]): boolean =>
  legs.length > 0 && legs.every((leg) => isDebtMinted(leg.asset.id) && (leg.isMint || leg.isBurn));
const mintsDebt = (f: Facts): boolean =>
  onlyIns(f) && f.isCaller && isDebtOfWallet(f.ins) && !isNoLoan(f) && !comesFromDeposit(f);
const burnsDebt = (f: Facts): boolean =>
  onlyOuts(f) &&
  f.isCaller &&
  isDebtOfWallet(f.outs) &&
  !is(f, 'bridge') &&
  f.methods.every((method) => !/^(burn|join|deposit|lock|supply)/.test(method));

/** Only a liquidator can move the receipt of collateral without a call of its owner. */
const isSeizure = (f: Facts): boolean =>
  !f.isCaller &&
  f.outs.every((leg) => isLendingReceipt(leg.asset)) &&
  (f.debts.length > 0 || f.outs.every((leg) => isListedAsset(leg.asset)));

/** The coin of Abracadabra leaves or arrives by its call: other units beside it are collateral. */
const cooks = (f: Facts, legs: readonly NetLeg[]): boolean =>
  f.isCaller &&
  f.methods.includes('cook') &&
  legs.length > 0 &&
  legs.every((leg) => isLentByCook(leg.asset.id));

/** The contract that lends keeps an NFT as collateral. A market hands a sold one on to its buyer. */
const lendsAgainstNft = (f: Facts): boolean =>
  f.isCaller &&
  f.ins.length > 0 &&
  f.outs.length > 0 &&
  f.ins.every((leg) => !isNft(leg.asset)) &&
  f.outs.every(
    (leg) => isNft(leg.asset) && leg.counterparty !== null && f.targets.includes(leg.counterparty),
  ) &&
  f.methods.some((method) => /^(accept\w*offer|initializeloan|beginloan|startloan)/.test(method));

/** The contract that is paid back returns its collateral, also when its deposit is not known. */
const comesFromLender = (f: Facts, leg: NetLeg): boolean =>
  is(f, 'repay') && leg.counterparty !== null && f.targets.includes(leg.counterparty);

/** A loan is paid back, and its collateral returns in the same call. */
const closesLoan = (f: Facts): boolean =>
  f.isCaller &&
  f.ins.length > 0 &&
  f.outs.length > 0 &&
  f.outs.some((leg) => !isNft(leg.asset)) &&
  f.outs.every((leg) => !isNft(leg.asset) || leg.isBurn) &&
  f.ins.every((leg) => !isNft(leg.asset) || f.deposited(leg) > 0n || comesFromLender(f, leg)) &&
  (is(f, 'repay') ||
    cooks(f, f.outs) ||
    bundled(f) !== null ||
    (isDebtOfWallet(f.outs) && (f.ins.every((leg) => f.deposited(leg) > 0n) || !isNoLoan(f))));

/** A coin that is minted by a call of the contract that keeps a deposit of the wallet. A receipt stands for a deposit. */
const mintsLoan = (f: Facts): boolean =>
  onlyIns(f) &&
  f.isCaller &&
  f.methods.some((method) => /^(mint|borrow|issue|withdrawdebt|drawdebt)/.test(method)) &&
  f.ins.every((leg) => leg.isMint && !isNft(leg.asset) && !looksLikeReceipt(leg.asset)) &&
  f.keepsDeposit();

/** Loans against collateral. @source tax-rules 10.6; coverage.md 2.9 */
export const LENDING_RULES: readonly Rule[] = [
  rule('collateral-loan', isCollateralLoan, { type: 'borrow', flags: ['classification_uncertain'] }),
  ...RECEIPT_SHAPES,
  rule('loan-with-collateral', lendsAgainst, (f) => ({
    type: 'borrow',
    protocol: custodianOf(f, f.ins),
    place: placeOfCollateral(f),
  })),
  rule(
    'base-coin-borrowed',
    (f) => onlyIns(f) && (is(f, 'withdrawal') || bundledLender(f) !== null) && movesBaseCoin(f, f.ins),
    (f) => ({
      type: 'borrow',
      protocol: custodianOf(f, f.ins),
    }),
  ),
  rule(
    'base-coin-repaid',
    (f) => onlyOuts(f) && (is(f, 'deposit') || bundledLender(f) !== null) && movesBaseCoin(f, f.outs),
    (f) => ({
      type: 'repay',
      protocol: custodianOf(f, f.outs),
    }),
  ),
  rule('bundled-loan', lendsInBundle, (f) => ({
    type: 'borrow',
    protocol: bundledLender(f),
    flags: ['classification_uncertain'],
  })),
  rule('loan-closed', closesLoan, (f) => ({
    type: 'repay',
    protocol: bundledLender(f),
    place: placeOfReturn(f, true),
    flags: ['classification_uncertain'],
  })),
  ...LOAN_SHAPES,
  rule('liquidation', (f) => onlyOuts(f) && (is(f, 'liquidation') || isSeizure(f)), { type: 'spend' }),
  rule('minted-loan', mintsLoan, (f) => ({
    type: 'borrow',
    protocol: custodianOf(f, f.ins),
    flags: ['classification_uncertain'],
  })),
  rule(
    'borrow',
    (f) =>
      onlyIns(f) && (is(f, 'borrow') || cooks(f, f.ins) || f.debts.some((leg) => leg.direction === 'in')),
    {
      type: 'borrow',
    },
  ),
  rule(
    'repay',
    (f) =>
      onlyOuts(f) && (is(f, 'repay') || cooks(f, f.outs) || f.debts.some((leg) => leg.direction === 'out')),
    {
      type: 'repay',
    },
  ),
  rule('debt-minted', mintsDebt, (f) => ({
    type: 'borrow',
    protocol: custodianOf(f, f.ins),
    flags: ['classification_uncertain'],
  })),
  rule('debt-burned', burnsDebt, (f) => ({
    type: 'repay',
    protocol: custodianOf(f, f.outs),
    flags: ['classification_uncertain'],
  })),
];
