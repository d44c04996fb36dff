import { Injectable } from '@nestjs/common';
import { inTurns } from '../../../common/turns';
import { placingLots, transactionResults, type Ledger, type LedgerLot } from '../../../domain/engine';
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
import { LedgerViews } from '../ledger-views.service';
import type { ReadyWalletLedger } from '../wallet-ledger';

/** What is stored of a ledger. */
@Injectable()
export class LedgerContentsOf {
  constructor(private readonly views: LedgerViews) {}

  async of(walletLedger: ReadyWalletLedger): Promise<LedgerContents> {
    const { ledger, history, tokenKeys } = walletLedger;
    const { transactions, entries = [] } = history.valued;
    const places = await inTurns(placingLots(ledger.lots));
    return {
      facts: {
        isApproximate: ledger.isApproximate,
        movesNotIdentified: [...ledger.movesNotIdentified],
        unsettled: this.views.unsettled(ledger, history.valued),
        transfers: await inTurns(countingTransfers(transactions, entries)),
      },
      assets: ledger.assets.values(),
      tokenKeys,
      transactions: this.transactionsIn(walletLedger),
      lots: this.lotsIn(walletLedger, places),
      disposals: copies(ledger.disposals, plainDisposal),
      income: copies(ledger.income, plainIncome),
      links: copies(this.views.links(walletLedger), plainLink),
      issues: copies(ledger.issues, plainIssue),
      washSales: copies(ledger.washSales, plainWashSale),
    };
  }

  /** Of each wallet of the owner, as its own routes show them. */
  private *transactionsIn({ ledger, history }: ReadyWalletLedger): Generator<LedgerTransaction> {
    for (const wallet of history.wallets) {
      const results = transactionResults(ledger, wallet);
      for (const { position: _, ...transaction } of this.views.transactions(history.valued, ledger, wallet))
        yield { transaction, result: results.get(transaction.id) ?? null };
    }
  }

  private *lotsIn(
    { ledger, history, tokenKeys }: ReadyWalletLedger,
    places: ReadonlyMap<string, number>,
  ): Generator<LedgerLotRow> {
    const shownIn = this.shownWallets(ledger, history);
    for (const record of ledger.lots as Iterable<LedgerLot>) {
      const lot = plainLot(record);
      yield {
        lot,
        tokenKey: tokenKeyOf(tokenKeys, lot.asset),
        place: places.get(lot.id) ?? 0,
        shownIn: shownIn.get(lot.transactionId) ?? null,
      };
    }
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

function* copies<T>(records: Iterable<T>, copy: (record: T) => T): Generator<T> {
  for (const record of records) yield copy(record);
}
