import { Injectable } from '@nestjs/common';
import { Config } from '../../config/env';
import type { LedgerEvent } from '../../domain/engine';
import { parseAddress, type Address } from '../../domain/kernel/address';
import type { Asset } from '../../domain/kernel/asset';
import { userOf } from '../../domain/access/principal';
import { AppError } from '../../domain/kernel/errors';
import { impactOf, type Impact } from '../../domain/overlays/impact';
import type { ManualEntry } from '../../domain/overlays/manual-entry';
import type { RequestContext } from '../../http/request-context';
import { wholeBudget } from '../../pipeline/budget';
import type { ReadyWalletLedger } from '../../pipeline/ledger/wallet-ledger';
import { WalletLedgerService } from '../../pipeline/ledger/wallet-ledger.service';
import { Clock } from '../../ports/clock';
import { LinkedWallets } from '../../ports/storage/linked-wallets';
import { Overlays, type StoredEntry } from '../../ports/storage/overlays';

/** More entries of one kind than anyone makes by hand. */
const MAX_ENTRIES = 100_000;

export type StoredOf<K extends ManualEntry['kind']> = StoredEntry & {
  entry: Extract<ManualEntry, { kind: K }>;
};

interface KeepOptions {
  id?: string;
  replaces?: boolean;
  details?: Record<string, unknown>;
}

