import { Injectable } from '@nestjs/common';
import type { Address } from '../../../domain/kernel/address';
import { keysOf } from '../../../domain/portfolio/snapshots/wallet-snapshot';
import type { Budget } from '../../../pipeline/budget';
import { LedgerViews } from '../../../pipeline/ledger/ledger-views.service';
import type { SnapshotOr } from '../../../pipeline/ledger/snapshots/found-snapshots';
import { Snapshots } from '../../../pipeline/ledger/snapshots.service';
import type { WalletLedger } from '../../../pipeline/ledger/wallet-ledger';
import { ValuationService, type Portfolio } from '../../../pipeline/valuation/valuation.service';
import { toDeposits } from '../../../presenters/holdings.presenter';
import { toSyncStatus } from '../../../presenters/sync-status.presenter';

/** The holdings of a wallet at current prices, and what stands beside them: from the snapshot when there is one. */
@Injectable()
export class CurrentHoldings {
  constructor(
    private readonly snapshots: Snapshots,
    private readonly views: LedgerViews,
    private readonly valuation: ValuationService,
  ) {}

  async of(
    address: Address,
    owned: readonly Address[],
    budget: Budget,
  ): Promise<{ portfolio: Portfolio; meta: Record<string, unknown> }> {
    const found = await this.snapshots.of(address, owned, budget, ['positions', 'deposits']);
    const portfolio = await this.valuedAs(found, budget);
    return { portfolio, meta: this.metaBeside(found, portfolio.pricesPending) };
  }

  valuedAs(found: SnapshotOr<WalletLedger, 'positions' | 'deposits'>, budget: Budget): Promise<Portfolio> {
    return found.snapshot
      ? this.valuation.ofSnapshot(found, budget)
      : this.valuation.of(found.walletLedger, budget);
  }

  metaBeside(found: SnapshotOr<WalletLedger, 'deposits'>, pricesPending = false): Record<string, unknown> {
    if (!found.snapshot) return this.metaOf(found.walletLedger, pricesPending);
    const { deposits } = found.snapshot;
    return {
      ...toSyncStatus(found.syncStatus, pricesPending),
      ...toDeposits(deposits, keysOf(deposits)),
    };
  }

  metaOf(walletLedger: WalletLedger, pricesPending = false): Record<string, unknown> {
    return {
      ...toSyncStatus(walletLedger.history.syncStatus, pricesPending),
      ...toDeposits(this.views.deposits(walletLedger), walletLedger.tokenKeys),
    };
  }
}
