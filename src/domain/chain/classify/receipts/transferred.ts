import { isDebtMinted, isFund, isNative, isNft, liquidityRank, looksLikeReceipt } from '../../facts/assets';
import { is, type Facts } from '../../facts/facts';
import type { NetLeg } from '../../facts/net-legs';
import { isNamedAfter, isReceiptOf } from '../../facts/receipt-names';
import { custodianOf, oneToOne, onlyIns } from '../patterns';
import { rule } from '../rule';

/** Calls that stake units. Calls of a market have other names. */
const STAKES = /^(stake|deposit|enter|lock|restake|buyvoucher|delegate|bond$)/;

const staked = (f: Facts): boolean => f.isCaller && f.methods.some((method) => STAKES.test(method));

/** Money, a share of a fund and a coin that is lent are bought or borrowed, whatever the call is named. */
const mayBeReceipt = ({ asset }: NetLeg): boolean =>
  !isNative(asset) && !isNft(asset) && liquidityRank(asset) < 2 && !isFund(asset) && !isDebtMinted(asset.id);

/** One receipt for each unit: a market does not pay that. */
const isEven = (a: NetLeg, b: NetLeg): boolean =>
  a.quantity === b.quantity && a.asset.decimals === b.asset.decimals;

const isNamed = (receipt: NetLeg, held: NetLeg): boolean =>
  looksLikeReceipt(receipt.asset) &&
  isNamedAfter(receipt.asset, held.asset) &&
  isReceiptOf(receipt.asset, held.asset);

/** The given units stay with the owner in the form of a receipt. The contract transfers it, or its name is unlike theirs. */
const getsReceipt = (f: Facts): boolean => {
  const [[held], [receipt]] = [f.outs, f.ins];
  if (!f.isCaller || !oneToOne(f) || !held || !receipt || isNft(held.asset) || !mayBeReceipt(receipt))
    return false;
  if (!staked(f)) return false;
  const isOther = !receipt.isMint || !isReceiptOf(receipt.asset, held.asset);
  return isOther && (isEven(held, receipt) || (!receipt.isMint && isNamed(receipt, held)));
};

/** The receipt goes back for its units. More of it may be given than was received, because it grows. */
const givesReceipt = (f: Facts): boolean => {
  const [[receipt], [held]] = [f.outs, f.ins];
  if (!f.isCaller || !oneToOne(f) || !held || !receipt || isNft(held.asset) || !mayBeReceipt(receipt))
    return false;
  if (!is(f, 'withdrawal') || is(f, 'migration')) return false;
  return isEven(held, receipt) || (!receipt.isBurn && isNamed(receipt, held));
};

/**
 * Stakes whose receipts the contract holds and transfers, as that of Olympus and its forks does.
 * @source OlympusDAO, OlympusStaking; tax-rules 8.2, 10.5
 */
export const RECEIPT_GIVEN = rule('receipt-transferred', getsReceipt, (f) => ({
  type: 'stake',
  protocol: custodianOf(f, f.outs),
}));
/** Neither a receipt nor a reward by name or units: a purchase, or a receipt that is worth several units. */
export const OTHER_FOR_DEPOSIT = rule('swap-by-deposit', (f) => staked(f) && oneToOne(f), {
  type: 'swap',
  flags: ['classification_uncertain'],
});
/** The receipt of an earlier stake. */
export const RECEIPT_CLAIMED = rule(
  'receipt-claimed',
  (f) => f.pays === 'stake' && onlyIns(f),
  (f) => ({ type: 'stake', protocol: custodianOf(f, f.ins) }),
);
export const RECEIPT_RETURNED = rule('receipt-returned', givesReceipt, (f) => ({
  type: 'unstake',
  protocol: custodianOf(f, f.ins),
}));
