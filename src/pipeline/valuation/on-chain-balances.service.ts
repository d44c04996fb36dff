import { Injectable } from '@nestjs/common';
import type { Address } from '../../domain/kernel/address';
import { nativeAsset, type Asset } from '../../domain/kernel/asset';
import type { ChainName } from '../../domain/kernel/chain';
import type { Quantity } from '../../domain/kernel/units';
import { isListedAsset } from '../../domain/chain';
import { Clock } from '../../ports/clock';
import { HistorySource } from '../../ports/upstream/history-source';
import { AnswerRules } from '../answer-rules';
import { within, type Budget } from '../budget';
import { balancesOf, type ComputedBalances } from '../ledger/reader/computed-balances';
import { LedgerViews } from '../ledger/ledger-views.service';
import { ChainBalances, type ChainBalance } from '../balances/chain-balances.service';
import type { WalletLedger } from '../ledger/wallet-ledger';

export interface BalanceCheck {
  asset: Asset;
  computed: Quantity;
  onChain: Quantity;
  source: string;
  /** Time of the read, ms UTC. */
  readAt: number;
}

type Candidate = Pick<BalanceCheck, 'asset' | 'computed'>;

/** Maximum calls per wallet: an explorer needs one call per asset. */
const MAX_ASSETS = 24;

/**
 * Compares ledgers with chains, for coins and listed tokens. Balances that do not arrive in time are omitted.
 */
@Injectable()
export class OnChainBalancesService {
  constructor(
    private readonly views: LedgerViews,
    private readonly source: HistorySource,
    private readonly chains: ChainBalances,
    private readonly clock: Clock,
    private readonly rules: AnswerRules = new AnswerRules(),
  ) {}

  /** By asset id. */
  async check(computed: ComputedBalances, budget: Budget): Promise<BalanceCheck[]> {
    const { subject } = computed;
    const candidates = this.candidates(computed);
    const assets = candidates.map(({ asset }) => asset);
    const known = await this.chains.cached(subject, assets);
    const open = assets.filter(({ id }) => !known.has(id));
    const wait = Math.min(this.rules.balancesMs, budget.deadline - this.clock.now());
    const answers = await within(this.clock, wait, budget.signal, (signal) =>
      Promise.all(this.chainsOf(subject).map((chain) => this.chains.ask(chain, subject, open, signal))),
    );
    for (const [id, balance] of answers.flat()) known.set(id, balance);
    budget.signal.throwIfAborted();
    return checksOf(candidates, known);
  }

  /** As `check`, of the balances that are known without a call upstream. Empty while there is no ledger. */
  async known(walletLedger: WalletLedger): Promise<BalanceCheck[]> {
    if (!walletLedger.ledger) return [];
    const candidates = this.candidates(balancesOf(walletLedger, this.views));
    const assets = candidates.map(({ asset }) => asset);
    return checksOf(candidates, await this.chains.cached(walletLedger.subject, assets));
  }

  /** Assets held in the wallet, and the coin of every chain it has used. */
  private candidates({ subject, chains, positions }: ComputedBalances): Candidate[] {
    const found = new Map<string, Candidate>();
    const used = new Set<string>(chains);
    for (const chain of this.chainsOf(subject)) {
      const asset = nativeAsset(chain);
      if (used.has(chain)) found.set(asset.id, { asset, computed: 0n });
    }
    const readable = new Set<string>(this.chainsOf(subject));
    for (const { asset, quantity } of positions)
      if (readable.has(asset.chain) && (isNative(asset) || isListedAsset(asset)))
        found.set(asset.id, { asset, computed: quantity });
    return [...found.values()]
      .sort(
        (a, b) => Number(isNative(b.asset)) - Number(isNative(a.asset)) || (a.asset.id < b.asset.id ? -1 : 1),
      )
      .slice(0, MAX_ASSETS);
  }

  private chainsOf(subject: Address): readonly ChainName[] {
    return this.source.chainsOf(subject).readable;
  }
}

const checksOf = (
  candidates: readonly Candidate[],
  known: ReadonlyMap<string, ChainBalance>,
): BalanceCheck[] =>
  candidates.flatMap(({ asset, computed }) => {
    const balance = known.get(asset.id);
    if (!balance) return [];
    const { quantity, source, readAt } = balance;
    return [{ asset, computed, onChain: BigInt(quantity), source, readAt }];
  });

const isNative = ({ contract }: Asset): boolean => contract === null;
