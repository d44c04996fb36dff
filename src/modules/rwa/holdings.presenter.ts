import { rwaTotals, type RwaHolding } from '../../domain/rwa';
import type {
  RwaHoldingResponse,
  RwaHoldingsResponse,
  RwaYieldSummaryResponse,
  TokenYieldResponse,
  YieldRecordResponse,
} from './rwa.shapes.dto';
import { toNumber } from './tokens.presenter';

/** What the value of one dollar is from where no live one is to be had. */
const DEFAULT_SOURCE = 'default';

/** @param given the address as sent @source spec 2.12 */
export function toHoldings(given: string, holdings: readonly RwaHolding[]): RwaHoldingsResponse {
  const totals = rwaTotals(holdings);
  return {
    wallet_address: given,
    rwa_holdings: holdings.map(toHolding),
    summary: {
      total_rwa_positions: holdings.length,
      total_rwa_value_usd: toNumber(totals.value),
      total_accrued_yield_usd: toNumber(totals.accrued),
    },
  };
}

function toHolding({
  token,
  balance,
  nav,
  value,
  rate,
  accrued,
  yieldVsCost,
  quote,
}: RwaHolding): RwaHoldingResponse {
  return {
    symbol: token.symbol,
    name: token.name,
    balance: toNumber(balance),
    issuer: token.issuer,
    underlying: token.underlying,
    yield_type: token.yieldType,
    tax_treatment: token.taxTreatment,
    restricted: token.restricted,
    restriction_note: token.restrictionNote,
    investor_req: token.investorRequirement,
    is_rwa: true,
    current_nav_usd: toNumber(nav),
    current_value_usd: toNumber(value),
    annualized_yield: rate && toNumber(rate),
    data_source: quote.nav === null ? DEFAULT_SOURCE : quote.source,
    ...(accrued && yieldVsCost
      ? { accrued_yield_usd: toNumber(accrued), yield_vs_cost: toNumber(yieldVsCost) }
      : {}),
  };
}

/** @param given the address as sent @source spec 2.13 */
export function toYieldSummary(given: string, holdings: readonly RwaHolding[]): RwaYieldSummaryResponse {
  const totals = rwaTotals(holdings);
  return {
    wallet_address: given,
    yield_summary: {
      total_rwa_value_usd: toNumber(totals.value),
      total_acquisition_cost_usd: toNumber(totals.cost),
      total_accrued_yield_usd: toNumber(totals.accrued),
      total_yield_pct: toNumber(totals.yieldPercent),
      positions: holdings.length,
      by_token: Object.fromEntries(holdings.map((holding) => [holding.token.symbol, toTokenYield(holding)])),
    },
    records: holdings.flatMap(toRecord),
  };
}

const toTokenYield = ({ token, balance, value, accrued, rate }: RwaHolding): TokenYieldResponse => ({
  balance: toNumber(balance),
  current_value_usd: toNumber(value),
  accrued_yield_usd: accrued && toNumber(accrued),
  annualized_rate: rate && toNumber(rate),
  yield_type: token.yieldType,
});

/** None for a position whose yield is not known. */
function toRecord({ token, balance, nav, value, accrued, rate }: RwaHolding): YieldRecordResponse[] {
  if (accrued === null || rate === null) return [];
  return [
    {
      token_symbol: token.symbol,
      current_balance: toNumber(balance),
      current_nav: toNumber(nav),
      current_value_usd: toNumber(value),
      accrued_yield_usd: toNumber(accrued),
      annualized_rate: toNumber(rate),
      issuer: token.issuer,
      tax_treatment: token.taxTreatment,
    },
  ];
}
