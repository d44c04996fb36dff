import { ENGINE_VERSION, LAW_AS_OF, type Ledger, type ReplayOptions } from '../domain/engine';
import type { LedgerPolicies } from '../domain/normalise';
import type { ElectionEntry } from '../domain/overlays/manual-entry';
import type { AssumptionsResponse } from './shapes.dto';

/** How the lots were chosen. */
interface Choices {
  elections?: readonly ElectionEntry[];
  isComparison?: boolean;
  ledger?: Pick<Ledger, 'isApproximate'> | null;
}

/** @source api.md 2, assumptions; tax-rules 14.7 */
export const toAssumptions = (
  { method, timezone, washSales }: ReplayOptions,
  {
    gasPolicy,
    wrapPolicy,
    depositPolicy,
  }: Pick<LedgerPolicies, 'gasPolicy' | 'wrapPolicy' | 'depositPolicy'>,
  { elections = [], isComparison = false, ledger = null }: Choices = {},
): AssumptionsResponse => ({
  method,
  elections: elections.map((election) => ({
    wallet_address: election.wallet,
    method: election.method,
    effective_from: new Date(election.from).toISOString(),
    stated_recorded_at: election.recordedAt === null ? null : new Date(election.recordedAt).toISOString(),
  })),
  is_comparison: isComparison,
  pooling: 'per_wallet',
  timezone,
  wash_sales: washSales,
  wash_sales_approximate: ledger?.isApproximate === true,
  gas_policy: gasPolicy,
  wrap_policy: wrapPolicy,
  deposit_policy: depositPolicy,
  lp_policy: depositPolicy,
  income_pricing: 'market_price_at_receipt',
  engine_version: ENGINE_VERSION,
  law_as_of: LAW_AS_OF,
});
