import { Injectable } from '@nestjs/common';
import { Config } from '../../config/env';
import type { Ledger } from '../../domain/engine';
import type { Address } from '../../domain/kernel/address';
import { userOf } from '../../domain/access/principal';
import { AppError } from '../../domain/kernel/errors';
import { impactOf, type Impact } from '../../domain/overlays/impact';
import type { ManualEntry } from '../../domain/overlays/manual-entry';
import type { RequestContext } from '../../http/request-context';
import type { ReadyWalletLedger } from '../../pipeline/ledger/wallet-ledger';
import { WalletLedgerService } from '../../pipeline/ledger/wallet-ledger.service';
import { Clock } from '../../ports/clock';
import { LinkedWallets } from '../../ports/storage/linked-wallets';
import { Overlays, type StoredEntry } from '../../ports/storage/overlays';

/** The ledger an entry changes: as it is, as it would be with the entry, and the stored entry. */
@Injectable()
export class EntryLedgers {
  constructor(
    private readonly ledgers: WalletLedgerService,
    private readonly linked: LinkedWallets,
    private readonly overlays: Overlays,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** @throws AppError UNAUTHORIZED, WALLET_NOT_FOUND */
  async open(
    address: Address,
    given: readonly Address[],
    context: RequestContext,
  ): Promise<ReadyWalletLedger> {
    const { userId } = userOf(context.principal);
    const owned = await this.linked.ownedWallets(given, context.principal);
    return this.ledgers.stored(address, owned, userId);
  }

  /**
   * @param replaced entries that would no longer hold
   * @param chosenFor the transaction the entry chooses lots for
   * @throws AppError VALIDATION_ERROR for a choice of lots that cannot be applied
   */
  async supposing(
    walletLedger: ReadyWalletLedger,
    entry: ManualEntry,
    {
      replaced = () => false,
      chosenFor,
    }: { replaced?: (other: ManualEntry) => boolean; chosenFor?: string } = {},
  ): Promise<{ after: Ledger; impact: Impact }> {
    const others = (walletLedger.history.valued.entries ?? []).filter((other) => !replaced(other));
    const after = await this.ledgers.supposing(walletLedger, [...others, entry], chosenFor);
    return { after, impact: impactOf(walletLedger.ledger, after, this.config.REPORT_TIMEZONE) };
  }

  /** The ledger without some entries. @param removed entries that would no longer apply */
  async without(
    walletLedger: ReadyWalletLedger,
    removed: (entry: ManualEntry) => boolean,
  ): Promise<{ after: Ledger; impact: Impact }> {
    const left = (walletLedger.history.valued.entries ?? []).filter((entry) => !removed(entry));
    const after = await this.ledgers.supposing(walletLedger, left);
    return { after, impact: impactOf(walletLedger.ledger, after, this.config.REPORT_TIMEZONE) };
  }

  /**
   * @throws AppError CONFLICT when there is an entry on the same already, and it is not to be replaced; FORBIDDEN
   *   beyond the entries of the plan
   */
  async keep<T extends ManualEntry>(
    id: string,
    entry: T,
    shown: object,
    context: RequestContext,
    { replaces = false, details = {} }: { replaces?: boolean; details?: Record<string, unknown> } = {},
  ): Promise<StoredEntry & { entry: T }> {
    const createdAt = new Date(this.clock.now());
    const stored = { id, entry, shown: { ...shown }, createdAt, deactivatedAt: null };
    if (await this.overlays.addEntry(userOf(context.principal), stored, replaces)) return stored;
    throw new AppError('CONFLICT', { resource: 'manual_entry', ...details });
  }
}
