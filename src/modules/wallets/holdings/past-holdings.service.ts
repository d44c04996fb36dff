import { Injectable } from '@nestjs/common';
import type { Address } from '../../../domain/kernel/address';
import { dayText } from '../../../domain/kernel/calendar';
import { AppError } from '../../../domain/kernel/errors';
import { totalsOf } from '../../../domain/portfolio/holdings';
import type { Budget } from '../../../pipeline/budget';
import type { WalletLedger } from '../../../pipeline/ledger/wallet-ledger';
import { WalletLedgerService } from '../../../pipeline/ledger/wallet-ledger.service';
import { PastValues } from '../../../pipeline/valuation/past-values.service';
import type { Portfolio } from '../../../pipeline/valuation/valuation.service';
import { toDeposits } from '../../../presenters/holdings.presenter';
import { toSyncStatus } from '../../../presenters/sync-status.presenter';

/** Until the history is read, no past holdings are known. */
const UNKNOWN: Portfolio = {
  holdings: [],
  deposited: [],
  totals: totalsOf([]),
  partial: true,
  pricesPending: false,
  currentUntil: 0,
};

/** Holdings of past days, and the check of such days. */
@Injectable()
export class PastHoldings {
  constructor(
    private readonly ledgers: WalletLedgerService,
    private readonly values: PastValues,
  ) {}

  /**
   * @param day day number in the zone of the owner
   * @returns null for the current day
   * @throws AppError VALIDATION_ERROR for a later day
   */
  async of(address: Address, owned: readonly Address[], day: number, budget: Budget) {
    const walletLedger = await this.ledgers.of(address, owned, budget);
    if (this.checked('as_of', day, walletLedger) === this.values.today(walletLedger)) return null;
    const { ledger, tokenKeys, history } = walletLedger;
    const portfolio = ledger ? await this.values.holdings({ ...walletLedger, ledger }, day, budget) : UNKNOWN;
    const { partial, pricesPending, currentUntil } = portfolio;
    const deposited = portfolio.deposited.map((one) => ({ ...one, cost: one.cost ?? 0n }));
    return {
      portfolio,
      partial,
      still_indexing: partial,
      meta: { ...toSyncStatus(history.syncStatus, pricesPending), ...toDeposits(deposited, tokenKeys) },
      currentUntil,
    };
  }

  /** @throws AppError VALIDATION_ERROR for a day after today */
  checked(field: string, day: number, walletLedger: WalletLedger): number {
    const today = this.values.today(walletLedger);
    if (day <= today) return day;
    const zone = this.values.zoneOf(walletLedger);
    const message = `${field}: Input should not be after ${dayText(today)}, today in ${zone}`;
    throw new AppError('VALIDATION_ERROR', undefined, { field, message });
  }
}
