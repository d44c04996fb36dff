import type { Address } from '../../domain/kernel/address';
import type { ChainName } from '../../domain/kernel/chain';
import type { ChainTransaction } from '../../domain/chain/facts/chain-transaction';
import type { Clock } from '../../ports/clock';
import {
  type HistoryCursor,
  type HistoryPage,
  HistorySource,
  type OnChainBalance,
  type RawRow,
  type StoredKeys,
} from '../../ports/upstream/history-source';

export abstract class OneChainSource<Client, Endpoint> extends HistorySource {
  constructor(
    private readonly chain: ChainName & Address['family'],
    protected readonly client: Client,
    protected readonly endpoints: [Endpoint, ...Endpoint[]],
    protected readonly clock: Clock,
  ) {
    super();
  }

  owns(address: Address): boolean {
    return address.family === this.chain;
  }

  override chainsOf(address: Address) {
    return { readable: this.owns(address) ? [this.chain] : [], unavailable: [] };
  }

  override read(
    _chain: ChainName,
    { value }: Address,
    cursor: HistoryCursor | null,
    signal: AbortSignal,
    stored?: StoredKeys,
  ) {
    return this.readWallet(value, cursor, signal, stored);
  }

  override interpret(_chain: ChainName, { value }: Address, rows: readonly RawRow[]): ChainTransaction[] {
    return this.interpretWallet(value, rows);
  }

  override balances(_chain: ChainName, { value }: Address, assetIds: readonly string[], signal: AbortSignal) {
    const wanted = assetIds.filter((assetId) => assetId.startsWith(`${this.chain}:`));
    return wanted.length === 0 ? Promise.resolve([]) : this.balancesOf(value, wanted, signal);
  }

  protected abstract readWallet(
    wallet: string,
    cursor: HistoryCursor | null,
    signal: AbortSignal,
    stored?: StoredKeys,
  ): AsyncIterable<HistoryPage>;
  protected abstract interpretWallet(wallet: string, rows: readonly RawRow[]): ChainTransaction[];
  /** @param assetIds of this chain; at least one */
  protected abstract balancesOf(
    wallet: string,
    assetIds: readonly string[],
    signal: AbortSignal,
  ): Promise<OnChainBalance[]>;
}
