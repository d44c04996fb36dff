import { Injectable } from '@nestjs/common';
import { inTurns } from '../../../common/turns';
import type { Address } from '../../../domain/kernel/address';
import { tokenKeyOf } from '../../../domain/kernel/asset';
import { startOfDay } from '../../../domain/kernel/calendar';
import { spamBalances } from '../../../domain/portfolio/balances';
import { spamHolding, type Holding } from '../../../domain/portfolio/holdings';
import type { Budget } from '../../../pipeline/budget';
import { WalletLedgerService } from '../../../pipeline/ledger/wallet-ledger.service';

/** Tokens of a wallet that are spam, which no snapshot has. */
@Injectable()
export class SpamHoldings {
  constructor(private readonly ledgers: WalletLedgerService) {}

  /**
   * @param day day number in the zone of the owner; undefined: now
   * @returns `isPartial`: a later call can return more
   */
  async of(
    address: Address,
    owned: readonly Address[],
    day: number | undefined,
    budget: Budget,
  ): Promise<{ holdings: Holding[]; isPartial: boolean }> {
    const walletLedger = await this.ledgers.of(address, owned, budget);
    const { tokenKeys, transactions, ledger } = walletLedger;
    const end =
      day === undefined ? Infinity : startOfDay(day + 1, this.ledgers.rulesOf(walletLedger).timezone);
    const counted = end === Infinity ? transactions : transactions.filter(({ at }) => at < end);
    const balances = await inTurns(spamBalances(counted), budget.signal);
    return {
      holdings: balances.map((balance) => spamHolding(balance, tokenKeyOf(tokenKeys, balance.asset))),
      isPartial: ledger === null,
    };
  }
}
