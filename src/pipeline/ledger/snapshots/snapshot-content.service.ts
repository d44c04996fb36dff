import { Injectable } from '@nestjs/common';
import { breathe, inTurns } from '../../../common/turns';
import { TRANSACTION_CAPS } from '../../../domain/access/plan-window';
import { rankingLots, type Lot, type Position } from '../../../domain/engine';
import { tokenKeyOf } from '../../../domain/kernel/asset';
import { FIRST_TAX_YEAR, taxYearOf } from '../../../domain/kernel/calendar';
import { firstWhere, sortSliced } from '../../../domain/kernel/slices';
import {
  shownTransaction,
  tradedLegs,
  type WalletTransaction,
} from '../../../domain/chain/facts/wallet-transaction';
import { LOT_SORTS, pickLots } from '../../../domain/portfolio/lot-filter';
import {
  detached,
  heldAsset,
  LISTED_LOTS,
  RECENT_TRANSACTIONS,
  type EachLot,
  type WalletSnapshot,
} from '../../../domain/portfolio/snapshots/wallet-snapshot';
import { Clock } from '../../../ports/clock';
import { LedgerViews } from '../ledger-views.service';
import { hasUnread } from '../../history/covered-wallets';
import { visibleTransactions } from '../plan-view';
import type { ReadyWalletLedger, WalletLedger } from '../wallet-ledger';
import { WalletLedgerService } from '../wallet-ledger.service';

/** What the snapshot of a ledger contains. */
@Injectable()
export class SnapshotContent {
  constructor(
    private readonly ledgers: WalletLedgerService,
    private readonly views: LedgerViews,
    private readonly clock: Clock,
  ) {}

  /** Yields to other requests between its parts. */
  async of(walletLedger: ReadyWalletLedger): Promise<WalletSnapshot> {
    const { ledger, subject, tokenKeys } = walletLedger;
    const held = (positions: ReturnType<LedgerViews['positions']>) =>
      positions.map((position) => heldAsset(position, tokenKeyOf(tokenKeys, position.asset)));
    await breathe();
    const { timezone } = this.ledgers.rulesOf(walletLedger);
    const now = this.clock.now();
    const context = { keys: tokenKeys, now, timezone };
    const picked = pickLots(ledger, subject.value, { status: 'open' }, context);
    await breathe();
    const open = await inTurns(sortSliced(picked, LOT_SORTS.date_asc));
    await breathe();
    const transactions = visibleTransactions(walletLedger);
    const first = open.slice(0, LISTED_LOTS);
    const assets = new Set(first.map(({ asset }) => asset.id));
    await this.views.listPositions(walletLedger);
    const positions = this.views.positions(walletLedger);
    await breathe();
    const ranked = positions.filter(({ asset }) => assets.has(asset.id)).flatMap(({ lots }) => lots);
    const ranks = await inTurns(rankingLots(ranked, 'fifo'));
    await breathe();
    const newer = newerThan(transactions, first);
    const taxSummaries: WalletSnapshot['taxSummaries'][number][] = [
      { year: null, summary: await this.views.taxSummary(walletLedger) },
    ];
    // One year more: a year can begin before the snapshot is replaced.
    for (let year = FIRST_TAX_YEAR; year <= taxYearOf(now, timezone) + 1; year++) {
      await breathe();
      taxSummaries.push({ year, summary: await this.views.taxSummary(walletLedger, year) });
    }
    const { severity, totalIssues } = await this.views.completeness(walletLedger);
    return {
      positions: held(positions),
      deposits: held(this.views.deposits(walletLedger)),
      timezone,
      isUnread: hasUnread(walletLedger.history.valued),
      transactionCount: transactions.length,
      windows: TRANSACTION_CAPS.map((cap) => ({
        cap,
        since: transactions.length > cap ? (transactions.at(-cap)?.at ?? null) : null,
      })),
      taxSummaries,
      openLots: {
        total: open.length,
        first: first.map((lot) => ({
          lot: detached(lot),
          tokenKey: tokenKeyOf(tokenKeys, lot.asset),
          rank: ranks.get(lot.id) ?? 0,
          newer: newer.get(lot.transactionId) ?? null,
        })),
      },
      reconciliation: { severity, totalIssues },
      recent: this.recentOf(walletLedger, transactions.slice(-RECENT_TRANSACTIONS)),
    };
  }

  /** The units of each lot of the assets. */
  eachLot(walletLedger: WalletLedger): EachLot {
    const unitsOf = (held: readonly Position[]) =>
      new Map(held.map(({ asset, lots }) => [asset.id, lots.map(({ remaining }) => remaining)]));
    return {
      positions: unitsOf(this.views.positions(walletLedger)),
      deposits: unitsOf(this.views.deposits(walletLedger)),
    };
  }

  private recentOf(
    walletLedger: ReadyWalletLedger,
    newest: readonly WalletTransaction[],
  ): WalletSnapshot['recent'] {
    const results = this.views.resultsOf(walletLedger, newest);
    const assets = newest.flatMap((transaction) => [
      ...tradedLegs(transaction).map(({ asset }) => asset),
      ...(transaction.fee ? [transaction.fee.asset] : []),
    ]);
    return {
      transactions: newest.map((transaction) => ({
        transaction: shownTransaction(transaction),
        result: results.get(transaction.id) ?? null,
      })),
      tokenKeys: [...new Map(assets.map(({ id }) => [id, tokenKeyOf(walletLedger.tokenKeys, { id })]))],
    };
  }
}

/**
 * Counts the transactions after that of each lot, by its id. Most lots have the time of their transaction.
 * @param transactions oldest first
 */
function newerThan(transactions: readonly WalletTransaction[], lots: readonly Lot[]): Map<string, number> {
  const newer = new Map<string, number>();
  const wanted = new Map<number, Set<string>>();
  for (const { transactionId, acquiredAt, receivedAt } of lots) {
    const at = acquiredAt ?? receivedAt;
    wanted.set(at, (wanted.get(at) ?? new Set()).add(transactionId));
  }
  // One moment can have most transactions of a wallet: it is walked once, not for each of its lots.
  for (const [at, ids] of wanted) {
    let place = firstWhere(transactions, (transaction) => transaction.at >= at);
    for (; transactions[place]?.at === at; place++) {
      const { id } = transactions[place] as WalletTransaction;
      if (ids.has(id)) newer.set(id, transactions.length - 1 - place);
    }
  }
  const left = new Set(lots.map(({ transactionId }) => transactionId).filter((id) => !newer.has(id)));
  if (left.size === 0) return newer;
  for (const [place, { id }] of transactions.entries())
    if (left.has(id)) newer.set(id, transactions.length - 1 - place);
  return newer;
}
