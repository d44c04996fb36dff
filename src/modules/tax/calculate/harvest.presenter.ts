import type { HarvestOpportunity, TaxSummary } from '../../../domain/engine';
import { formatDecimal } from '../../../domain/kernel/decimal';
import { formatMoney, formatUnits, MONEY_DECIMALS, type Money } from '../../../domain/kernel/units';
import { toTime, toTimeOrNull } from '../../../presenters/sync-status.presenter';
import type { HarvestResponse, HarvestOpportunityResponse } from '../tax.shapes.dto';
import { toAssetName } from '../../../presenters/asset.presenter';

const NOTE =
  'Estimates at current prices; not tax advice. Selling costs are not counted, and lots of unknown or provisional basis are left out.';

/** @source api.md 2, Harvest */
export interface HarvestFacts {
  address: string;
  /** ms UTC */
  asOf: number;
  /** All that were chosen; the losses are theirs. */
  chosen: readonly HarvestOpportunity[];
  /** Those of them that are listed. */
  listed: readonly HarvestOpportunity[];
  tokenKeys: ReadonlyMap<string, string>;
  thisYear: TaxSummary;
  washSales: boolean;
}

export function toHarvest(facts: HarvestFacts): HarvestResponse {
  const { chosen, listed, thisYear } = facts;
  const sum = (isLong: boolean): Money =>
    chosen.reduce((total, { isLongTerm, loss }) => (isLongTerm === isLong ? total + loss : total), 0n);
  return {
    address: facts.address,
    as_of: toTime(facts.asOf),
    total_harvestable_loss: formatMoney(sum(false) + sum(true)),
    short_term_loss: formatMoney(sum(false)),
    long_term_loss: formatMoney(sum(true)),
    opportunities: listed.map((opportunity) => toOpportunity(opportunity, facts.tokenKeys)),
    ytd: {
      realized_short: formatMoney(thisYear.short.net),
      realized_long: formatMoney(thisYear.long.net),
    },
    wash_sales_enabled: facts.washSales,
    note: NOTE,
  };
}

function toOpportunity(
  { lot, price, value, basis, loss, ...rest }: HarvestOpportunity,
  tokenKeys: ReadonlyMap<string, string>,
): HarvestOpportunityResponse {
  const { asset } = lot;
  return {
    ...toAssetName(asset, tokenKeys),
    lot_id: lot.id,
    quantity: formatUnits(lot.remaining, asset.decimals),
    cost_basis: formatMoney(basis),
    current_price: formatDecimal(price, MONEY_DECIMALS),
    current_value: formatMoney(value),
    unrealized_loss: formatMoney(loss),
    is_long_term: rest.isLongTerm,
    days_to_long_term: rest.daysToLongTerm,
    wash_sale_risk: rest.isWashRisk,
    last_acquired_at: toTimeOrNull(rest.lastAcquiredAt),
    safe_rebuy_after: rest.safeRebuyOn,
  };
}
