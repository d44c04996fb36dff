import type { Issue } from '../../../domain/engine';
import { type Asset, tokenKeyOf } from '../../../domain/kernel/asset';
import { formatMoney, formatUnits, type Quantity } from '../../../domain/kernel/units';
import {
  MOST_LISTED,
  type CheckedWallet,
  type TransferEnd,
} from '../../../domain/portfolio/snapshots/wallet-checks';
import { toTime, toTimeOrNull } from '../../../presenters/sync-status.presenter';
import type { ReconciliationResponse, TransferEndResponse } from '../tax.shapes.dto';

/** What a report states beside its ledger. */
export interface ReconciliationFacts {
  address: string;
  tokenKeys: ReadonlyMap<string, string>;
  /** What the ledger holds against what the chain reports; none where it was not asked. */
  balances: readonly {
    asset: Asset;
    computed: Quantity;
    onChain: Quantity;
    /** Source of the balance on the chain, and its time, ms UTC. */
    source: string;
    readAt: number;
  }[];
  /** Part of the history is missing. */
  truncated: boolean;
  /** ms UTC */
  now: number;
}

/** @source spec 2.9; api.md 2, Reconciliation */
export function toReconciliation(report: CheckedWallet, facts: ReconciliationFacts): ReconciliationResponse {
  const { issues, counts, unmatched, held } = report;
  const { assets } = report;
  return {
    address: facts.address,
    severity: report.severity,
    total_issues: report.totalIssues,
    lineage_completeness_percent: report.completenessPercent,
    untracked_lots: issues.untracked_lot.map((issue) => ({
      lot_id: issue.lotId,
      token_key: keyOf(issue, facts),
      quantity: quantityOf(issue, assets),
      disposal_date: toTimeOrNull(issue.at),
      proceeds: formatMoney(issue.proceeds ?? 0n),
      tx_hash: issue.txHash,
    })),
    duplicate_transactions: issues.duplicate_transaction.map(({ txHash, chain, count }) => ({
      tx_hash: txHash,
      chain,
      count,
    })),
    missing_prices: issues.missing_price.map((issue) => ({
      token_key: keyOf(issue, facts),
      date: toTimeOrNull(issue.at),
      tx_hash: issue.txHash,
      quantity: quantityOf(issue, assets),
    })),
    lineage_breaks: issues.lineage_break.map(({ lotId, reason, txHash }) => ({
      lot_id: lotId,
      reason,
      tx_hash: txHash,
    })),
    counts: {
      untracked_lots: counts.untracked_lot,
      duplicate_transactions: counts.duplicate_transaction,
      missing_prices: counts.missing_price,
      lineage_breaks: counts.lineage_break,
    },
    balance_check: facts.balances
      .slice(0, MOST_LISTED)
      .map(({ asset, computed, onChain, source, readAt }) => ({
        token_key: tokenKeyOf(facts.tokenKeys, asset),
        computed: formatUnits(computed, asset.decimals),
        on_chain: formatUnits(onChain, asset.decimals),
        difference: formatUnits(computed - onChain, asset.decimals),
        source,
        read_at: toTime(readAt),
      })),
    unmatched_transfers: unmatched.listed.map((transfer) => ({
      ...toTransferEnd(transfer, facts),
      choices: [...transfer.choices],
      candidates: transfer.candidates.map((candidate) => toTransferEnd(candidate, facts)),
    })),
    unmatched_count: unmatched.count,
    held_outflows: held.listed.map((one) => ({
      ...toTransferEnd(one, facts),
      cause: one.cause,
      choices: [...one.choices],
    })),
    held_outflow_count: held.count,
    lost_decisions: report.lostDecisions
      .slice(0, MOST_LISTED)
      .map(({ kind, transactionId, txHash, chain, decision }) => ({
        kind,
        transaction_id: transactionId,
        tx_hash: txHash,
        chain,
        decision,
      })),
    transactions_processed: report.transactions,
    lots_total: report.lotsTotal,
    truncated: facts.truncated,
    generated_at: toTime(facts.now),
  };
}

function toTransferEnd({ tx, leg }: TransferEnd, { tokenKeys }: ReconciliationFacts): TransferEndResponse {
  return {
    transaction_id: tx.id,
    tx_hash: tx.hash,
    wallet_address: tx.wallet,
    chain: tx.chain,
    protocol: tx.protocol,
    direction: leg.direction,
    token_key: tokenKeys.get(leg.asset.id) ?? leg.asset.id,
    symbol: leg.asset.symbol,
    quantity: formatUnits(leg.quantity, leg.asset.decimals),
    value_usd: leg.valueUsd === null ? null : formatMoney(leg.valueUsd),
    timestamp: toTime(tx.at),
    counterparty: leg.counterparty,
  };
}

const keyOf = ({ assetId }: Issue, { tokenKeys }: ReconciliationFacts): string | null =>
  assetId === null ? null : (tokenKeys.get(assetId) ?? assetId);

function quantityOf({ assetId, quantity }: Issue, assets: CheckedWallet['assets']): string | null {
  const asset = assetId === null ? undefined : assets.get(assetId);
  return quantity === null || !asset ? null : formatUnits(quantity, asset.decimals);
}
