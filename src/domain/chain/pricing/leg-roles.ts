import type { IncomeType } from '../../engine';
import type { Asset } from '../../kernel/asset';
import { isFiat } from '../../kernel/exchanges/fiat';
import { mulDiv, type Quantity } from '../../kernel/units';
import { growthOf, isDebt, isNative, isNft, isSameThing } from '../facts/assets';
import { distributorOf } from '../facts/distributor';
import { valuedLegs, type Leg, type WalletTransaction } from '../facts/wallet-transaction';

export interface LegRoles {
  /** Sides of the main trade. */
  given: Leg[];
  got: Leg[];
  /** Receipts that are always income, regardless of the rest of the transaction. */
  income: { leg: Leg; type: IncomeType }[];
  /** Change of a router, returned in the other form of the given asset (ETH given, WETH returned). */
  change: { given: Leg; got: Leg } | null;
  internals: Leg[];
  /** Payments for the service: disposals of their own. */
  costs: Leg[];
}

export function legRoles(tx: WalletTransaction): LegRoles {
  const roles: LegRoles = { given: [], got: [], income: [], change: null, internals: [], costs: [] };
  for (const leg of valuedLegs(tx)) {
    if (leg.isInternal || leg.pair !== undefined) roles.internals.push(leg);
    else if (isDebt(leg.asset) || leg.isGrowth) continue;
    else if (leg.isCost) roles.costs.push(leg);
    else if (leg.direction === 'out') roles.given.push(leg);
    else {
      const type = incomeOf(tx, leg);
      if (type) roles.income.push({ leg, type });
      else roles.got.push(leg);
    }
  }
  if (tx.type === 'swap') roles.change = changeOf(roles);
  if (roles.change) roles.got = roles.got.filter((leg) => leg !== roles.change?.got);
  return roles;
}

/** Cash has no lots: it only values the trade. Income in cash stays income. @source tax-rules 7.5, 8.7 */
export function withoutCash(roles: LegRoles): LegRoles {
  const isCoin = ({ asset }: Leg): boolean => !isFiat(asset);
  const { given, got, costs } = roles;
  return {
    ...roles,
    given: given.filter(isCoin),
    got: got.filter(isCoin),
    costs: costs.filter(isCoin),
  };
}

/** The token of a loan or of its collateral is worth nothing: it is the number of the position. */
export const isNumberOfLoan = (
  { type, rule }: Pick<WalletTransaction, 'type' | 'rule'>,
  { asset, direction }: Pick<Leg, 'asset' | 'direction'>,
): boolean => isNft(asset) && direction === 'in' && (type === 'borrow' || rule === 'collateral-added');

const RECEIVES: ReadonlySet<string> = new Set(['buy', 'swap', 'income']);
/** Results of positions at an exchange. */
export const MARGIN_RULE = 'exchange-margin';

/** The receipt from which an exchange withholds a fee in the very coin that is received. @source tax-rules 6 */
export const receiptOfFee = (
  { account, type, rule, legs }: Pick<WalletTransaction, 'account' | 'type' | 'rule' | 'legs'>,
  { asset, quantity }: Pick<Leg, 'asset' | 'quantity'>,
): Leg | undefined =>
  account === undefined || !(RECEIVES.has(type) || rule === MARGIN_RULE) || isFiat(asset)
    ? undefined
    : legs.find(
        (leg) =>
          leg.direction === 'in' &&
          !leg.isInternal &&
          leg.pair === undefined &&
          leg.asset.id === asset.id &&
          leg.quantity > quantity,
      );

/** A fee withheld from a receipt has the value that the trade gives it. @source tax-rules 6 */
export function withheldValue(
  tx: Parameters<typeof receiptOfFee>[0],
  fee: Pick<Leg, 'asset' | 'quantity'>,
): Pick<Leg, 'valueUsd' | 'price'> | null {
  const receipt = receiptOfFee(tx, fee);
  if (!receipt || receipt.valueUsd === null) return null;
  return { valueUsd: mulDiv(receipt.valueUsd, fee.quantity, receipt.quantity), price: receipt.price };
}

/** The same asset, or the native coin and its wrapped form. */
export const isOneCoin = (a: Asset, b: Asset): boolean =>
  a.id === b.id || (isNative(a) !== isNative(b) && isSameThing(a, b));

/** A fee without a price has the one that the transaction gives its coin. @source tax-rules 7.1 a */
export function valueLike(
  legs: readonly Leg[],
  { asset, quantity }: Pick<Leg, 'asset' | 'quantity'>,
): Pick<Leg, 'valueUsd' | 'price'> | null {
  const known = legs.filter((leg) => leg.valueUsd !== null && isOneCoin(leg.asset, asset));
  const twin = known.find((leg) => leg.asset.id === asset.id) ?? known[0];
  if (!twin || twin.valueUsd === null) return null;
  return { valueUsd: mulDiv(twin.valueUsd, quantity, twin.quantity), price: twin.price };
}

/** Units of a receipt that the exchange withholds as its fee. */
export const withheldOf = (tx: WalletTransaction, leg: Leg): Quantity =>
  [...(tx.fee ? [tx.fee] : []), ...tx.legs.filter(({ isCost }) => isCost)]
    .filter((fee) => receiptOfFee(tx, fee)?.index === leg.index)
    .reduce((units, { quantity }) => units + quantity, 0n);

const TRADES: ReadonlySet<string> = new Set(['buy', 'sell', 'swap']);

/** True for a trade with a cost that nothing values: it lowers no proceeds, and what was sold is marked. */
export const lacksCost = ({ type, fee, legs }: Pick<WalletTransaction, 'type' | 'fee' | 'legs'>): boolean =>
  TRADES.has(type) &&
  [fee, ...legs.filter(({ isCost }) => isCost)].some((cost) => cost !== null && cost.valueUsd === null);

/** @returns null when the leg is part of the main trade */
function incomeOf(tx: WalletTransaction, leg: Leg): IncomeType | null {
  if (leg.earns) return leg.earns;
  if (tx.type === 'income') return tx.incomeType;
  if (tx.isStated) return null;
  if (tx.rule === 'harvest-on-deposit') return tx.incomeType;
  const growth = growthOf(leg.asset);
  if (growth && tx.legs.some((other) => other.direction === 'out' && other.asset.id === leg.asset.id))
    return growth;
  // Deposited units come back with the rewards. The escrow balance separates the two.
  return tx.type === 'unstake' ? null : (distributorOf(tx.chain, leg)?.income ?? null);
}

/** @source providers.md 2.5: exactly one out and two in, one of them the same asset and smaller */
function changeOf({ given, got }: LegRoles): LegRoles['change'] {
  const [out] = given;
  if (!out || given.length !== 1 || got.length !== 2) return null;
  const back = got.find((leg) => isSameThing(leg.asset, out.asset) && leg.quantity < out.quantity);
  return back ? { given: out, got: back } : null;
}