interface TokenEntryInput {
  address: Address;
  token_key: string;
  owned_wallets: readonly Address[];
}

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

  /** @throws AppError UNAUTHORIZED, WALLET_NOT_FOUND, RESOURCE_NOT_FOUND (token) */
  async openToken(
    { address, owned_wallets: owned, token_key: tokenKey }: TokenEntryInput,
    context: RequestContext,
  ): Promise<{ walletLedger: ReadyWalletLedger; asset: Asset; now: number }> {
    const walletLedger = await this.open(address, owned, context);
    return { walletLedger, asset: assetOf(walletLedger, tokenKey), now: this.clock.now() };
  }

  chainEvents(walletLedger: ReadyWalletLedger): Promise<readonly LedgerEvent[]> {
    return this.ledgers.chainEvents(walletLedger);
  }

  /** Includes the other wallets of the user. @throws AppError UNAUTHORIZED; WALLET_NOT_FOUND for the first */
  async openAll(
    [first, ...rest]: readonly [Address, ...Address[]],
    given: readonly Address[],
    context: RequestContext,
  ): Promise<ReadyWalletLedger> {
    const { userId } = userOf(context.principal);
    const owned = await this.linked.ownedWallets(given, context.principal);
    return this.ledgers.stored(first, [...rest, ...owned], userId);
  }

  /** All linked wallets and exchange accounts; null when none has been read. @throws AppError UNAUTHORIZED */
  async openEverything(context: RequestContext): Promise<ReadyWalletLedger | null> {
    const { userId } = userOf(context.principal);
    const wallets = await this.linked.ownedBy(context.principal);
    const { accounts } = await this.overlays.of(userId, []);
    const [first, ...rest] = [...wallets, ...accounts.map(({ id }) => parseAddress(id))];
    if (!first) return null;
    try {
      return await this.ledgers.stored(first, rest, userId);
    } catch (error) {
      if (error instanceof AppError && error.code === 'WALLET_NOT_FOUND') return null;
      throw error;
    }
  }

  /**
   * @param replaced entries that would no longer apply
   * @param chosenFor the transaction whose lots the entry selects
   * @throws AppError VALIDATION_ERROR for a lot selection that cannot be applied
   */
  async supposing(
    walletLedger: ReadyWalletLedger,
    added: readonly ManualEntry[],
    context: RequestContext,
    {
      replaced = () => false,
      chosenFor,
    }: { replaced?: (other: ManualEntry) => boolean; chosenFor?: string } = {},
  ): Promise<{ after: ReadyWalletLedger; impact: Impact }> {
    const others = (walletLedger.history.valued.entries ?? []).filter((other) => !replaced(other));
    const budget = wholeBudget(context, this.config.HEAVY_TIMEOUT_MS);
    const after = await this.ledgers.supposing(walletLedger, [...others, ...added], budget, chosenFor);
    return {
      after,
      impact: impactOf(walletLedger.ledger, after.ledger, this.ledgers.rulesOf(after).timezone),
    };
  }

  /** @param address in normal form; null for all wallets of the user */
  async stored<K extends ManualEntry['kind']>(
    kind: K,
    address: string | null,
    context: RequestContext,
  ): Promise<StoredOf<K>[]> {
    const { entries } = await this.overlays.entries(
      userOf(context.principal).userId,
      { kind, address, includeInactive: false },
      { skip: 0, take: MAX_ENTRIES },
    );
    return entries.filter((stored): stored is StoredOf<K> => stored.entry.kind === kind);
  }

  /** @throws AppError RESOURCE_NOT_FOUND without such an entry of the user; CONFLICT when it no longer holds */
  async active<K extends ManualEntry['kind']>(
    kind: K,
    id: string,
    context: RequestContext,
  ): Promise<StoredOf<K>> {
    const { entries } = await this.overlays.entries(
      userOf(context.principal).userId,
      { kind, address: null, includeInactive: true },
      { skip: 0, take: MAX_ENTRIES },
    );
    const found = entries.find((stored): stored is StoredOf<K> => stored.id === id);
    if (!found) throw new AppError('RESOURCE_NOT_FOUND', { resource: 'manual_entry' });
    if (found.deactivatedAt !== null) throw new AppError('CONFLICT', { resource: 'manual_entry' });
    return found;
  }

  /** Replaces the content of an active entry. The former entry is kept. @throws AppError as `active` */
  async amend(id: string, entry: ManualEntry, { principal }: RequestContext): Promise<void> {
    const former = { id: this.clock.newId(), until: new Date(this.clock.now()) };
    const wasActive = await this.overlays.amend(userOf(principal), { id, entry }, former);
    if (wasActive === null) throw new AppError('RESOURCE_NOT_FOUND', { resource: 'manual_entry' });
    if (!wasActive) throw new AppError('CONFLICT', { resource: 'manual_entry' });
  }

  async replace(
    removed: readonly string[],
    added: readonly StoredEntry[],
    context: RequestContext,
  ): Promise<void> {
    const now = new Date(this.clock.now());
    await this.overlays.replaceEntries(userOf(context.principal), removed, added, now);
  }

  draft<T extends ManualEntry>(entry: T, shown: object): StoredEntry & { entry: T } {
    const createdAt = new Date(this.clock.now());
    return { id: this.clock.newId(), entry, shown: { ...shown }, createdAt, deactivatedAt: null };
  }

  /** `draft` for a preview. */
  async keepOrDraft<T extends ManualEntry>(
    entry: T,
    shown: object,
    isPreview: boolean,
    context: RequestContext,
    options?: KeepOptions,
  ): Promise<StoredEntry & { entry: T }> {
    return isPreview ? this.draft(entry, shown) : this.keep(entry, shown, context, options);
  }

  /**
   * @param id default: a new one
   * @throws AppError CONFLICT for a second entry on the same subject, unless it replaces the first; FORBIDDEN beyond
   * the entries of the plan
   */
  async keep<T extends ManualEntry>(
    entry: T,
    shown: object,
    context: RequestContext,
    { id = this.clock.newId(), replaces = false, details = {} }: KeepOptions = {},
  ): Promise<StoredEntry & { entry: T }> {
    const createdAt = new Date(this.clock.now());
    const stored = { id, entry, shown: { ...shown }, createdAt, deactivatedAt: null };
    if (await this.overlays.addEntry(userOf(context.principal), stored, replaces)) return stored;
    throw new AppError('CONFLICT', { resource: 'manual_entry', ...details });
  }
}

/** @throws AppError RESOURCE_NOT_FOUND */
export function assetOf({ ledger, tokenKeys }: ReadyWalletLedger, tokenKey: string): Asset {
  const wanted = tokenKey.toLowerCase();
  const [id] = [...tokenKeys].find(([, key]) => key.toLowerCase() === wanted) ?? [];
  const asset = id === undefined ? undefined : ledger.assets.get(id);
  if (!asset) throw new AppError('RESOURCE_NOT_FOUND', { resource: 'token' });
  return asset;
}

/** For comparison: EVM hashes in lower case. */
export const comparableHash = (given: string): string => (/^0x/i.test(given) ? given.toLowerCase() : given);
