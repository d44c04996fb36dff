import { Injectable } from '@nestjs/common';
import { tokenKeyOf } from '../../domain/kernel/asset';
import type { Address } from '../../domain/kernel/address';
import { heldAsset, type HeldAsset } from '../../domain/portfolio/snapshots/wallet-snapshot';
import type { SyncStatus } from '../../domain/portfolio/sync-status';
import { inTurns } from '../../common/turns';
import { countingTransfers, type TransferCounts } from '../../domain/overlays/transfer-matches';
import type { Budget } from '../budget';
import { LedgerViews } from '../ledger/ledger-views.service';
import { Snapshots } from '../ledger/snapshots.service';
import type { JointLedger } from '../ledger/wallet-ledger';
import { ValuationService, type Portfolio } from './valuation.service';

export interface JointHoldings {
  syncStatus: SyncStatus;
  /** Of each wallet. */
  valued: readonly Portfolio[];
  /** Of all wallets: deposited elsewhere without a receipt, still owned. */
  deposits: readonly HeldAsset[];
  transfers: () => Promise<TransferCounts>;
}

/** What wallets of one owner hold at current prices: from their snapshots when there are some. */
@Injectable()
export class JointHolders {
  constructor(
    private readonly snapshots: Snapshots,
    private readonly views: LedgerViews,
    private readonly valuation: ValuationService,
  ) {}

  /** @throws AppError as WalletLedgerService.together */
  async of(subjects: readonly Address[], budget: Budget): Promise<JointHoldings> {
    const found = await this.snapshots.together(subjects, budget, ['positions', 'deposits']);
    if (found.wallets)
      return {
        syncStatus: found.syncStatus,
        valued: await this.valuation.ofSnapshots(found.wallets, budget),
        deposits: found.wallets.flatMap(({ snapshot }) => snapshot.deposits),
        transfers: async () =>
          (await found.version())?.facts.transfers ?? transfersIn(await found.compute(), budget),
      };
    const { wallets, history } = found.joint;
    return {
      syncStatus: history.syncStatus,
      valued: await this.valuation.ofAll(wallets, budget),
      deposits: wallets.flatMap((wallet) =>
        this.views
          .deposits(wallet)
          .map((position) => heldAsset(position, tokenKeyOf(wallet.tokenKeys, position.asset))),
      ),
      transfers: () => transfersIn(found.joint, budget),
    };
  }
}

const transfersIn = ({ history }: JointLedger, { signal }: Budget): Promise<TransferCounts> =>
  inTurns(countingTransfers(history.valued.transactions, history.valued.entries ?? []), signal);
