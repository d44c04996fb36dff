import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/env';
import type { Lot } from '../../../domain/engine';
import { tokenKeyOf } from '../../../domain/kernel/asset';
import { toLot } from '../../../presenters/lots.presenter';
import type { LotResponse } from '../../../presenters/shapes.dto';
import { taxRules } from '../../../pipeline/policies';
import { pendingTransactions } from '../../../pipeline/ledger/reader/pending-transactions';
import { LedgerViews } from '../../../pipeline/ledger/ledger-views.service';
import type { WalletLedger } from '../../../pipeline/ledger/wallet-ledger';
import { Clock } from '../../../ports/clock';

/** Lots as they go out, with what a lot does not know about itself. */
@Injectable()
export class LotResponses {
  constructor(
    private readonly views: LedgerViews,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** Ranks are those of FIFO among the open lots of the wallet; a lot that is not among them has rank 0. */
  async of(walletLedger: WalletLedger, lots: readonly Lot[]): Promise<LotResponse[]> {
    const ranks = await this.views.fifoRanks(walletLedger);
    const pending = pendingTransactions(walletLedger);
    const now = this.clock.now();
    const { timezone } = taxRules(this.config, walletLedger.history.valued);
    return lots.map((lot) => {
      const tokenKey = tokenKeyOf(walletLedger.tokenKeys, lot.asset);
      const isPending = pending.has(lot.transactionId);
      return toLot(lot, { tokenKey, rank: ranks.get(lot) ?? 0, isPending }, now, timezone);
    });
  }
}
