import type { Issue, Reconciliation } from '../../../domain/engine';
import { type Asset, tokenKeyOf } from '../../../domain/kernel/asset';
import { formatDecimal } from '../../../domain/kernel/decimal';
import {
  formatMoney,
  formatUnits,
  MONEY_DECIMALS,
  type Money,
  type Quantity,
} from '../../../domain/kernel/units';
import { toTime, toTimeOrNull } from '../../../presenters/sync-status.presenter';
import type { ReconciliationResponse, TransferEndResponse } from '../tax.shapes.dto';
import type { HeldCause, StatedTypeName } from '../../../domain/chain';
import type { LostDecision } from '../../../domain/overlays/lost-decisions';

/** Of each list; the counts are always full. @source api.md 2 */
export const MAX_LISTED = 500;

/** One end of a transfer, of a chain or of a posted ledger. */
export interface TransferEnd {
  tx: { id: string; hash: string; wallet: string; chain: string; protocol: string | null; at: number };
  leg: {
    direction: 'in' | 'out';
    asset: Asset;
    quantity: Quantity;
    valueUsd: Money | null;
    counterparty: string | null;
  };
}

export interface UnmatchedEnds {
  count: number;
  listed: readonly (TransferEnd & {
    choices: readonly StatedTypeName[];
    candidates: readonly TransferEnd[];
  })[];
}

/** Units that wait for their owner. */
export type HeldEnd = TransferEnd & { cause: HeldCause; choices: readonly StatedTypeName[] };

/** What a report is about, beside the issues. */
export interface ReconciliationFacts {
  address: string;
  assets: ReadonlyMap<string, Asset>;
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
  transactions: number;
  /** Transfers without their other end. */
  unmatched: UnmatchedEnds;
  held: readonly HeldEnd[];
  /** Decisions of the user without their subject. */
  lostDecisions: readonly LostDecision[];
  /** Part of the history is missing. */
  truncated: boolean;
  /** Issues that the plan shows: a plan cuts the lists, not the counts. */
  shows: (issue: Pick<Issue, 'transactionId' | 'at'>) => boolean;
  /** ms UTC */
  now: number;
}

/** @source spec 2.9; api.md 2, Reconciliation */
export function toReconciliation(report: Reconciliation, facts: ReconciliationFacts): ReconciliationResponse {
  const { untrackedLots, duplicateTransactions, missingPrices, lineageBreaks } = report;
  const of = <T>(issues: readonly Issue[], body: (issue: Issue) => T): T[] =>
    issues.filter(facts.shows).slice(0, MAX_LISTED).map(body);
  return {
    address: facts.address,
    severity: report.severity,
    total_issues: report.totalIssues,
    lineage_completeness_percent: formatDecimal(report.completenessPercent, MONEY_DECIMALS),
    untracked_lots: of(untrackedLots, (issue) => ({
      lot_id: issue.lotId,
      token_key: keyOf(issue, facts),
      quantity: quantityOf(issue, facts),
      disposal_date: toTimeOrNull(issue.at),
      proceeds: formatMoney(issue.proceeds ?? 0n),
      tx_hash: issue.txHash,
    })),
    duplicate_transactions: of(duplicateTransactions, ({ txHash, chain, count }) => ({
      tx_hash: txHash,
      chain,
      count,
    })),
    missing_prices: of(missingPrices, (issue) => ({
      token_key: keyOf(issue, facts),
      date: toTimeOrNull(issue.at),
      tx_hash: issue.txHash,
      quantity: quantityOf(issue, facts),
    })),
    lineage_breaks: of(lineageBreaks, ({ lotId, reason, txHash }) => ({
      lot_id: lotId,
      reason,
      tx_hash: txHash,
    })),
    counts: {
      untracked_lots: countOf(untrackedLots),
      duplicate_transactions: countOf(duplicateTransactions),
      missing_prices: countOf(missingPrices),
      lineage_breaks: countOf(lineageBreaks),
    },
    balance_check: facts.balances
      .slice(0, MAX_LISTED)
      .map(({ asset, computed, onChain, source, readAt }) => ({
        token_key: tokenKeyOf(facts.tokenKeys, asset),
        computed: formatUnits(computed, asset.decimals),
        on_chain: formatUnits(onChain, asset.decimals),
        difference: formatUnits(computed - onChain, asset.decimals),
        source,
        read_at: toTime(readAt),
      })),
    unmatched_transfers: facts.unmatched.listed.map((transfer) => ({
      ...toTransferEnd(transfer, facts),
      choices: [...transfer.choices],
      candidates: transfer.candidates.map((candidate) => toTransferEnd(candidate, facts)),
    })),
    unmatched_count: facts.unmatched.count,
    held_outflows: facts.held
      .filter(({ tx }) => facts.shows({ transactionId: tx.id, at: tx.at }))
      .slice(0, MAX_LISTED)
      .map((one) => ({ ...toTransferEnd(one, facts), cause: one.cause, choices: [...one.choices] })),
    held_outflow_count: facts.held.length,
    lost_decisions: facts.lostDecisions
      .slice(0, MAX_LISTED)
      .map(({ kind, transactionId, txHash, chain, decision }) => ({
        kind,
        transaction_id: transactionId,
        tx_hash: txHash,
        chain,
        decision,
      })),
    transactions_processed: facts.transactions,
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

const countOf = (issues: readonly Issue[]): number => issues.reduce((sum, { count }) => sum + count, 0);

const keyOf = ({ assetId }: Issue, { tokenKeys }: ReconciliationFacts): string | null =>
  assetId === null ? null : (tokenKeys.get(assetId) ?? assetId);

function quantityOf({ assetId, quantity }: Issue, { assets }: ReconciliationFacts): string | null {
  const asset = assetId === null ? undefined : assets.get(assetId);
  return quantity === null || !asset ? null : formatUnits(quantity, asset.decimals);
}
