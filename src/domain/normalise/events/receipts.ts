import { isNft } from '../facts/assets';
import { isPoolShare, isReceiptOf } from '../facts/receipt-names';
import { legRoles, type LegRoles } from '../pricing/leg-roles';
import type { Leg, WalletTransaction } from '../facts/wallet-transaction';

/** `mixed`: receipts for one asset carry, shares of a pool of several assets are an exchange. */
export const DEPOSIT_POLICIES = ['mixed', 'carry', 'taxable'] as const;
export type DepositPolicy = (typeof DEPOSIT_POLICIES)[number];

/** Deposits for a receipt, and their returns. */
const DEPOSITS: ReadonlySet<string> = new Set(['stake', 'unstake', 'lp_add', 'lp_remove']);

/**
 * True when basis and date go on in the receipt, or come out of it.
 * @source tax-rules 10.5
 */
export function carriesBasis(
  { type }: Pick<WalletTransaction, 'type'>,
  { given, got }: Pick<LegRoles, 'given' | 'got'>,
  policy: DepositPolicy,
): boolean {
  if (policy === 'taxable' || !DEPOSITS.has(type)) return false;
  if (policy === 'carry') return true;
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

/** As `carriesBasis`, for a transaction. False when the transaction gives no receipt. */
export const carriesDeposit = (tx: WalletTransaction, policy: DepositPolicy): boolean => {
  const roles = legRoles(tx);
  return roles.given.length > 0 && roles.got.length > 0 && carriesBasis(tx, roles, policy);
};

/** Rules of coins to which their issuer gives a new name, contract or unit. */
const MIGRATIONS: ReadonlySet<string> = new Set(['migration', 'exchange-migration']);

/** True for a wrap that is an exchange under the policy. A migration carries under every policy. @source tax-rules 10.4, 10.7 */
export const isTaxedWrap = (
  { type, rule }: Pick<WalletTransaction, 'type' | 'rule'>,
  policy: 'carry' | 'taxable',
): boolean => policy === 'taxable' && (type === 'wrap' || type === 'unwrap') && !MIGRATIONS.has(rule);
