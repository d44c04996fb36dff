import type { Asset } from '../../kernel/asset';
import type { Quantity } from '../../kernel/units';
import {
  growthOf,
  isDebt,
  isListedAsset,
  isNft,
  leavesSilently,
  listedSymbol,
  methodName,
} from '../../chain';
import type { WalletTransaction } from '../../chain/facts/wallet-transaction';

export interface RowSum {
  asset: Asset;
  /** Inflows less outflows. Negative when a receipt is missing. */
  net: Quantity;
  received: Quantity;
  moves: number;
  /** True for a coin with unknown fees: the chain can hold less than the rows state. */
  lacksFees: boolean;
}

/** Part of all receipts that unlisted fees, rounding and dust can amount to. */
const LEAST_PART = 1_000n;
/** Listed tokens of one chain that are compared: an explorer needs one call each. */
const MOST_TOKENS = 4;

const SWAPS_TOKENS = /^swap(exact)?tokensfor/;

/**
 * Sums of coins and listed tokens that only move by transfers, to compare with balances that a chain states: missing
 * rows then show. Tokens that grow without a transfer have no such sum.
 */
export class RowSums {
  readonly #sums = new Map<string, Omit<RowSum, 'lacksFees'>>();
  readonly #others = new Set<Asset>();
  readonly #newest = new Map<string, number>();
  readonly #holding = new Set<string>();
  readonly #giving = new Set<string>();
  readonly #unknownFees = new Set<string>();

  add(transaction: WalletTransaction): void {
    const { isSpam, rule, legs, hidden = [], fee, flags, chain, at } = transaction;
    this.#newest.set(chain, Math.max(at, this.newest(chain)));
    if (hidden.length > 0 || legs.some(({ asset }) => isToken(asset))) this.#holding.add(chain);
    if (givesToken(transaction)) this.#giving.add(chain);
    // Genuine dust from an impostor is in the wallet. Other spam has no effect.
    if (isSpam && rule !== 'spam-poisoning') return;
    for (const { asset, direction, quantity } of legs)
      if (direction === 'in') this.move(asset, quantity);
      else if (!isSpam) this.move(asset, -quantity);
    if (!fee || isSpam) return;
    this.move(fee.asset, -fee.quantity);
    // The data fee of a rollup, which not every explorer states.
    if (flags.includes('missing_metadata')) this.#unknownFees.add(fee.asset.id);
  }

  /** ms UTC. */
  newest(chain: string): number {
    return this.#newest.get(chain) ?? -Infinity;
  }

  /** True when the wallet has given a token, and no row has one: an upstream answered without the list of tokens. */
  lacksTokens(chain: string): boolean {
    return this.#giving.has(chain) && !this.#holding.has(chain);
  }

  compared(chain: string): RowSum[] {
    const own = [...this.#sums.values()].filter(({ asset }) => asset.chain === chain);
    const tokens = own.filter(({ asset, net }) => asset.contract !== null && net > 0n);
    tokens.sort((a, b) => b.moves - a.moves || (a.asset.id < b.asset.id ? -1 : 1));
    const coins = own.filter(({ asset }) => asset.contract === null);
    return [...coins, ...tokens.slice(0, MOST_TOKENS)].map((sum) => ({
      ...sum,
      lacksFees: this.#unknownFees.has(sum.asset.id),
    }));
  }

  private move(asset: Asset, change: Quantity): void {
    if (this.#others.has(asset)) return;
    if (!isComparable(asset)) {
      this.#others.add(asset);
      return;
    }
    const sum = this.#sums.get(asset.id) ?? { asset, net: 0n, received: 0n, moves: 0 };
    sum.net += change;
    if (change > 0n) sum.received += change;
    sum.moves += 1;
    this.#sums.set(asset.id, sum);
  }
}

const isToken = (asset: Asset): boolean => asset.contract !== null && !isNft(asset);

function givesToken({ isSpam, succeeded, fee, to, method, chain }: WalletTransaction): boolean {
  if (isSpam || !succeeded || fee === null || to === null) return false;
  const name = methodName({ id: null, name: method });
  return SWAPS_TOKENS.test(name) || (name === 'transfer' && listedSymbol(`${chain}:${to}`) !== null);
}

const isComparable = (asset: Asset): boolean =>
  (asset.contract === null || isListedAsset(asset)) &&
  !growthOf(asset) &&
  !leavesSilently(asset.id) &&
  !isDebt(asset) &&
  !isNft(asset) &&
  !asset.decimalsUnknown;

/** True: rows are missing, or count twice. A negative sum has untracked units already, which every report names. */
export function isContradicted({ asset, net, received, lacksFees }: RowSum, stated: Quantity): boolean {
  if (net < 0n || (lacksFees && stated < net)) return false;
  // Explorers answer 0 also for an account that their node does not know. A used wallet keeps a rest of its coin.
  if (stated === 0n && asset.contract === null) return false;
  const difference = stated > net ? stated - net : net - stated;
  const most = received > stated ? received : stated;
  return difference * LEAST_PART > most;
}
