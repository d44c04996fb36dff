import { Injectable } from '@nestjs/common';
import { nativeAsset, type Asset } from '../../domain/kernel/asset';
import type { ChainName } from '../../domain/kernel/chain';
import type { Quantity } from '../../domain/kernel/units';
import { isListedAsset } from '../../domain/normalise';
import { Clock } from '../../ports/clock';
import { HistorySource } from '../../ports/upstream/history-source';
import { within, type Budget } from '../budget';
import { LedgerViews } from '../ledger/ledger-views.service';
import { ChainBalances } from '../balances/chain-balances.service';
import type { WalletLedger } from '../ledger/wallet-ledger';

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

/** Questions about one wallet: an explorer takes one for each. */
const MAX_ASSETS = 24;
/** The check is an extra: an answer waits no longer for it. */
const WAIT_MS = 4_000;

/** Compares books with chains, for coins and listed tokens. What no chain tells in time is left out, never guessed. */
@Injectable()
export class OnChainBalancesService {
  constructor(
    private readonly views: LedgerViews,
    private readonly source: HistorySource,
    private readonly chains: ChainBalances,
    private readonly clock: Clock,
  ) {}

  /** By asset id. Empty while there are no books. */
  async check(books: WalletLedger, budget: Budget): Promise<BalanceCheck[]> {
    const candidates = this.candidates(books);
    const assets = candidates.map(({ asset }) => asset);
    const known = await this.chains.remembered(books.subject, assets);
    const open = assets.filter(({ id }) => !known.has(id));
    const wait = Math.min(WAIT_MS, budget.deadline - this.clock.now());
    const answers = await within(wait, budget.signal, (signal) =>
      Promise.all(this.chainsOf(books).map((chain) => this.chains.ask(chain, books.subject, open, signal))),
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
  private candidates(books: WalletLedger): { asset: Asset; computed: Quantity }[] {
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

  private chainsOf({ subject }: WalletLedger): readonly ChainName[] {
    return this.source.chainsOf(subject).readable;
  }
}

const isNative = ({ contract }: Asset): boolean => contract === null;
