import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/env';
import type { Address } from '../../../domain/kernel/address';
import type { AppError } from '../../../domain/kernel/errors';
import { formatMoney } from '../../../domain/kernel/units';
import { filterHoldings } from '../../../domain/portfolio/holding-filter';
import { totalsOf } from '../../../domain/portfolio/holdings';
import { batchEntries, countRows, rowMeta, settled, toBatchError } from '../../../http/validation/batch';
import { toHolding } from '../../../presenters/holdings.presenter';
import type { RequestContext } from '../../../http/request-context';
import { partialBudget, type Budget } from '../../../pipeline/budget';
import type { BatchHoldingsInput } from './batch.dto';
import type { BatchHoldingsResponse, BatchHoldingsRowResponse } from './batch.shapes.dto';
import { CallerLedgers } from '../caller-ledgers.service';
import { CurrentHoldings } from './current-holdings.service';

/** Holdings of several wallets, each as its own route returns them. */
@Injectable()
export class BatchHoldingsService {
  constructor(
    private readonly callers: CallerLedgers,
    private readonly current: CurrentHoldings,
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
    const { portfolio, meta } = await this.current.of(address, owned, budget);
    const { holdings, partial } = portfolio;
    const chosen = filterHoldings(holdings, { chain, minValue });
    return {
      address: address.given,
      success: true,
      holdings: chosen.map((holding) => toHolding(holding)),
      total_value: formatMoney(totalsOf(chosen).value),
      partial,
      still_indexing: partial,
      error: null,
      ...rowMeta(meta, partial),
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
