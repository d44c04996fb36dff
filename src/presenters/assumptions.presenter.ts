import { ENGINE_VERSION, LAW_AS_OF, type Ledger, type ReplayOptions } from '../domain/engine';
import type { LedgerPolicies } from '../domain/chain';
import { allocationsIn } from '../domain/overlays/allocations/allocations';
import { electionsIn, standingSelectionsIn } from '../domain/overlays/elections';
import {
  TAXPAYER,
  type AllocationEntry,
  type ElectionEntry,
  type ManualEntry,
  type StandingSelectionEntry,
} from '../domain/overlays/manual-entry';
import type {
  AllocationAssumption,
  AssumptionsResponse,
  ElectionResponse,
  StandingSelectionAssumption,
} from './shapes.dto';

interface Choices {
  entries?: readonly ManualEntry[];
  isComparison?: boolean;
  ledger?: Pick<Ledger, 'isApproximate'> | null;
}

/** @source api.md 2, assumptions; tax-rules 14.7 */
export function toAssumptions(
  { method, timezone, washSales }: ReplayOptions,
  {
    gasPolicy,
    wrapPolicy,
    depositPolicy,
  }: Pick<LedgerPolicies, 'gasPolicy' | 'wrapPolicy' | 'depositPolicy'>,
  { entries = [], isComparison = false, ledger = null }: Choices = {},
): AssumptionsResponse {
  const allocations = allocationsIn(entries);
  return {
    method,
    elections: isComparison ? [] : electionsIn(entries).map(toElection),
    standing_selections: isComparison ? [] : standingSelectionsIn(entries).map(toStandingSelection),
    is_comparison: isComparison,
    pooling: 'per_wallet',
    basis_at_2025: allocations.length === 0 ? 'actual_location' : 'allocated',
    allocations: allocations.map(toAllocation),
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
  };
}

const time = (at: number): string => new Date(at).toISOString();

const toElection = (election: ElectionEntry): ElectionResponse => ({
  wallet_address: election.wallet === TAXPAYER ? null : election.wallet,
  method: election.method,
  effective_from: time(election.from),
  ended_at: election.until === undefined ? null : time(election.until),
  stated_recorded_at: election.recordedAt === null ? null : time(election.recordedAt),
  communicated_to_broker_at: election.communicated === undefined ? null : time(election.communicated.at),
});

const toStandingSelection = (entry: StandingSelectionEntry): StandingSelectionAssumption => ({
  wallet_address: entry.wallet,
  lots: entry.lots.map(({ lot }) => lot),
  applies_to: [...entry.appliesTo],
  effective_from: time(entry.from),
  ended_at: entry.until === undefined ? null : time(entry.until),
  stated_recorded_at: entry.recordedAt === null ? null : time(entry.recordedAt),
  communicated_to_broker_at: entry.communicated === undefined ? null : time(entry.communicated.at),
});

const toAllocation = (entry: AllocationEntry): AllocationAssumption => ({
  allocation_id: entry.id,
  symbol: entry.asset.symbol,
  chain: entry.asset.chain,
  method: entry.method,
  pre_2025_pool: entry.pool,
  stated_recorded_at: time(entry.recordedAt),
});
