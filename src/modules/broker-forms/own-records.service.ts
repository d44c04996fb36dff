import { Injectable } from '@nestjs/common';
import { inTurns } from '../../common/turns';
import { ownSaleOfRow, salesOfYear, type AccountYear, type OwnSale } from '../../domain/broker';
import { formRowsInSlices } from '../../domain/forms';
import type { PlanWindow } from '../../domain/access/plan-window';
import { userOf, type Principal } from '../../domain/access/principal';
import { parseAddress } from '../../domain/kernel/address';
import { AppError } from '../../domain/kernel/errors';
import { isToldToBroker } from '../../domain/overlays/elections';
import { formAccount } from '../../pipeline/ledger/form-account';
import { windowOf } from '../../pipeline/ledger/plan-view';
import type { ReadyWalletLedger } from '../../pipeline/ledger/wallet-ledger';
import { WalletLedgerService } from '../../pipeline/ledger/wallet-ledger.service';
import { LinkedWallets } from '../../ports/storage/linked-wallets';
import type { BrokerForm } from './broker-form';
import { BrokerFormsRepository } from './broker-forms.repository';
import { walletOf } from './stored-accepted-forms';

const UNREAD: ReadonlySet<string> = new Set(['WALLET_NOT_FOUND', 'RESOURCE_NOT_FOUND']);

interface OwnYear {
  sales: OwnSale[];
  windows: PlanWindow[];
}

/** The own record of the accounts that forms are about. */
@Injectable()
export class OwnRecords {
  constructor(
    private readonly ledgers: WalletLedgerService,
    private readonly linked: LinkedWallets,
    private readonly forms: BrokerFormsRepository,
  ) {}

  /**
   * Sales stated for a form; where none are stated for an account, those in its ledger, once per account.
   * @param forms of one year
   * @returns also what the plan shows of each account that was read
   */
  async sales(principal: Principal, forms: readonly BrokerForm[], year: number): Promise<OwnYear> {
    const stated = forms.flatMap(({ ownSales }) => ownSales);
    const isStated = (wallet: string): boolean =>
      forms.some((form) => form.ownSales.length > 0 && walletOf(form.accountId) === wallet);
    const wallets = new Set(forms.flatMap(({ accountId }) => walletOf(accountId) ?? []));
    const own: OwnYear = { sales: [...stated], windows: [] };
    for (const wallet of wallets)
      if (!isStated(wallet)) await this.addAccount(own, principal, wallet, forms, year);
    return own;
  }

  /**
   * The sales of the account in the year of the form: a sale at the edge of the year is of the year in which the broker
   * reports it. Calls no upstream. None while the history of the account is not read.
   */
  private async addAccount(
    own: OwnYear,
    principal: Principal,
    wallet: string,
    forms: readonly BrokerForm[],
    year: number,
  ): Promise<void> {
    const walletLedger = await this.ledgerOf(principal, wallet);
    if (walletLedger === null) return;
    const window = windowOf(walletLedger, principal);
    own.windows.push(window);
    const { userId } = userOf(principal);
    const yearOf = async (each: number): Promise<AccountYear> => {
      const all =
        each === year ? forms : await this.forms.list(userId, { year: each, includeSuperseded: false });
      const rows = all.filter(({ accountId }) => walletOf(accountId) === wallet).flatMap((form) => form.rows);
      return { rows, sales: await this.inLedger(walletLedger, each, window) };
    };
    const years = [await yearOf(year - 1), await yearOf(year), await yearOf(year + 1)] as const;
    for (const sale of salesOfYear(years).sales) own.sales.push(sale);
  }

  private async inLedger(
    walletLedger: ReadyWalletLedger,
    year: number,
    window: PlanWindow,
  ): Promise<OwnSale[]> {
    const { ledger, history, subject } = walletLedger;
    const accounts = [formAccount(history, subject)];
    const { timezone } = this.ledgers.rulesOf(walletLedger);
    const { rows, omitted, excluded } = await inTurns(formRowsInSlices(ledger, { accounts, year, timezone }));
    const moved = new Set<string>();
    for (const lot of ledger.lots)
      if (lot.wallet === subject.value && lot.parentId !== null && lot.receivedAt !== lot.acquiredAt)
        moved.add(lot.id);
    const ordered = orderedIn(walletLedger);
    return [...rows, ...omitted, ...excluded].map((row) => ({
      ...ownSaleOfRow(row, row.isUntracked || (row.lotId !== null && moved.has(row.lotId))),
      ...(!window.shows(row.transactionId) && { isBeyondPlan: true }),
      ...(row.disposalId !== null && ordered.has(row.disposalId) && { isOrdered: true }),
    }));
  }

  private async ledgerOf(principal: Principal, wallet: string): Promise<ReadyWalletLedger | null> {
    try {
      const owned = await this.linked.ownedBy(principal);
      return await this.ledgers.stored(parseAddress(wallet), owned, userOf(principal).userId);
    } catch (error) {
      // The account of an earlier form can be gone.
      if (error instanceof AppError && UNREAD.has(error.code)) return null;
      throw error;
    }
  }
}

/** Disposals of an account whose units its broker was told of. */
function orderedIn({ ledger, history, subject }: ReadyWalletLedger): ReadonlySet<string> {
  const entries = history.valued.entries ?? [];
  const ordered = new Set<string>();
  if (entries.length === 0) return ordered;
  for (const { id, wallet, asset, transactionId, txHash, disposedAt: at } of ledger.disposals)
    if (
      wallet === subject.value &&
      isToldToBroker(entries, { wallet, assetId: asset.id, transactionId, txHash, at })
    )
      ordered.add(id);
  return ordered;
}
