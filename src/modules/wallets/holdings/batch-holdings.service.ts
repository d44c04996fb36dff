import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/env';
import type { Address } from '../../../domain/kernel/address';
import type { AppError } from '../../../domain/kernel/errors';
import { formatMoney } from '../../../domain/kernel/units';
import { filterHoldings } from '../../../domain/portfolio/holding-filter';
import { totalsOf } from '../../../domain/portfolio/holdings';
import { batchEntries, countRows, rowMeta, settled, toBatchError } from '../../../http/validation/batch';
import { toSyncStatus } from '../../../presenters/sync-status.presenter';
import { toDeposits, toHolding } from '../../../presenters/holdings.presenter';
import type { RequestContext } from '../../../http/request-context';
import { partialBudget, type Budget } from '../../../pipeline/budget';
import { ValuationService } from '../../../pipeline/valuation/valuation.service';
import { LedgerViews } from '../../../pipeline/ledger/ledger-views.service';
import { WalletLedgerService } from '../../../pipeline/ledger/wallet-ledger.service';
import type { BatchHoldingsInput } from './batch.dto';
import type { BatchHoldingsResponse, BatchHoldingsRowResponse } from './batch.shapes.dto';
import { CallerLedgers } from '../caller-ledgers.service';

/** Holdings of several wallets, each as its own route returns them. */
@Injectable()
export class BatchHoldingsService {
  constructor(
    private readonly callers: CallerLedgers,
    private readonly ledgers: WalletLedgerService,
    private readonly views: LedgerViews,
    private readonly valuation: ValuationService,
    private readonly config: Config,
  ) {}

  /** All rows are worked out side by side, within the time of one. */
  async holdings(body: BatchHoldingsInput, context: RequestContext): Promise<BatchHoldingsResponse> {
    const budget = partialBudget(context, this.config.PARTIAL_BUDGET_MS);
    const owned = await this.callers.owned(body.owned_wallets, context);
    const results = await Promise.all(
      batchEntries(body.addresses).map((entry) =>
        settled(
          entry,
          (address) => this.held(address, owned, body, budget),
          (error) => failed(entry.given, error),
        ),
      ),
    );
    return { results, ...countRows(results) };
  }

  private async held(
    address: Address,
    owned: readonly Address[],
    { chain, min_value: minValue }: BatchHoldingsInput,
    budget: Budget,
  ): Promise<BatchHoldingsRowResponse> {
    const walletLedger = await this.ledgers.of(address, owned, budget);
    const { holdings, partial, pricesPending } = await this.valuation.of(walletLedger, budget);
    const chosen = filterHoldings(holdings, { chain, minValue });
    return {
      address: address.given,
      success: true,
      holdings: chosen.map((holding) => toHolding(holding)),
      total_value: formatMoney(totalsOf(chosen).value),
      partial,
      still_indexing: partial,
      error: null,
      ...rowMeta({
        ...toSyncStatus(walletLedger.history.syncStatus, pricesPending),
        ...toDeposits(this.views.deposits(walletLedger), walletLedger.tokenKeys),
      }),
    };
  }
}

const failed = (address: string, error: AppError): BatchHoldingsRowResponse => ({
  address,
  success: false,
  holdings: [],
  total_value: null,
  partial: false,
  still_indexing: false,
  error: toBatchError(error),
});
