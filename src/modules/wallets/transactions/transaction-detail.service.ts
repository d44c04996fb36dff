import { Injectable } from '@nestjs/common';
import type { Ledger } from '../../../domain/engine';
import type { Address } from '../../../domain/kernel/address';
import type { PlanWindow } from '../../../domain/access/plan-window';
import { AppError } from '../../../domain/kernel/errors';
import { isEscrowOf } from '../../../domain/chain';
import { NO_HASH } from '../../../domain/overlays/manual-transactions';
import { chainHash, type WalletTransaction } from '../../../domain/chain/facts/wallet-transaction';
import { findTransaction } from '../../../domain/portfolio/find-transaction';
import { treatmentOf } from '../../../domain/portfolio/treatments';
import { toSyncStatus, toLimit } from '../../../presenters/sync-status.presenter';
import { reply } from '../../../http/reply';
import type { RequestContext } from '../../../http/request-context';
import { windowOf } from '../../../pipeline/ledger/plan-view';
import { LedgerViews } from '../../../pipeline/ledger/ledger-views.service';
import type { ReadyWalletLedger } from '../../../pipeline/ledger/wallet-ledger';
import { WalletLedgerService } from '../../../pipeline/ledger/wallet-ledger.service';
import { CallerLedgers } from '../caller-ledgers.service';
import { LotResponses } from '../lots/lot-responses.service';
import { toTransactionDetail, type Consequences } from './transaction-detail.presenter';
import type { TransactionQuery } from './transactions.dto';

/** One transaction and everything that follows from it. */
@Injectable()
export class TransactionDetailService {
  constructor(
    private readonly callerLedgers: CallerLedgers,
    private readonly ledgers: WalletLedgerService,
    private readonly views: LedgerViews,
    private readonly lots: LotResponses,
  ) {}

  /**
   * @param name our id of the transaction, or its hash
   * @throws AppError RESOURCE_NOT_FOUND for an unknown transaction, and for one that the plan does not show; those of
   *   `findTransaction`
   */
  async detail(address: Address, name: string, query: TransactionQuery, context: RequestContext) {
    const walletLedger = await this.callerLedgers.stored(address, query.owned_wallets, context);
    const transaction = findTransaction(walletLedger.transactions, name, query.chain);
    const window = windowOf(walletLedger, context.principal);
    if (window.isLimited && !transaction.isSpam && !window.shows(transaction.id))
      throw new AppError('RESOURCE_NOT_FOUND', { resource: 'transaction', ...toLimit(window) });
    const consequences = await this.consequences(walletLedger, transaction, window);
    return reply(toTransactionDetail(transaction, walletLedger.tokenKeys, consequences), {
      meta: { ...toSyncStatus(walletLedger.history.syncStatus), ...toLimit(window) },
    });
  }

  /** Seen from this wallet: what another wallet of the owner did in the same transaction counts where lots met. */
  private async consequences(
    walletLedger: ReadyWalletLedger,
    transaction: WalletTransaction,
    window: PlanWindow,
  ): Promise<Consequences> {
    const { ledger, subject, history } = walletLedger;
    const { at } = transaction;
    const hash = transaction.hash === NO_HASH ? null : chainHash(transaction);
    if (hash === null) return this.unhashedConsequences(walletLedger, transaction);
    const isOwn = (wallet: string) => wallet === subject.value || isEscrowOf(wallet, subject.value);
    const byId = this.views.lotsById(ledger);
    const links = ledger.links.filter(
      (link) => link.txHash === hash && link.at === at && link.relation !== 'wash_adjustment',
    );
    const consumed = links.flatMap((link) => {
      const lot = byId.get(link.fromLotId);
      const next = link.toLotId === null ? undefined : byId.get(link.toLotId);
      return lot && (isOwn(lot.wallet) || (next && isOwn(next.wallet))) ? [{ link, lot }] : [];
    });
    const children = new Set(consumed.map(({ link }) => link.toLotId));
    // A lot that was moved names its acquisition, which the plan may not show.
    const created = ledger.lots.filter(
      (lot) =>
        lot.txHash === hash &&
        lot.receivedAt === at &&
        (isOwn(lot.wallet) || children.has(lot.id)) &&
        window.showsLot(lot),
    );
    return {
      created: await this.lots.of(walletLedger, created),
      consumed,
      disposals: ledger.disposals.filter(
        ({ txHash, disposedAt, wallet }) => txHash === hash && disposedAt === at && isOwn(wallet),
      ),
      income: ledger.income.filter(
        ({ txHash, receivedAt, wallet }) => txHash === hash && receivedAt === at && isOwn(wallet),
      ),
      treatment: treatmentOf(transaction, this.ledgers.rulesOf(walletLedger)),
      method: this.ledgers.methodOf(walletLedger),
      dataSource: history.syncStatus.dataSources?.find(({ chain }) => chain === transaction.chain),
      isNotIdentified: isMoveNotIdentified(ledger, transaction),
      isFinal: !history.syncStatus.pricesPending,
    };
  }

  /** Of a transaction no chain knows of, stated or of an exchange: its own, and the lots it made and took. */
  private async unhashedConsequences(
    walletLedger: ReadyWalletLedger,
    transaction: WalletTransaction,
  ): Promise<Consequences> {
    const { ledger, history, subject } = walletLedger;
    const created = ledger.lots.filter(
      ({ transactionId, receivedAt, wallet }) =>
        transactionId === transaction.id && receivedAt === transaction.at && wallet === subject.value,
    );
    const disposals = ledger.disposals.filter(({ transactionId }) => transactionId === transaction.id);
    const ids = new Set<string | null>(disposals.map(({ id }) => id));
    const byId = this.views.lotsById(ledger);
    return {
      created: await this.lots.of(walletLedger, created),
      consumed: ledger.links.flatMap((link) => {
        const lot = byId.get(link.fromLotId);
        return lot && link.disposalId !== null && ids.has(link.disposalId) ? [{ link, lot }] : [];
      }),
      disposals,
      income: ledger.income.filter(({ transactionId }) => transactionId === transaction.id),
      treatment: treatmentOf(transaction, this.ledgers.rulesOf(walletLedger)),
      method: this.ledgers.methodOf(walletLedger),
      dataSource: undefined,
      isNotIdentified: isMoveNotIdentified(ledger, transaction),
      isFinal: !history.syncStatus.pricesPending,
    };
  }
}

/** True for a transfer out of an account at a broker that took other lots than own books name. */
const isMoveNotIdentified = ({ movesNotIdentified }: Ledger, { id }: WalletTransaction): boolean =>
  movesNotIdentified.some(({ transactionId }) => transactionId === id);
