import { Injectable } from '@nestjs/common';
import { inTurns } from '../../common/turns';
import { Config } from '../../config/env';
import { userOf, type Principal } from '../../domain/access/principal';
import {
  balanceDifferences,
  EXCHANGES,
  openAmounts,
  readingRecords,
  type ExchangeFacts,
} from '../../domain/exchanges';
import { AppError } from '../../domain/kernel/errors';
import { taxRules } from '../../pipeline/policies';
import { ExchangeAccounts } from '../../ports/exchanges/exchange-accounts';
import { ExchangeSyncs } from '../../ports/exchanges/exchange-syncs';
import { Overlays } from '../../ports/storage/overlays';
import type { AccountReconciliationResponse } from './exchange-accounts.shapes.dto';

/** Compares the rows of an account with the balances that its exchange states. */
@Injectable()
export class AccountReconciliationService {
  constructor(
    private readonly accounts: ExchangeAccounts,
    private readonly syncs: ExchangeSyncs,
    private readonly overlays: Overlays,
    private readonly config: Config,
  ) {}

  /** @throws AppError RESOURCE_NOT_FOUND */
  async of(principal: Principal, id: string): Promise<AccountReconciliationResponse> {
    const { userId } = userOf(principal);
    const account = await this.accounts.find(userId, id);
    const state = await this.syncs.state(userId, id);
    if (!account || !state) throw new AppError('RESOURCE_NOT_FOUND', { resource: 'exchange_account' });
    const rows = await this.overlays.accountRows(id);
    const { timezone } = taxRules(this.config, await this.overlays.of(userId, []));
    const read = await inTurns(readingRecords(rows, timezone));
    const { hasShortHistory = false }: ExchangeFacts = EXCHANGES[account.exchange];
    const balances =
      state.balances === null
        ? []
        : balanceDifferences(read, {
            balances: state.balances,
            openAmounts: openAmounts(rows),
            hasShortHistory,
          });
    return {
      account_id: id,
      stated_at: state.balances === null ? null : (state.lastSyncAt?.toISOString() ?? null),
      balances: balances.map(({ coin, cause, ...amounts }) => ({
        symbol: coin,
        ...amounts,
        likely_cause: cause,
      })),
      differences: balances.filter(({ cause }) => cause !== null).length,
      unknown_operations: [...read.unknown].map(([name, count]) => ({ name, count })),
      unreadable_rows: read.unreadable,
      repeated_records: read.repeated,
    };
  }
}
