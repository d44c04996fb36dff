import { isNft } from '../facts/assets';
import { ZERO_ADDRESS } from '../facts/known-contracts';
import { isPoolShare, isReceiptOf } from '../facts/receipt-names';
import { legRoles, type LegRoles } from '../pricing/leg-roles';
import type { Leg, WalletTransaction } from '../facts/wallet-transaction';

/** `mixed`: receipts for one asset carry, shares of a pool of several assets are an exchange. */
export const DEPOSIT_POLICIES = ['mixed', 'carry', 'taxable'] as const;
export type DepositPolicy = (typeof DEPOSIT_POLICIES)[number];

/** Rules of receipts that stand for one asset, whatever their name is. */
const RECEIPTS: ReadonlySet<string> = new Set(['receipt-transferred', 'receipt-claimed', 'receipt-returned']);
/** Deposits for a receipt, and their returns. */
const DEPOSITS: ReadonlySet<string> = new Set(['stake', 'unstake', 'lp_add', 'lp_remove']);

/** True when basis and date go on in the receipt, or come out of it. @source tax-rules 10.5 */
export function carriesBasis(
  { type, rule, isOwnShare }: Pick<WalletTransaction, 'type' | 'isOwnShare'> & { rule?: string },
  { given, got }: Pick<LegRoles, 'given' | 'got'>,
  policy: DepositPolicy,
): boolean {
  if (policy === 'taxable' || !DEPOSITS.has(type)) return false;
  if (policy === 'carry' || isOwnShare || (rule !== undefined && RECEIPTS.has(rule))) return true;
  const [put] = given;
  const [into] = got;
  if (!put || !into || !isOneThing(given) || !isOneThing(got)) return false;
  const isReturn = type === 'unstake' || type === 'lp_remove';
  const [receipt, held] = isReturn ? [put.asset, into.asset] : [into.asset, put.asset];
  return isReceiptOf(receipt, held);
}

/** One asset, or several claims on one. */
const isOneThing = (legs: readonly Leg[]): boolean =>
  legs.length === 1 ||
  legs.every(
    ({ asset }) => isNft(asset) && asset.contract === legs[0]?.asset.contract && !isPoolShare(asset),
  );

/** False when the transaction gives no receipt. */
export const carriesDeposit = (tx: WalletTransaction, policy: DepositPolicy): boolean => {
  const roles = legRoles(tx);
  return roles.given.length > 0 && roles.got.length > 0 && carriesBasis(tx, roles, policy);
};

/** Rules of coins to which their issuer gives a new name, contract or unit. */
const MIGRATIONS: ReadonlySet<string> = new Set(['migration', 'migration-by-call', 'exchange-migration']);

/** True for a wrap that is an exchange under the policy. A migration carries under every policy. @source tax-rules 10.4, 10.7 */
export const isTaxedWrap = (
  { type, rule }: Pick<WalletTransaction, 'type' | 'rule'>,
  policy: 'carry' | 'taxable',
): boolean => policy === 'taxable' && (type === 'wrap' || type === 'unwrap') && !MIGRATIONS.has(rule);

/**
 * Receipts that grow in the wallet when their contract says so: those that were transferred one for one. A
 * receipt that gains value instead is given at another rate, and one that is minted stands for what was given.
 * @returns asset ids
 */
export function growingReceipts(txs: readonly WalletTransaction[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { rule, legs, givenBefore = [], isSpam } of txs) {
    if (isSpam || !RECEIPTS.has(rule)) continue;
    const [a, b] = [...legs, ...givenBefore].filter((leg) => !leg.isInternal && !leg.isCost);
    if (!a || !b || a.asset.decimals !== b.asset.decimals) continue;
    const receipt = [a, b].find(({ direction }) => (direction === 'in') === (rule !== 'receipt-returned'));
    const isEven = a.quantity === b.quantity || rule === 'receipt-claimed';
    if (receipt && isEven && receipt.counterparty !== ZERO_ADDRESS) found.add(receipt.asset.id);
  }
  return found;
}
