import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/env';
import type { Address } from '../../../domain/kernel/address';
import { dayText } from '../../../domain/kernel/calendar';
import { formatMoney } from '../../../domain/kernel/units';
import type { ValuePoint } from '../../../domain/portfolio/history/value-history';
import { reply } from '../../../http/reply';
import type { RequestContext } from '../../../http/request-context';
import { partialBudget, type Budget } from '../../../pipeline/budget';
import type { WalletLedger } from '../../../pipeline/ledger/wallet-ledger';
import { WalletLedgerService } from '../../../pipeline/ledger/wallet-ledger.service';
import { PastValues, type ValueHistory } from '../../../pipeline/valuation/past-values.service';
import { toSyncStatus } from '../../../presenters/sync-status.presenter';
import { CallerLedgers } from '../caller-ledgers.service';
import { PastHoldings } from './past-holdings.service';
import type { ValueHistoryQuery } from './value-history.dto';
import type { ValueHistoryResponse, ValuePointResponse } from './value-history.shapes.dto';

const UNKNOWN: ValueHistory = { points: [], partial: true, currentUntil: 0 };

/** The value of a wallet over time. */
@Injectable()
export class ValueHistoryService {
  constructor(
    private readonly callers: CallerLedgers,
    private readonly ledgers: WalletLedgerService,
    private readonly past: PastHoldings,
    private readonly values: PastValues,
    private readonly config: Config,
  ) {}

  /** Indexes on demand, within the partial budget. The plan does not limit it, as it limits no sum. */
  async history(address: Address, query: ValueHistoryQuery, context: RequestContext) {
    const budget = partialBudget(context, this.config.PARTIAL_BUDGET_MS);
    const owned = await this.callers.owned(query.owned_wallets, context);
    const walletLedger = await this.ledgers.of(address, owned, budget);
    const { points, partial, currentUntil } = await this.valued(walletLedger, query, budget);
    const timezone = this.values.zoneOf(walletLedger);
    return reply<ValueHistoryResponse>(
      { timezone, interval: query.interval, points: points.map(toPoint) },
      {
        partial,
        still_indexing: partial,
        meta: toSyncStatus(walletLedger.history.syncStatus, walletLedger.ledger !== null && partial),
        currentUntil,
      },
    );
  }

  private async valued(walletLedger: WalletLedger, query: ValueHistoryQuery, budget: Budget) {
    const { start_date: start, end_date: end, interval } = query;
    const first = start === undefined ? null : this.past.checked('start_date', start, walletLedger);
    const last = this.past.checked('end_date', end ?? this.values.today(walletLedger), walletLedger);
    const { ledger } = walletLedger;
    return ledger === null
      ? UNKNOWN
      : this.values.history({ ...walletLedger, ledger }, { first, last, interval }, budget);
  }
}

const toPoint = ({ day, value, gap, estimated, unpriced }: ValuePoint): ValuePointResponse => ({
  date: dayText(day),
  value: value === null ? null : formatMoney(value),
  gap,
  estimated_count: estimated,
  unpriced_count: unpriced,
});
