import { Injectable, Logger } from '@nestjs/common';
import { nativeAsset, type Asset } from '../domain/kernel/asset';
import type { ChainName } from '../domain/kernel/chain';
import { AppError } from '../domain/kernel/errors';
import type { Quantity } from '../domain/kernel/units';
import { isListedAsset } from '../domain/normalise';
import { Cache } from '../ports/cache';
import { Clock } from '../ports/clock';
import { HistorySource } from '../ports/history-source';
import { within, type Budget } from './budget';
import { walletCacheKey } from './wallet-cache';
import { BookViews } from './book-views.service';
import type { WalletBooks } from './wallet-books';

/** What the books hold in the wallet against what the chain says lies there. */
export interface BalanceCheck {
  asset: Asset;
  computed: Quantity;
  onChain: Quantity;
  /** Who told what lies on the chain. */
  source: string;
  /** When it was asked, ms UTC. */
  readAt: number;
}

/** A balance as it is kept for a while. */
interface Told {
  quantity: string;
  source: string;
  readAt: number;
}

/** Questions about one wallet: an explorer takes one for each. */
const MAX_ASSETS = 24;
/** The check is an extra: an answer waits no longer for it. */
const WAIT_MS = 4_000;
/** A balance is not asked for again within this. */
const KEEP_MS = 60_000;

/** Compares books with chains, for coins and listed tokens. What no chain tells in time is left out, never guessed. */
@Injectable()
export class OnChainBalancesService {
  private readonly log = new Logger('Balances');

  constructor(
    private readonly views: BookViews,
    private readonly source: HistorySource,
    private readonly cache: Cache,
    private readonly clock: Clock,
  ) {}

  /** By asset id. Empty while there are no books. */
  async check(books: WalletBooks, budget: Budget): Promise<BalanceCheck[]> {
    const candidates = this.candidates(books);
    const known = new Map<string, Told>();
    await Promise.all(
      candidates.map(async ({ asset: { id } }) => {
        const told = await this.cache.get<Told>(keyOf(books, id));
        if (told !== null) known.set(id, told);
      }),
    );
    const open = candidates.map(({ asset }) => asset).filter(({ id }) => !known.has(id));
    const wait = Math.min(WAIT_MS, budget.deadline - this.clock.now());
    const answers = await within(wait, budget.signal, (signal) =>
      Promise.all(this.chainsOf(books).map((chain) => this.ask(chain, books, open, signal))),
    );
    for (const [id, told] of answers.flat()) known.set(id, told);
    budget.signal.throwIfAborted();
    return candidates.flatMap(({ asset, computed }) => {
      const told = known.get(asset.id);
      if (!told) return [];
      const { quantity, source, readAt } = told;
      return [{ asset, computed, onChain: BigInt(quantity), source, readAt }];
    });
  }

  /** What lies in the wallet, and the coin of every chain it has been used on, held or not. */
  private candidates(books: WalletBooks): { asset: Asset; computed: Quantity }[] {
    if (!books.ledger) return [];
    const found = new Map<string, { asset: Asset; computed: Quantity }>();
    const used = new Set(books.transactions.map(({ chain }) => chain));
    for (const chain of this.chainsOf(books)) {
      const asset = nativeAsset(chain);
      if (used.has(chain)) found.set(asset.id, { asset, computed: 0n });
    }
    const readable = new Set<string>(this.chainsOf(books));
    for (const { asset, quantity } of this.views.positions(books))
      if (readable.has(asset.chain) && (isNative(asset) || isListedAsset(asset)))
        found.set(asset.id, { asset, computed: quantity });
    return [...found.values()]
      .sort(
        (a, b) => Number(isNative(b.asset)) - Number(isNative(a.asset)) || (a.asset.id < b.asset.id ? -1 : 1),
      )
      .slice(0, MAX_ASSETS);
  }

  private chainsOf({ subject }: WalletBooks): readonly ChainName[] {
    return this.source.chainsOf(subject).readable;
  }

  /** @returns nothing when the chain cannot be asked; the wait for others goes on */
  private async ask(
    chain: ChainName,
    books: WalletBooks,
    assets: readonly Asset[],
    signal: AbortSignal,
  ): Promise<[string, Told][]> {
    const ids = assets.filter((asset) => asset.chain === chain).map(({ id }) => id);
    if (ids.length === 0) return [];
    try {
      const found = await this.source.balances(chain, books.subject, ids, signal);
      const told = found.map(({ assetId, quantity, source, readAt }): [string, Told] => [
        assetId,
        { quantity: quantity.toString(), source, readAt },
      ]);
      await Promise.all(told.map(([id, one]) => this.cache.set(keyOf(books, id), one, KEEP_MS)));
      return told;
    } catch (error) {
      if (!signal.aborted && !(error instanceof AppError)) throw error;
      this.log.warn(`balances on ${chain} could not be read: ${String(error)}`);
      return [];
    }
  }
}

const isNative = ({ contract }: Asset): boolean => contract === null;

const keyOf = ({ subject }: WalletBooks, assetId: string): string =>
  walletCacheKey(subject, `balance:${assetId}`);
