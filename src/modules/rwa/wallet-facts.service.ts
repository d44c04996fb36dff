import { Injectable } from '@nestjs/common';
import { Config } from '../../config/env';
import type { Address } from '../../domain/kernel/address';
import { COMPLETE } from '../../domain/portfolio/sync-status';
import type { RequestContext } from '../../http/request-context';
import { wholeBudget } from '../../pipeline/budget';
import { walletCacheKey } from '../../pipeline/wallet-cache';
import { pendingTransactions } from '../../pipeline/ledger/reader/pending-transactions';
import { LedgerViews } from '../../pipeline/ledger/ledger-views.service';
import { WalletLedgerService } from '../../pipeline/ledger/wallet-ledger.service';
import { Cache } from '../../ports/cache';
import { isWhole, rwaFacts, type WalletFacts } from './wallet-facts';

/** These routes are public, and what they ask for is costly. @source api.md 4 row 22 */
const FRESH_MS = 60_000;

/** The registry recognises tokens on EVM chains and Solana alone. @source spec 2.11 rule 1 */
const NOTHING: WalletFacts = { positions: [], syncStatus: COMPLETE };

/** Address -> what it holds and held of registry tokens, cached for a minute when nothing is missing from it. */
@Injectable()
export class WalletFactsService {
  constructor(
    private readonly ledgers: WalletLedgerService,
    private readonly views: LedgerViews,
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
    const found = await this.ledgers.of(address, [], budget);
    const walletLedger =
      found.ledger === null
        ? found
        : await this.ledgers.inZone({ ...found, ledger: found.ledger }, timezone, budget);
    const { ledger, subject, transactions, history } = walletLedger;
    const pending = pendingTransactions(walletLedger);
    const disposals = ledger?.disposals.filter(({ wallet }) => wallet === subject.value) ?? [];
    const positions = rwaFacts({ positions: this.views.positions(walletLedger), disposals }, transactions, {
      isPending: ({ transactionId }) => pending.has(transactionId),
      lotsById: ledger ? this.views.lotsById(ledger) : new Map(),
    });
    return { positions, syncStatus: history.syncStatus };
  }
}
