import { formatDecimal, type Decimal } from '../../domain/kernel/decimal';
import type { RwaToken } from '../../domain/rwa';
import type { LiveFigures } from './live-figures';
import type { LiveDataResponse, RwaTokenResponse } from './rwa.shapes.dto';

const WIRE_PLACES = 8;

/** A JSON number of at most eight places. @source api.md 4 row 17 */
export const toNumber = (value: Decimal): number => Number(formatDecimal(value, WIRE_PLACES));

/** @source spec 2.11 */
export const toToken = (token: RwaToken): RwaTokenResponse => ({
  symbol: token.symbol,
  name: token.name,
  type: token.type,
  issuer: token.issuer,
  underlying: token.underlying,
  yield_type: token.yieldType,
  tier: token.tier,
  tax_treatment: token.taxTreatment,
  restricted: token.restricted,
  restriction_note: token.restrictionNote,
  investor_req: token.investorRequirement,
  chains: [...token.networks],
});

/** @source spec 2.11, live_data */
export function toLiveData(
  token: RwaToken,
  { nav, rate, aum, source, error }: LiveFigures,
): LiveDataResponse {
  const { symbol, name, issuer, underlying, networks } = token;
  if (token.live === null) return {};
  if (nav === null || rate === null) return { symbol, source, error: error ?? 'no live data' };
  return {
    symbol,
    name,
    issuer,
    aum_usd: aum && toNumber(aum),
    nav: toNumber(nav),
    apy: toNumber(rate.mul(100)),
    underlying,
    chains: [...networks],
    source,
  };
}
