import { formatDecimal } from '../../domain/kernel/decimal';
import { formatMoney, formatUnits } from '../../domain/kernel/units';
import { tokenKeyOf } from '../../domain/kernel/asset';
import type { TransferLeg, TransferMatch } from '../../domain/matching';
import type { HeldBy, JointHolding } from '../../domain/portfolio/joint-holdings';
import { toHolding } from '../../presenters/holdings.presenter';
import { toTime, toTimeOrNull } from '../../presenters/sync-status.presenter';
import type { TaxSummaryResponse } from '../../presenters/shapes.dto';
import { sourceOf, type Source, type Sources } from './source';
import type {
  SourceShareResponse,
  AccountTransferEndResponse,
  AccountMatchResponse,
  UnifiedHoldingResponse,
  UnpairedTransferResponse,
} from './unified.shapes.dto';

/** @param holding `by` names wallets in normal form */
export const toUnifiedHolding = (holding: JointHolding, sources: Sources): UnifiedHoldingResponse => ({
  ...toHolding(holding),
  sources: holding.by.map((one) => toShare(one, sourceOf(sources, one.address))),
});

function toShare({ holding }: HeldBy, source: Source): SourceShareResponse {
  const { quantity, current_value, cost_basis } = toHolding(holding);
  return { ...source, quantity, current_value, cost_basis };
}

/** What a source adds to the whole. */
export const toSourceTax = (summary: TaxSummaryResponse) => ({
  total_realized_gl: summary.total_realized_gl,
  total_income: summary.income?.total ?? '0',
  disposal_count: summary.disposal_count,
  untracked_count: summary.untracked_count,
  status: summary.status,
});

const toEnd = (
  { transactionId, source, asset, quantity, at }: TransferLeg,
  sources: Sources,
): AccountTransferEndResponse => ({
  transaction_id: transactionId,
  source: sourceOf(sources, source.id),
  symbol: asset.symbol,
  quantity: formatUnits(quantity, asset.decimals),
  timestamp: toTime(at),
});

/** @source api.md 2, TransferMatch */
export const toTransferMatch = (match: TransferMatch, sources: Sources): AccountMatchResponse => ({
  match_id: match.id,
  status: match.status,
  score: formatDecimal(match.score),
  auto: match.decidedBy === 'system',
  out: toEnd(match.out, sources),
  in: toEnd(match.in, sources),
  quantity_difference: match.quantityDifference,
  time_difference_seconds: Math.round(match.timeDifference / 1_000),
  reasons: [...match.reasons],
  decided_at: toTimeOrNull(match.decidedAt),
  decided_by: match.decidedBy,
});

/** @param valueUsd of the leg */
export const toUnmatchedTransfer = (
  leg: TransferLeg,
  valueUsd: bigint | null,
  candidates: readonly TransferMatch[],
  { sources, tokenKeys }: { sources: Sources; tokenKeys: ReadonlyMap<string, string> },
): UnpairedTransferResponse => ({
  transaction_id: leg.transactionId,
  source: sourceOf(sources, leg.source.id),
  direction: leg.direction,
  symbol: leg.asset.symbol,
  token_key: tokenKeyOf(tokenKeys, leg.asset),
  quantity: formatUnits(leg.quantity, leg.asset.decimals),
  value_usd: valueUsd === null ? null : formatMoney(valueUsd),
  timestamp: toTime(leg.at),
  counterparty: leg.counterparty,
  candidates: candidates.map((match) => toTransferMatch(match, sources)),
});
