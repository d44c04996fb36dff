import { Injectable } from '@nestjs/common';
import { Config } from '../../config/env';
import type { Address } from '../../domain/kernel/address';
import type { RequestContext } from '../../http/request-context';
import { wholeBudget, type Budget } from '../../pipeline/budget';
import type { WalletLedger } from '../../pipeline/ledger/wallet-ledger';
import type { LedgerReader } from '../../pipeline/ledger/reader/ledger-reader';
import { LedgerReaders } from '../../pipeline/ledger/reader/ledger-readers.service';
import { WalletLedgerService } from '../../pipeline/ledger/wallet-ledger.service';
import { LinkedWallets } from '../../ports/storage/linked-wallets';

/** Ledgers of a wallet together with the caller's other wallets: those named, else those linked. */
@Injectable()
export class CallerLedgers {
  constructor(
    private readonly ledgers: WalletLedgerService,
    private readonly readers: LedgerReaders,
    private readonly linked: LinkedWallets,
    private readonly config: Config,
  ) {}

  /** Indexes on demand and waits for the whole history. @throws AppError as WalletLedgerService.of */
  async whole(address: Address, given: readonly Address[], context: RequestContext): Promise<WalletLedger> {
    return this.ledgers.of(address, await this.owned(given, context), this.wholeBudget(context));
  }

  /** As `whole`, to read the ledger in parts. */
  async reader(address: Address, given: readonly Address[], context: RequestContext): Promise<LedgerReader> {
    return this.readers.of(address, await this.owned(given, context), this.wholeBudget(context));
  }

  /** The ledger of the stored data, to read in parts. @throws AppError WALLET_NOT_FOUND for a wallet not indexed yet */
  async storedReader(
    address: Address,
    given: readonly Address[],
    context: RequestContext,
  ): Promise<LedgerReader> {
    return this.readers.stored(address, await this.owned(given, context), this.wholeBudget(context));
  }

  /** Waits for the whole history. */
  wholeBudget(context: RequestContext): Budget {
    return wholeBudget(context, this.config.HEAVY_TIMEOUT_MS);
  }

  /** As `owned`, for a job. @throws AppError RESOURCE_NOT_FOUND for an exchange account that the caller does not have */
  async ownedForJob(
    address: Address,
    given: readonly Address[],
    context: RequestContext,
  ): Promise<readonly Address[]> {
    const owned = await this.owned(given, context);
    await this.ledgers.admit([address, ...owned], context.principal);
    return owned;
  }

  /** @source api.md 1.10 (linked wallets are the default) */
  owned(given: readonly Address[], { principal }: RequestContext): Promise<readonly Address[]> {
    return this.linked.ownedWallets(given, principal);
  }
}
