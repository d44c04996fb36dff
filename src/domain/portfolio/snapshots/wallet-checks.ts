import type { HeldCause, StatedTypeName } from '../../chain';
import type { Completeness, Issue, Reconciliation } from '../../engine';
import type { Asset } from '../../kernel/asset';
import { formatDecimal } from '../../kernel/decimal';
import { MONEY_DECIMALS, type Money, type Quantity } from '../../kernel/units';
import type { LostDecision } from '../../overlays/lost-decisions';

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

/** Units that wait for their owner. `choices`: what their transaction can be. */
export type HeldEnd = TransferEnd & { cause: HeldCause; choices: readonly StatedTypeName[] };
export type UnmatchedEnd = TransferEnd & {
  choices: readonly StatedTypeName[];
  candidates: readonly TransferEnd[];
};

/** What of a wallet waits for its owner. Counts are of everything, lists are as far as a plan shows them. */
export interface WaitingUnits {
  /** Transfers without their other end. */
  unmatched: { count: number; listed: readonly UnmatchedEnd[] };
  /** Outflows that are no sale. */
  held: { count: number; listed: readonly HeldEnd[] };
}

type OfEachKind<T> = Readonly<Record<Issue['kind'], T>>;

/** What the reconciliation of a wallet states beside the issues. */
export interface WalletChecks {
  /** As text, rounded as it is shown. */
  completenessPercent: string;
  lotsTotal: number;
  /** Of everything. */
  counts: OfEachKind<number>;
  /** Transactions of the wallet, with spam. */
  transactions: number;
  /** Chains of its transactions. */
  chains: readonly string[];
  /** Decisions of the user without their subject. */
  lostDecisions: readonly LostDecision[];
  /** For callers with a cap of transactions that cuts the history, and for all others (null). */
  waiting: readonly (WaitingUnits & { cap: number | null })[];
}

/** Entries of each list: those that an answer shows. */
export const MOST_LISTED = 500;

/** The problems of the data of a wallet, or of a posted ledger. */
export interface CheckedIssues
  extends
    Pick<Completeness, 'severity' | 'totalIssues'>,
    Pick<WalletChecks, 'completenessPercent' | 'lotsTotal' | 'counts'> {
  /** As far as a plan shows them, `MOST_LISTED` of each kind. */
  issues: OfEachKind<readonly Issue[]>;
  /** Of the issues, by id. */
  assets: ReadonlyMap<string, Asset>;
}

/** A wallet as its reconciliation states it. */
export type CheckedWallet = CheckedIssues &
  WaitingUnits &
  Pick<WalletChecks, 'transactions' | 'lostDecisions'>;

/** @param shows what a plan lists */
export function checkedIssues(
  { untrackedLots, duplicateTransactions, missingPrices, lineageBreaks, ...figures }: Reconciliation,
  assets: ReadonlyMap<string, Asset>,
  shows: (issue: Issue) => boolean,
): CheckedIssues {
  const byKind = <T>(of: (issues: readonly Issue[]) => T): OfEachKind<T> => ({
    untracked_lot: of(untrackedLots),
    duplicate_transaction: of(duplicateTransactions),
    missing_price: of(missingPrices),
    lineage_break: of(lineageBreaks),
  });
  return {
    ...figures,
    completenessPercent: formatDecimal(figures.completenessPercent, MONEY_DECIMALS),
    counts: byKind((issues) => issues.reduce((sum, { count }) => sum + count, 0)),
    issues: byKind((issues) => issues.filter(shows).slice(0, MOST_LISTED)),
    assets,
  };
}
