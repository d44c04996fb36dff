import { GAINLESS } from '../../engine';
import { money, mulDiv, type Money } from '../../kernel/units';
import type { Asset } from '../../kernel/asset';
import { isDollar, isFiat } from '../../kernel/exchanges/fiat';
import { isDebt, paysInUnits } from '../facts/assets';
import { lopsidedBy } from './doubts';
import { isNumberOfLoan, lacksCost, legRoles, valueLike, withheldValue } from './leg-roles';
import { withEqualHalves } from './pool-value';
import { isMarketPriced, splitValue, unitPrice, worth } from './split';
import {
  OUTCOME_LOST,
  STATED_BY_EXCHANGE,
  valuedLegs,
  type Leg,
  type PriceRef,
  type TransactionFlag,
  type WalletTransaction,
} from '../facts/wallet-transaction';

type Lookup = (assetId: string, at: number) => PriceRef | null;

/**
 * Lists the prices to request: every asset of every leg and fee at its time, once. Excludes spam, NFTs, debts
 * and tokens of unknown decimals.
 * @returns `at` in milliseconds UTC
 */
export function priceQueries(
  txs: readonly WalletTransaction[],
): { assetId: string; symbol: string; at: number }[] {
  const queries = new Map<string, { assetId: string; symbol: string; at: number }>();
  for (const tx of txs) {
    if (tx.isSpam) continue;
    const add = ({ asset, stated }: Pick<Leg, 'asset' | 'stated'>): void => {
      if (!stated && isMarketPriced(asset)) queries.set(`${asset.id}@${tx.at}`, queryOf(asset, tx.at));
    };
    if (!isPaidInDollars(tx)) for (const leg of valuedLegs(tx)) add(leg);
    if (tx.fee) add(tx.fee);
    for (const paid of tx.legs.flatMap((leg) => [...(leg.paid ? [leg.paid] : []), ...(leg.fees ?? [])]))
      queries.set(`${paid.asset.id}@${paid.at}`, queryOf(paid.asset, paid.at));
  }
  return [...queries.values()];
}

const queryOf = ({ id, symbol }: Asset, at: number) => ({ assetId: id, symbol, at });

/** Dollars value the one coin of the trade: no market price is needed. */
const isPaidInDollars = ({ type, legs }: WalletTransaction): boolean =>
  (type === 'buy' || type === 'sell') && legs.length === 2 && legs.some(({ asset }) => isDollar(asset));

/**
 * Sets the fair value in USD of every leg and fee. A trade values itself: its most liquid side (dollar coin,
 * native coin, listed token, other; the received side when equal) sets the value of both, so value is
 * conserved. What the exchange states is surer than any coin.
 * Never guesses: without any price the value stays null and the transaction is flagged. Revaluation discards
 * all earlier values.
 * @source tax-rules 7
 */
export function valueTransactions(txs: readonly WalletTransaction[], lookup: Lookup): WalletTransaction[] {
  return txs.map((tx) => (tx.isSpam ? tx : valued(tx, lookup)));
}

/** Flags that only valuation can set. */
const OF_VALUE: ReadonlySet<TransactionFlag> = new Set(['missing_price', 'provider_price_disagrees']);

function valued(tx: WalletTransaction, lookup: Lookup): WalletTransaction {
  const traded = valuedLegs(tx);
  const market = new Map(traded.map((leg) => [leg.index, ownValue(leg, tx.at, lookup)]));
  const legs = new Map(traded.map((leg) => [leg.index, { ...leg, ...market.get(leg.index) }]));
  const fee = tx.fee && { ...tx.fee, ...ownValue(tx.fee, tx.at, lookup) };
  const apart = lopsidedBy(tx, [...legs.values()]);
  const { apart: _, ...rest } = withFees(withPayment(tx, legs, lookup), legs, lookup);
  return settled({ ...rest, fee, ...(apart === null ? {} : { apart }) }, legs);
}

/** No leg has this number. */
const NONE = -1;
/** Fees of issuance, and the price between a payment and its units: the two differ by no more. */
const MOST_APART = 50n;

/**
 * Units that were paid before are bought for the value of the payment, unless their own value contradicts it: those of a
 * fund, and dollar coins for units of a fund that were given back. The payment is a disposal where it left.
 * @param legs by index; they are changed
 * @source tax-rules 7.1 a, 9.2
 */
