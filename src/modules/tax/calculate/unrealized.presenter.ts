import type { Lot, Unrealized, UnrealizedAsset, UnrealizedLot } from '../../../domain/engine';
import { formatDecimal, type Decimal } from '../../../domain/kernel/decimal';
import { formatMoney, formatUnits, MONEY_DECIMALS, unitPriceText } from '../../../domain/kernel/units';
import { toTimeOrNull } from '../../../presenters/sync-status.presenter';
import type { UnrealizedAssetResponse, UnrealizedResponse, UnrealizedLotResponse } from '../tax.shapes.dto';

/** Which lots and assets are listed; sums are never cut. */
export interface Listing {
  showsLot: (lot: Lot) => boolean;
  showsAsset: (asset: UnrealizedAsset) => boolean;
}

export const EVERYTHING: Listing = { showsLot: () => true, showsAsset: () => true };

/** @source spec 2.8; api.md 1.4 (missing_prices) */
export function toUnrealized(
  report: Unrealized,
  tokenKeys: ReadonlyMap<string, string>,
  listing: Listing = EVERYTHING,
): UnrealizedResponse {
  const keyOf = ({ id }: { id: string }) => tokenKeys.get(id) ?? id;
  const listed = report.assets.filter((entry) => listing.showsAsset(entry));
  return {
    by_asset: Object.fromEntries(listed.map((entry) => [keyOf(entry.asset), toAsset(entry, listing)])),
    portfolio_total: formatMoney(report.total),
    portfolio_unrealized_gain: formatMoney(report.gain),
    portfolio_unrealized_loss: formatMoney(report.loss),
    total_cost_basis: formatMoney(report.cost),
    total_current_value: formatMoney(report.value),
    portfolio_unrealized_gl_percent: ratio(report.percent),
    missing_prices: report.priceless.map(keyOf).sort(),
  };
}

function toAsset(entry: UnrealizedAsset, { showsLot }: Listing): UnrealizedAssetResponse {
  const { asset, price, lots } = entry;
  return {
    symbol: asset.symbol,
    chain: asset.chain,
    quantity: formatUnits(entry.quantity, asset.decimals),
    current_price: ratio(price),
    cost_basis: formatMoney(entry.cost),
    current_value: formatMoney(entry.value),
    unrealized_gl: formatMoney(entry.gain),
    unrealized_gl_percent: ratio(entry.percent),
    lots: lots.filter(({ lot }) => showsLot(lot)).map((lot) => toLot(lot, price)),
  };
}

const toLot = ({ lot, value, gain }: UnrealizedLot, price: Decimal): UnrealizedLotResponse => ({
  lot_id: lot.id,
  remaining_quantity: formatUnits(lot.remaining, lot.asset.decimals),
  cost_per_unit: unitPriceText(lot.cost, lot.remaining, lot.asset.decimals),
  current_price: ratio(price),
  cost_basis: formatMoney(lot.cost),
  current_value: formatMoney(value),
  unrealized_gl: formatMoney(gain),
  acquisition_date: toTimeOrNull(lot.acquiredAt),
  is_untracked: lot.isUntracked,
});

const ratio = (value: Decimal): string => formatDecimal(value, MONEY_DECIMALS);
