import {
  isDebtMinted,
  isLendingReceipt,
  isListedAsset,
  isNative,
  isNft,
  looksLikeReceipt,
} from '../facts/assets';
import { is, type Facts } from '../facts/facts';
import type { NetLeg } from '../facts/net-legs';
import { BASE_COINS, isLentByCook } from '../protocols/lenders';
import { custodianOf, isCollateralLoan, oneToOne, onlyIns, onlyOuts } from './patterns';
import { rule, type Rule } from './rule';

const isBaseCoin = (f: Facts, leg: NetLeg): boolean =>
  leg.asset.contract !== null &&
  [leg.counterparty, ...f.targets].some((at) => BASE_COINS.of(f.tx.chain, at) === leg.asset.contract);
const movesBaseCoin = (f: Facts, legs: readonly NetLeg[]): boolean => legs.some((leg) => isBaseCoin(f, leg));

/** A proxy of the owner, or a market that lends against collateral in one call. */
const lendsAgainst = (f: Facts): boolean =>
  (f.outs.length > 0 && cooks(f, f.ins)) ||
  lendsAgainstNft(f) ||
  (oneToOne(f) && is(f, 'borrow') && f.outs.every((leg) => !isNative(leg.asset) || f.isCaller));

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

/** A loan is paid back, and its collateral returns in the same call. */
const closesLoan = (f: Facts): boolean =>
  f.isCaller &&
  f.ins.length > 0 &&
  f.outs.length > 0 &&
  f.outs.every((leg) => !isNft(leg.asset)) &&
  f.ins.every((leg) => !isNft(leg.asset) || f.deposited(leg) > 0n) &&
  (is(f, 'repay') ||
    cooks(f, f.outs) ||
    (f.outs.every((leg) => isDebtMinted(leg.asset.id) && leg.isBurn) &&
      f.ins.every((leg) => f.deposited(leg) > 0n)));

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
  rule('loan-with-collateral', lendsAgainst, (f) => ({ type: 'borrow', protocol: custodianOf(f, f.ins) })),
  rule(
    'base-coin-borrowed',
    (f) => onlyIns(f) && is(f, 'withdrawal') && movesBaseCoin(f, f.ins),
    (f) => ({
      type: 'borrow',
      protocol: custodianOf(f, f.ins),
    }),
  ),
  rule(
    'base-coin-repaid',
    (f) => onlyOuts(f) && is(f, 'deposit') && movesBaseCoin(f, f.outs),
    (f) => ({
      type: 'repay',
      protocol: custodianOf(f, f.outs),
    }),
  ),
  rule('loan-closed', closesLoan, { type: 'repay', flags: ['classification_uncertain'] }),
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
];
