import type { Lineage, LineageLink, Lot } from '../../../domain/engine';
import { CHAINS, isChainName } from '../../../domain/kernel/chain';
import { formatMoney, formatUnits } from '../../../domain/kernel/units';
import type { TransferLeg } from '../../../domain/matching';
import { placeOf } from '../../../domain/chain';
import type { BasisNeed, SuggestedTransfer } from '../../../ports/storage/ledgers/needs';
import { tokenKeyOf } from '../../../domain/kernel/asset';
import { toTime, toTimeOrNull } from '../../../presenters/sync-status.presenter';
import type {
  LineageResponse,
  LineageEdgeResponse,
  LineageNodeResponse,
  MatchEndResponse,
  NeedsBasisResponse,
  TransferMatchResponse,
} from './lots.shapes.dto';
import { toAssetName } from '../../../presenters/asset.presenter';

type Keys = ReadonlyMap<string, string>;

/** @source api.md 2, Lineage */
export function toLineage(trace: Lineage, tokenKeys: Keys): LineageResponse {
  const lots = new Map(trace.nodes.map((lot) => [lot.id, lot]));
  return {
    lot_id: trace.lotId,
    root_lot_ids: trace.rootLotIds,
    complete: trace.isComplete,
    nodes: trace.nodes.map((lot) => toNode(lot, tokenKeys)),
    edges: trace.edges.flatMap((link) => {
      const lot = lots.get(link.fromLotId);
      return lot ? [toEdge(link, lot)] : [];
    }),
    breaks: trace.breaks.map(({ lotId, reason }) => ({ lot_id: lotId, reason })),
  };
}

const toNode = (lot: Lot, tokenKeys: Keys): LineageNodeResponse => {
  const { wallet, place } = placeOf(lot.wallet);
  return {
    lot_id: lot.id,
    wallet_address: wallet,
    place,
    token_key: tokenKeyOf(tokenKeys, lot.asset),
    quantity: formatUnits(lot.originalQuantity, lot.asset.decimals),
    cost_basis: formatMoney(lot.originalCost),
    acquisition_date: toTimeOrNull(lot.acquiredAt),
    source: lot.source,
    tx_hash: lot.txHash,
  };
};

/** Quantities of a step count units of the lot they left. */
const toEdge = (link: LineageLink, from: Lot): LineageEdgeResponse => ({
  link_id: link.id,
  from_lot_id: link.fromLotId,
  to_lot_id: link.toLotId,
  disposal_id: link.disposalId,
  relation: link.relation,
  quantity: formatUnits(link.quantity, from.asset.decimals),
  cost_basis: formatMoney(link.cost),
  tx_hash: link.txHash,
  timestamp: toTime(link.at),
});

/** @source api.md 2, NeedsBasis */
export function toNeedsBasis(
  { lot, reason, from, valueAtReceipt, proceedsAffected, gainEffect, suggestions }: BasisNeed,
  tokenKeys: Keys,
): NeedsBasisResponse {
  const quantity = formatUnits(lot.originalQuantity, lot.asset.decimals);
  return {
    lot_id: lot.id,
    ...toAssetName(lot.asset, tokenKeys),
    quantity,
    untracked_quantity: quantity,
    received_date: toTime(lot.receivedAt),
    tx_hash: lot.txHash,
    from,
    explorer_url: explorerUrl(lot),
    reason,
    fair_market_value_at_receipt: valueAtReceipt === null ? null : formatMoney(valueAtReceipt),
    proceeds_affected: formatMoney(proceedsAffected),
    max_gain_effect: formatMoney(gainEffect),
    suggestions: suggestions.map(toTransferMatch),
  };
}

const explorerUrl = ({ asset, txHash }: Lot): string | null =>
  txHash !== null && isChainName(asset.chain) ? `${CHAINS[asset.chain].explorer}/tx/${txHash}` : null;

/** @source api.md 2, TransferMatch */
const toTransferMatch = (match: SuggestedTransfer): TransferMatchResponse => ({
  match_id: match.id,
  status: match.status,
  score: match.score,
  auto: match.decidedBy !== 'user',
  out: toEnd(match.out),
  in: toEnd(match.in),
  quantity_difference: match.quantityDifference,
  time_difference_seconds: Math.round(match.timeDifference / 1000),
  reasons: [...match.reasons],
  decided_at: toTimeOrNull(match.decidedAt),
  decided_by: match.decidedBy,
});

const toEnd = ({ transactionId, source, asset, quantity, at }: TransferLeg): MatchEndResponse => ({
  transaction_id: transactionId,
  source: source.id,
  symbol: asset.symbol,
  quantity: formatUnits(quantity, asset.decimals),
  timestamp: toTime(at),
});
