import { ENGINE_VERSION, LAW_AS_OF, type ReplayOptions } from '../domain/engine';
import type { LedgerPolicies } from '../domain/normalise';
import type { AssumptionsResponse } from './shapes.dto';

/** @source api.md 2, assumptions; tax-rules 14.7 */
export const toAssumptions = (
  { method, timezone, washSales }: ReplayOptions,
  {
    gasPolicy,
    wrapPolicy,
    depositPolicy,
  }: Pick<LedgerPolicies, 'gasPolicy' | 'wrapPolicy' | 'depositPolicy'>,
): AssumptionsResponse => ({
  method,
  pooling: 'per_wallet',
  timezone,
  wash_sales: washSales,
  gas_policy: gasPolicy,
  wrap_policy: wrapPolicy,
  deposit_policy: depositPolicy,
  lp_policy: depositPolicy,
  income_pricing: 'market_price_at_receipt',
  engine_version: ENGINE_VERSION,
  law_as_of: LAW_AS_OF,
});
