import { percentOf, type Position } from '../domain/engine';
import { dec, formatDecimal } from '../domain/kernel/decimal';
import { formatMoney, formatUnits } from '../domain/kernel/units';
import type { Holding, Totals } from '../domain/portfolio/holdings';
import { tokenKeyOf } from '../domain/kernel/asset';
import { toTimeOrNull } from './sync-status.presenter';
import type { HoldingResponse, UnpricedResponse } from './shapes.dto';

export const RATIO_DIGITS = 18;

/** A basis not computed yet is "0" and marked as such. @source api.md 2, 4 row 10 */
export const basisMark = ({ cost }: Holding) => (cost === null ? { basis_pending: true as const } : {});

/** @source spec 2.6, api.md 2 Holding */
export function toHolding(holding: Holding, positionType: 'wallet' | 'staked' = 'wallet'): HoldingResponse {
  const { asset, tokenKey, quantity, cost, price, value, gain, lotCount, hasUntracked } = holding;
  return {
    symbol: asset.symbol,
    chain: asset.chain,
    quantity: formatUnits(quantity, asset.decimals),
    current_value: formatMoney(value ?? 0n),
    cost_basis: formatMoney(cost ?? 0n),
    unrealized_gl: formatMoney(gain ?? 0n),
    token_key: tokenKey,
    contract_address: asset.contract,
    name: asset.name,
    decimals: asset.decimals,
    current_price: price && formatDecimal(dec(price.usd), RATIO_DIGITS),
    unrealized_gl_percent: formatDecimal(percentOf(gain ?? 0n, cost ?? 0n), RATIO_DIGITS),
    lot_count: lotCount,
    has_untracked: hasUntracked,
    price_source: price?.source ?? null,
    price_at: toTimeOrNull(price?.at ?? null),
    protocol: null,
    position_type: positionType,
    ...(value === null && { price_missing: true as const }),
    ...basisMark(holding),
  };
}

/** Owned units outside the wallet, beside lists of what is in it. Absent when there are none. */
export const toDeposits = (
  deposits: readonly Pick<Position, 'asset' | 'quantity' | 'cost'>[],
  tokenKeys: ReadonlyMap<string, string>,
) =>
  deposits.length === 0
    ? {}
    : {
        deposited: deposits.map(({ asset, quantity, cost }) => ({
          token_key: tokenKeyOf(tokenKeys, asset),
          quantity: formatUnits(quantity, asset.decimals),
          cost_basis: formatMoney(cost),
        })),
      };

/** What totals leave out. */
export const toUnpriced = (totals: readonly Totals[]): UnpricedResponse => ({
  count: totals.reduce((sum, { unpricedCount }) => sum + unpricedCount, 0),
  cost_basis: formatMoney(totals.reduce((sum, { unpricedCost }) => sum + unpricedCost, 0n)),
});
