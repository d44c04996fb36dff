import { valuedLegs, type Leg, type PriceRef, type WalletTransaction } from '../facts/wallet-transaction';
import { mapSliced, SLICE, type Sliced } from '../../kernel/slices';
import { isPoolShare, isReceiptOf } from '../facts/receipt-names';
import { legRoles } from './leg-roles';
import { unitPrice, worth } from './split';
import { settled } from './value';

/** Source of a price that the owner's own deposit or withdrawal implies. */
const OWN_POOL = 'own_pool';

/** A receipt of a vault may wrap a share of a pool, and a receipt of a farm that of the vault. */
const ROUNDS = 3;
/** Transactions read between two yields: some milliseconds. */
const READ_AT_ONCE = 4_000;

/** Unit prices of a share, ascending by time. */
type Observations = Map<string, PriceRef[]>;

/**
 * Values shares of pools and vaults that no market prices. A deposit or withdrawal whose other side is priced
 * implies the price of the share. The nearest one in time values the others. Such prices state their source
 * and time. In slices.
 * @param transactions of all wallets of the owner, valued by the market
 * @source tax-rules 7.0
 */
export function* withPoolPrices(
  transactions: readonly WalletTransaction[],
): Sliced<readonly WalletTransaction[]> {
  let valued = transactions;
  for (let round = 0; round < ROUNDS; round++) {
    const wanted = yield* openShares(valued);
    if (wanted.size === 0) return valued;
    const observations = yield* observationsOf(valued, wanted);
    if (observations.size === 0) return valued;
    valued = yield* mapSliced(valued, (tx) =>
      tx.flags.includes('missing_price') ? priced(tx, observations) : tx,
    );
  }
  return valued;
}

/** True when the nearest deposit or withdrawal, not the market, valued a leg. It must be valued again. */
export const hasPoolPrice = ({ legs }: WalletTransaction): boolean =>
  legs.some(({ price }) => price?.source === OWN_POOL);

/** Assets without a value that some transaction of the owner treats as a share. */
function* openShares(transactions: readonly WalletTransaction[]): Sliced<Set<string>> {
  const open = new Set<string>();
  for (let i = 0; i < transactions.length; i++) {
    if (i % READ_AT_ONCE === 0) yield;
    const { flags, legs, isSpam } = transactions[i] as WalletTransaction;
    if (!isSpam && flags.includes('missing_price'))
      for (const { asset, valueUsd } of legs) if (valueUsd === null) open.add(asset.id);
  }
  return open;
}

function* observationsOf(
  transactions: readonly WalletTransaction[],
  wanted: ReadonlySet<string>,
): Sliced<Observations> {
  const observations: Observations = new Map();
  for (const [index, tx] of transactions.entries()) {
    if (index % SLICE === 0) yield;
    const share = shareOf(tx);
    if (share === null || !wanted.has(share.asset.id)) continue;
    if (share.valueUsd === null || share.valueUsd === 0n || share.price?.source !== 'trade') continue;
    const list = observations.get(share.asset.id) ?? [];
    observations.set(share.asset.id, list);
    list.push({ usd: unitPrice(share.valueUsd, share), source: OWN_POOL, at: tx.at });
  }
  for (const list of observations.values()) list.sort((a, b) => a.at - b.at);
  return observations;
}

/** The share that a deposit gave, or that a withdrawal took. */
function shareOf(tx: WalletTransaction): Leg | null {
  if (tx.isSpam || (tx.type !== 'lp_add' && tx.type !== 'lp_remove')) return null;
  const { given, got } = legRoles(tx);
  const [shares, units] = tx.type === 'lp_add' ? [got, given] : [given, got];
  const [share] = shares;
  if (!share || shares.length > 1) return null;
  // What a contract sells for one asset is no share: its price changes.
  const [unit] = units;
  const isBought = unit && units.length === 1 && !isPoolShare(share.asset);
  return isBought && !isReceiptOf(share.asset, unit.asset) ? null : share;
}

function priced(tx: WalletTransaction, observations: Observations): WalletTransaction {
  const legs = new Map<number, Leg>();
  let isChanged = false;
  for (const leg of valuedLegs(tx)) {
    const price = leg.valueUsd === null ? nearest(observations.get(leg.asset.id), tx.at) : null;
    if (price) isChanged = true;
    const valueUsd = price ? worth(leg.quantity, leg.asset.decimals, price.usd) : leg.valueUsd;
    legs.set(leg.index, price ? { ...leg, valueUsd, price } : leg);
  }
  return isChanged ? settled(tx, legs) : tx;
}

/** The earlier one of two that are as near. */
function nearest(list: readonly PriceRef[] | undefined, at: number): PriceRef | null {
  return (list ?? []).reduce<PriceRef | null>(
    (best, price) => (best === null || Math.abs(price.at - at) < Math.abs(best.at - at) ? price : best),
    null,
  );
}
