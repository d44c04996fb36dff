import { Injectable } from '@nestjs/common';
import type { Ledger } from '../../../domain/engine';
import type { StatedSummary } from '../../../domain/forms';
import type { Address } from '../../../domain/kernel/address';
import type { AppError } from '../../../domain/kernel/errors';
import type { WalletSnapshot } from '../../../domain/portfolio/snapshots/wallet-snapshot';
import type { SyncStatus } from '../../../domain/portfolio/sync-status';
import type { Budget } from '../../budget';
import { LedgerViews } from '../ledger-views.service';
import { Snapshots } from '../snapshots.service';
import type { JointLedger, Stated } from '../wallet-ledger';
import { whole } from '../whole-ledger';

export interface WalletSummary {
  subject: Address;
  summary: StatedSummary;
}

export interface JointSummaries {
  subjects: readonly Address[];
  summaries: WalletSummary[];
  syncStatus: SyncStatus;
  stated: Stated;
  ledger: Pick<Ledger, 'isApproximate'>;
  /** Why a wallet has no readable data, by address value. */
  failures: ReadonlyMap<string, AppError>;
}

/** The figures of a year, or of all years: from snapshots when there are some. */
@Injectable()
export class TaxSummaries {
  constructor(
    private readonly snapshots: Snapshots,
    private readonly views: LedgerViews,
  ) {}

  /** @throws AppError as WalletLedgerService.of; SERVICE_UNAVAILABLE while the history is incomplete */
  async of(
    subject: Address,
    owned: readonly Address[],
    year: number | undefined,
    budget: Budget,
  ): Promise<{ summary: StatedSummary; syncStatus: SyncStatus }> {
    const found = await this.snapshots.of(subject, owned, budget, ['taxSummaries']);
    const known = found.snapshot && summaryOf(found.snapshot, year);
    if (known) return { summary: known, syncStatus: found.syncStatus };
    const walletLedger = whole(found.walletLedger ?? (await found.compute()));
    return {
      summary: await this.views.taxSummary(walletLedger, year),
      syncStatus: walletLedger.history.syncStatus,
    };
  }

  /** Of wallets of one owner. @throws AppError as WalletLedgerService.together; SERVICE_UNAVAILABLE as `of` */
  async together(
    subjects: readonly Address[],
    year: number | undefined,
    budget: Budget,
  ): Promise<JointSummaries> {
    const found = await this.snapshots.together(subjects, budget, ['taxSummaries']);
    const known = (found.wallets ?? []).flatMap(({ subject, snapshot }) => {
      const summary = summaryOf(snapshot, year);
      return summary ? [{ subject, summary }] : [];
    });
    if (found.wallets && known.length === subjects.length) {
      const { syncStatus, entries, accounts, failures } = found;
      const stated = { history: { valued: { entries, accounts } } };
      const ledger = { isApproximate: syncStatus.washSalesApproximate === true };
      return { subjects, summaries: known, syncStatus, stated, ledger, failures };
    }
    const joint = whole(found.joint ?? (await found.compute()));
    const { history, ledger } = joint;
    const { syncStatus, failures } = history;
    return {
      subjects,
      summaries: await this.ofJoint(joint, year),
      syncStatus,
      stated: joint,
      ledger,
      failures,
    };
  }

  async ofJoint(
    { wallets, ledger }: JointLedger & { ledger: Ledger },
    year: number | undefined,
  ): Promise<WalletSummary[]> {
    const summaries: WalletSummary[] = [];
    for (const wallet of wallets)
      summaries.push({
        subject: wallet.subject,
        summary: await this.views.taxSummary({ ...wallet, ledger }, year),
      });
    return summaries;
  }
}

const summaryOf = (
  { taxSummaries }: Pick<WalletSnapshot, 'taxSummaries'>,
  year: number | undefined,
): StatedSummary | undefined => taxSummaries.find((one) => one.year === (year ?? null))?.summary;
