import { Injectable } from '@nestjs/common';
import { breathe } from '../../../common/turns';
import { type Position } from '../../../domain/engine';
import { tokenKeyOf } from '../../../domain/kernel/asset';
import { FIRST_TAX_YEAR, taxYearOf } from '../../../domain/kernel/calendar';
import {
  heldAsset,
  type EachLot,
  type WalletSnapshot,
} from '../../../domain/portfolio/snapshots/wallet-snapshot';
import { Clock } from '../../../ports/clock';
import { isBasisPending, pendingTransactions } from './pending-transactions';
import { unpricedOf } from './unpriced';
import { walletChecks } from './wallet-checks';
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
    const { tokenKeys } = walletLedger;
    const pending = pendingTransactions(walletLedger);
    const held = (positions: ReturnType<LedgerViews['positions']>) =>
      positions.map((position) =>
        heldAsset(position, tokenKeyOf(tokenKeys, position.asset), isBasisPending(position.lots, pending)),
      );
    await breathe();
    const { timezone } = this.ledgers.rulesOf(walletLedger);
    const now = this.clock.now();
    await this.views.listPositions(walletLedger);
    const positions = this.views.positions(walletLedger);
    await breathe();
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
      isApproximate: walletLedger.ledger.isApproximate,
      unpriced: unpricedOf(walletLedger.history.valued),
      transactionCount: visibleTransactions(walletLedger).length,
      lotCounts: lotCountsOf(walletLedger),
      taxSummaries,
      reconciliation: { severity, totalIssues },
      checks: await walletChecks(this.views, walletLedger),
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
}

function lotCountsOf({ ledger, subject }: ReadyWalletLedger): WalletSnapshot['lotCounts'] {
  const counts = { open: 0, closed: 0 };
  for (const { wallet, remaining } of ledger.lots)
    if (wallet === subject.value) counts[remaining > 0n ? 'open' : 'closed']++;
  return counts;
}
