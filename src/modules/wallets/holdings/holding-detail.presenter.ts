import { percentOf } from '../../../domain/engine';
import { formatDecimal } from '../../../domain/kernel/decimal';
import { formatMoney, fromUnits, MONEY_DECIMALS, type Money } from '../../../domain/kernel/units';
import type { DataSourceInfo } from '../../../domain/portfolio/sync-status';
import type { Holding } from '../../../domain/portfolio/holdings';
import { toDataSources } from '../../../presenters/sync-status.presenter';
import { toHolding } from '../../../presenters/holdings.presenter';
import type { HoldingResponse, LotResponse } from '../../../presenters/shapes.dto';
import type { HoldingDetailResponse } from '../wallets.shapes.dto';

/**
 * @param parts of one symbol, one per chain, highest value first; at least one
 * @param realized gain of this tax year
 * @param dataSources the sources of the histories of the wallet's chains
 * @source api.md 1.1, Get Holding Detail
 */
export function toHoldingDetail(
  parts: readonly Holding[],
  lots: LotResponse[],
  realized: Money,
  dataSources: readonly DataSourceInfo[],
): HoldingDetailResponse {
  const bodies = parts.map((part) => toHolding(part));
  const [first] = bodies;
  if (!first) throw new Error('a holding without any part');
  const whole = parts.length === 1 ? first : together(parts, first);
  const chains = new Set<string>(parts.map(({ asset }) => asset.chain));
  const sources = toDataSources(dataSources.filter(({ chain }) => chains.has(chain)));
  return { ...whole, by_chain: bodies, lots, realized_gl_ytd: formatMoney(realized), sources };
}

/** Sums over chains; what cannot be added up is reported of the part of highest value. */
function together(parts: readonly Holding[], first: HoldingResponse): HoldingResponse {
  const sum = (pick: (part: Holding) => Money | null): Money =>
    parts.reduce((total, part) => total + (pick(part) ?? 0n), 0n);
  const priced = parts.filter(({ value }) => value !== null);
  const [cost, gain] = [sum((part) => part.cost), sum((part) => part.gain)];
  const pricedCost = priced.reduce((total, part) => total + (part.cost ?? 0n), 0n);
  const { price_missing: _, basis_pending: __, ...rest } = first;
  return {
    ...rest,
    chain: 'multiple',
    token_key: first.symbol,
    contract_address: null,
    quantity: formatDecimal(
      parts
        .map(({ quantity, asset }) => fromUnits(quantity, asset.decimals))
        .reduce((total, quantity) => total.plus(quantity)),
    ),
    current_value: formatMoney(sum((part) => part.value)),
    cost_basis: formatMoney(cost),
    unrealized_gl: formatMoney(gain),
    unrealized_gl_percent: formatDecimal(percentOf(gain, pricedCost), MONEY_DECIMALS),
    lot_count: parts.reduce((total, part) => total + part.lotCount, 0),
    has_untracked: parts.some((part) => part.hasUntracked),
    ...(priced.length < parts.length && { price_missing: true as const }),
    ...(parts.some((part) => part.cost === null) && { basis_pending: true as const }),
  };
}
