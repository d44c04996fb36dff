import type { Config } from '../../../config/env';
import type { Address } from '../../../domain/kernel/address';
import type { ChainName } from '../../../domain/kernel/chain';
import type { ChainTransaction } from '../../../domain/normalise/chain-transaction';
import type { Clock } from '../../../ports/clock';
import {
  type ChainAvailability,
  type HistoryCursor,
  type HistoryPage,
  HistorySource,
  type OnChainBalance,
  type RawRow,
} from '../../../ports/history-source';
import type { UpstreamClient } from '../../upstream/upstream-client';
import { UpstreamFailure, worstOf } from '../../upstream/upstream-failure';
import { BitcoinClient } from './bitcoin.client';
import { interpretBitcoin } from './bitcoin.mapper';
import { BitcoinReader } from './bitcoin.reader';
import { type BitcoinEndpoint, bitcoinEndpoints } from './bitcoin.upstreams';

const ASSET = 'bitcoin:native';

/** History and balance of Bitcoin addresses from Esplora, else Blockbook. Only confirmed transactions count. */
export class BitcoinHistorySource extends HistorySource {
  private readonly client: BitcoinClient;
  private readonly endpoints: [BitcoinEndpoint, ...BitcoinEndpoint[]];

  constructor(
    config: Config,
    private readonly clock: Clock,
    upstream: UpstreamClient,
  ) {
    super();
    this.client = new BitcoinClient(upstream);
    this.endpoints = bitcoinEndpoints(config);
  }

  owns(address: Address): boolean {
    return address.family === 'bitcoin';
  }

  override chainsOf(address: Address): ChainAvailability {
    return { readable: this.owns(address) ? ['bitcoin'] : [], unavailable: [] };
  }

  override read(
    _chain: ChainName,
    address: Address,
    cursor: HistoryCursor | null,
    signal: AbortSignal,
  ): AsyncIterable<HistoryPage> {
    return new BitcoinReader(this.client, this.endpoints, address.value, cursor, signal).read();
  }

  override interpret(_chain: ChainName, address: Address, rows: readonly RawRow[]): ChainTransaction[] {
    return interpretBitcoin(address.value, rows);
  }

  /** @throws UpstreamFailure when no endpoint answers */
  override async balances(
    _chain: ChainName,
    address: Address,
    assetIds: readonly string[],
    signal: AbortSignal,
  ): Promise<OnChainBalance[]> {
    if (!assetIds.includes(ASSET)) return [];
    const failures: UpstreamFailure[] = [];
    for (const endpoint of this.endpoints) {
      try {
        const { balance } = await this.client.totals(endpoint, address.value, 'request', signal);
        return [{ assetId: ASSET, quantity: balance, readAt: this.clock.now(), source: endpoint.provider }];
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof UpstreamFailure)) throw error;
        failures.push(error);
      }
    }
    const [first, ...others] = failures;
    if (!first) return [];
    throw worstOf([first, ...others]);
  }
}