function withPayment(tx: WalletTransaction, legs: Map<number, Leg>, lookup: Lookup): WalletTransaction {
  const leg = legs.get(tx.legs.find(({ paid }) => paid !== undefined)?.index ?? NONE);
  if (!leg?.paid || tx.isStated || leg.pair !== undefined) return tx;
  const { asset, quantity, at } = leg.paid;
  const market = marketValue(asset, quantity, at, lookup).valueUsd;
  const paid = market ?? (paysInUnits(asset) ? leg.valueUsd : null);
  const own = leg.valueUsd ?? (paysInUnits(leg.asset) ? paid : null);
  const isOther = paid === null || own === null || (own > paid ? own - paid : paid - own) * MOST_APART > paid;
  const flags = tx.flags.filter((flag) => flag !== 'untracked');
  if (isOther) return { ...tx, type: 'transfer_in', flags: ['untracked', ...flags] };
  legs.set(leg.index, { ...leg, valueUsd: paid, price: { usd: unitPrice(paid, leg), source: 'trade', at } });
  return { ...tx, type: 'swap', flags };
}

/** The most that is taken for fees, and how many times as much the claimed units are worth at least. */
const MOST_FEES = money('50');
const LEAST_TIMES = 20n;

/**
 * A claim is income, although the wallet paid where it claims, when it paid little and the units are worth many times as
 * much. It stays marked as uncertain.
 * @source tax-rules 8.1
 */
function withFees(tx: WalletTransaction, legs: ReadonlyMap<number, Leg>, lookup: Lookup): WalletTransaction {
  const leg = legs.get(tx.legs.find(({ fees }) => fees !== undefined)?.index ?? NONE);
  if (!leg?.fees || tx.isStated || leg.pair !== undefined) return tx;
  const { valueUsd } = leg;
  const fees = leg.fees.map(({ asset, quantity, at }) => marketValue(asset, quantity, at, lookup).valueUsd);
  const isKnown = valueUsd !== null && fees.every((fee) => fee !== null);
  const total = fees.reduce<Money>((sum, fee) => sum + (fee ?? 0n), 0n);
  const flags = tx.flags.filter((flag) => flag !== 'untracked');
  return isKnown && total <= MOST_FEES && valueUsd >= total * LEAST_TIMES
    ? { ...tx, type: 'income', incomeType: 'airdrop', flags }
    : { ...tx, type: 'transfer_in', incomeType: null, flags: ['untracked', ...flags] };
}

/**
 * Values the trade of a transaction whose legs have market values, and sets its flags.
 * @param legs by index; they are changed
 */
export function settled(tx: WalletTransaction, legs: Map<number, Leg>): WalletTransaction {
  const flags = new Set<TransactionFlag>(tx.flags.filter((flag) => !OF_VALUE.has(flag)));
  const { given, got, change } = legRoles(tx);
  const isTrade = given.length > 0 && got.length > 0 && !KEEPS_OWN_VALUE.has(tx.type);
  if (isTrade) {
    const isPriced = (leg: Leg): Leg => legs.get(leg.index) ?? leg;
    // A position is worth what it pays, not what was put into it.
    const isResult = tx.rule === 'margin-paid' && got.every((leg) => isPriced(leg).valueUsd !== null);
    const outs = given
      .map((leg) => (isResult ? { ...isPriced(leg), valueUsd: null, price: null } : isPriced(leg)))
      .map((leg) => (leg.index === change?.given.index ? without(leg, change.got) : leg));
    const ins = got.map(isPriced);
    const trade = splitValue(
      withEqualHalves(tx.type, ins, outs, tx.at) ?? outs,
      withEqualHalves(tx.type, outs, ins, tx.at) ?? ins,
      tx.at,
      [...legs.values()],
    );
    for (const leg of trade.legs)
      legs.set(leg.index, { ...leg, quantity: tx.legs[leg.index]?.quantity ?? leg.quantity });
    if (change) restoreChange(legs, change);
    if (trade.disagrees) flags.add('provider_price_disagrees');
  }
  alike(legs);
  for (const leg of legs.values())
    if (leg.isCost)
      legs.set(leg.index, { ...leg, ...withheldValue({ ...tx, legs: [...legs.values()] }, leg) });
  const fee = feeLike(tx, [...legs.values()]);
  if (
    isMissing(tx, [...legs.values()]) ||
    isFeeOpen(fee) ||
    lacksCost({ ...tx, fee, legs: [...legs.values()] })
  )
    flags.add('missing_price');
  const { filled, givenBefore } = tx;
  const valuedFill = filled && legs.get(filled.index);
  const valuedGiven = givenBefore?.map((leg) => legs.get(leg.index) ?? leg);
  return {
    ...tx,
    fee,
    legs: [...legs.values()].filter((leg) => leg !== valuedFill && !valuedGiven?.includes(leg)),
    ...(valuedFill ? { filled: valuedFill } : {}),
    ...(valuedGiven ? { givenBefore: valuedGiven } : {}),
    flags: [...flags],
  };
}

/**
 * Uses one price per asset and transaction: interest minted beside a withdrawal has the price of the
 * withdrawn units.
 */
function alike(legs: Map<number, Leg>): void {
  for (const leg of legs.values()) {
    if (leg.valueUsd !== null) continue;
    legs.set(leg.index, { ...leg, ...valueLike([...legs.values()], leg) });
  }
}

