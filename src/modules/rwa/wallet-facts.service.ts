import { Injectable } from '@nestjs/common';
import { Config } from '../../config/env';
import type { Address } from '../../domain/kernel/address';
import { COMPLETE } from '../../domain/portfolio/sync-status';
import type { RequestContext } from '../../http/request-context';
import { wholeBudget } from '../../pipeline/budget';
import { walletCacheKey } from '../../pipeline/wallet-cache';
import { LedgerReaders } from '../../pipeline/ledger/reader/ledger-readers.service';
import { WalletLedgerService } from '../../pipeline/ledger/wallet-ledger.service';
import { taxRules } from '../../pipeline/policies';
import { Cache } from '../../ports/cache';
import { canBeRwa, isWhole, rwaFacts, type WalletFacts } from './wallet-facts';

/** These routes are public, and what they ask for is costly. @source api.md 4 row 22 */
const FRESH_MS = 60_000;

/** The registry recognises tokens on EVM chains and Solana alone. @source spec 2.11 rule 1 */
const NOTHING: WalletFacts = { positions: [], syncStatus: COMPLETE };

/** Address -> what it holds and held of registry tokens, cached for a minute when nothing is missing from it. */
@Injectable()
export class WalletFactsService {
  constructor(
    private readonly ledgers: WalletLedgerService,
    private readonly readers: LedgerReaders,
    private readonly cache: Cache,
    private readonly config: Config,
  ) {}

  /**
   * @param timezone IANA name of the zone of tax days
   * @throws AppError DATA_PROVIDER_ERROR, PROVIDER_ENTITLEMENT_ERROR when no chain of it can be read
   */
  async of(address: Address, timezone: string, context: RequestContext): Promise<WalletFacts> {
    if (address.family === 'bitcoin') return NOTHING;
    const key = walletCacheKey(address, `rwa-positions:${timezone}`);
    const known = await this.cache.get<WalletFacts>(key);
    if (known) return known;
    const facts = await this.read(address, timezone, context);
    if (isWhole(facts.syncStatus)) await this.cache.set(key, facts, FRESH_MS);
    return facts;
  }

  private async read(address: Address, timezone: string, context: RequestContext): Promise<WalletFacts> {
    const budget = wholeBudget(context, this.config.HEAVY_TIMEOUT_MS);
    const reader = await this.readers.of(address, [], budget);
    const isAsRecorded = timezone === taxRules(this.config, reader.stated.history.valued).timezone;
    const { syncStatus } = reader;
    if (isAsRecorded || reader.state === 'incomplete')
      return { positions: rwaFacts(await reader.ofAssets(canBeRwa)), syncStatus };
    const walletLedger = await this.ledgers.of(address, [], budget);
    const moved =
      walletLedger.ledger === null
        ? walletLedger
        : await this.ledgers.inZone({ ...walletLedger, ledger: walletLedger.ledger }, timezone, budget);
    return {
      positions: rwaFacts(await this.readers.computed(moved).ofAssets(canBeRwa)),
      syncStatus: moved.history.syncStatus,
    };
  }
}
