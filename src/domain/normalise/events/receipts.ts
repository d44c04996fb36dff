import { isNft, isStakedForm } from '../facts/assets';
import { isPosition } from '../facts/positions';
import type { Asset } from '../../kernel/asset';
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
  return !isPoolShare(receipt) || (isPoolShare(held) && isReceiptOfShare(receipt));
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

const POOL_SYMBOL =
  /^(UNI-V\d|SLP|BPT|B-.*|Cake-LP|PGL|JLP|QLP|GLP|GM|UniswapV2|.*[- ]LPT?|LP[- ].*|[vs]?AMM(V\d)?-.*|3Crv|.*CRV-f|crv[A-Z].*|[a-z0-9]+Crv|.*-BPT)$/;
const POOL_NAME = /\b(LPs?|liquidity|pool|pools|curve\.fi|uniswap|sushiswap|pancake|balancer|amm)\b/i;
const RECEIPT_OF_SHARE = /gauge|vault|staked|staking|yearn|convex|aura|beefy|stake ?dao|deposit|farm/i;

/** True for a share of a pool of several assets: an LP token or a concentrated position. */
const isPoolShare = (asset: Asset): boolean =>
  isNft(asset)
    ? asset.contract !== null && isPosition(asset.chain, asset.contract)
    : !isStakedForm(asset) && (POOL_SYMBOL.test(asset.symbol) || POOL_NAME.test(asset.name));

/** True for the receipt of a gauge, a farm or a vault. Its name often includes the name of the share. */
const isReceiptOfShare = ({ name, symbol }: Asset): boolean =>
  RECEIPT_OF_SHARE.test(name) || /^(yv|moo|cvx|aura|sd|[a-z0-9]*crv.*-gauge)/i.test(symbol);
