import { percentOf } from '../../domain/engine';
import { formatDecimal } from '../../domain/kernel/decimal';
import { formatMoney, formatUnits, unitPriceText, type Money } from '../../domain/kernel/units';
import type { Holding, Totals } from '../../domain/portfolio/holdings';
import { basisMark, RATIO_DIGITS, toHolding, toUnpriced } from '../../presenters/holdings.presenter';
import type { ChainShareResponse, HoldingsSummaryResponse, PositionResponse } from './wallets.shapes.dto';

const TOP_HOLDINGS = 10;

/** @source spec 2.6, api.md 2 Position */
export function toPosition(holding: Holding): PositionResponse {
  const { asset, tokenKey, quantity, cost, lotCount, hasUntracked } = holding;
  return {
    symbol: asset.symbol,
    quantity: formatUnits(quantity, asset.decimals),
    cost_basis: formatMoney(cost ?? 0n),
    chain: asset.chain,
    token_key: tokenKey,
    contract_address: asset.contract,
    average_cost: unitPriceText(cost ?? 0n, quantity, asset.decimals),
    lot_count: lotCount,
    has_untracked: hasUntracked,
    ...basisMark(holding),
  };
}

/** What a summary is made of; highest value first. */
export interface Valuation {
  holdings: readonly Holding[];
  deposited: readonly Holding[];
  totals: Totals;
}

export function toSummary({ holdings, deposited, totals }: Valuation): HoldingsSummaryResponse {
  return {
    total_value: formatMoney(totals.value),
    total_cost_basis: formatMoney(totals.cost),
    total_unrealized_gl: formatMoney(totals.gain),
    chains: toChains(holdings, totals.value),
    top_holdings: holdings.slice(0, TOP_HOLDINGS).map((holding) => toHolding(holding)),
    risk_metrics: null,
    holding_count: holdings.length,
    deposited: deposited.map((holding) => toHolding(holding, 'staked')),
    unpriced: toUnpriced([totals]),
  };
}

/** Highest value first; the name settles ties. */
export function toChains(holdings: readonly Holding[], total: Money): ChainShareResponse[] {
  const chains = new Map<string, { value: Money; count: number }>();
  for (const { asset, value } of holdings) {
    const share = chains.get(asset.chain) ?? { value: 0n, count: 0 };
    chains.set(asset.chain, { value: share.value + (value ?? 0n), count: share.count + 1 });
  }
  return [...chains]
    .sort(([a, x], [b, y]) => (x.value === y.value ? (a < b ? -1 : 1) : x.value < y.value ? 1 : -1))
    .map(([chain, { value, count }]) => ({
      chain,
      value: formatMoney(value),
      percent: formatDecimal(percentOf(value, total), RATIO_DIGITS),
      holding_count: count,
    }));
}
