import { Injectable } from '@nestjs/common';
import { inTurns } from '../../common/turns';
import { Config } from '../../config/env';
import { ownSaleOfRow, salesOfYear, type AccountYear, type OwnSale } from '../../domain/broker';
import { formRowsInSlices } from '../../domain/forms';
import type { Ledger } from '../../domain/engine';
import { transactionCap, type PlanWindow } from '../../domain/access/plan-window';
import { userOf } from '../../domain/access/principal';
import { yearBounds } from '../../domain/kernel/calendar';
import { parseAddress, type Address } from '../../domain/kernel/address';
import { AppError } from '../../domain/kernel/errors';
import { isToldToBroker } from '../../domain/overlays/elections';
import type { RequestContext } from '../../http/request-context';
import { wholeBudget } from '../../pipeline/budget';
import { formAccount } from '../../pipeline/ledger/form-account';
import type { LedgerReader } from '../../pipeline/ledger/reader/ledger-reader';
import { LedgerReaders } from '../../pipeline/ledger/reader/ledger-readers.service';
import type { Stated } from '../../pipeline/ledger/wallet-ledger';
import { taxRules } from '../../pipeline/policies';
import { LinkedWallets } from '../../ports/storage/linked-wallets';
import type { BrokerForm } from './broker-form';
import { BrokerFormsRepository } from './broker-forms.repository';
import { walletOf } from './stored-accepted-forms';

const UNREAD: ReadonlySet<string> = new Set(['WALLET_NOT_FOUND', 'RESOURCE_NOT_FOUND']);

interface OwnYear {
  sales: OwnSale[];
  windows: PlanWindow[];
  /** Of each account that was read. */
  accounts: AccountLedger[];
}

/** Who reads. */
export interface OwnReading {
  userId: string;
  /** Transactions that the plan shows; null: all. */
  cap: number | null;
  owned: () => Promise<readonly Address[]>;
  budget: Parameters<LedgerReaders['stored']>[2];
}

/** The own record of the accounts that forms are about. */
@Injectable()
export class OwnRecords {
  constructor(
    private readonly readers: LedgerReaders,
    private readonly linked: LinkedWallets,
    private readonly forms: BrokerFormsRepository,
    private readonly config: Config,
  ) {}

  readingOf(context: RequestContext): OwnReading {
    return {
      userId: userOf(context.principal).userId,
      cap: transactionCap(context.principal),
      owned: () => this.linked.ownedBy(context.principal),
      budget: wholeBudget(context, this.config.HEAVY_TIMEOUT_MS),
    };
  }

  /**
   * Sales stated for a form; where none are stated for an account, those in its ledger, once per account.
   * @param forms of one year
   * @returns also what the plan shows of each account that was read
   */
  async sales(reading: OwnReading, forms: readonly BrokerForm[], year: number): Promise<OwnYear> {
    const stated = forms.flatMap(({ ownSales }) => ownSales);
    const isStated = (wallet: string): boolean =>
      forms.some((form) => form.ownSales.length > 0 && walletOf(form.accountId) === wallet);
    const wallets = new Set(forms.flatMap(({ accountId }) => walletOf(accountId) ?? []));
    const own: OwnYear = { sales: [...stated], windows: [], accounts: [] };
    for (const wallet of wallets)
      if (!isStated(wallet)) await this.addAccount(own, reading, wallet, forms, year);
    return own;
  }

  /**
   * The sales of the account in the year of the form: a sale at the edge of the year is of the year in which the broker
   * reports it. Calls no upstream. None while the history of the account is not read.
   */
  private async addAccount(
    own: OwnYear,
    reading: OwnReading,
    wallet: string,
    forms: readonly BrokerForm[],
    year: number,
  ): Promise<void> {
    const reader = await this.readerOf(reading, wallet);
    if (reader === null) return;
    const window = await reader.window(reading.cap);
    own.windows.push(window);
    const { timezone } = taxRules(this.config, reader.stated.history.valued);
    const { ledger } = await reader.part(
      { from: yearBounds(year - 1, timezone).from, until: yearBounds(year + 1, timezone).until },
      [wallet],
    );
    const account: AccountLedger = {
      ...reader.stated.history,
      subject: reader.subject,
      reader,
      ledger,
      timezone,
      window,
    };
    own.accounts.push(account);
    const yearOf = async (each: number): Promise<AccountYear> => {
      const all =
        each === year
          ? forms
          : await this.forms.list(reading.userId, { year: each, includeSuperseded: false });
      const rows = all.filter(({ accountId }) => walletOf(accountId) === wallet).flatMap((form) => form.rows);
      return { rows, sales: await inLedger(account, each) };
    };
    const years = [await yearOf(year - 1), await yearOf(year), await yearOf(year + 1)] as const;
    for (const sale of salesOfYear(years).sales) own.sales.push(sale);
  }

  private async readerOf({ owned, budget }: OwnReading, wallet: string): Promise<LedgerReader | null> {
    try {
      return await this.readers.stored(parseAddress(wallet), await owned(), budget);
    } catch (error) {
      // The account of an earlier form can be gone.
      if (error instanceof AppError && UNREAD.has(error.code)) return null;
      throw error;
    }
  }
}

/** The ledger of an account, with the records of the years of its forms. */
export type AccountLedger = Stated['history'] & {
  subject: Address;
  reader: LedgerReader;
  ledger: Ledger;
  /** Of tax days. */
  timezone: string;
  window: PlanWindow;
};

async function inLedger(account: AccountLedger, year: number): Promise<OwnSale[]> {
  const { ledger, subject, timezone, window } = account;
  const accounts = [formAccount(account, subject)];
  const { rows, omitted, excluded } = await inTurns(formRowsInSlices(ledger, { accounts, year, timezone }));
  const moved = new Set<string>();
  for (const lot of ledger.lots)
    if (lot.wallet === subject.value && lot.parentId !== null && lot.receivedAt !== lot.acquiredAt)
      moved.add(lot.id);
  const ordered = orderedIn(account);
  return [...rows, ...omitted, ...excluded].map((row) => ({
    ...ownSaleOfRow(row, row.isUntracked || (row.lotId !== null && moved.has(row.lotId))),
    ...(!window.shows(row.transactionId) && { isBeyondPlan: true }),
    ...(row.disposalId !== null && ordered.has(row.disposalId) && { isOrdered: true }),
  }));
}

/** Disposals of an account whose units its broker was told of. */
function orderedIn({ ledger, valued, subject }: AccountLedger): ReadonlySet<string> {
  const entries = valued.entries ?? [];
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
