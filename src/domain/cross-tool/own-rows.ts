import type { Disposal, Ledger } from '../engine';
import { canonicalCoin } from '../exchanges';
import { isOnForm, toCents, type Cents } from '../forms';
import type { Asset } from '../kernel/asset';
import { dayCounter, yearOfDay } from '../kernel/calendar';
import { mulDiv, pow10, type Quantity } from '../kernel/units';
import { nothing, UNIT_DECIMALS, type Amounts, type ToolRow } from './tool-row';

/** How the value of a slice is known. A market price is another one in another tool. */
export type ValuedBy = 'trade' | 'market_price' | 'missing';

/** A slice of a disposal, or a receipt, as the forms print it. */
export interface OwnRow {
  kind: ToolRow['kind'];
  /** Slices of one disposal have the same event. */
  event: string;
  asset: Asset;
  coin: string;
  quantity: Quantity;
  units: bigint;
  day: number;
  /** ms UTC */
  at: number;
  amounts: Amounts;
  /** Selling costs, already deducted from the proceeds. */
  fees: Cents;
  isLongTerm: boolean | null;
  type: string;
  wallet: string;
  transactionId: string;
  txHash: string | null;
  isUntracked: boolean;
  /** True for an outflow without a known other end. */
  isUnmatched: boolean;
  valuedBy: ValuedBy;
  /** Of the units: bought, received as income, or valued at a market price. */
  basis: 'trade' | 'market_price' | 'income';
}

const STATED: ReadonlySet<string | null> = new Set([null, 'trade', 'manual', 'stated_by_exchange']);

/** Of a trade of two coins one has a market price, and the other its value. */
const valuedBy = (source: string | null, isSwap: boolean): ValuedBy =>
  isSwap || !STATED.has(source) ? 'market_price' : 'trade';

export const eventOf = ({
  transactionId,
  wallet,
  asset,
  type,
}: Pick<Disposal, 'transactionId' | 'wallet' | 'asset' | 'type'>): string =>
  [transactionId, wallet, asset.id, type].join('|');

export const unitsOf = (quantity: Quantity, { decimals }: Asset): bigint =>
  mulDiv(quantity, pow10(UNIT_DECIMALS), pow10(decimals));

/** `Bitcoin (BTC)` -> BTC, XBT -> BTC. */
export const coinNamed = (text: string): string => {
  const inner = /\(([A-Za-z0-9.$]{2,12})\)\s*$/.exec(text)?.[1];
  return canonicalCoin((inner ?? text).trim().toUpperCase());
};

/** Gains are those before wash sales. */
export function ownRows(
  ledger: Ledger,
  { wallets, timezone, years }: { wallets: readonly string[]; timezone: string; years: ReadonlySet<number> },
): OwnRow[] {
  const own = new Set(wallets);
  const dayOf = dayCounter(timezone);
  const isNear = (day: number): boolean => [day - 1, day, day + 1].some((each) => years.has(yearOfDay(each)));
  const lots = new Map(ledger.lots.map((lot) => [lot.id, lot]));
  const rows: OwnRow[] = [];
  for (const slice of ledger.disposals) {
    const day = dayOf(slice.disposedAt);
    if (!own.has(slice.wallet) || !isOnForm(slice.type) || !isNear(day)) continue;
    const { asset, quantity, wallet, transactionId, txHash, type, flags, isUntracked, isLongTerm } = slice;
    const isMissing = slice.valueStatus === 'missing';
    const proceeds = isMissing ? 0n : toCents(slice.proceeds, 'cents');
    const costBasis = isMissing ? 0n : toCents(slice.costBasis, 'cents');
    const lot = lots.get(slice.lotId);
    rows.push({
      ...{ kind: 'gain', event: eventOf(slice), asset, coin: coinNamed(asset.symbol), quantity, day },
      ...{ wallet, transactionId, txHash, type, isUntracked, isLongTerm, at: slice.disposedAt },
      units: unitsOf(quantity, asset),
      amounts: { ...nothing(), proceeds, costBasis, gain: proceeds - costBasis },
      fees: isMissing ? 0n : toCents(slice.fees, 'cents'),
      isUnmatched: flags.includes('unmatched'),
      valuedBy: isMissing ? 'missing' : valuedBy(slice.priceSource, type === 'swap'),
      basis: lot?.incomeType
        ? 'income'
        : lot?.basisSource === 'market_price' || lot?.source === 'swap'
          ? 'market_price'
          : 'trade',
    });
  }
  for (const receipt of ledger.income) {
    const day = dayOf(receipt.receivedAt);
    if (!own.has(receipt.wallet) || !isNear(day)) continue;
    const { asset, quantity, wallet, transactionId, txHash, type } = receipt;
    const isMissing = receipt.valueStatus === 'missing';
    rows.push({
      ...{
        kind: 'income',
        event: `income|${receipt.id}`,
        asset,
        coin: coinNamed(asset.symbol),
        quantity,
        day,
      },
      ...{
        wallet,
        transactionId,
        txHash,
        type,
        isUntracked: false,
        isLongTerm: null,
        at: receipt.receivedAt,
      },
      units: unitsOf(quantity, asset),
      amounts: { ...nothing(), income: toCents(receipt.fairMarketValue, 'cents') },
      fees: 0n,
      isUnmatched: false,
      valuedBy: isMissing ? 'missing' : valuedBy(receipt.priceSource, false),
      basis: 'income',
    });
  }
  return rows.sort((a, b) => a.at - b.at);
}