/** Cash other than dollars, and a coin without a price, have the value that the trade gives them. */
function feeLike(tx: WalletTransaction, legs: Leg[]): WalletTransaction['fee'] {
  const { fee } = tx;
  if (!fee) return fee;
  const withheld = withheldValue({ ...tx, legs }, fee);
  if (withheld) return { ...fee, ...withheld };
  return fee.valueUsd !== null ? fee : { ...fee, ...valueLike(legs, fee) };
}

const isFeeOpen = (fee: WalletTransaction['fee']): boolean =>
  fee !== null && fee.valueUsd === null && !isFiat(fee.asset);

/** The value that the exchange recorded, else the market value. @source tax-rules 7.1 a */
function ownValue(
  { asset, quantity, stated }: Pick<Leg, 'asset' | 'quantity' | 'stated'>,
  at: number,
  lookup: Lookup,
): { valueUsd: Money | null; price: PriceRef | null } {
  if (!stated || isDollar(asset)) return marketValue(asset, quantity, at, lookup);
  const valueUsd = mulDiv(stated.usd, quantity, stated.units);
  return {
    valueUsd,
    price: { usd: unitPrice(valueUsd, { asset, quantity }), source: STATED_BY_EXCHANGE, at },
  };
}

function marketValue(
  asset: Asset,
  quantity: bigint,
  at: number,
  lookup: Lookup,
): { valueUsd: Money | null; price: PriceRef | null } {
  if (isDollar(asset)) return { price: null, valueUsd: worth(quantity, asset.decimals, '1') };
  const price = isMarketPriced(asset) ? lookup(asset.id, at) : null;
  return { price, valueUsd: price ? worth(quantity, asset.decimals, price.usd) : null };
}

/** Both sides keep their own value: 1:1 forms of one asset, a loan and its collateral. */
export const KEEPS_OWN_VALUE: ReadonlySet<string> = new Set(['wrap', 'unwrap', 'borrow', 'repay']);

/** Types whose ledger events need a value. For the others a price is only displayed. */
const NEEDS_VALUE: ReadonlySet<string> = new Set([
  'borrow',
  'buy',
  'income',
  'lp_add',
  'lp_remove',
  'sell',
  'spend',
  'stake',
  'swap',
  'transfer_out',
  'unstake',
]);

/** True where the ledger needs the value of a leg that has none. */
export function isMissing(tx: WalletTransaction, legs: readonly Leg[]): boolean {
  // A cost is a disposal, whatever it is paid for.
  if (legs.some((leg) => leg.isCost && leg.valueUsd === null && !isFiat(leg.asset) && isBooked(tx, leg)))
    return true;
  if (!NEEDS_VALUE.has(tx.type) || tx.flags.includes('burn') || tx.rule === OUTCOME_LOST) return false;
  if (tx.disposal && GAINLESS.has(tx.disposal)) return false;
  return legs.some((leg) => leg.valueUsd === null && isBooked(tx, leg));
}

/** Deposits, collateral and their returns do not change the ledger. */
function isBooked(tx: WalletTransaction, leg: Leg): boolean {
  if (leg.isInternal || leg.pair !== undefined || isDebt(leg.asset) || isNumberOfLoan(tx, leg)) return false;
  // Income in cash is income. Elsewhere cash only values the trade. @source tax-rules 8.7
  if (isFiat(leg.asset)) return tx.type === 'income';
  if (leg.principal !== undefined && leg.principal >= leg.quantity) return false;
  // The units are held in another place of the owner.
  if (tx.type === 'transfer_out' && leg.escrow !== undefined) return false;
  const isKept = tx.type === 'borrow' || (tx.type === 'stake' && tx.legs.every((l) => l.direction === 'out'));
  return !(isKept && leg.direction === 'out');
}

/** The part of the given units that was traded. */
const without = (leg: Leg, change: Leg): Leg => {
  const quantity = leg.quantity - change.quantity;
  return {
    ...leg,
    quantity,
    valueUsd: leg.valueUsd === null ? null : mulDiv(leg.valueUsd, quantity, leg.quantity),
  };
};

/** Adds the change back at the unit value of the traded part. */
function restoreChange(legs: Map<number, Leg>, { given, got }: { given: Leg; got: Leg }): void {
  const traded = legs.get(given.index);
  if (!traded || traded.valueUsd === null) return;
  const back = mulDiv(traded.valueUsd, got.quantity, given.quantity - got.quantity);
  legs.set(given.index, { ...traded, quantity: given.quantity, valueUsd: traded.valueUsd + back });
  const price: PriceRef | null = traded.price && {
    ...traded.price,
    usd: unitPrice(back, got),
  };
  legs.set(got.index, { ...got, valueUsd: back, price });
}
