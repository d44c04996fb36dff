import { Injectable } from '@nestjs/common';
import { transactionCap, type PlanWindow } from '../../../domain/access/plan-window';
import type { Address } from '../../../domain/kernel/address';
import { AppError } from '../../../domain/kernel/errors';
import { isEscrowOf } from '../../../domain/chain';
import { NO_HASH } from '../../../domain/overlays/manual-transactions';
import { chainHash } from '../../../domain/chain/facts/wallet-transaction';
import { findTransaction } from '../../../domain/portfolio/find-transaction';
import { treatmentOf } from '../../../domain/portfolio/treatments';
import { toLot } from '../../../presenters/lots.presenter';
import { toSyncStatus, toLimit } from '../../../presenters/sync-status.presenter';
import { reply } from '../../../http/reply';
import type { RequestContext } from '../../../http/request-context';
import type { LedgerReader, TransactionEffects } from '../../../pipeline/ledger/reader/ledger-reader';
import { WalletLedgerService } from '../../../pipeline/ledger/wallet-ledger.service';
import { Clock } from '../../../ports/clock';
import type { StoredTransaction } from '../../../ports/storage/ledgers/ledgers';
import { CallerLedgers } from '../caller-ledgers.service';
import { toTransactionDetail } from './transaction-detail.presenter';
import { assetsOf } from './transaction-responses';
import type { TransactionQuery } from './transactions.dto';

/** One transaction and everything that follows from it. */
@Injectable()
export class TransactionDetailService {
  constructor(
    private readonly callerLedgers: CallerLedgers,
    private readonly ledgers: WalletLedgerService,
    private readonly clock: Clock,
  ) {}

  /**
   * @param name our id of the transaction, or its hash
   * @throws AppError RESOURCE_NOT_FOUND for an unknown transaction, and for one that the plan does not show; those of
   *   `findTransaction`
   */
  async detail(address: Address, name: string, query: TransactionQuery, context: RequestContext) {
    const reader = await this.callerLedgers.storedReader(address, query.owned_wallets, context);
    const transaction = findTransaction(await reader.named(name), name, query.chain);
    const window = await reader.window(transactionCap(context.principal));
    if (window.isLimited && !transaction.isSpam && !window.shows(transaction.id))
      throw new AppError('RESOURCE_NOT_FOUND', { resource: 'transaction', ...toLimit(window) });
    const { lots, steps, disposals, income } = await effectsOf(reader, transaction, window);
    const { syncStatus, stated } = reader;
    const rules = this.ledgers.rulesOf(stated);
    const tokenKeys = await reader.tokenKeys([
      ...assetsOf(transaction),
      ...[...steps.map(({ from }) => from), ...disposals, ...income].map(({ asset }) => asset.id),
    ]);
    const detail = toTransactionDetail(transaction, tokenKeys, {
      created: lots.map(({ lot, ...known }) => toLot(lot, known, this.clock.now(), rules.timezone)),
      consumed: steps.map(({ link, from: lot }) => ({ link, lot })),
      disposals,
      income,
      treatment: treatmentOf(transaction, rules),
      method: this.ledgers.methodOf({ ...stated, subject: address }),
      dataSource: isOnChain(transaction)
        ? syncStatus.dataSources?.find(({ chain }) => chain === transaction.chain)
        : undefined,
      isNotIdentified: reader.isNotIdentified(transaction.id),
      isFinal: !syncStatus.pricesPending,
    });
    return reply(detail, { meta: { ...toSyncStatus(syncStatus), ...toLimit(window) } });
  }
}

/** Null for a transaction that no chain knows of, stated or of an exchange. */
const hashOf = (transaction: StoredTransaction): string | null =>
  transaction.hash === NO_HASH ? null : chainHash(transaction);
const isOnChain = (transaction: StoredTransaction): boolean => hashOf(transaction) !== null;

/** Seen from this wallet: what another wallet of the owner did in the same transaction counts where lots met. */
async function effectsOf(
  reader: LedgerReader,
  transaction: StoredTransaction,
  window: PlanWindow,
): Promise<TransactionEffects> {
  const { id: transactionId, at } = transaction;
  const { value: subject } = reader.subject;
  const txHash = hashOf(transaction);
  if (txHash === null) {
    const { lots, ...effects } = await reader.effects({ transactionId });
    const isCreated = ({ lot }: (typeof lots)[number]) => lot.receivedAt === at && lot.wallet === subject;
    return { ...effects, lots: lots.filter(isCreated) };
  }
  const isOwn = (wallet: string) => wallet === subject || isEscrowOf(wallet, subject);
  const { lots, steps, disposals, income } = await reader.effects({ txHash, at });
  const consumed = steps.filter(
    ({ link, from, to }) =>
      link.relation !== 'wash_adjustment' && (isOwn(from.wallet) || (to && isOwn(to.wallet))),
  );
  const children = new Set(consumed.map(({ link }) => link.toLotId));
  return {
    // A lot that was moved names its acquisition, which the plan may not show.
    lots: lots.filter(({ lot }) => (isOwn(lot.wallet) || children.has(lot.id)) && window.showsLot(lot)),
    steps: consumed,
    disposals: disposals.filter(({ wallet }) => isOwn(wallet)),
    income: income.filter(({ wallet }) => isOwn(wallet)),
  };
}
