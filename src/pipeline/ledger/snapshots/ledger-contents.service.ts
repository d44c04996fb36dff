import { Injectable } from '@nestjs/common';
import { breathe, inTurns } from '../../../common/turns';
import { placingLots, transactionResults, type Ledger, type LedgerLot } from '../../../domain/engine';
import { inputHash } from '../../../domain/portfolio/input-hash';
import { countingTransfers } from '../../../domain/overlays/transfer-matches';
import { tokenKeyOf } from '../../../domain/kernel/asset';
import {
  plainDisposal,
  plainIncome,
  plainIssue,
  plainLink,
  plainLot,
  plainWashSale,
} from '../../../domain/portfolio/ledgers/plain-records';
import type { LedgerContents, LedgerLotRow, LedgerTransaction } from '../../../ports/storage/ledgers/ledgers';
import type { LedgerNeed } from '../../../ports/storage/ledgers/needs';
import { lotsInNeed } from '../../../domain/portfolio/needs/needs-basis';
import { transactionsInNeed } from '../../../domain/portfolio/needs/needs-price';
import { pendingTransactions } from './pending-transactions';
import { suggestions, withSources, type Suggestions } from './needs';
import { WalletLedgerService } from '../wallet-ledger.service';
import { LedgerViews } from '../ledger-views.service';
import type { ReadyWalletLedger } from '../wallet-ledger';

/** What is stored of a ledger. */
@Injectable()
export class LedgerContentsOf {
  constructor(
    private readonly views: LedgerViews,
    private readonly ledgers: WalletLedgerService,
  ) {}

  async of(walletLedger: ReadyWalletLedger): Promise<LedgerContents> {
    const { ledger, history, tokenKeys } = walletLedger;
    const { transactions, entries = [] } = history.valued;
    const places = await inTurns(placingLots(ledger.lots));
    const shownIn = this.shownWallets(ledger, history);
    const needs = await this.needsIn(walletLedger, shownIn);
    return {
      facts: {
        isApproximate: ledger.isApproximate,
        movesNotIdentified: [...ledger.movesNotIdentified],
        unsettled: this.views.unsettled(ledger, history.valued),
        inputHash: await inTurns(
          inputHash(
            history.wallets,
            history.valued,
            this.ledgers.recordOptions(walletLedger),
            this.ledgers.rulesOf(walletLedger),
          ),
        ),
        transfers: await inTurns(countingTransfers(transactions, entries)),
      },
      assets: ledger.assets.values(),
      tokenKeys,
      transactions: this.transactionsIn(walletLedger),
      lots: this.lotsIn(walletLedger, places, shownIn),
      disposals: copies(ledger.disposals, plainDisposal),
      income: copies(ledger.income, plainIncome),
      links: copies(this.views.links(walletLedger), plainLink),
      issues: copies(ledger.issues, (issue) => ({
        issue: plainIssue(issue),
        shownIn: shownIn.get(issue.transactionId) ?? null,
      })),
      washSales: copies(ledger.washSales, plainWashSale),
      needs,
    };
  }

  /** Of each wallet of the owner, as its own routes show them. */
  private *transactionsIn({ ledger, history }: ReadyWalletLedger): Generator<LedgerTransaction> {
    for (const wallet of history.wallets) {
      // A price that is missing can change them.
      const results = history.valued.open.length > 0 ? null : transactionResults(ledger, wallet);
      for (const { position: _, ...transaction } of this.views.transactions(history.valued, ledger, wallet))
        yield { transaction, result: results?.get(transaction.id) ?? null };
    }
  }

  private *lotsIn(
    { ledger, tokenKeys, history }: ReadyWalletLedger,
    places: ReadonlyMap<string, number>,
    shownIn: ReadonlyMap<string, string>,
  ): Generator<LedgerLotRow> {
    const pending = pendingTransactions({ history });
    for (const record of ledger.lots as Iterable<LedgerLot>) {
      const lot = plainLot(record);
      yield {
        lot,
        tokenKey: tokenKeyOf(tokenKeys, lot.asset),
        place: places.get(lot.id) ?? 0,
        shownIn: shownIn.get(lot.transactionId) ?? null,
        isPending: pending.has(lot.transactionId),
      };
    }
  }

  /** What waits for the owner in each wallet. */
  private async needsIn(
    { ledger, history, tokenKeys }: ReadyWalletLedger,
    shownIn: ReadonlyMap<string, string>,
  ): Promise<LedgerNeed[]> {
    const { valued, wallets } = history;
    const found: LedgerNeed[] = [];
    let sources: Suggestions | null = null;
    for (const wallet of wallets) {
      await breathe();
      const transactions = this.views.transactions(valued, ledger, wallet);
      for (const { transaction, soldAt: _, ...need } of transactionsInNeed(ledger, transactions)) {
        const { id, hash, chain, at, type } = transaction;
        const ofPrice = { ...need, transaction: { id, hash, chain, at, type } };
        found.push({ kind: 'price', wallet, need: ofPrice, tokenKey: null, shownIn: wallet });
      }
      const lots = lotsInNeed(ledger, wallet, transactions);
      if (lots.length === 0) continue;
      sources ??= await suggestions(history);
      for (const { soldAt: _, ...need } of withSources(lots, sources)) {
        const lot = plainLot(need.lot as LedgerLot);
        const tokenKey = tokenKeys.get(lot.asset.id) ?? null;
        const place = { tokenKey, shownIn: shownIn.get(lot.transactionId) ?? null };
        found.push({ kind: 'basis', wallet, need: { ...need, lot }, ...place });
      }
    }
    return found;
  }

  /** Wallets of the transactions that count against a plan, by transaction id. */
  private shownWallets(ledger: Ledger, { valued, wallets }: ReadyWalletLedger['history']) {
    const shown = new Map<string, string>();
    for (const wallet of wallets)
      for (const { id, isSpam } of this.views.transactions(valued, ledger, wallet))
        if (!isSpam) shown.set(id, wallet);
    return shown;
  }
}

function* copies<T, R>(records: Iterable<T>, copy: (record: T) => R): Generator<R> {
  for (const record of records) yield copy(record);
}
